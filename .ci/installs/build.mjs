// Builds the project with one bundler and the plugin: `node build.mjs vite`. Fails as the build does.
const [, , bundler] = process.argv;
const root = import.meta.dirname ?? new URL('.', import.meta.url).pathname;
const entry = `${root}/src/main.js`;

const BUILDS = {
  vite: async () => {
    const { build } = await import('vite');
    const { localeSync } = await import('locale-sync/vite');
    await build({ root, configFile: false, logLevel: 'error', plugins: [localeSync()] });
  },
  'vite-dev': async () => {
    const { createServer } = await import('vite');
    const { localeSync } = await import('locale-sync/vite');
    const server = await createServer({
      root,
      configFile: false,
      logLevel: 'error',
      server: { port: 0, host: '127.0.0.1' },
      plugins: [localeSync()],
    });
    await server.listen();
    const { port } = server.httpServer.address();
    const page = await fetch(`http://127.0.0.1:${port}/src/main.js`);
    const text = await page.text();
    await server.close();
    if (!text.includes('Titel')) throw new Error(`the dev server answered ${page.status}`);
  },
  rollup: async () => {
    const { rollup } = await import('rollup');
    const { default: plugin, localeSync = plugin } = await import('locale-sync/rollup');
    const bundle = await rollup({ input: entry, plugins: [localeSync({ root })] });
    await bundle.write({ dir: `${root}/dist` });
    await bundle.close();
  },
  webpack: () => compiled('webpack', 'locale-sync/webpack'),
  rspack: () => compiled('@rspack/core', 'locale-sync/rspack'),
};

async function compiled(name, plugin) {
  const { default: found, rspack = found } = await import(name);
  const { LocaleSyncPlugin } = await import(plugin);
  const compiler = rspack({
    mode: 'development',
    context: root,
    entry,
    output: { path: `${root}/dist` },
    plugins: [new LocaleSyncPlugin()],
  });
  const stats = await new Promise((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result)));
  });
  await new Promise((resolve) => compiler.close(resolve));
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
}

await BUILDS[bundler]();

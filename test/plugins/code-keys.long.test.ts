import { Writable } from 'node:stream';
import { webpack } from 'webpack';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { closeBrowser, hasBrowser, openPage } from './browser.js';
import { BUNDLERS, webpackConfig } from './bundlers.js';
import { dev, WAIT } from './dev-server.js';
import { app, CONFIG, runScript } from './support.js';

const EXTRACT = {
  'service.config.yaml': `${CONFIG}extract: { code: ['src/**/*.js'], catalog: locales/en.json }\n`,
  'src/shop.js': "t('title');\n",
};
const MORE = "t('title');\nt('price', 'Price');\n";
const SOURCE = { title: 'Welcome', hello: 'Hello {name}', price: 'Price' };

/** A stream that a bundler prints to. */
function told(said: string[]): NodeJS.WritableStream {
  return new Writable({
    write(chunk: Buffer, _, done) {
      said.push(chunk.toString());
      done();
    },
  });
}

afterAll(closeBrowser);

describe('keys from code', { timeout: 300_000 }, () => {
  test('of a saved file are added in dev, and translated', async () => {
    const project = app(EXTRACT);
    const options = { mode: 'sync', ci: true, extract: true } as const;
    const { said, status } = await dev(project.root, options);
    await expect.poll(status, WAIT).toMatchObject({ ok: true, extraction: { added: [] } });
    expect((await status()).extraction?.unused).toEqual([
      { file: 'locales/en.json', key: 'hello', reason: expect.any(String) as string },
    ]);
    project.write('src/shop.js', MORE);
    await expect.poll(() => project.json('locales/en.json'), WAIT).toEqual(SOURCE);
    await expect.poll(() => project.read('locales/de.json'), WAIT).toContain('"price"');
    // Told when the run has ended, which is after its files are written.
    await expect
      .poll(() => said.join('\n'), WAIT)
      .toContain('1 key added from code, 0 without text; 1 key not in code');
    expect(said.join('\n')).toContain('+ locales/en.json  price');
  });

  test('are left alone unless that is asked for, and in every build', async () => {
    const project = app({ ...EXTRACT, 'src/shop.js': MORE });
    const before = project.files();
    const { status } = await dev(project.root);
    await expect.poll(status, WAIT).toMatchObject({ ok: true, extraction: null });
    await BUNDLERS['Vite 8']?.(project.root, { extract: true });
    await BUNDLERS['webpack 5']?.(project.root, { extract: true });
    project.remove('dist');
    expect(project.files()).toEqual(before);
  });

  test('are added by webpack in watch mode', async () => {
    const project = app({ ...EXTRACT, 'src/main.js': "import './shop.js';\n" });
    const config = webpackConfig(project.root, { extract: true, onProblem: 'warn' });
    const compiler = webpack({
      ...config,
      mode: 'development',
      infrastructureLogging: { level: 'none' },
    });
    let builds = 0;
    const watching = compiler.watch({ aggregateTimeout: 20 }, () => (builds += 1));
    onTestFinished(
      () => new Promise((done) => watching?.close(() => compiler.close(() => done(undefined)))),
    );
    await expect.poll(() => builds, WAIT).toBeGreaterThan(0);
    project.write('src/shop.js', MORE);
    await expect.poll(() => project.json('locales/en.json'), WAIT).toEqual(SOURCE);
  });

  test('of code that nothing imports count in webpack with the next save of code that is built', async () => {
    const project = app({
      ...EXTRACT,
      'src/main.js': "import './shop.js';\n",
      'src/own.js': 'if (',
    });
    const said: string[] = [];
    const compiler = webpack({
      ...webpackConfig(project.root, { extract: true, onProblem: 'warn' }),
      mode: 'development',
      infrastructureLogging: { stream: told(said) },
    });
    const watching = compiler.watch({ aggregateTimeout: 20 }, () => undefined);
    onTestFinished(
      () => new Promise((done) => watching?.close(() => compiler.close(() => done(undefined)))),
    );
    await expect
      .poll(() => said.join(''), WAIT)
      .toContain('src/own.js:1  The code cannot be parsed');
    project.write('src/own.js', '\n\nif (');
    project.write('src/shop.js', MORE);
    await expect
      .poll(() => said.join(''), WAIT)
      .toContain('src/own.js:3  The code cannot be parsed');
    expect(project.json('locales/en.json')).toEqual(SOURCE);
  });

  test('that cannot be looked for are told, and catalogs are followed all the same', async () => {
    const project = app({ 'src/shop.js': MORE });
    const { said, status } = await dev(project.root, { extract: true });
    await expect
      .poll(status, WAIT)
      .toMatchObject({ ok: true, error: null, extraction: { error: { code: 'no-extract' } } });
    expect(said.join('\n')).toContain('extract: { code:');
  });

  test('are not written to a new file while a catalog is gone', async () => {
    const project = app(EXTRACT);
    const { said, status } = await dev(project.root, { mode: 'sync', ci: true, extract: true });
    await expect.poll(status, WAIT).toMatchObject({ ok: true });
    const [source, german] = [project.read('locales/en.json'), project.read('locales/de.json')];
    project.remove('locales/en.json');
    await expect.poll(status, WAIT).toMatchObject({ error: { code: 'no-files' } });
    project.write('src/shop.js', MORE);
    await expect.poll(() => said.join('\n'), WAIT).toContain('Restore the file');
    expect(project.has('locales/en.json')).toBe(false);
    expect(project.read('locales/de.json')).toBe(german);
    project.write('locales/en.json', source);
    project.write('src/shop.js', `${MORE}\n`);
    await expect.poll(() => project.json('locales/en.json'), WAIT).toEqual(SOURCE);
  });

  test('load the parser when they are looked for, and not before', async () => {
    const project = app({ ...EXTRACT, 'src/main.js': "import './shop.js';\n" });
    // Notes which packages are asked for.
    project.write(
      'hooks.mjs',
      `import { appendFileSync } from 'node:fs';
export async function resolve(name, context, next) {
  appendFileSync('asked', name + '\\n');
  return next(name, context);
}
`,
    );
    const output = await runScript(
      project,
      `import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
register('./hooks.mjs', import.meta.url);
const { build, createServer } = await import('vite');
const { localeSync } = await import('locale-sync/vite');
const said = () => console.log(/javascript\.cjs/.test(readFileSync('asked', 'utf8')));
const common = { configFile: false, logLevel: 'silent', optimizeDeps: { noDiscovery: true } };
await build({ ...common, plugins: [localeSync({ extract: true })] });
said();
const server = await createServer({ ...common, server: { port: 0 }, plugins: [localeSync()] });
await server.listen();
const panel = server.resolvedUrls.local[0] + '__locale-sync/';
while ((await (await fetch(panel + 'status.json')).json()).pending) await sleep(20);
said();
await fetch(panel + 'extract', { method: 'POST', headers: { 'x-locale-sync': 'extract' } });
said();
await server.close();
`,
    );
    expect(output.trim().split('\n')).toEqual(['false', 'false', 'true']);
    expect(project.read('asked')).toContain('locale-sync/vite\n');
  });

  test.runIf(hasBrowser)('are found with the button of the panel', async () => {
    const project = app({ ...EXTRACT, 'src/shop.js': MORE });
    const { url } = await dev(project.root);
    // Not by another site: it cannot send the header.
    await fetch(`${url}/__locale-sync/extract`, { method: 'POST' });
    expect(project.json('locales/en.json')).not.toHaveProperty('price');
    const panel = await openPage(`${url}/__locale-sync/status`);
    await panel.click('#extract', { timeout: 60_000 });
    await expect
      .poll(() => panel.textContent('#extracted'), WAIT)
      .toBe('1 added, 0 of them without text; 1 not in code');
    expect(await panel.textContent('#unused')).toBe('not in codehellolocales/en.json');
    expect(project.json('locales/en.json')).toEqual(SOURCE);
  });
});

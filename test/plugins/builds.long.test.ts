import { execFileSync } from 'node:child_process';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createBuilder } from 'vite';
import { webpack } from 'webpack';
import type { MultiStats } from 'webpack';
import { openContext } from '../../plugins/core/context.js';
import { localeSync } from '../../plugins/vite.js';
import { CLI } from '../support/project.js';
import { service } from '../support/service.js';
import { BUNDLERS, codeIn, webpackConfig } from './bundlers.js';
import { app, CONFIG, MISSING } from './support.js';

/** What of `virtual:locale-sync/status` no bundler renames. */
const STATUS = /pending|problems|extraction/;

const PLACEHOLDER = { 'locales/de.json': '{\n  "title": "Willkommen",\n  "hello": "Hallo"\n}\n' };

describe.each(Object.entries(BUNDLERS))('%s', (_, build) => {
  test('a complete app is built offline and without a key, and knows its coverage where it asks for it', async () => {
    const project = app({
      'service.config.yaml': CONFIG.replace('embedded', 'http://127.0.0.1:9'),
    });
    const files = Object.keys(project.files());
    const built = await build(project.root);
    expect(built).toMatchObject({ failed: false, said: '' });
    expect(built.code).toContain('Willkommen');
    expect(built.code).toMatch(STATUS);
    // What the look found is kept where git does not see it.
    expect(Object.keys(project.files()).filter((path) => !path.startsWith('dist/'))).toEqual(files);
    expect(project.has('locale-sync.lock')).toBe(false);
  });

  test('what is missing or invalid stops the build, with place, key, locale and repair', async () => {
    const project = app();
    await project.run(['sync']);
    for (const [path, text] of Object.entries({ ...MISSING, ...PLACEHOLDER }))
      project.write(path, text);
    const built = await build(project.root);
    expect(built.failed).toBe(true);
    expect(built.said).toContain('locale-sync: 2 problems in de, fr');
    expect(built.said).toMatch(/locales\/en\.json:3:\d+: missing \[fr\] hello: /);
    expect(built.said).toMatch(/locale-sync sync --cwd \S+ --locale fr/);
    expect(built.said).toMatch(/locales\/de\.json:3:\d+: placeholder-mismatch \[de\] hello: /);
    expect(built.said).toMatch(/--locale de --keys hello --retranslate edited/);
  });

  test('with onProblem: warn it is told and the build goes on, without a status nobody imports', async () => {
    const main = "import de from '../locales/de.json';\nconsole.log(de.title);\n";
    const project = app({ ...MISSING, 'src/main.js': main });
    const built = await build(project.root, { onProblem: 'warn' });
    expect(built.failed).toBe(false);
    expect(built.warnings).toHaveLength(1);
    expect(built.said).toMatch(/missing \[fr\] hello/);
    expect(built.code).toContain('Willkommen');
    expect(built.code).not.toMatch(STATUS);
  });

  test('include narrows what counts', async () => {
    const other = { 'other/en.json': '{ "a": "A" }\n', 'other/de.json': '{}\n' };
    const catalogs = `${CONFIG}  - files: other/{locale}.json\n`.replace('[de, fr]', '[de]');
    const project = app({ ...other, 'service.config.yaml': catalogs });
    const built = await build(project.root, { include: ['locales/*.json'] });
    expect(built).toMatchObject({ failed: false, said: '' });
    expect((await build(project.root)).said).toMatch(/other\/en\.json:1:\d+: missing \[de\] a/);
  });

  test('locales narrows what counts', async () => {
    const built = await build(app(MISSING).root, { locales: ['de'] });
    expect(built).toMatchObject({ failed: false, said: '' });
  });

  test('without a config the build stops and says how to get one', async () => {
    const project = app();
    project.remove('service.config.yaml');
    project.write('.git/HEAD', '');
    const built = await build(project.root);
    expect(built.failed).toBe(true);
    expect(built.said).toContain('no config found');
    expect(built.said).toContain('locale-sync init');
  });

  test('an invalid config stops the build at its line', async () => {
    const project = app({ 'service.config.yaml': 'version: 1\nsource: en\ntarget: [de]\n' });
    const built = await build(project.root);
    expect(built.failed).toBe(true);
    expect(built.said).toMatch(/service\.config\.yaml:3:1: .*target/);
  });

  test('sync translates before the bundler reads the catalogs', async () => {
    const project = app({ 'locales/de.json': '{\n  "hello": "Hallo {name}"\n}\n' });
    const built = await build(project.root, { mode: 'sync', ci: true });
    expect(built).toMatchObject({ failed: false, said: '' });
    const { title } = project.json('locales/de.json') as { title: string };
    expect(title).not.toBe('');
    expect(built.code).toContain(title);
  });

  test('a refused key is told once for all texts, with its variable', async () => {
    const { url } = await service();
    const files = ['a', 'b'].map((name) => [`${name}/en.json`, '{ "one": "One", "two": "Two" }\n']);
    const project = app({
      ...(Object.fromEntries(files) as Record<string, string>),
      'service.config.yaml': `${CONFIG.replace('embedded', url)}  - files: '{a,b}/{locale}.json'\n`,
    });
    vi.stubEnv('SERVICE_AUTH_KEY', 'refused');
    onTestFinished(() => void vi.unstubAllEnvs());
    const built = await build(project.root, { mode: 'sync' });
    expect(built.failed).toBe(true);
    expect(built.said.split('answered 403')).toHaveLength(2);
    expect(built.said).toContain('Check SERVICE_AUTH_KEY');
    expect(built.said).not.toMatch(/service-failed|repair:/);
  });

  test('a root with spaces and letters beyond ASCII', async () => {
    const project = app(MISSING, 'Größe äöü 日本');
    const stopped = await build(project.root);
    expect(stopped.said).toMatch(/locales\/en\.json:3:\d+: missing \[fr\] hello: /);
    // The command that repairs it can be pasted as it stands.
    expect(stopped.said).toMatch(
      /repair: locale-sync sync --cwd '[^']*Größe äöü 日本[^']*' --locale fr/,
    );
    const synced = await build(project.root, { mode: 'sync', ci: true });
    expect(synced).toMatchObject({ failed: false, said: '' });
    expect(project.read('locales/fr.json')).toContain('{name}');
  });
});

test('what people have to look at stops a build too, and the commands that are told repair it', async () => {
  const project = app({
    'locales/de.json': '{\n  "hello": "Hallo {name}"\n}\n',
    'locales/fr.json': '{\n  "title": "Bienvenue"\n}\n',
  });
  const build = BUNDLERS['Vite 8']!;
  expect(await build(project.root, { mode: 'sync', ci: true })).toMatchObject({ failed: false });
  // Now `title` is machine text in German and a person's in French, `hello` the other way round.
  project.write('locales/en.json', '{\n  "title": "Good day",\n  "hello": "Hello {name}"\n}\n');
  const { failed, said } = await build(project.root);
  expect(failed).toBe(true);
  expect(said).toMatch(/locales\/de\.json:2:\d+: stale \[de\] title: /);
  expect(said).toMatch(/locales\/fr\.json:2:\d+: review \[fr\] title: /);
  const repairs = [...said.matchAll(/repair: locale-sync (.*?)(?: {2}|$)/gm)];
  expect(repairs).toHaveLength(2);
  for (const [, command = ''] of repairs) {
    execFileSync(process.execPath, [CLI, ...command.split(' ')], { stdio: 'pipe' });
  }
  expect(await build(project.root)).toMatchObject({ failed: false, said: '' });
});

test('in CI, sync looks only, unless it is said twice', async () => {
  vi.stubEnv('CI', 'true');
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const name of ['Vite 8', 'webpack 5']) {
    const project = app(MISSING);
    const before = project.files();
    const { failed, said } = await BUNDLERS[name]!(project.root, { mode: 'sync' });
    expect(failed).toBe(true);
    expect(said).toMatch(/missing \[fr\] hello/);
    project.remove('dist');
    expect(project.files()).toEqual(before);
    const synced = await BUNDLERS[name]!(project.root, { mode: 'sync', ci: true });
    expect(synced).toMatchObject({ failed: false, said: '' });
  }
});

test('the text is the same from every bundler, and webpack knows its place', async () => {
  const { root } = app(MISSING);
  const { said } = await BUNDLERS['Vite 8']!(root);
  const compilers = webpack([webpackConfig(root), { ...webpackConfig(root), name: 'server' }]);
  const stats = await new Promise<MultiStats | undefined>((done) =>
    compilers.run((_, result) => compilers.close(() => done(result))),
  );
  const [error] = stats?.stats[0]?.compilation.errors ?? [];
  expect(said).toContain(error?.message);
  expect(error).toMatchObject({ file: `${root}/locales/en.json`, loc: { start: { line: 3 } } });
  // Two compilers, one run.
  expect(stats?.stats[1]?.compilation.errors.map(({ message }) => message)).toEqual([
    error?.message,
  ]);
  expect(openContext({}, { root }).project.runs).toBe(1);
});

test.each(['webpack 5', 'Rspack 2'])('a worker of %s knows the coverage too', async (name) => {
  const project = app({
    'src/worker.js':
      "import { status } from 'virtual:locale-sync/status';\npostMessage(status.ok);\n",
    'src/main.js': "console.log(new Worker(new URL('./worker.js', import.meta.url)));\n",
  });
  const built = await BUNDLERS[name]!(project.root);
  expect(built).toMatchObject({ failed: false, said: '' });
  const worker = Object.entries(project.files()).find(
    ([path, code]) => path.startsWith('dist/') && code.includes('postMessage('),
  );
  expect(worker?.[0]).not.toBe('dist/main.js');
  expect(worker?.[1]).toMatch(/postMessage\((?:!0|\w+\.ok)\)/);
});

test('client, server and a worker in one build are one run', async () => {
  const project = app({
    'src/worker.js':
      "import { status } from 'virtual:locale-sync/status';\npostMessage(status.ok);\n",
    'src/main.js': `import de from '../locales/de.json';
console.log(de.title, new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
`,
    'src/server.js': "import de from '../locales/de.json';\nexport const title = de.title;\n",
  });
  const options = {};
  const builder = await createBuilder({
    root: project.root,
    configFile: false,
    logLevel: 'silent',
    plugins: [localeSync(options)],
    worker: { format: 'es', plugins: () => [localeSync(options)] },
    builder: {},
    environments: {
      client: { build: { outDir: 'dist/client' } },
      ssr: { build: { outDir: 'dist/server', ssr: 'src/server.js' } },
    },
  });
  await builder.buildApp();
  expect(codeIn(project.path('dist/client'))).toMatch(/postMessage\(/);
  expect(codeIn(project.path('dist/server'))).toContain('Willkommen');
  expect(openContext(options, { root: project.root }).project.runs).toBe(1);
});

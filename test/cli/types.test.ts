import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Project } from '../support/project.js';

const CONFIG = {
  version: 1,
  source: 'en',
  targets: ['de'],
  catalogs: [{ files: 'locales/{locale}.json' }],
};
const OUT = 'src/locale-sync.d.ts';

function project(config: object = {}, files: Readonly<Record<string, string>> = {}): Project {
  return new Project({
    'service.config.json': JSON.stringify({ ...CONFIG, ...config }),
    'package.json': '{ "dependencies": { "i18next": "^26" } }',
    'locales/en.json': '{ "title": "Title", "greet": "Hello {{name}}" }\n',
    'locales/de.json': '{ "title": "Titel", "greet": "Hallo {{name}}" }\n',
    ...files,
  });
}

test('without a file, the declarations go to stdout', async () => {
  const { code, stdout, stderr } = await project().run(['types']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('  "greet": { "name": MessageValue };\n');
  expect(stdout).toContain("declare module 'i18next' {");
});

test('the file changes with keys, placeholders and texts', async () => {
  const app = project();
  const write = async (): Promise<string> => (await app.run(['types', '--out', OUT])).stderr.trim();
  expect(await write()).toBe(`${OUT} written: 2 keys, for i18next.`);
  const before = statSync(app.path(OUT)).mtimeMs;
  const source = app.read('locales/en.json');
  app.write('locales/en.json', source.replace('{', '{\n'));
  expect(await write()).toBe(`${OUT} is up to date: 2 keys, for i18next.`);
  expect(statSync(app.path(OUT)).mtimeMs).toBe(before);
  app.write('locales/en.json', '{ "greet": "Hi, {{name}}!", "title": "The title" }\n');
  expect(await write()).toBe(`${OUT} written: 2 keys, for i18next.`);
  expect((await app.run(['types', '--out', OUT, '--check'])).code).toBe(0);
  app.write('locales/en.json', '{ "title": "The title" }\n');
  const check = await app.run(['types', '--out', OUT, '--check', '--json']);
  expect([check.code, JSON.parse(check.stdout)]).toEqual([
    1,
    { ok: false, file: OUT, library: 'i18next', keys: 1, changed: true, error: null },
  ]);
  expect(app.read(OUT)).toContain('greet');
  expect(await write()).toBe(`${OUT} written: 1 key, for i18next.`);
});

test('the config names file and library, and sync keeps the file up to date', async () => {
  const app = project({ types: { out: OUT, library: 'plain' }, service: { url: 'embedded' } });
  expect((await app.run(['sync'])).code).toBe(0);
  expect(app.read(OUT)).toContain('export type Translate');
  app.write('locales/en.json', '{ "title": "Title", "greet": "Hello {name} of {place}" }\n');
  await app.run(['sync']);
  expect(app.read(OUT)).toContain('"place": MessageValue');
  expect((await app.run(['types', '--check'])).code).toBe(0);
});

test.each<[string, Readonly<Record<string, string>>, readonly string[], string]>([
  ['a broken source', { 'locales/en.json': '{ "a": ' }, [], 'invalid-source'],
  ['a file of somebody else', { [OUT]: 'export type Mine = 1;\n' }, [], 'not-ours'],
  ['another ending', {}, ['--out', 'types.ts'], 'no-declaration'],
])('%s is refused, and nothing is written', async (_, files, flags, code) => {
  const app = project({ types: { out: OUT } }, files);
  const before = app.has(OUT) ? app.read(OUT) : undefined;
  const run = await app.run(['types', '--json', ...flags]);
  expect([run.code, JSON.parse(run.stdout)]).toMatchObject([2, { ok: false, error: { code } }]);
  expect(app.has(OUT) ? app.read(OUT) : undefined).toBe(before);
});

test('a config without types.out has nothing to compare', async () => {
  const run = await project().run(['types', '--check']);
  expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('types.out')]);
});

test('names of files that only the keys in code show are in the keys', async () => {
  const app = new Project({
    'service.config.json': JSON.stringify({
      version: 1,
      source: 'en',
      targets: ['de'],
      catalogs: [{ files: 'langs/{locale}/*.json' }],
      extract: { code: ['src/**'], catalog: 'langs/en/{namespace}.json' },
    }),
    'package.json': '{"dependencies":{"vue-i18n":"1"}}',
    'langs/en/login.json': '{"title":"Log in"}',
    'langs/en/shop.json': '{"title":"Shop"}',
    'src/a.ts':
      "import.meta.glob('../langs/**/*.json');\ni18n.t('login.title'); i18n.t('shop.title');",
  });
  const { stdout } = await app.run(['types']);
  expect(stdout).toMatch(/"login\.title"[^]*"shop\.title"/);
});

test('in a monorepo the package of the catalogs says which library there is', async () => {
  const app = new Project({
    'service.config.json': JSON.stringify({
      version: 1,
      source: 'en',
      targets: ['de'],
      catalogs: [{ files: 'packages/texts/{locale}.json' }],
    }),
    'package.json': '{"workspaces":["packages/*"]}',
    'packages/texts/package.json': '{"dependencies":{"next-intl":"4"}}',
    'packages/texts/en.json': '{"title":"Shop"}',
  });
  const { stdout } = await app.run(['types']);
  expect(stdout).toContain("declare module 'next-intl'");
});

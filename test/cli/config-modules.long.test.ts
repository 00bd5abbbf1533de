import { chmodSync, cpSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { CLI, Project } from '../support/project.js';

const EN = { 'en.json': '{"a": "Hello"}\n' };
const REST = "targets: ['de'], catalogs: [{ files: '{locale}.json' }]";
/** For whom what is read-only is so. */
const USER = process.getuid?.() === 0 ? { user: 65_534 } : {};

/** Since 22.18, Node runs TypeScript itself. */
const reads = 'typescript' in process.features && process.features.typescript !== false;

test('a TypeScript config is run, and leaves nothing beside it', async () => {
  const project = new Project({
    'service.config.ts': `interface Unused {}\nexport default { source: 'en' as string, ${REST} };\n`,
    ...EN,
  });
  expect(await project.report(['plan'])).toMatchObject({ code: 0, texts: 1, error: null });
  expect(Object.keys(project.files()).sort()).toEqual(['en.json', 'service.config.ts']);
});

test('where nothing can be written, a TypeScript config is run or says what can', async () => {
  const project = new Project({
    'service.config.ts': `export default { source: 'en' as string, ${REST} };\n`,
    ...EN,
  });
  chmodSync(project.root, 0o555);
  const { code, error } = await project.report(['plan'], USER);
  chmodSync(project.root, 0o755);
  expect(code).toBe(reads ? 0 : 2);
  if (!reads) expect(error?.hint).toContain('service.config.mjs');
});

test.skipIf(reads)('without the package typescript it says what to install', async () => {
  const project = new Project({ 'service.config.ts': 'export default {}', ...EN });
  const elsewhere = new Project();
  cpSync(dirname(CLI), elsewhere.path('dist'), { recursive: true });
  project.command = [process.execPath, elsewhere.path('dist/cli.cjs')];
  const { code, error } = await project.report(['plan']);
  expect(code).toBe(2);
  expect(error).toMatchObject({ code: 'no-loader' });
  expect(error?.hint).toContain('npm install --save-dev typescript');
});

test('a TypeScript config may import TypeScript where Node runs it', async () => {
  const project = new Project({
    'service.config.ts': `import { source } from './lib/locales.ts';\nexport default { source, ${REST} };\n`,
    'lib/locales.ts': "export const source: string = 'en';\n",
    ...EN,
  });
  const { code, error } = await project.report(['plan']);
  expect(code).toBe(reads ? 0 : 2);
  if (!reads) expect(error?.hint).toContain('Node 22.18');
});

test.each([
  ['export default {\n  source: \n}', /service\.config\.ts/],
  ['throw new Error("no such luck");', /service\.config\.ts\S* .*no such luck/],
  ['import a from "./nowhere.mjs";\nexport default { source: a };', /nowhere\.mjs/],
])(
  'an error inside a TypeScript config names it, and no file made of it: %j',
  async (text, said) => {
    const { code, stderr } = await new Project({ 'service.config.ts': text }).run(['plan']);
    expect(code).toBe(2);
    expect(stderr).toMatch(said);
    expect(stderr).not.toMatch(/service\.config\.ts\.\w+-/);
    expect(stderr).not.toContain('Node.js internals');
  },
);

test('a module that cannot be parsed names line and column', async () => {
  const code = "export default {\n  targets: ['de'\n  catalogs: 5,\n};\n";
  const project = new Project({ 'service.config.mjs': code });
  const { code: exit, stderr } = await project.run(['plan']);
  expect(exit).toBe(2);
  expect(stderr).toContain('service.config.mjs:3:3: the config could not be loaded: ');
});

test('defineConfig is found where the project has no package of its own', async () => {
  const code = `import { defineConfig } from 'locale-sync';\nexport default defineConfig({ source: 'en', ${REST} });`;
  const project = new Project({ 'service.config.mjs': code, 'en.json': '{ "a": "One" }' });
  const { code: exit, stderr } = await project.run(['check']);
  expect([exit, stderr]).toEqual([1, '']);
});

test('a syntax error of a module that the config imports is not placed in the config', async () => {
  const project = new Project({
    'service.config.mjs': 'import a from "./a.mjs";\nexport default a;\n',
    'a.mjs': '\nexport default { a: 1 2 };\n',
  });
  const { stderr } = await project.run(['check']);
  expect(stderr).toMatch(/service\.config\.mjs: the config could not be loaded: Unexpected number/);
});

test('a module that throws names the line', async () => {
  const project = new Project({ 'service.config.mjs': '\n\nthrow new Error("no such luck");\n' });
  expect((await project.run(['plan'])).stderr).toContain('service.config.mjs:3:7: ');
});

test.each([
  ['service.config.mjs', `export const config = { source: 'en', ${REST} };`],
  ['service.config.ts', `export const config = { source: 'en', ${REST} };`],
  ['service.config.mjs', `export default () => ({ source: 'en', ${REST} });`],
])('%s without a config as its default export says how to write one: %s', async (file, text) => {
  const { code, stderr } = await new Project({ [file]: text }).run(['plan']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/default export/);
  expect(stderr).toContain('export default {');
  expect(stderr).not.toContain('init');
});

test.each([
  ['service.config.mjs', 'const a = { source: "en" };\na.limits = a;\nexport default a;\n'],
  ['service.config.yaml', 'source: en\nlimits: &a { characters: *a }\n'],
])('%s that contains itself is an error of the config', async (file, text) => {
  const { code, stderr } = await new Project({ [file]: text }).run(['plan']);
  expect(code).toBe(2);
  expect(stderr).toContain('contains a circular reference');
});

import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defineConfig, loadConfig } from '../../src/config/index.js';
import { configError, folder } from './helpers.js';
import { hintOf } from '../support/hint.js';

const yaml = 'source: en\ntargets: [de]\ncatalogs:\n  - files: locales/{locale}.json\n';
const data = { source: 'en', targets: ['de'], catalogs: [{ files: 'locales/{locale}.json' }] };

describe('where the config is found', () => {
  test.each([
    ['service.config.yaml', yaml],
    ['service.config.yml', yaml],
    ['service.config.json', JSON.stringify(data)],
    ['service.config.js', `module.exports = ${JSON.stringify(data)}`],
    ['service.config.mjs', `export default ${JSON.stringify(data)}`],
    ['package.json', JSON.stringify({ name: 'x', service: data })],
  ])('%s', async (name, text) => {
    const root = folder({ [name]: text });
    const config = await loadConfig({ cwd: root, env: {} });
    expect(config).toMatchObject({ root, file: join(root, name), source: 'en', targets: ['de'] });
    expect(config.catalogs[0]?.source).toBe('locales/{locale}.json');
  });

  test('is the nearest folder upward that has one', async () => {
    const root = folder({ 'service.config.yaml': yaml, 'a/b/package.json': '{"name":"x"}' });
    const config = await loadConfig({ cwd: join(root, 'a/b'), env: {} });
    expect(config.root).toBe(root);
  });

  test('is never above the root of the repository', async () => {
    const root = folder({ 'service.config.yaml': yaml, 'repo/.git/HEAD': '', 'repo/a/x': '' });
    const error = await configError(loadConfig({ cwd: join(root, 'repo/a'), env: {} }));
    expect(error.code).toBe('not-found');
    expect(hintOf(error)).toContain('locale-sync init');
  });

  test('is the file that the call names, and no other', async () => {
    const root = folder({ 'service.config.yaml': 'broken: [', 'sub/other.yaml': yaml });
    const config = await loadConfig({ cwd: root, file: 'sub/other.yaml', env: {} });
    expect(config.root).toBe(join(root, 'sub'));
    const error = await configError(loadConfig({ cwd: root, file: 'none.yaml', env: {} }));
    expect(error.code).toBe('not-found');
    expect(error.message).toContain('none.yaml');
  });

  test('passes by a package.json that is broken or has no config', async () => {
    const root = folder({
      'service.config.yaml': yaml,
      'a/package.json': '{',
      'a/b/package.json': '{"service":"x"}',
    });
    const config = await loadConfig({ cwd: join(root, 'a/b'), env: {} });
    expect(config.root).toBe(root);
  });

  test('passes by a folder of that name', async () => {
    const root = folder({ 'service.config.yml': yaml });
    mkdirSync(join(root, 'service.config.yaml'));
    expect((await loadConfig({ cwd: root, env: {} })).file).toBe(join(root, 'service.config.yml'));
  });

  test('a dangling link is no config', async () => {
    const root = folder({ 'service.config.yml': yaml });
    symlinkSync(join(root, 'nowhere'), join(root, 'service.config.yaml'));
    expect((await loadConfig({ cwd: root, env: {} })).file).toBe(join(root, 'service.config.yml'));
  });
});

describe('what cannot be read', () => {
  test.each([
    ['service.config.yaml', 'source: en\ntargets: [de\n', 3, 1],
    ['service.config.yaml', 'source: en\nsource: de\n', 2, 1],
    ['service.config.yaml', 'source: !!js/function x\n', 1, 9],
    ['service.config.yaml', 'source: en\n---\nsource: de\n', 2, 1],
    ['service.config.yaml', 'source: en\ntargets: *all\n', 2, 10],
    ['service.config.json', '{\n  "source": "en"\n  "targets": []\n}', 3, 3],
    ['service.config.json', 'null', 1, 1],
    ['service.config.json', '\uFEFF{\n  "source": "en",\n  "source": "de"\n}', 3, 3],
  ])('%s: %j names line and column', async (name, text, line, column) => {
    const root = folder({ [name]: text });
    const error = await configError(loadConfig({ cwd: root, env: {} }));
    expect(error).toMatchObject({ code: 'syntax', line, column, file: join(root, name) });
    expect(error.message).toContain(`${name}:${line}:${column}: `);
  });

  test.each([
    ['service.config.yaml', ''],
    ['service.config.yaml', '# nothing\n'],
    ['service.config.mjs', ''],
  ])('an empty %s says so', async (name, text) => {
    const error = await configError(loadConfig({ cwd: folder({ [name]: text }), env: {} }));
    expect(error.message).toContain('is empty');
  });

  test('a module that throws is told with its own message', async () => {
    const root = folder({ 'service.config.mjs': 'throw new Error("no such luck")' });
    const error = await configError(loadConfig({ cwd: root, env: {} }));
    expect(error.code).toBe('syntax');
    expect(error.message).toContain('no such luck');
  });

  test.each([
    ['yaml', '['.repeat(20_000)],
    ['yaml', `a: ${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['json', '['.repeat(20_000)],
    ['json', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ])('%s nested without end is an error, not a crash', async (extension, text) => {
    const root = folder({ [`service.config.${extension}`]: text });
    expect((await configError(loadConfig({ cwd: root, env: {} }))).code).toBe('syntax');
  });

  test('aliases that multiply are refused', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, i) =>
        `a${i}: &a${i} [${
          i === 0
            ? 'x'
            : Array(9)
                .fill(`*a${i - 1}`)
                .join(', ')
        }]`,
    );
    const root = folder({ 'service.config.yaml': levels.join('\n') });
    expect((await configError(loadConfig({ cwd: root, env: {} }))).code).toBe('syntax');
  });

  test('an unknown kind of file is refused', async () => {
    const root = folder({ 'config.toml': 'x' });
    const error = await configError(loadConfig({ cwd: root, file: 'config.toml', env: {} }));
    expect(error.message).toContain('.yaml');
  });
});

test('an edited module config counts at once', async () => {
  const text = (target: string) =>
    `export default ${JSON.stringify({ ...data, targets: [target] })}`;
  const root = folder({ 'service.config.mjs': text('de') });
  expect((await loadConfig({ cwd: root, env: {} })).targets).toEqual(['de']);
  const { utimesSync, writeFileSync } = await import('node:fs');
  writeFileSync(join(root, 'service.config.mjs'), text('fr'));
  utimesSync(join(root, 'service.config.mjs'), 1, 1);
  expect((await loadConfig({ cwd: root, env: {} })).targets).toEqual(['fr']);
});

test('YAML anchors and merge keys may be used', async () => {
  const root = folder({
    'service.config.yaml': `${yaml}    translate: &t { formality: more }\n  - files: a/{locale}.json\n    translate: { <<: *t, context: x }\n`,
  });
  const { catalogs } = await loadConfig({ cwd: root, env: {} });
  expect(catalogs[1]?.translate['de']).toEqual({ formality: 'more', context: 'x' });
});

test('JSON configs may hold comments and trailing commas', async () => {
  const root = folder({ 'service.config.json': `// ours\n${JSON.stringify(data).slice(0, -1)},}` });
  expect((await loadConfig({ cwd: root, env: {} })).source).toBe('en');
});

test('defineConfig gives back what it was given', () => {
  const config = defineConfig({ source: 'en', catalogs: [{ files: '{locale}.json' }] });
  expect(config).toEqual({ source: 'en', catalogs: [{ files: '{locale}.json' }] });
});

test('without options it starts in the current folder, and reads no environment', async () => {
  const root = folder({ 'service.config.yaml': yaml });
  const before = process.cwd();
  onTestFinished(() => process.chdir(before));
  process.chdir(root);
  expect((await loadConfig()).root).toBe(root);
});

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder } from '../../config/helpers.js';
import { lines, project, scanError } from './helpers.js';
import { hintOf } from '../../support/hint.js';

describe('exclude', () => {
  test('leaves out sources and single targets', async () => {
    const { scan } = project(
      '  - files: l/{locale}/**/*.json\n    exclude: ["l/{locale}/gen/**", l/de/own.json, "**/no.json"]',
      [
        'l/en/gen/a.json',
        'l/de/gen/a.json',
        'l/en/own.json',
        'l/de/own.json',
        'l/en/x/no.json',
        'l/de/x/no.json',
      ],
    );
    const found = await scan();
    expect(lines(found)).toEqual(['l/en/own.json → l/pt_BR/own.json?']);
    expect(found.orphans).toEqual([]);
  });

  test('of a source does not make its targets orphans', async () => {
    const { scan } = project('  - files: l/{locale}/*.json\n    exclude: [l/en/own.json]', [
      'l/en/a.json',
      'l/en/own.json',
      'l/de/own.json',
    ]);
    expect((await scan()).orphans).toEqual([]);
  });
});

test('targets of a catalog', async () => {
  const { scan } = project(
    '  - files: a/{locale}.json\n    targets: [it]\n  - files: b/{locale}.json',
    ['a/en.json', 'b/en.json'],
  );
  expect(lines(await scan())).toEqual([
    'a/en.json → a/it.json?',
    'b/en.json → b/de.json?, b/pt_BR.json?',
  ]);
});

test('target files without a source are orphans, those of other locales are nothing', async () => {
  const { scan } = project('  - files: l/{locale}/*.json', [
    'l/en/a.json',
    'l/de/b.json',
    'l/fr/c.json',
  ]);
  const { orphans } = await scan();
  expect(orphans).toMatchObject([{ locale: 'de', path: 'l/de/b.json' }]);
});

describe('a catalog that finds nothing', () => {
  test('is told with its pattern and line', async () => {
    const { scan } = project('  - files: a/{locale}.json\n  - files: lang/{locale}/*.json', [
      'a/en.json',
    ]);
    const error = await scanError(scan());
    expect(error).toMatchObject({ code: 'no-files', file: 'service.config.yaml', line: 5 });
    expect(error.message).toBe(
      'service.config.yaml:5: no source file matches "lang/{locale}/*.json" (locale en)',
    );
  });

  test('is told which files there are in other locales', async () => {
    const { scan } = project('  - files: l/{locale}.json', ['l/en-US.json', 'l/de.json']);
    expect(hintOf(await scanError(scan()))).toContain('l/de.json, l/en-US.json');
  });

  test('is told with a pattern like a key only if files match it', async () => {
    const pattern = 'macOSCredentials/{locale}.json';
    const messageWith = async (files: string[]) =>
      (await scanError(project(`  - files: ${pattern}`, files).scan())).message;
    expect(await messageWith(['macOSCredentials/de.json'])).toContain(`"${pattern}"`);
    expect(await messageWith(['a/de.json'])).toContain('matches [redacted]');
  });
});

describe('one file for one source', () => {
  test('two catalogs with the same files are refused, both named', async () => {
    const { scan } = project('  - files: l/{locale}/**/*.json\n  - files: l/{locale}/a.json', [
      'l/en/a.json',
    ]);
    const error = await scanError(scan());
    expect(error).toMatchObject({ code: 'same-target', line: 5 });
    expect(error.message).toContain(
      'l/de/a.json is a target of both this catalog and the catalog on line 4',
    );
    expect(hintOf(error)).toContain('exclude');
  });

  test('but may share a source with targets of their own', async () => {
    const { scan } = project(
      '  - files: "{locale}.json"\n    targets: [de]\n  - files: "{locale}.json"\n    targets: [it]',
      ['en.json'],
    );
    expect(lines(await scan())).toEqual(['en.json → de.json?', 'en.json → it.json?']);
  });

  test('a source is no target', async () => {
    const { scan } = project(
      '  - files: "{locale}.json"\n  - source: de.json\n    target: x/{locale}.json',
      ['en.json', 'de.json'],
    );
    const error = await scanError(scan());
    expect(error.message).toContain('de.json is both a source and a target of en.json');
  });

  test('links that make two targets one file are refused', async () => {
    const { root, scan } = project('  - files: l/{locale}/a.json', ['l/en/a.json', 'l/de/a.json']);
    symlinkSync('de', join(root, 'l/pt_BR'));
    expect((await scanError(scan())).message).toContain('because of a symbolic link');
  });
});

describe('links', () => {
  test('a file that is a link inside the root is read like any other', async () => {
    const { root, scan } = project('  - files: l/{locale}.json', ['real/en.json']);
    mkdirSync(join(root, 'l'));
    symlinkSync('../real/en.json', join(root, 'l/en.json'));
    const found = await scan();
    expect(lines(found)).toEqual(['l/en.json → l/de.json?, l/pt_BR.json?']);
    expect(found.problems).toEqual([]);
  });

  test('a source that leads out of the root is refused; the others go on', async () => {
    const outside = folder({ 'en.json': '{}' });
    const { root, scan } = project('  - files: l/{locale}/*.json', ['l/en/a.json']);
    symlinkSync(join(outside, 'en.json'), join(root, 'l/en/b.json'));
    const found = await scan();
    expect(lines(found)).toEqual(['l/en/a.json → l/de/a.json?, l/pt_BR/a.json?']);
    expect(found.problems).toMatchObject([
      { code: 'invalid-file', severity: 'error', file: 'l/en/b.json' },
    ]);
    expect(found.problems[0]?.message).toContain('outside the root');
  });

  test('a target that leads out of the root is refused, whether or not it is there', async () => {
    const outside = folder({ 'a.json': '{}' });
    const { root, scan } = project('  - files: l/{locale}/*.json', ['l/en/a.json', 'l/en/b.json']);
    symlinkSync(outside, join(root, 'l/de'));
    const found = await scan();
    expect(lines(found)).toEqual([
      'l/en/a.json → l/pt_BR/a.json?',
      'l/en/b.json → l/pt_BR/b.json?',
    ]);
    expect(found.problems.map(({ file }) => file)).toEqual(['l/de/a.json', 'l/de/b.json']);
  });

  test('a whole catalog behind a link out of the root is refused', async () => {
    const outside = folder({ 'en.json': '{}', 'de.json': '{}' });
    const { root, scan } = project('  - files: l/{locale}.json', []);
    symlinkSync(outside, join(root, 'l'));
    const found = await scan();
    expect(found.pairs).toEqual([]);
    expect(found.problems).toMatchObject([{ code: 'invalid-file', file: 'l/en.json' }]);
  });

  test('a linked folder is not followed by `**`, but a target behind it is seen to exist', async () => {
    const { root, scan } = project('  - files: l/{locale}/**/*.json', [
      'l/en/s/a.json',
      'elsewhere/a.json',
    ]);
    mkdirSync(join(root, 'l/de'));
    symlinkSync('../../elsewhere', join(root, 'l/de/s'));
    expect(lines(await scan())).toEqual(['l/en/s/a.json → l/de/s/a.json, l/pt_BR/s/a.json?']);
  });

  test('a link to nothing and a link to itself are problems', async () => {
    const { root, scan } = project('  - files: l/{locale}/*.json', ['l/en/a.json']);
    symlinkSync('nothing', join(root, 'l/en/b.json'));
    symlinkSync('c.json', join(root, 'l/en/c.json'));
    symlinkSync('pt_BR', join(root, 'l/pt_BR'));
    const found = await scan();
    expect(lines(found)).toEqual(['l/en/a.json → l/de/a.json?']);
    const files = found.problems.map(({ file }) => file);
    expect(files).toEqual(expect.arrayContaining(['l/en/b.json', 'l/en/c.json', 'l/pt_BR/a.json']));
  });

  test('a root that is itself reached through a link is a root', async () => {
    const { root, scan } = project('  - files: l/{locale}.json', ['l/en.json']);
    const link = `${root}-link`;
    symlinkSync(root, link);
    try {
      expect(lines(await scan())).toHaveLength(1);
      const { readConfig } = await import('../../../src/config/load.js');
      const { scan: scanConfig } = await import('../../../src/engine/load/index.js');
      const found = await scanConfig(await readConfig(join(link, 'service.config.yaml')));
      expect(lines(found)).toEqual(['l/en.json → l/de.json?, l/pt_BR.json?']);
    } finally {
      rmSync(link);
    }
  });
});

test('a folder where a target belongs is a problem, not a target', async () => {
  const { root, scan } = project('  - files: "{locale}.json"', ['en.json']);
  mkdirSync(join(root, 'de.json'));
  const found = await scan();
  expect(lines(found)).toEqual(['en.json → pt_BR.json?']);
  expect(found.problems).toMatchObject([{ code: 'invalid-file', file: 'de.json' }]);
});

test('a file where a folder belongs just holds nothing', async () => {
  const { root, scan } = project('  - files: l/{locale}/*.json', ['l/en/a.json']);
  writeFileSync(join(root, 'l/de'), '');
  expect(lines(await scan())[0]).toContain('l/de/a.json?');
});

describe('a selection', () => {
  const files = ['l/en/a.json', 'l/en/b.json', 'l/de/a.json'];

  test('of locales', async () => {
    const { scan } = project('  - files: l/{locale}/*.json', files);
    expect(lines(await scan({ locales: ['pt-br'] }))).toEqual([
      'l/en/a.json → l/pt_BR/a.json?',
      'l/en/b.json → l/pt_BR/b.json?',
    ]);
  });

  test('of an unknown locale names the known ones', async () => {
    const { scan } = project('  - files: l/{locale}/*.json', files);
    const error = await scanError(scan({ locales: ['xx'] }));
    expect(error.code).toBe('unknown-locale');
    expect(error.message).toContain('"xx" is not one of the targets (de, pt_BR)');
  });

  test.each([
    [['l/en/a.json'], ['l/en/a.json → l/de/a.json, l/pt_BR/a.json?']],
    [['l/de/*'], ['l/en/a.json → l/de/a.json', 'l/en/b.json → l/de/b.json?']],
    [['l/de'], ['l/en/a.json → l/de/a.json', 'l/en/b.json → l/de/b.json?']],
    [['./l/de/'], ['l/en/a.json → l/de/a.json', 'l/en/b.json → l/de/b.json?']],
    [['**/b.json'], ['l/en/b.json → l/de/b.json?, l/pt_BR/b.json?']],
    [['l/{locale}/b.json'], ['l/en/b.json → l/de/b.json?, l/pt_BR/b.json?']],
    [
      ['l/de/a.json', 'l/pt_BR/b.json'],
      ['l/en/a.json → l/de/a.json', 'l/en/b.json → l/pt_BR/b.json?'],
    ],
  ])('of files %j', async (globs, expected) => {
    const { scan } = project('  - files: l/{locale}/*.json', files);
    expect(lines(await scan({ files: globs }))).toEqual(expected);
  });

  test('of files by their absolute path', async () => {
    const { root, scan } = project('  - files: l/{locale}/*.json', files);
    const found = await scan({ files: [join(root, 'l/de/a.json')] });
    expect(lines(found)).toEqual(['l/en/a.json → l/de/a.json']);
  });

  test.each([
    [['nothing/*.json'], 'no-match'],
    [['../x'], 'invalid-pattern'],
    [['{a'], 'invalid-pattern'],
  ])('of files %j is an error (%s)', async (globs, code) => {
    const { scan } = project('  - files: l/{locale}/*.json', files);
    expect((await scanError(scan({ files: globs }))).code).toBe(code);
  });

  test('narrows orphans too', async () => {
    const { scan } = project('  - files: l/{locale}/*.json', [
      'l/en/a.json',
      'l/de/x.json',
      'l/pt_BR/y.json',
    ]);
    const { orphans } = await scan({ locales: ['de'] });
    expect(orphans.map(({ path }) => path)).toEqual(['l/de/x.json']);
  });
});

test('the folders that decide what is found are told, those that are not there yet too', async () => {
  const { scan } = project('  - files: l/{locale}/**/*.json', [
    'l/en/x/y/a.json',
    'l/en/empty/z.txt',
    'other/b.json',
  ]);
  expect((await scan()).directories).toEqual([
    'l/de',
    'l/de/x/y',
    'l/en',
    'l/en/empty',
    'l/en/x',
    'l/en/x/y',
    'l/pt_BR',
    'l/pt_BR/x/y',
  ]);
});

test('two scans of the same files are equal', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `l/en/${(index * 37) % 60}.json`);
  const { scan } = project('  - files: l/{locale}/*.json\n  - files: m/{locale}.json', [
    ...names,
    'm/en.json',
  ]);
  const first = await scan();
  expect(await scan()).toEqual(first);
  expect(first.pairs.map(({ source }) => source)).toEqual([...names.sort(), 'm/en.json']);
});

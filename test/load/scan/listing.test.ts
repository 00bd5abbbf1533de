import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fastGlob from 'fast-glob';
import { describe, expect, test } from 'vitest';
import { listFiles } from '../../../src/engine/load/index.js';
import { folder } from '../../config/helpers.js';

const FILES = [
  'en.json',
  'l/en.json',
  'l/de.json',
  'l/de.json5',
  'l/.hidden.json',
  'l/(x)/en.json',
  'l/[x]/en.json',
  'l/a/en.json',
  'l/a/b/en.json',
  'l/a/b/c/en.json',
  'l/a/b/c/de-at.json',
  'l/.git/en.json',
  'l/.dot/a/en.json',
  '.github/l/en.json',
  'node_modules/x/l/en.json',
  'node_modules/x/node_modules/y/en.json',
  'packages/one/l/en.json',
  'packages/two/l/en.json',
  'packages/two/old/en.json',
  'packages/ähm/l/en.json',
];

const GLOBS = [
  'en.json',
  'l/en.json',
  'l/none.json',
  'none/*.json',
  'l/de.json/x.json',
  'l/*.json',
  '*/en.json',
  '*/*/en.json',
  'l/?.json',
  'l/de.json?',
  '**/en.json',
  'l/**/en.json',
  'l/**/*.json',
  'l/**/b/**/en.json',
  'l/\\(x\\)/en.json',
  'l/\\[x\\]/*.json',
  'l/.hidden.json',
  'l/.dot/**/en.json',
  '.github/**/en.json',
  'packages/*/l/en.json',
  'packages/ähm/*/en.json',
  'packages/t*/**/en.json',
  'node_modules/*/l/en.json',
  'node_modules/x/l/en.json',
  '**/*',
];

const IGNORES = [[], ['packages/*'], ['packages/two/old/**/*'], ['**/de*.json', 'l/a/b/*']];

function tree(): string {
  const root = folder({});
  for (const file of FILES) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '{}');
  }
  symlinkSync('en.json', join(root, 'l/link.json'));
  symlinkSync('../l', join(root, 'packages/linked'));
  return root;
}

async function expected(root: string, glob: string, ignore: readonly string[]): Promise<string[]> {
  const modules = glob.startsWith('node_modules/')
    ? '**/node_modules/**/node_modules/**'
    : '**/node_modules/**';
  const found = await fastGlob([glob], {
    cwd: root,
    ignore: [modules, '**/.git/**', '**/.locale-sync/**', ...ignore],
    objectMode: true,
    onlyFiles: false,
    followSymbolicLinks: false,
    suppressErrors: true,
    extglob: false,
    braceExpansion: false,
  });
  return found
    .filter(({ dirent }) => !dirent.isDirectory())
    .map(({ path, dirent }) => `${path}${dirent.isSymbolicLink() ? ' →' : ''}`)
    .sort();
}

describe('finds what fast-glob finds', () => {
  test.each(GLOBS)('%s', async (glob) => {
    const root = tree();
    for (const ignore of IGNORES) {
      const { files } = await listFiles({ root, globs: [glob], ignore });
      const found = [...files].map(([path, { link }]) => `${path}${link ? ' →' : ''}`).sort();
      expect(found, ignore.join()).toEqual(await expected(root, glob, ignore));
    }
  });

  test('several globs at once', async () => {
    const root = tree();
    const { files } = await listFiles({ root, globs: GLOBS.slice(0, -3), ignore: [] });
    const each = await Promise.all(GLOBS.slice(0, -3).map((glob) => expected(root, glob, [])));
    const found = [...files].map(([path, { link }]) => `${path}${link ? ' →' : ''}`);
    expect(found.sort()).toEqual([...new Set(each.flat())].sort());
  });
});

describe('folders', () => {
  test('that decide what is found are named, each once', async () => {
    const root = tree();
    const { folders } = await listFiles({
      root,
      globs: ['packages/*/l/en.json', 'packages/*/l/de.json', 'l/en.json'],
      ignore: [],
    });
    expect([...folders].sort()).toEqual([
      'packages',
      'packages/one',
      'packages/one/l',
      'packages/two',
      'packages/two/l',
      'packages/ähm',
      'packages/ähm/l',
    ]);
  });
});

// Otherwise it would never end.
test('names that follow each other in depth are walked once', async () => {
  const root = folder({});
  const deep = Array.from({ length: 200 }, () => 'b').join('/');
  mkdirSync(join(root, deep), { recursive: true });
  writeFileSync(join(root, deep, 'en.json'), '{}');
  const { files } = await listFiles({ root, globs: ['**/b/**/en.json'], ignore: [] });
  expect(files.size).toBe(1);
});

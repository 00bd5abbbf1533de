import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sourcesOfShard, splitFiles } from '../../../src/engine/load/scan/scan.js';
import { temporaryFolder } from '../../state/temporary.js';

describe('splitFiles', () => {
  test('gives every file to one part, the largest first', () => {
    const files = [
      { path: 'a', size: 100 },
      { path: 'b', size: 60 },
      { path: 'c', size: 50 },
      { path: 'd', size: 1 },
    ];
    expect(splitFiles(files, 2)).toEqual([
      ['a', 'd'],
      ['b', 'c'],
    ]);
    expect(splitFiles([...files].reverse(), 2)).toEqual(splitFiles(files, 2));
  });

  test('leaves parts empty where there are more than files', () => {
    expect(splitFiles([{ path: 'a', size: 0 }], 3)).toEqual([['a'], [], []]);
    expect(splitFiles([], 2)).toEqual([[], []]);
  });

  test('spreads empty files and files of unknown size', () => {
    const files = ['a', 'b', 'c', 'd'].map((path) => ({ path, size: 0 }));
    expect(splitFiles(files, 2).map(({ length }) => length)).toEqual([2, 2]);
    const unknown = files.map(({ path }) => ({ path, size: undefined }));
    expect(splitFiles(unknown, 2).map(({ length }) => length)).toEqual([2, 2]);
  });

  test('is balanced within the largest file', () => {
    const files = Array.from({ length: 200 }, (_, at) => ({
      path: `f${at}`,
      size: (at * 37) % 991,
    }));
    const sizeOf = new Map(files.map(({ path, size }) => [path, size]));
    const sums = splitFiles(files, 8).map((paths) =>
      paths.reduce((sum, path) => sum + (sizeOf.get(path) ?? 0), 0),
    );
    expect(Math.max(...sums) - Math.min(...sums)).toBeLessThan(991);
  });
});

describe('sourcesOfShard', () => {
  const root = temporaryFolder();

  test('rests on sources alone: a file that holds its targets may grow', () => {
    const paths = ['one.csv', 'two.csv', 'l/en/a.json', 'l/en/b.json', 'guide.docx'];
    mkdirSync(join(root, 'l/en'), { recursive: true });
    for (const path of paths) writeFileSync(join(root, path), path);
    const all = {
      catalogs: [
        { source: 'one.csv', targets: ['one.csv'] },
        { source: 'two.csv', targets: ['two.csv'] },
        { source: 'l/en/a.json', targets: ['l/de/a.json'] },
        { source: 'l/en/b.json', targets: ['l/de/b.json'] },
      ],
      others: [{ source: 'guide.docx', targets: ['guide.de.docx'] }],
    };
    const split = (): string[][] =>
      [1, 2].map((index) => [...sourcesOfShard({ index, of: 2 }, root, all)]);
    const before = split();
    expect(before.flat().sort()).toEqual([...paths].sort());
    writeFileSync(join(root, 'one.csv'), 'x'.repeat(10_000));
    writeFileSync(join(root, 'guide.docx'), 'x'.repeat(10_000));
    expect(split()).toEqual(before);
  });

  test.each([
    [0, 8],
    [9, 8],
    [1.5, 8],
    [1, Number.NaN],
    [1, 1001],
  ])('refuses %d/%d', (index, of) => {
    const nothing = { catalogs: [], others: [] };
    expect(() => sourcesOfShard({ index, of }, root, nothing)).toThrow('is not a shard');
  });
});

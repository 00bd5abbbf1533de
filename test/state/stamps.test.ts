import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isUnchanged, readStamped, stampFolder, Stamps, trusted } from '../../src/state/index.js';
import type { Stamp } from '../../src/state/index.js';
import { temporaryFolder } from './temporary.js';

function stamp(path: string, more: Partial<Stamp> = {}): Stamp {
  return { path, kind: 'file', size: 1, mtime: 2.5, ctime: 1e12 + 0.25, inode: 2 ** 52, ...more };
}

const STAMPS: readonly Stamp[] = [
  stamp('/p/b'),
  stamp('/p', { kind: 'folder', names: 'n', hash: 'h' }),
  stamp('/p/ä😀', { hash: 'young' }),
  stamp('/p/a\n"', { kind: 'absent', size: 0 }),
  stamp('/p/b.json', { kind: 'folder', names: 'other' }),
  stamp('/p/\uD800'),
];

const byPath = (stamps: Iterable<Stamp>): Record<string, Stamp> =>
  Object.fromEntries([...stamps].map((one) => [one.path, one]));

const read = (stamps: Stamps): Stamps =>
  new Stamps(JSON.parse(JSON.stringify([...stamps])) as Stamp[]);

describe('stamps of many files', () => {
  it.each([
    ['made', new Stamps(STAMPS)],
    ['read', read(new Stamps(STAMPS))],
  ])('are what they were made of (%s)', (_, stamps) => {
    expect(stamps.length).toBe(STAMPS.length);
    expect(byPath(stamps)).toEqual(byPath(STAMPS));
    expect(byPath(stamps.hashed())).toEqual(byPath(STAMPS.filter(({ hash }) => hash)));
  });

  it('hold one for each path, the last one', () => {
    const stamps = new Stamps([stamp('/a'), stamp('/a', { size: 9 })]);
    expect([...stamps]).toEqual([stamp('/a', { size: 9 })]);
  });

  it.each<[string, readonly Stamp[]]>([
    ['nothing', []],
    ['others of the same paths', [stamp('/p/b', { size: 7, hash: 'x' }), stamp('/p/ä😀')]],
    ['a folder that got other names', [stamp('/p', { kind: 'folder', names: 'm' })]],
    ['new paths', [stamp('/a'), stamp('/p/b', { size: 8 }), stamp('/z', { hash: 'y' })]],
  ])('are made anew with %s', (_, changed) => {
    const before = new Stamps(STAMPS);
    const after = before.with(changed);
    const expected = byPath([...STAMPS, ...changed]);
    expect(byPath(after)).toEqual(expected);
    expect(byPath(read(after))).toEqual(expected);
    expect(byPath(before)).toEqual(byPath(STAMPS));
  });

  it('may be none', () => {
    const none = read(new Stamps([]));
    expect([none.length, ...none]).toEqual([0]);
  });

  it('say which files and folders have changed, by any figure', () => {
    const root = temporaryFolder();
    const others: readonly Partial<Stamp>[] = [
      { size: 5 },
      { mtime: 1 },
      { ctime: 1 },
      { inode: 1 },
      { kind: 'folder' },
      { kind: 'absent' },
      { hash: 'other' },
    ];
    const later = Date.now() + 10_000;
    const reliable = (stamp: Stamp): Stamp => trusted(stamp, later);
    const stamps = [...others, {}, undefined].map((other, at) => {
      const path = join(root, `${at}.json`);
      writeFileSync(path, 'text');
      const { stamp } = readStamped(path);
      return other === undefined ? stamp : { ...reliable(stamp), ...other };
    });
    const folder = join(root, 'folder');
    mkdirSync(folder);
    const inputs = [
      ...stamps,
      reliable(stampFolder(folder)),
      readStamped(join(root, 'absent')).stamp,
      { ...reliable(stampFolder(join(root, 'absent-folder'))), kind: 'folder' as const },
    ];
    const changed = inputs.filter((one) => !new Stamps([one]).areUnchanged());
    expect(changed).toEqual(inputs.filter((one) => !isUnchanged(one)));
    expect(changed).toHaveLength(others.length + 1);
    expect(new Stamps(inputs).areUnchanged()).toBe(false);
    expect(new Stamps(inputs.filter(isUnchanged)).areUnchanged()).toBe(true);
  });
});

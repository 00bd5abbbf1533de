import { expect, test } from 'vitest';
import { findConflict, refuseConflicts } from '../../../src/engine/load/scan/placement.js';
import type { ScanPair } from '../../../src/engine/load/scan/placement.js';
import { catalogOf, placed } from '../support.js';

const onLine = (line: number): ReturnType<typeof catalogOf> => catalogOf('{locale}.json', { line });

const sharedTargets = (path: string): ScanPair['targets'] =>
  ['de', 'fr'].map((locale) => ({ locale, path, exists: true, real: path }));

test.each([
  {
    name: 'each target has one source',
    pairs: [placed('a.en → a.de, a.fr'), placed('b.en → b.de, b.fr')],
    message: undefined,
  },
  {
    name: 'one source may have targets in two catalogs',
    pairs: [placed('a.en → a.de'), placed('a.en → a.fr')],
    message: undefined,
  },
  {
    name: 'a file that holds all locales is its own target',
    pairs: [{ ...placed('a.csv → a.csv'), targets: sharedTargets('a.csv') }],
    message: undefined,
  },
  {
    name: 'two sources for one target',
    pairs: [placed('a.en → de'), placed('b.en → de')],
    message: 'de is the target of two sources: a.en and b.en',
  },
  {
    name: 'a target that is a source, also of a later pair',
    pairs: [placed('a.en → a.de'), placed('a.de → x.fr')],
    message: 'a.de is both a source and a target of a.en',
  },
  {
    name: 'a target that is a source through a link',
    pairs: [placed('a.en → a.de', { links: { 'a.de': 'a.en' } })],
    message: 'a.de is both a source and a target of a.en (the same file as a.en)',
  },
  {
    name: 'two targets that are one file through a link',
    pairs: [placed('a.en → a.de, a.fr', { links: { 'a.fr': 'a.de' } })],
    message: 'the targets a.de and a.fr are the same file, because of a symbolic link',
  },
  {
    name: 'one target in two catalogs, the first with its line',
    pairs: [
      placed('a.en → a.de', { catalog: onLine(4) }),
      placed('a.en → a.de', { catalog: onLine(7) }),
    ],
    message: 'a.de is a target of both this catalog and the catalog on line 4',
  },
  {
    name: 'one target in two catalogs that have no lines',
    pairs: [placed('a.en → a.de'), placed('a.en → a.de')],
    message: 'a.de is a target of both this catalog and another catalog',
  },
])('$name', ({ pairs, message }) => {
  expect(findConflict(pairs)?.message).toBe(message);
});

test('a conflict is told with the place of the later catalog', () => {
  const pairs = [
    placed('a.en → de', { catalog: onLine(4) }),
    placed('b.en → de', { catalog: onLine(7) }),
  ];
  const config = { root: '/r', file: '/r/service.config.yaml' };
  expect(() => refuseConflicts(config, pairs)).toThrow(
    expect.objectContaining({ code: 'same-target', file: 'service.config.yaml', line: 7 }),
  );
});

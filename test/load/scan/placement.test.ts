import { expect, test } from 'vitest';
import { placeMatches, unreadableFolders } from '../../../src/engine/load/scan/placement.js';
import { catalogOf, realPathsOf } from '../support.js';

const catalog = catalogOf('{locale}.json');
const matches = [
  {
    source: 'en.json',
    targets: [
      { locale: 'de', path: 'de.json' },
      { locale: 'fr', path: 'fr.json' },
    ],
  },
];

test.each([
  {
    name: 'what the globs found exists',
    listed: { 'en.json': 'file', 'de.json': 'file' },
    entries: {},
    pairs: ['en.json → de.json, fr.json?'],
    problems: [],
  },
  {
    name: 'what they did not find may exist all the same',
    listed: { 'en.json': 'file' },
    entries: { 'fr.json': 'file' },
    pairs: ['en.json → de.json?, fr.json'],
    problems: [],
  },
  {
    name: 'a folder in the place of a target is left out',
    listed: { 'en.json': 'file' },
    entries: { 'de.json': 'folder' },
    pairs: ['en.json → fr.json?'],
    problems: ['de.json is not a regular file; it was skipped'],
  },
  {
    name: 'a link that leads nowhere is left out',
    listed: { 'en.json': 'file', 'fr.json': 'link' },
    entries: {},
    pairs: ['en.json → de.json?'],
    problems: ['fr.json is a broken symbolic link; it was skipped'],
  },
  {
    name: 'a source that cannot be used takes its pair with it',
    listed: { 'en.json': 'link', 'fr.json': 'link' },
    entries: {},
    pairs: [],
    problems: ['en.json is a broken symbolic link; it was skipped'],
  },
] as const)('$name', ({ listed, entries, pairs, problems }) => {
  const files = new Map(
    Object.entries(listed).map(([path, kind]) => [path, { link: kind === 'link' }]),
  );
  const placement = placeMatches(matches, {
    catalog,
    listing: { files },
    realPaths: realPathsOf(entries),
    system: 'linux',
  });
  const lines = placement.pairs.map(({ source, targets }) => {
    const names = targets.map(({ path, exists }) => (exists ? path : `${path}?`));
    return `${source} → ${names.join(', ')}`;
  });
  expect(lines).toEqual(pairs);
  expect(placement.problems.map(({ message }) => message)).toEqual(problems);
});

test('folders that cannot be listed', () => {
  expect(unreadableFolders({ unreadable: [{ folder: 'l/x', code: 'EACCES' }] })).toEqual([
    {
      code: 'invalid-file',
      severity: 'error',
      file: 'l/x',
      message:
        'the folder "l/x" cannot be read (EACCES); if it contains no catalogs, add it to "exclude"',
    },
  ]);
});

test.each([
  { system: 'linux', entries: {}, pairs: ['aux/en.json → nul.json?, de./a.json?'], problems: [] },
  {
    system: 'win32',
    entries: {},
    pairs: ['aux/en.json → '],
    problems: [
      'nul.json is a device name on Windows; it was skipped',
      'de./a.json is below de., which ends with a dot, which Windows strips; it was skipped',
    ],
  },
  {
    system: 'win32',
    entries: { 'nul.json': 'file', 'de./a.json': 'file' } as const,
    pairs: ['aux/en.json → nul.json, de./a.json'],
    problems: [],
  },
])('names that Windows cannot have, on $system beside $entries', (given) => {
  const targets = [
    { locale: 'nul', path: 'nul.json' },
    { locale: 'de', path: 'de./a.json' },
  ];
  const placement = placeMatches([{ source: 'aux/en.json', targets }], {
    catalog,
    listing: { files: new Map([['aux/en.json', { link: false }]]) },
    realPaths: realPathsOf(given.entries),
    system: given.system,
  });
  const found = placement.pairs.map(({ source, targets: placed }) => {
    const names = placed.map(({ path, exists }) => (exists ? path : `${path}?`));
    return `${source} → ${names.join(', ')}`;
  });
  expect(found).toEqual(given.pairs);
  expect(placement.problems.map(({ message }) => message)).toEqual(given.problems);
});

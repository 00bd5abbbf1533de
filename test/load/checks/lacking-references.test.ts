import { expect, test } from 'vitest';
import { lackingReferences } from '../../../src/engine/load/load.js';
import { formats } from '../../../src/formats/public.js';
import { pairOf } from '../support.js';

const SOURCE = `en:
  defaults: &defaults
    save: Save
    files:
      one: one file
      other: "%{count} files"
  users:
    <<: *defaults
    title: Users
  again: *defaults
`;

const found = (target: string, fallbacks = {}): readonly string[] => {
  const pair = pairOf('en.yml', SOURCE);
  const document = formats.yaml.parse(target, { locale: 'ja', role: 'target' });
  const file = { path: 'ja.yml', locale: 'ja', hash: '', document };
  const problems = lackingReferences(fallbacks, [{ ...pair, targets: [file] }]);
  return problems.map(({ file: path, line, key, message }) => `${path}:${line} ${key} ${message}`);
};

test('a target without the aliases of its source', () => {
  expect(found('ja:\n  users:\n    title: x\n    save: y\n  again:\n    save: z\n')).toEqual([
    'ja.yml:1 users.files.other users.files.other and 1 more, which en.yml gets from an alias or a merge key, is missing in this file. Add the alias or the merge key by hand.',
  ]);
});

test.each([
  ['has them', SOURCE.replace('en:', 'ja:').replace(/ +one: one file\n/, '')],
  [
    'says all of it itself',
    'ja:\n  users: {save: a, files: {other: b}}\n  again: {save: a, files: {other: b}}\n',
  ],
])('nothing of one that %s', (_, target) => {
  expect(found(target)).toEqual([]);
});

test('nothing of one that holds only what differs', () => {
  expect(found('ja:\n  users:\n    title: x\n', { ja: 'en' })).toEqual([]);
});

import { expect, test } from 'vitest';
import { knownTexts } from '../../src/engine/units/known-texts.js';
import { sourceHash, targetHash } from '../../src/lock/index.js';
import { idOf, lockOf } from '../support/lock-rows.js';
import type { LockRow } from '../support/lock-rows.js';

const WORDS = { pathOf: () => 'en/app.json', machine: () => 'mm' };
const said = (source: string, target: string, origin: string): object => ({
  source: sourceHash(source),
  hash: targetHash(target),
  origin,
});

test.each<[string, readonly LockRow[], readonly object[]]>([
  ['nothing', [], []],
  ['one text', [['a', 'A', 'X', 'machine']], [said('A', 'X', 'mm')]],
  ['no text of another unit', [['b', 'A', 'X', 'machine']], []],
  ['no text of another locale', [['a', 'A', 'X', 'machine', 'fr']], []],
  [
    'its own text where another locale has one for the same source',
    [
      ['a', 'A', 'U', 'machine', 'fr'],
      ['a', 'A', 'X', 'person'],
    ],
    [said('A', 'X', '==')],
  ],
  [
    'all texts that branches left',
    [
      ['a', 'A', 'X', 'person'],
      ['a', 'Old', 'Y', 'review'],
    ],
    [said('A', 'X', '=='), said('Old', 'Y', '??')],
  ],
])('the lock says of a unit in one locale: %s', (_, lock, expected) => {
  const facts = lockOf(lock, WORDS).facts.get(idOf('a', WORDS));
  const found = knownTexts(facts, 'de');
  expect(found).toHaveLength(expected.length);
  expect(found).toEqual(expect.arrayContaining([...expected]));
});

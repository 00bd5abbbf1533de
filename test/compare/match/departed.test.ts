import { describe, expect, test } from 'vitest';
import { Project } from '../../../src/engine/compare/match/departed.js';
import { sourceHash, targetHash } from '../../../src/lock/index.js';
import { idOf, lockOf } from '../../support/lock-rows.js';
import type { LockRow } from '../../support/lock-rows.js';

const WORDS = { pathOf: (name: string) => `en/${name}.json`, machine: () => 'mm' };

/** A project that has these texts today, by key. */
function project(
  today: Readonly<Record<string, string>>,
  lock: readonly LockRow[] = [],
  isWhole = true,
): Project {
  const units = Object.entries(today).map(([key, text]) => ({
    id: idOf(key, WORDS),
    sourceHash: sourceHash(text),
  }));
  const { facts } = lockOf(lock, WORDS);
  return new Project({ facts: () => facts, isWhole, locale: 'de', units: () => units });
}

const PAIR = { source: sourceHash('A'), hash: targetHash('X') };

describe('whose a pair of texts was that came along', () => {
  test.each<[string, Readonly<Record<string, string>>, readonly LockRow[], string | undefined]>([
    ['nobody knows where the lock says nothing', {}, [], undefined],
    ['what the lock says of a unit that is gone', {}, [['a', 'A', 'X', 'machine']], 'mm'],
    ['what it says of one that has another source', { a: 'B' }, [['a', 'A', 'X', 'person']], '=='],
    [
      'not what it says of one that is as it was',
      { a: 'A' },
      [['a', 'A', 'X', 'person']],
      undefined,
    ],
    ['not what it says of another text', {}, [['a', 'A', 'Y', 'person']], undefined],
    ['not what it says of another source', {}, [['a', 'B', 'X', 'person']], undefined],
    ['not what it says of another locale', {}, [['a', 'A', 'X', 'person', 'fr']], undefined],
    [
      'a person’s, before a machine’s',
      {},
      [
        ['a', 'A', 'X', 'machine'],
        ['b', 'A', 'X', 'review'],
      ],
      '??',
    ],
    [
      'a person’s, where people say different things',
      {},
      [
        ['a', 'A', 'X', 'edited'],
        ['b', 'A', 'X', 'review'],
      ],
      '==',
    ],
    [
      'whichever is first, of machines’',
      {},
      [
        ['a', 'A', 'X', 'other'],
        ['b', 'A', 'X', 'machine'],
      ],
      'mm',
    ],
  ])('is %s', (_, today, lock, expected) => {
    expect(project(today, lock).originOf(PAIR)).toBe(expected);
  });

  test('is not known where not all sources were read', () => {
    expect(project({}, [['a', 'A', 'X', 'machine']], false).originOf(PAIR)).toBeUndefined();
  });
});

test('a source text is in the project, or may be', () => {
  const hash = sourceHash('A');
  expect(project({ a: 'A' }).hasSource(hash)).toBe(true);
  expect(project({ a: 'B' }).hasSource(hash)).toBe(false);
  expect(project({ a: 'B' }, [], false).hasSource(hash)).toBe(true);
});

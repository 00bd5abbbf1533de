import { describe, expect, test } from 'vitest';
import { isDrifted } from '../../src/engine/units/drift.js';
import { compareTexts, fileOf } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import type { LockRow } from '../support/lock-rows.js';

describe('drifted', () => {
  const lock = (who: LockRow[3], source = 'A'): ComparisonInput => ({
    lock: [['a', source, 'X', who]],
  });

  test.each<[string, ComparisonInput, boolean]>([
    ['a machine’s text under today’s options', lock('machine'), false],
    ['a machine’s text under other options', lock('other'), true],
    ['a person’s text', lock('person'), false],
    ['an edited text', lock('edited'), false],
    ['a text in review', lock('review'), false],
    ['a text that the lock says nothing of', {}, false],
    ['a text of another source', lock('other', 'Old'), false],
    ['a copy', { ...lock('copied'), exclude: ['a'] }, false],
    [
      'an invalid text under other options',
      { source: { a: 'A {n}' }, lock: [['a', 'A {n}', 'X', 'other']] },
      true,
    ],
    [
      'where nobody knows what a glossary’s name stands for today',
      { ...lock('other'), translate: { glossary: 'terms' } },
      false,
    ],
    [
      'where it is known what the name stands for',
      { ...lock('other'), translate: { glossary: 'terms' }, names: 'terms v2' },
      true,
    ],
  ])('%s', async (_, input, expected) => {
    const { rows } = fileOf(
      await compareTexts({ source: { a: 'A' }, target: { a: 'X' }, ...input }),
    );
    expect(rows.map(isDrifted)).toEqual([expected]);
  });
});

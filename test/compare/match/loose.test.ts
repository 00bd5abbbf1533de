import { describe, expect, test } from 'vitest';
import { whoOf } from '../../support/lock-rows.js';
import type { LockRow } from '../../support/lock-rows.js';
import { compareTexts } from '../../support/comparison.js';
import type { ComparisonInput } from '../../support/comparison.js';

/** Loose texts: text, whose it is, and `gone` where its key is. */
async function loose(input: ComparisonInput): Promise<readonly string[]> {
  const { locales, words } = await compareTexts(input);
  return locales.flatMap((locale) =>
    locale.loose.flatMap(({ unit, facts, at }) =>
      facts.map(({ origin }) => {
        const who = whoOf(origin, words.machine(locale.locale));
        return `${unit.text} ${who}${at === undefined ? ' gone' : ''}`;
      }),
    ),
  );
}

describe('a text is loose', () => {
  const source = { a: 'A' };
  const target = { a: 'X' };
  const known = (from: string, who: LockRow[3], text = 'X'): ComparisonInput => ({
    source,
    target,
    lock: [['a', from, text, who]],
  });

  test.each<[string, ComparisonInput, readonly string[]]>([
    ['where the lock knows it for another source', known('Old', 'machine'), ['X machine']],
    ['where a person wrote it for another source', known('Old', 'review'), ['X review']],
    ['not where it is of today’s source', known('A', 'machine'), []],
    ['not where the lock knows another text', known('Old', 'machine', 'Y'), []],
    [
      'where its key is gone',
      { source: { b: 'B' }, target, lock: [['a', 'A', 'X', 'machine']] },
      ['X machine gone'],
    ],
    [
      'where its key is gone: one that was changed since is edited',
      { source: { b: 'B' }, target, lock: [['a', 'A', 'Y', 'machine']] },
      ['X edited gone'],
    ],
    [
      'where its key is gone: an edited one stays edited',
      { source: { b: 'B' }, target, lock: [['a', 'A', 'X', 'edited']] },
      ['X edited gone'],
    ],
    [
      'where its element is gone: an edited one stays edited',
      { source: { l: [] }, target: { l: ['X'] }, lock: [['l.0', 'A', 'X', 'edited']] },
      ['X edited gone'],
    ],
    [
      'where its source file is gone',
      { files: { old: { target } }, lock: [['old#a', 'A', 'X', 'person']] },
      [],
    ],
    [
      'where a person made it empty',
      { source: { b: 'B' }, target: { a: '' }, lock: [['a', 'A', 'X', 'machine']] },
      [' edited gone'],
    ],
    [
      'not where an empty one is missing',
      {
        source: { b: 'B' },
        target: { a: '' },
        lock: [['a', 'A', 'X', 'machine']],
        empty: 'missing',
      },
      [],
    ],
    ['not where its unit is excluded', { ...known('Old', 'machine'), exclude: ['a'] }, []],
  ])('%s', async (title, input, expected) => {
    // A locale is compared where it has a source.
    const own = title.includes('file') ? { source: { b: 'B' }, target: {}, ...input } : input;
    const rows = title.includes('file') ? ['X person gone'] : expected;
    expect(await loose(own)).toEqual(rows);
  });

  test('not as a plural form: which of the forms a text is, it does not tell', async () => {
    const input = {
      messages: 'i18next',
      source: { a_one: 'New', a_other: 'News' },
      target: { a_one: 'X', a_other: 'Y' },
      lock: [
        ['a_one', 'Old', 'X', 'person'],
        ['a_other', 'Olds', 'Y', 'person'],
      ],
    } as const;
    expect(await loose(input)).toEqual([]);
  });
});

test('in a list whose texts move, what a person has just changed moves with them', async () => {
  const lock: LockRow[] = ['A', 'B', 'C'].map((text, n) => [
    `${n}`,
    text,
    text.toLowerCase(),
    'machine',
  ]);
  const input = { source: ['B', 'C'], target: ['a', 'B!', 'c'], lock };
  expect(await loose(input)).toEqual(['a machine', 'B! edited', 'c machine gone']);
});

import { describe, expect, test } from 'vitest';
import { compareTexts } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import type { LockRow } from '../support/lock-rows.js';
import { actionsIn, planFor, rowAt } from '../support/plan.js';

/** What is done with the key `new`, whose source is "A". */
async function forNew(input: ComparisonInput): Promise<string> {
  return actionsIn(planFor(await compareTexts(input)))['new'] ?? 'nothing';
}

describe('the repository gives for free', () => {
  const source = { new: 'Apple', b: 'Apple' };
  const lock = (who: LockRow[3], from = 'Apple'): readonly LockRow[] => [['b', from, 'X', who]];

  test.each<[string, ComparisonInput, string]>([
    [
      'what another key has: a machine’s',
      { source, target: { b: 'X' }, lock: lock('machine') },
      'reuse repository: X',
    ],
    [
      'what another key has: a person’s',
      { source, target: { b: 'X' }, lock: lock('person') },
      'reuse repository: X',
    ],
    [
      'what another key has: an edited text',
      { source, target: { b: 'X' }, lock: lock('edited') },
      'reuse repository: X',
    ],
    ['what was found without a lock', { source, target: { b: 'X' } }, 'reuse repository: X'],
    [
      'nothing that was made under other options',
      { source, target: { b: 'X' }, lock: lock('other') },
      'translate',
    ],
    [
      'nothing that is for review',
      { source, target: { b: 'X' }, lock: lock('review') },
      'translate',
    ],
    [
      'nothing that is in other words elsewhere in the source',
      { source: { new: 'Apple', b: 'A.' }, target: { b: 'X' } },
      'translate',
    ],
    [
      'nothing that breaks a rule',
      {
        source: { new: 'Hi {n}', b: 'Hi {n}' },
        target: { b: 'Hi' },
        lock: [['b', 'Hi {n}', 'Hi', 'machine']],
      },
      'translate',
    ],
    [
      'what a text was before its source changed',
      {
        source: { new: 'Apple', b: 'B' },
        target: { b: 'X' },
        lock: [
          ['b', 'Apple', 'X', 'person'],
          ['new', 'Q', 'Q', 'machine'],
        ],
      },
      'reuse repository: X',
    ],
    [
      'nothing that was a machine’s under other options before its source changed',
      {
        source: { new: 'Apple', b: 'B' },
        target: { new: 'N', b: 'X' },
        lock: [
          ['b', 'Apple', 'X', 'other'],
          ['new', 'Apple', 'N', 'review'],
        ],
      },
      'propose (pending)',
    ],
  ])('%s', async (_, input, expected) => {
    expect(await forNew(input)).toBe(expected);
  });

  test('a text of another file of the locale, and of none of another locale', async () => {
    const files = { home: { source: { b: 'Apple' }, target: { b: 'X' } } };
    expect(await forNew({ source: { new: 'Apple' }, target: {}, files })).toBe(
      'reuse repository: X',
    );
    const french = { home: { source: { b: 'Apple' }, targets: { fr: { b: 'X' } } } };
    expect(await forNew({ source: { new: 'Apple' }, target: {}, files: french })).toBe('translate');
  });

  test('nothing of another context', async () => {
    const input = { format: 'yaml', source: '# A note\nnew: A\nb: A\n', target: 'b: X\n' } as const;
    expect(await forNew(input)).toBe('translate');
  });
});

describe('of several texts', () => {
  test('a person’s comes before a machine’s', async () => {
    const lock: LockRow[] = [
      ['b', 'Apple', 'X', 'machine'],
      ['c', 'Apple', 'Y', 'person'],
    ];
    const input = {
      source: { new: 'Apple', b: 'Apple', c: 'Apple' },
      target: { b: 'X', c: 'Y' },
      lock,
    };
    expect(await forNew(input)).toBe('reuse repository: Y');
  });

  test('the first of two people’s is taken', async () => {
    const input = { source: { new: 'Apple', b: 'Apple', c: 'Apple' }, target: { b: 'X', c: 'Y' } };
    expect(await forNew(input)).toBe('reuse repository: X');
  });
});

test('a text that was reused is remembered as what it was', async () => {
  const lock: LockRow[] = [['b', 'Apple', 'X', 'edited']];
  const plan = planFor(
    await compareTexts({ source: { new: 'Apple', b: 'Apple' }, target: { b: 'X' }, lock }),
  );
  expect(rowAt(plan, 'new').decision.known).toEqual({ text: 'X', origin: '==' });
});

test('a text for review has what the repository has for today’s source as a proposal', async () => {
  const lock: LockRow[] = [
    ['a', 'Old', 'X', 'person'],
    ['b', 'Apple', 'Y', 'machine'],
    ['c', 'Old', 'Z', 'person'],
  ];
  const source = { a: 'Apple', b: 'Apple', c: 'Old' };
  const input = { source, target: { a: 'X', b: 'Y', c: 'Z' }, lock };
  expect(actionsIn(planFor(await compareTexts(input)))).toEqual({ a: 'propose repository: Y' });
});

describe('a text whose key is gone', () => {
  /** The keys `one` and `two` have the source "A", and so had the key that is gone. */
  const gone = (who: LockRow[3], target: object = { old: 'X' }): ComparisonInput => ({
    source: { one: 'Apple', two: 'Apple' },
    target,
    lock: [['old', 'Apple', 'X', who]],
  });

  test.each<[string, ComparisonInput, object]>([
    [
      'moves to the first key that has its source, and the others reuse it: a machine’s',
      gone('machine'),
      { one: 'reuse repository: X', two: 'reuse repository: X' },
    ],
    [
      'moves, and the others reuse it: a person’s',
      gone('person'),
      { one: 'reuse repository: X', two: 'reuse repository: X' },
    ],
    [
      'is nothing where the file lost it too',
      gone('person', {}),
      { one: 'translate', two: 'translate duplicate' },
    ],
  ])('%s', async (_, input, expected) => {
    expect(actionsIn(planFor(await compareTexts(input)))).toEqual(expected);
  });
});

describe('equal texts of another form are others', () => {
  test('plural forms of one key do not answer each other', async () => {
    const input: ComparisonInput = {
      messages: 'i18next',
      source: { a_one: 'Text', a_other: 'Text' },
      target: { a_one: 'X' },
    };
    expect(actionsIn(planFor(await compareTexts(input)))).toEqual({ a_other: 'translate' });
  });

  test('the same form of another key does', async () => {
    const input: ComparisonInput = {
      messages: 'i18next',
      source: { a_one: 'Text', a_other: 'Texts', b_one: 'Text', b_other: 'Texts' },
      target: { a_one: 'X', a_other: 'Y' },
    };
    expect(actionsIn(planFor(await compareTexts(input)))).toEqual({
      b_one: 'reuse repository: X',
      b_other: 'reuse repository: Y',
    });
  });
});

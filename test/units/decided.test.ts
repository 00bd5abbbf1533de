import { describe, expect, test } from 'vitest';
import { isConfirmed } from '../../src/engine/units/decided.js';
import type { DecidedRow } from '../../src/engine/units/row.js';
import { compareTexts } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import type { LockRow } from '../support/lock-rows.js';
import { planFor, rowAt } from '../support/plan.js';

/** What is done with `a`, whose source is "A" today and whose text is "X". */
async function rowIn(input: ComparisonInput): Promise<DecidedRow> {
  return rowAt(planFor(await compareTexts({ source: { a: 'A' }, ...input })), 'a');
}

describe('a text in review is confirmed', () => {
  const review = (text: string): ComparisonInput => {
    const lock: LockRow[] = [['a', 'Old', text, 'person']];
    return { target: { a: text }, lock };
  };

  test.each<[string, ComparisonInput, string | undefined, boolean]>([
    ['by a proposal that says the same', review('X'), 'X', true],
    ['by none that says something else', review('X'), 'Y', false],
    ['by none that differs in space alone', review('X'), 'X ', false],
    ['not where there is no proposal', review('X'), undefined, false],
    [
      'by the proposal of an earlier run',
      { target: { a: 'X' }, lock: [['a', 'A', 'X', 'review']] },
      'X',
      true,
    ],
    ['not as a missing text', {}, 'X', false],
    [
      'not as a machine’s text that is made anew',
      { target: { a: 'X' }, lock: [['a', 'Old', 'X', 'machine']] },
      'X',
      false,
    ],
  ])('%s', async (_, input, text, expected) => {
    const row = await rowIn(input);
    if (text !== undefined) row.outcome = { state: 'translated', text, origin: 'mm' };
    expect(isConfirmed(row)).toBe(expected);
  });

  test('not as one that nothing is done with', async () => {
    const { source, current, options, state, findings } = await rowIn(review('X'));
    const outcome = { state: 'translated', text: 'X', origin: 'mm' } as const;
    expect(isConfirmed({ source, current, options, state, findings, outcome })).toBe(false);
  });
});

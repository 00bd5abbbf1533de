import { describe, expect, test } from 'vitest';
import { tallyOf } from '../../src/engine/report/tally.js';
import type { LockRow, Who } from '../support/lock-rows.js';
import { looking, plannedFor, reportingOf } from './support.js';
import type { PlannedInput } from './support.js';
import type { Answers } from '../write/support.js';

type View = 'look' | 'plan' | 'run';

/** The counts that are not 0, and the problems, of the first file. */
async function tally(input: PlannedInput, view: View, answers: Answers = {}): Promise<object> {
  const planned = await plannedFor(input);
  const reporting = view === 'run' ? reportingOf(planned, answers) : looking(planned, view);
  const { counts, problems } = tallyOf(planned.files[0]!, reporting);
  return {
    ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    problems: problems.map(({ code, severity }) => `${severity} ${code}`),
  };
}

function known(source: string, who: Who, rest: PlannedInput = {}): PlannedInput {
  const lock: LockRow[] = [['a', source, 'X', who]];
  return { source: { a: 'A' }, target: { a: 'X' }, lock, ...rest };
}

const MISSING: PlannedInput = { source: { a: 'A' }, target: {} };

describe('a look', () => {
  test.each<[string, PlannedInput, object]>([
    ['current', known('A', 'machine'), { current: 1, problems: [] }],
    ['drifted', known('A', 'other'), { current: 1, drifted: 1, problems: [] }],
    ['edited', known('A', 'edited'), { edited: 1, problems: [] }],
    ['missing', MISSING, { missing: 1, problems: ['error missing'] }],
    ['stale', known('Old', 'machine'), { stale: 1, problems: ['error stale'] }],
    ['review', known('Old', 'person'), { review: 1, problems: ['error review'] }],
    [
      'invalid',
      { source: { a: 'A {n}' }, target: { a: 'X' }, lock: [['a', 'A {n}', 'X', 'edited']] },
      { invalid: 1, problems: ['error placeholder-mismatch'] },
    ],
    [
      'an adopted text that breaks a rule',
      { source: { a: 'A {n}' }, target: { a: 'X' } },
      { current: 1, problems: ['warning placeholder-mismatch'] },
    ],
    [
      'a text that only warns',
      { source: { a: 'A: ' }, target: { a: 'X:' } },
      { current: 1, problems: ['warning surrounding-space'] },
    ],
    [
      'without room',
      { source: { a: 'A' }, target: { a: { b: 'X' } } },
      { missing: 1, problems: ['error write-failed'] },
    ],
  ])('lists what is open: %s', async (_, input, expected) => {
    expect(await tally(input, 'look')).toEqual({ units: 1, ...expected });
  });

  test('counts no numbers and no empty texts, and lists them where they are to be copied', async () => {
    const input = { source: { n: 1, e: '' }, target: { n: 1 } };
    expect(await tally(input, 'look')).toEqual({ problems: ['error missing'] });
  });
});

describe('a plan', () => {
  test('counts what would come from the service, and lists no work that a run does', async () => {
    expect(await tally(MISSING, 'plan')).toEqual({
      units: 1,
      missing: 1,
      translated: 1,
      problems: [],
    });
    const duplicate = { source: { a: 'A', b: 'A' }, target: {} };
    expect(await tally(duplicate, 'plan')).toMatchObject({ missing: 2, translated: 2 });
  });

  test('counts nothing that is free', async () => {
    const reused = { source: { a: 'Apple', b: 'Apple' }, target: { b: 'X' } };
    expect(await tally(reused, 'plan')).not.toHaveProperty('translated');
    expect(await tally({ ...MISSING, memory: { A: 'X' } }, 'plan')).not.toHaveProperty(
      'translated',
    );
  });

  test('lists what is for review', async () => {
    const found = await tally(known('Old', 'person'), 'plan');
    expect(found).toEqual({ units: 1, review: 1, problems: ['error review'] });
  });
});

describe('after a run', () => {
  test.each<[string, PlannedInput, Answers, object]>([
    [
      'a text that came is current',
      MISSING,
      { A: 'X' },
      { current: 1, translated: 1, problems: [] },
    ],
    ['a text that did not come is missing', MISSING, {}, { missing: 1, problems: [] }],
    [
      'a text that replaced another is current',
      known('Old', 'machine'),
      { A: 'Y' },
      { current: 1, translated: 1, problems: [] },
    ],
    [
      'a text that was made under other options is drifted no more once it is renewed',
      known('A', 'other', { selection: { retranslate: 'drifted' } }),
      { A: 'Y' },
      { current: 1, translated: 1, problems: [] },
    ],
    [
      'a text in review stays so, beside its proposal',
      known('Old', 'person'),
      { A: 'Y' },
      { review: 1, problems: ['error review'] },
    ],
    [
      'a text in review that the service confirms is current',
      known('Old', 'person'),
      { A: 'X' },
      { current: 1, problems: [] },
    ],
    [
      'an accepted text is current',
      known('Old', 'person', { selection: { accept: true } }),
      {},
      { current: 1, problems: [] },
    ],
    [
      'an accepted text that breaks a rule is invalid',
      {
        source: { a: 'A {n}' },
        target: { a: 'X' },
        lock: [['a', 'Old', 'X', 'person']],
        selection: { accept: true },
      },
      {},
      { invalid: 1, problems: ['error placeholder-mismatch'] },
    ],
    [
      'an adopted text that moved and breaks a rule warns as before',
      { source: { b: 'A {n}' }, target: { a: 'X' }, lock: [['a', 'A {n}', 'X', 'person']] },
      {},
      { current: 1, problems: ['warning placeholder-mismatch'] },
    ],
    [
      'a text in review that moved is in review',
      { source: { b: 'A' }, target: { a: 'X' }, lock: [['a', 'A', 'X', 'review']] },
      {},
      { review: 1, problems: ['error review'] },
    ],
    [
      'a text that failed says why',
      { source: { a: 'x'.repeat(60) }, target: {}, bytes: 40 },
      {},
      { missing: 1, problems: ['error text-too-large'] },
    ],
  ])('%s', async (_, input, answers, expected) => {
    expect(await tally(input, 'run', answers)).toEqual({ units: 1, ...expected });
  });
});

test('a proposal is part of the message', async () => {
  const planned = await plannedFor(known('Old', 'person'));
  const { problems } = tallyOf(planned.files[0]!, reportingOf(planned, { A: 'Y' }));
  expect(problems.map(({ message }) => message)).toEqual([
    'The source has changed since a person wrote this; it is kept. Proposal: Y',
  ]);
});

import { describe, expect, test } from 'vitest';
import { isUnfilled, stateOfFormer, stateOfToday } from '../../src/engine/compare/state.js';
import type { Unit } from '../../src/model/index.js';
import { compareTexts, fileOf, settledTexts, srt, xliff } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import type { LockRow } from '../support/lock-rows.js';

/** What the first unit's text is. */
async function stateIn(input: ComparisonInput): Promise<object> {
  const [unit] = fileOf(await compareTexts(input)).rows;
  const { status, mayPropose } = unit!.state;
  return { status, mayPropose };
}

// docs/promises.md: "Which text is whose". The source is "A" today, and the target is "X".
describe('which text is whose', () => {
  const SAME = 'A';
  const CHANGED = 'Old';
  type Lock = readonly LockRow[];
  const knows = (source: string, target: string, who: LockRow[3]): Lock => [
    ['a', source, target, who],
  ];

  test.each<[string, Lock, 'in step' | 'older', string, 'proposes' | '']>([
    ['the text, as a machine’s', knows(SAME, 'X', 'machine'), 'in step', 'current', ''],
    ['the text, as a machine’s', knows(SAME, 'X', 'machine'), 'older', 'current', ''],
    ['the text, as a person’s', knows(SAME, 'X', 'person'), 'in step', 'current', ''],
    ['the text, as edited', knows(SAME, 'X', 'edited'), 'older', 'edited', ''],
    ['the text, as waiting for review', knows(SAME, 'X', 'review'), 'older', 'review', ''],
    [
      'the text for another source: a machine’s',
      knows(CHANGED, 'X', 'machine'),
      'in step',
      'stale',
      '',
    ],
    [
      'the text for another source: a machine’s',
      knows(CHANGED, 'X', 'machine'),
      'older',
      'stale',
      '',
    ],
    [
      'the text for another source: a person’s',
      knows(CHANGED, 'X', 'person'),
      'in step',
      'review',
      'proposes',
    ],
    [
      'the text for another source: a person’s',
      knows(CHANGED, 'X', 'person'),
      'older',
      'review',
      'proposes',
    ],
    [
      'the text for another source: edited',
      knows(CHANGED, 'X', 'edited'),
      'older',
      'review',
      'proposes',
    ],
    [
      'the text for another source: in review',
      knows(CHANGED, 'X', 'review'),
      'in step',
      'review',
      'proposes',
    ],
    ['another text for today’s source', knows(SAME, 'Y', 'machine'), 'in step', 'edited', ''],
    ['another text for today’s source', knows(SAME, 'Y', 'machine'), 'older', 'edited', ''],
    [
      'another text for another source',
      knows(CHANGED, 'Y', 'machine'),
      'in step',
      'review',
      'proposes',
    ],
    ['another text for another source', knows(CHANGED, 'Y', 'machine'), 'older', 'review', ''],
    ['nothing', [], 'in step', 'current', ''],
    ['nothing', [], 'older', 'current', ''],
    [
      'a text of another locale only',
      [['a', SAME, 'X', 'machine', 'fr']],
      'in step',
      'current',
      '',
    ],
    ['a text of another key only', [['b', 'B', 'Y', 'machine']], 'in step', 'current', ''],
  ])('the lock knows %s (%#)', async (_, lock, age, status, proposes) => {
    const input = { source: { a: 'A' }, target: { a: 'X' }, lock, lockIsKnown: age === 'in step' };
    expect(await stateIn(input)).toEqual({ status, mayPropose: proposes !== '' });
  });

  test('of two branches that say different things, the one that knows this text for today’s source holds', async () => {
    const lock: Lock = [...knows(CHANGED, 'X', 'machine'), ...knows(SAME, 'X', 'person')];
    expect(await stateIn({ source: { a: 'A' }, target: { a: 'X' }, lock })).toMatchObject({
      status: 'current',
    });
  });

  test('a text that is at another key’s former place moves, and is replaced', async () => {
    const lock: Lock = [
      ['a', 'A', 'X', 'person'],
      ['b', 'B', 'Y', 'machine'],
    ];
    const swapped = { source: { a: 'B', b: 'A' }, target: { a: 'X', b: 'Y' }, lock };
    expect(await stateIn(swapped)).toEqual({ status: 'stale', mayPropose: false });
    expect(settledTexts(fileOf(await compareTexts(swapped)))).toEqual({ a: 'Y', b: 'X' });
  });

  test.each<[LockRow[3], string]>([
    ['machine', 'current'],
    ['person', 'current'],
    ['edited', 'edited'],
    ['review', 'review'],
  ])('a text that came along from another key is what it was there: %s', async (who, status) => {
    const input = { source: { b: 'A' }, target: { b: 'X' }, lock: [['a', 'A', 'X', who]] as Lock };
    const [unit] = fileOf(await compareTexts(input)).rows;
    expect(unit?.state).toMatchObject({ status, isKnown: true });
  });
});

describe('nothing is there', () => {
  test.each<[string, ComparisonInput]>([
    ['there is no file', { source: { a: 'A' } }],
    ['there is no key', { source: { a: 'A' }, target: { b: 'X' } }],
    ['the text is empty', { source: { a: 'A' }, target: { a: '' } }],
    ['a null is in place of a text', { source: { a: 'A' }, target: { a: null } }],
    ['an empty object is in place of a text', { source: { a: 'A' }, target: { a: {} } }],
    [
      'the file calls the text untranslated',
      {
        format: 'xlf',
        source: xliff({ a: 'A' }),
        target: xliff({ a: ['A', 'A'] }).replace('<segment>', '<segment state="initial">'),
      },
    ],
  ])('where %s', async (_, input) => {
    expect(await stateIn(input)).toMatchObject({ status: 'missing' });
  });

  test('an empty source has an empty text', async () => {
    expect(await stateIn({ source: { a: '' }, target: { a: '' } })).toMatchObject({
      status: 'current',
    });
  });
});

describe('a text that the lock says nothing of', () => {
  test('is for review where the file itself says that it was made of another source', async () => {
    const target = xliff({ a: ['Old', 'X'] });
    const input = { format: 'xlf', source: xliff({ a: 'A' }), target } as const;
    expect(await stateIn(input)).toEqual({ status: 'review', mayPropose: false });
  });

  test('is for review where parts of it are missing', async () => {
    const source = srt({ 1: 'One', 3: 'sentence.' });
    const input = { format: 'srt', source, target: srt({ 1: 'Ein' }) } as const;
    expect(await stateIn(input)).toEqual({ status: 'review', mayPropose: false });
  });
});

describe('a text that the lock knows', () => {
  test.each<[string, object]>([
    ['mm', { status: 'current', origin: 'mm', mayPropose: false }],
    ['==', { status: 'current', origin: '==', mayPropose: false }],
    ['!!', { status: 'edited', origin: '==', mayPropose: false }],
    ['??', { status: 'review', origin: '??', mayPropose: false }],
    ['cp', { status: 'current', origin: 'cp', mayPropose: false }],
  ])('for today’s source, as of %s', (origin, expected) => {
    expect(stateOfToday(origin)).toEqual({ ...expected, isKnown: true, place: 'own' });
    expect(stateOfToday(origin)).toBe(stateOfToday(origin));
  });

  test.each<[string, object]>([
    ['mm', { status: 'stale', mayPropose: false }],
    ['cp', { status: 'stale', mayPropose: false }],
    ['==', { status: 'review', mayPropose: true }],
    ['!!', { status: 'review', mayPropose: true }],
    ['??', { status: 'review', mayPropose: true }],
  ])('for another source, as of %s', (origin, expected) => {
    expect(stateOfFormer(origin)).toEqual({ ...expected, origin, isKnown: true, place: 'own' });
  });
});

test.each<[string, Unit['kind'], string, Unit['kind'], boolean]>([
  ['A', 'text', 'X', 'text', false],
  ['A', 'text', '', 'text', true],
  ['A', 'text', ' ', 'text', false],
  ['A', 'text', 'null', 'raw', true],
  ['A', 'text', '{}', 'raw', true],
  ['A', 'text', '[]', 'raw', true],
  ['A', 'text', 'null', 'text', false],
  ['A', 'text', '3', 'raw', false],
  ['3', 'raw', 'null', 'raw', false],
  ['', 'text', '', 'text', false],
  ['', 'text', 'null', 'raw', false],
])('%j (%s) of the source is unfilled by %j (%s): %s', (source, kind, text, own, expected) => {
  const base = { key: ['a'], range: { start: 0, end: 0 } };
  const unit = { ...base, text: source, kind };
  const found = isUnfilled({ ...base, text, kind: own }, { key: ['a'], text: source, unit });
  expect(found).toBe(expected);
});

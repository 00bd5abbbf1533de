import { describe, expect, test } from 'vitest';
import { isDrifted } from '../../src/engine/units/drift.js';
import { decide } from '../../src/engine/plan/decide.js';
import { choiceOf } from '../../src/engine/plan/selection.js';
import type { Selection } from '../../src/model/index.js';
import { compareTexts, fileOf, xliff } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import type { LockRow, Who } from '../support/lock-rows.js';

/** What is done with the only unit of a file. */
async function decided(
  input: ComparisonInput,
  selection: Selection = {},
  doubtsPeople = false,
): Promise<string> {
  const [unit] = fileOf(await compareTexts(input)).rows;
  const decision = decide(unit!, { ...choiceOf(selection, isDrifted), doubtsPeople });
  if (decision === undefined) return 'nothing';
  return 'known' in decision ? `${decision.do}: ${decision.known.text}` : decision.do;
}

function known(source: string, who: Who, rest: ComparisonInput = {}): ComparisonInput {
  const lock: LockRow[] = [['a', source, 'X', who]];
  return { source: { a: 'A' }, target: { a: 'X' }, lock, ...rest };
}

describe('what is done with a unit', () => {
  test.each<[string, ComparisonInput, string]>([
    ['missing', { source: { a: 'A' } }, 'translate'],
    ['current', known('A', 'machine'), 'nothing'],
    ['edited', known('A', 'edited'), 'nothing'],
    ['invalid', known('A {n}', 'machine', { source: { a: 'A {n}' } }), 'nothing'],
    ['stale', known('Old', 'machine'), 'translate'],
    ['for review since its source changed', known('Old', 'person'), 'propose'],
    ['for review as it was', known('A', 'review'), 'recall'],
    [
      'for review beside an older lock',
      known('Old', 'machine', { target: { a: 'Z' }, lockIsKnown: false }),
      'recall',
    ],
    ['found without a lock', { source: { a: 'A' }, target: { a: 'X' } }, 'nothing'],
    [
      'at another key',
      { source: { b: 'A' }, target: { a: 'X' }, lock: [['a', 'A', 'X', 'person']] },
      'move: X',
    ],
    ['a number that is missing', { source: { a: 3 } }, 'copy: 3'],
    ['a copy that is current', { source: { a: 3 }, target: { a: 4 } }, 'nothing'],
    ['excluded and missing', { source: { a: 'A' }, exclude: ['a'] }, 'copy: A'],
    [
      'shown by an alias',
      { format: 'yaml', source: 'a: A\n', target: 'x: &x X\na: *x\n' },
      'nothing',
    ],
    ['without room in its file', { source: { a: 'A' }, target: { a: { x: 'X' } } }, 'nothing'],
  ])('%s', async (_, input, expected) => {
    expect(await decided(input)).toBe(expected);
  });

  test('a text that the lock does not know may be a machine’s after a run that was killed', async () => {
    const found = { source: { a: 'A' }, target: { a: 'X' } };
    expect(await decided(found, {}, true)).toBe('recall');
    expect(await decided(known('A', 'person'), {}, true)).toBe('nothing');
  });
});

describe('`retranslate`', () => {
  test.each<[Who, readonly string[]]>([
    ['machine', ['nothing', 'nothing', 'renew']],
    ['other', ['renew', 'nothing', 'renew']],
    ['person', ['nothing', 'nothing', 'renew']],
    ['edited', ['nothing', 'renew', 'renew']],
    ['review', ['recall', 'renew', 'renew']],
  ])('drifted, edited, all: a text of %s', async (who, expected) => {
    const texts = known('A', who);
    const all = ['drifted', 'edited', 'all'] as const;
    const found = await Promise.all(all.map((retranslate) => decided(texts, { retranslate })));
    expect(found).toEqual(expected);
  });

  test('makes nothing anew that is copied or moved', async () => {
    const all = { retranslate: 'all' } as const;
    expect(await decided({ source: { a: 3 }, target: { a: 3 } }, all)).toBe('nothing');
    const lock: LockRow[] = [['a', 'A', 'X', 'person']];
    expect(await decided({ source: { b: 'A' }, target: { a: 'X' }, lock }, all)).toBe('move: X');
  });
});

describe('`accept`', () => {
  test('leaves an accepted text as it is', async () => {
    expect(await decided(known('Old', 'person'), { accept: true })).toBe('nothing');
  });

  test('gives an accepted text of a bilingual file today’s source', async () => {
    const target = xliff({ a: ['Old', 'X'] });
    const input = { format: 'xlf', source: xliff({ a: 'A' }), target } as const;
    expect(await decided(input, { accept: true })).toBe('copy: X');
  });
});

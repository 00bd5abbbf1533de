import { describe, expect, test } from 'vitest';
import { planItems } from '../../src/engine/report/plan-items.js';
import type { PlanItem } from '../../src/model/index.js';
import type { LockRow } from '../support/lock-rows.js';
import { Folder } from '../write/folder.js';
import { TargetFiles } from '../../src/engine/write/target-files.js';
import { rowsIn } from '../support/plan.js';
import { digestOf } from '../../src/engine/plan/saved-plan.js';
import { plannedFor } from './support.js';
import type { PlannedInput } from './support.js';

async function items(input: PlannedInput): Promise<readonly PlanItem[]> {
  const { plan } = await plannedFor(input);
  return planItems(plan);
}

describe('what a plan does with a unit', () => {
  const base = { file: 'de/app.json', locale: 'de', characters: 0 };
  const lock = (source: string, who: LockRow[3]): readonly LockRow[] => [['a', source, 'X', who]];
  const one = { source: { a: 'A' }, target: { a: 'X' } };

  test.each<[string, PlannedInput, readonly object[]]>([
    ['nothing', one, []],
    [
      'translate',
      { source: { a: 'Äß' }, target: {} },
      [
        {
          ...base,
          key: ['a'],
          status: 'missing',
          action: 'translate',
          source: 'Äß',
          characters: 2,
        },
      ],
    ],
    [
      'replace',
      { ...one, lock: lock('Old', 'machine') },
      [
        {
          ...base,
          key: ['a'],
          status: 'stale',
          action: 'translate',
          source: 'A',
          target: 'X',
          characters: 1,
        },
      ],
    ],
    [
      'reuse',
      { source: { a: 'A' }, target: {}, memory: { A: 'X' } },
      [
        {
          ...base,
          key: ['a'],
          status: 'missing',
          action: 'reuse',
          reuse: 'memory',
          source: 'A',
          text: 'X',
        },
      ],
    ],
    [
      'copy',
      { source: { a: 1 }, target: {} },
      [{ ...base, key: ['a'], status: 'missing', action: 'copy', source: '1', text: '1' }],
    ],
    [
      'propose',
      { ...one, lock: lock('Old', 'person') },
      [
        {
          ...base,
          key: ['a'],
          status: 'review',
          action: 'propose',
          source: 'A',
          target: 'X',
          characters: 1,
        },
      ],
    ],
    ['not a proposal that is only looked up', { ...one, lock: lock('A', 'review') }, []],
    [
      'remove',
      { source: {}, target: { a: 'X' }, lock: lock('A', 'machine') },
      [{ ...base, key: ['a'], status: 'obsolete', action: 'remove', target: 'X' }],
    ],
  ])('%s', async (_, input, expected) => {
    expect(await items(input)).toEqual(expected);
  });

  test('characters are counted where a text is first asked for', async () => {
    const found = await items({ source: { a: 'Four', b: 'Four' }, target: {} });
    expect(found.map(({ characters }) => characters)).toEqual([4, 0]);
  });
});

test('a plan has the same digest before and after it is carried out', async () => {
  const lock: LockRow[] = [['c', 'C', 'Z', 'machine']];
  const folder = await Folder.of({ source: { a: 'A', b: 'A', n: 1 }, target: '{"c":"Z"}', lock });
  const { plan } = folder;
  const before = digestOf(plan.files);
  const files = new TargetFiles(folder.context);
  files.add(plan.files);
  for (const row of rowsIn(plan)) {
    if (row.decision.attempt === undefined) continue;
    row.outcome = { state: 'translated', text: 'X', origin: 'mm' };
    files.settled(row);
  }
  await files.write(plan.files);
  expect(JSON.parse(folder.read('de/app.json') ?? '')).toEqual({ a: 'X', b: 'X', n: 1 });
  expect(digestOf(plan.files)).toBe(before);
});

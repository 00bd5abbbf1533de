import { expect, test } from 'vitest';
import { rewordedIn } from '../../src/engine/plan/decisions.js';
import { formatKey } from '../../src/model/index.js';
import { compareTexts, fileOf } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import type { LockRow } from '../support/lock-rows.js';

/** `new: text`, for each key that is an old one with other words. */
async function found(input: ComparisonInput): Promise<readonly string[]> {
  const reworded = rewordedIn(fileOf(await compareTexts(input)));
  return [...reworded].map(([unit, { text }]) => `${formatKey(unit.source.expected.key)}: ${text}`);
}

const TARGET = { x: 'X', a: 'Alt', y: 'Y' };

const lock = (who: LockRow[3]): readonly LockRow[] => [
  ['x', 'In x', 'X', who],
  ['a', 'Old', 'Alt', who],
  ['y', 'In y', 'Y', who],
];

const input = (source: object, more: Partial<ComparisonInput> = {}): ComparisonInput => ({
  source,
  target: TARGET,
  lock: lock('person'),
  ...more,
});

test.each<[string, ComparisonInput, readonly string[]]>([
  ['at the same place', input({ x: 'In x', b: 'New', y: 'In y' }), ['b: Alt']],
  ['at another place', input({ x: 'In x', y: 'In y', b: 'New' }), []],
  ['two are new', input({ x: 'In x', b: 'New', c: 'Newer', y: 'In y' }), []],
  ['two are gone', input({ x: 'In x', b: 'New' }), []],
  ['in another container', input({ x: 'In x', b: { c: 'New' }, y: 'In y' }), []],
  [
    'alone, it says nothing of its place',
    { source: { b: 'New' }, target: { a: 'Alt' }, lock: [['a', 'Old', 'Alt', 'person']] },
    [],
  ],
  ['a machine’s text', input({ x: 'In x', b: 'New', y: 'In y' }, { lock: lock('machine') }), []],
  ['nothing is gone', input({ x: 'In x', a: 'Old', b: 'New', y: 'In y' }), []],
])('a key that is new: %s', async (_, one, expected) => {
  expect(await found(one)).toEqual(expected);
});

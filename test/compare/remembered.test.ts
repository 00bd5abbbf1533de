import { describe, expect, test } from 'vitest';
import { compare } from '../../src/engine/compare/index.js';
import type { QuietState } from '../../src/engine/units/source-units.js';
import { formatKey, keyId } from '../../src/model/index.js';
import { sourceHash } from '../../src/lock/index.js';
import { compareTexts, settledTexts, statusesOf } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import { idOf } from '../support/lock-rows.js';
import type { LockRow } from '../support/lock-rows.js';

interface Remembered {
  /** States of units with which nothing is to be done, by key. */
  readonly quiet?: Readonly<Record<string, QuietState>>;
  /** Units of files that were not read: key and source text. */
  readonly unread?: Readonly<Record<string, string>>;
}

/** What is found where an earlier run is remembered: the first file. */
async function found(input: ComparisonInput, { quiet = {}, unread = {} }: Remembered) {
  const { config, pairs, lock, words } = await compareTexts(input);
  const units = Object.entries(unread).map(([key, text]) => ({
    id: idOf(key, words),
    sourceHash: sourceHash(text),
  }));
  const states = new Map(
    Object.entries(quiet).map(([key, state]) => [keyId(key.split('.')), state]),
  );
  const [locale] = await compare(
    { config, pairs, orphans: [], lock, lockIsKnown: true, isWhole: true },
    () => undefined,
    {
      remembered: {
        unitsOf: () => [],
        quietStates: () => (unit) => states.get(unit.keyId),
        unreadUnits: () => units,
      },
    },
  );
  return locale!.files[0]!;
}

describe('a unit of which everything is remembered', () => {
  const input = { source: { a: 'A', b: 'B', c: 'C' }, target: { a: 'X', b: 'Y' } };

  test('is not looked at, and its state stays', async () => {
    const file = await found(input, { quiet: { a: 'edited', b: 'current' } });
    expect(statusesOf(file)).toEqual({ c: 'missing' });
    expect(file.quiet).toEqual(['edited', 'current']);
    expect(file.expected.map(({ expected }) => formatKey(expected.key))).toEqual(['a', 'b', 'c']);
  });

  test('is no text of the target’s own', async () => {
    const file = await found(
      { ...input, target: { ...input.target, own: 'O' } },
      { quiet: { a: 'current' } },
    );
    expect(file.extra.map(({ key }) => formatKey(key))).toEqual(['own']);
  });

  test('of which nothing is remembered is looked at', async () => {
    const file = await found(input, {});
    expect(statusesOf(file)).toEqual({ a: 'current', b: 'current', c: 'missing' });
    expect(file.quiet).toEqual([]);
  });
});

describe('a text that came from another key', () => {
  const lock: LockRow[] = [['home#a', 'A', 'X', 'review']];
  const input = { source: { b: 'A' }, target: { b: 'X' }, lock };

  test('is what it was there', async () => {
    expect(statusesOf(await found(input, {}))).toEqual({ b: 'review' });
  });

  test('did not come from a key that a file has which was not read', async () => {
    expect(statusesOf(await found(input, { unread: { 'home#a': 'A' } }))).toEqual({ b: 'current' });
  });

  test('did come from there if that key has another source now', async () => {
    expect(statusesOf(await found(input, { unread: { 'home#a': 'A2' } }))).toEqual({ b: 'review' });
  });
});

test('a person’s text does not give way while a file that was not read has its source', async () => {
  const input: ComparisonInput = {
    source: { a: 'B' },
    target: { a: 'X', b: 'Y' },
    lock: [
      ['a', 'A', 'X', 'person'],
      ['b', 'B', 'Y', 'person'],
    ],
  };
  expect(settledTexts(await found(input, {}))).toEqual({ a: 'Y' });
  expect(settledTexts(await found(input, { unread: { 'home#x': 'A' } }))).toEqual({ a: 'X?' });
});

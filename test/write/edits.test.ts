import { describe, expect, test } from 'vitest';
import { changesShape, derivation, editsOf } from '../../src/engine/write/edits.js';
import type { ComparisonInput } from '../support/comparison.js';
import type { LockRow } from '../support/lock-rows.js';
import { firstFile, saysOf } from './support.js';
import type { Answers } from './support.js';

function edits(input: ComparisonInput, answers: Answers = {}): readonly string[] {
  const { file, texts } = firstFile(input, answers);
  const { document } = file.target;
  const made =
    document === undefined
      ? derivation(file, texts)
      : editsOf(file, document, { texts, obsolete: file.obsolete });
  return made.map(saysOf);
}

const MACHINE = (...keys: readonly string[]): readonly LockRow[] =>
  keys.map((key) => [key, key.toUpperCase(), key, 'machine']);

describe('a file that exists', () => {
  test.each<[string, ComparisonInput, readonly string[]]>([
    [
      'is left alone where all is there',
      { source: { a: 'A' }, target: { a: 'a' }, lock: MACHINE('a') },
      [],
    ],
    [
      'gets what is missing, each behind what is before it in the source',
      { source: { a: 'A', b: 'B', c: 'C', d: 'D' }, target: { b: 'b' }, lock: MACHINE('b') },
      ['insert a: X first', 'insert c: X after b', 'insert d: X after c'],
    ],
    [
      'has what changed in place of what was there',
      { source: { a: 'A' }, target: { a: 'a' }, lock: [['a', 'Old', 'a', 'machine']] },
      ['set a: X'],
    ],
    [
      'loses what the source dropped',
      { source: { a: 'A' }, target: { a: 'a', b: 'b' }, lock: MACHINE('a', 'b') },
      ['remove b'],
    ],
    [
      'keeps what is its own',
      { source: { a: 'A' }, target: { a: 'a', b: 'b' }, lock: MACHINE('a') },
      [],
    ],
  ])('%s', (_, input, expected) => {
    expect(edits(input, { A: 'X', C: 'X', D: 'X' })).toEqual(expected);
  });

  test('goes without what has no text', () => {
    const input = { source: { a: 'A', b: 'B', c: 'C' }, target: {} };
    expect(edits(input, { B: 'X', C: 'Y' })).toEqual(['insert b: X first', 'insert c: Y after b']);
  });

  test('leaves the text of a removed anchor to its aliases', () => {
    const input = {
      format: 'yaml',
      source: 'b: B\n',
      target: 'a: &x X\nb: *x\n',
      lock: [['a', 'A', 'X', 'machine']],
    } as const;
    expect(edits(input)).toEqual(['remove a → b']);
  });
});

describe('a new file', () => {
  test('is the source with its texts in place of the source’s, and without what has none', () => {
    const source = { a: 'A', b: 'B', n: 1, l: ['C', 'D'] };
    expect(edits({ source }, { A: 'X', C: 'Y' })).toEqual([
      'set a: X',
      'set n: 1',
      'set l.0: Y',
      'remove b',
      'remove l.1',
    ]);
  });
});

test('a machine’s text is marked as such where a format can say it; a person’s and a copy are not', () => {
  const lock: LockRow[] = [['c', 'B', 'Y', 'person']];
  const input = { source: { a: 'A', b: 'B', n: 1 }, target: { c: 'Y' }, lock };
  const { file, texts } = firstFile(input, { A: 'X' });
  const made = editsOf(file, file.target.document!, { texts, obsolete: [] });
  expect(made.map((edit) => ('subState' in edit ? edit.subState : undefined))).toEqual([
    'locale-sync:machine',
    undefined,
    undefined,
  ]);
});

describe('names where there were numbers, or numbers where there were names,', () => {
  test.each<[string, object, object, boolean]>([
    ['change the shape of a file', { l: { x: 'A' } }, { l: ['b'] }, true],
    ['change it the other way round too', { l: ['A'] }, { l: { x: 'b' } }, true],
    ['in another container do not', { l: ['b'], m: { x: 'A' } }, { l: ['b', 'c'] }, false],
    ['of equal kind do not', { l: { x: 'A' } }, { l: { y: 'b' } }, false],
  ])('%s', (_, source, target, expected) => {
    const lock: LockRow[] = [
      ['l.0', 'B', 'b', 'machine'],
      ['l.1', 'C', 'c', 'machine'],
      ['l.x', 'B', 'b', 'machine'],
      ['l.y', 'B', 'b', 'machine'],
    ];
    const { file, texts } = firstFile({ source, target, lock }, { A: 'X' });
    expect(changesShape({ texts, obsolete: file.obsolete })).toBe(expected);
  });
});

import { describe, expect, test } from 'vitest';
import { changesShape, derivation, editsOf } from '../../src/engine/write/edits.js';
import { decidedRows } from '../../src/engine/units/decided.js';
import { compareTexts, xliff } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import { planFor } from '../support/plan.js';
import type { LockRow } from '../support/lock-rows.js';
import { firstFile, saysOf, textsOf } from './support.js';
import type { Answers } from './support.js';

async function edits(input: ComparisonInput, answers: Answers = {}): Promise<readonly string[]> {
  const { file, texts } = await firstFile(input, answers);
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
  ])('%s', async (_, input, expected) => {
    expect(await edits(input, { A: 'X', C: 'X', D: 'X' })).toEqual(expected);
  });

  test('is told from where a text moves, if it is removed there by the same call', async () => {
    const input: ComparisonInput = {
      source: { new: 'A' },
      target: { old: 'a' },
      lock: [['old', 'A', 'a', 'machine']],
    };
    const { file, texts } = await firstFile(input, {});
    const { document } = file.target;
    const made = (obsolete: typeof file.obsolete) =>
      document && editsOf(file, document, { texts, obsolete })[0];
    expect(made(file.obsolete)).toMatchObject({ op: 'insert', text: 'a', movedFrom: ['old'] });
    expect(made([])).not.toHaveProperty('movedFrom');
  });

  test('goes without what has no text', async () => {
    const input = { source: { a: 'A', b: 'B', c: 'C' }, target: {} };
    expect(await edits(input, { B: 'X', C: 'Y' })).toEqual([
      'insert b: X first',
      'insert c: Y after b',
    ]);
  });

  test('leaves the text of a removed anchor to its aliases', async () => {
    const input = {
      format: 'yaml',
      source: 'b: B\n',
      target: 'a: &x X\nb: *x\n',
      lock: [['a', 'A', 'X', 'machine']],
    } as const;
    expect(await edits(input)).toEqual(['remove a → b']);
  });
});

describe('a new file', () => {
  test('is the source with its texts in place of the source’s, and without what has none', async () => {
    const source = { a: 'A', b: 'B', n: 1, l: ['C', 'D'] };
    expect(await edits({ source }, { A: 'X', C: 'Y' })).toEqual([
      'set a: X',
      'set n: 1',
      'set l.0: Y',
      'remove b',
      'remove l.1',
    ]);
  });
});

test('a machine’s text is marked as such where a format can say it; a person’s and a copy are not', async () => {
  const lock: LockRow[] = [['c', 'B', 'Y', 'person']];
  const input = { source: { a: 'A', b: 'B', n: 1 }, target: { c: 'Y' }, lock };
  const { file, texts } = await firstFile(input, { A: 'X' });
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
    ['in an element of a list do not', { l: [{ x: 'A' }] }, { l: [['b']] }, false],
    ['of equal kind do not', { l: { x: 'A' } }, { l: { y: 'b' } }, false],
  ])('%s', async (_, source, target, expected) => {
    const lock: LockRow[] = [
      ['l.0', 'B', 'b', 'machine'],
      ['l.0.0', 'B', 'b', 'machine'],
      ['l.1', 'C', 'c', 'machine'],
      ['l.x', 'B', 'b', 'machine'],
      ['l.y', 'B', 'b', 'machine'],
    ];
    const { file, texts } = await firstFile({ source, target, lock }, { A: 'X' });
    expect(changesShape({ texts, obsolete: file.obsolete })).toBe(expected);
  });
});

describe('a file in which texts move or wait', () => {
  test.each<[string, ComparisonInput, Answers, readonly string[]]>([
    [
      'gets a text of another key, which goes from there',
      {
        source: { b: 'A' },
        target: { a: 'X' },
        lock: [['a', 'A', 'X', 'person']],
      },
      {},
      ['insert b: X first', 'remove a'],
    ],
    [
      'gets texts that change places',
      {
        source: { a: 'B', b: 'A' },
        target: { a: 'X', b: 'Y' },
        lock: [
          ['a', 'A', 'X', 'person'],
          ['b', 'B', 'Y', 'person'],
        ],
      },
      {},
      ['set a: Y', 'set b: X'],
    ],
    [
      'gets today’s source beside a text that the service says again',
      {
        format: 'xlf',
        source: xliff({ a: 'A' }),
        target: xliff({ a: ['Old', 'X'] }),
        lock: [['f.a', 'Old', 'X', 'machine']],
      },
      { A: 'X' },
      ['set f.a: X'],
    ],
    [
      'keeps a text in review, whatever is proposed',
      { source: { a: 'A' }, target: { a: 'X' }, lock: [['a', 'Old', 'X', 'person']] },
      { A: 'Y' },
      [],
    ],
    [
      'has what is behind its own texts in the source behind them',
      { source: { a: 'A', b: 'B' }, target: { own: 'O', a: 'a' }, lock: MACHINE('a') },
      { B: 'Y' },
      ['insert b: Y after a'],
    ],
  ])('%s', async (_, input, answers, expected) => {
    expect(await edits(input, answers)).toEqual(expected);
  });

  test('has each new text from its own unit of the source', async () => {
    const input = { source: { a: 'A', b: 'B' }, target: { a: 'a' }, lock: MACHINE('a') };
    const { file, texts } = await firstFile(input, { B: 'Y' });
    const [edit] = editsOf(file, file.target.document!, { texts, obsolete: [] });
    expect(edit).toMatchObject({ from: { unit: { key: ['b'], text: 'B' } } });
  });

  test('loses only what it has: a unit that is gone already needs no removal', async () => {
    const input = { source: { a: 'A' }, target: { a: 'a', b: 'b' }, lock: MACHINE('a', 'b') };
    const { file, texts } = await firstFile(input);
    const { file: other } = await firstFile({ ...input, target: { a: 'a' } });
    const { obsolete } = file;
    expect(editsOf(file, other.target.document!, { texts, obsolete })).toEqual([]);
    expect(editsOf(file, file.target.document!, { texts, obsolete }).map(saysOf)).toEqual([
      'remove b',
    ]);
  });
});

test('a new file has the plural forms of its language, each behind the one before it', async () => {
  const source = { a_one: 'One', a_other: 'More', b: 'B' };
  const input = { messages: 'i18next', source, targets: { pl: {} } } as const;
  const polish = (await compareTexts(input)).locales.filter(({ locale }) => locale === 'pl');
  const [one] = planFor({ ...(await compareTexts(input)), locales: polish }).files;
  const file = { ...one!, target: { ...one!.target, document: undefined } };
  const texts = textsOf(decidedRows(one!), { One: 'X', More: 'Y', B: 'Z' });
  expect(derivation(file, texts).map(saysOf)).toEqual([
    'set a_one: X',
    'insert a_few: Y after a_one',
    'insert a_many: Y after a_few',
    'set a_other: Y',
    'set b: Z',
  ]);
});

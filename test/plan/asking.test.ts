import { describe, expect, test } from 'vitest';
import { Asking } from '../../src/engine/plan/plan.js';
import type { DecidedRow, Decision } from '../../src/engine/units/row.js';
import { memoryKeyOf, segmentsOf } from '../../src/engine/segments/segments.js';
import { rowOf, tableOf } from '../segments/support.js';
import type { RowInput } from '../segments/support.js';

/** A text with what is done with it, and its request. */
type Wanted = readonly [text: string, action?: Decision['do'], input?: RowInput];

interface Input {
  /** Answers by the texts that are sent. */
  readonly memory?: Readonly<Record<string, string>>;
  /** Bytes that a body may take. Default: plenty. */
  readonly bytes?: number;
}

function wantedRow([text, action = 'translate', input]: Wanted): DecidedRow {
  const row = rowOf(text, input);
  return { ...row, decision: { ...row.decision, do: action } };
}

/** Every segment that a text may be sent as, by its key in the memory. */
function sentAs(rows: readonly DecidedRow[]): ReadonlyMap<string, string> {
  const table = tableOf();
  const forms = ['element', 'ignore', 'cut'] as const;
  const attempts = rows.flatMap((row) => forms.map((form) => table.attempt(row, form)));
  return new Map(attempts.flatMap(segmentsOf).map((one) => [memoryKeyOf(one), one.text]));
}

/** What is asked for, and how far each text came. */
function asked(wanted: readonly Wanted[], { memory = {}, bytes = 10_000 }: Input = {}) {
  const rows = wanted.map(wantedRow);
  const texts = sentAs(rows);
  const recalls: string[] = [];
  const recall = (target: string, keys: ReadonlySet<string>): ReadonlyMap<string, string> => {
    recalls.push(`${target} ${keys.size}`);
    const found = [...keys].map((key) => [key, memory[texts.get(key) ?? '']] as const);
    return new Map(found.flatMap(([key, text]) => (text === undefined ? [] : [[key, text]])));
  };
  const isEmpty = (): boolean => Object.keys(memory).length === 0;
  const asking = new Asking(rows, {
    memory: { isEmpty, recall },
    segments: tableOf(),
    limitsOf: () => ({ overhead: 0, bytes }),
  });
  const { batches, answers } = asking.settle();
  const states = rows.map(({ decision }) => {
    const { known, failure, reuse } = decision;
    if (failure !== undefined) return failure.code;
    if (known === undefined) return 'waiting';
    return `${reuse === 'memory' ? 'remembered' : 'known'}: ${known.text}`;
  });
  return {
    requests: batches.map(({ segments }) => segments.map(({ text }) => text)),
    states,
    answers: Object.fromEntries([...answers].map(([{ text }, answer]) => [text, answer])),
    recalls,
  };
}

const ELEMENT = 'Hi <x id="0"/>';
const IGNORED = 'Hi <x id="0">{n}</x>';

describe('a text', () => {
  test.each<[string, readonly Wanted[], Input, readonly (readonly string[])[], readonly string[]]>([
    ['nothing is asked for where nothing is wanted', [], {}, [], []],
    ['is asked for', [['A']], {}, [['A']], ['waiting']],
    ['is made anew by asking for it', [['A', 'renew']], {}, [['A']], ['waiting']],
    ['is asked for as a proposal', [['A', 'propose']], {}, [['A']], ['waiting']],
    ['is not asked for where it is only looked up', [['A', 'recall']], {}, [], ['waiting']],
    ['is taken from the memory', [['A']], { memory: { A: 'X' } }, [], ['remembered: X']],
    [
      'is looked up in the memory',
      [['A', 'recall']],
      { memory: { A: 'X' } },
      [],
      ['remembered: X'],
    ],
    [
      'is asked for again where the memory has an empty one',
      [['A']],
      { memory: { A: ' ' } },
      [['A']],
      ['waiting'],
    ],
    ['is known where there is nothing to translate', [[' – 3 ']], {}, [], ['known:  – 3 ']],
    [
      'is asked for once',
      [['A'], ['A', 'propose'], ['A', 'recall']],
      {},
      [['A']],
      ['waiting', 'waiting', 'waiting'],
    ],
    [
      'is asked for in the order of the changes',
      [['B'], ['A', 'recall'], ['C'], ['A']],
      {},
      [['B', 'C', 'A']],
      ['waiting', 'waiting', 'waiting', 'waiting'],
    ],
    [
      'is asked for in each language',
      [['A'], ['A', 'translate', { request: { target: 'FR' } }]],
      {},
      [['A'], ['A']],
      ['waiting', 'waiting'],
    ],
  ])('%s', (_, wanted, input, requests, states) => {
    expect(asked(wanted, input)).toMatchObject({ requests, states });
  });
});

describe('a remembered answer that is unsound', () => {
  test.each<[string, Readonly<Record<string, string>>, readonly string[], string]>([
    ['leads to the next form', { [ELEMENT]: 'Hallo' }, [IGNORED], 'waiting'],
    [
      'leads to the answer of the next form',
      { [ELEMENT]: 'Hallo', [IGNORED]: 'Hallo <x id="0">{n}</x>' },
      [],
      'remembered: Hallo {n}',
    ],
    ['leads to the last form', { [ELEMENT]: 'Hallo', [IGNORED]: 'Hallo' }, ['Hi'], 'waiting'],
    [
      'in all forms is a failure',
      { [ELEMENT]: 'Hallo', [IGNORED]: 'Hallo', Hi: 'Hallo {other}' },
      [],
      'placeholder-mismatch',
    ],
  ])('%s', (_, memory, request, state) => {
    const found = asked([['Hi {n}']], { memory });
    expect(found.requests.flat()).toEqual(request);
    expect(found.states).toEqual([state]);
  });
});

describe('a text that alone exceeds a request', () => {
  test('has failed where it has one form, and the others go on', () => {
    const found = asked([['a long text'], ['A']], { bytes: 10 });
    expect(found).toMatchObject({ requests: [['A']], states: ['text-too-large', 'waiting'] });
  });

  test('is asked for in its next forms, of which one fits', () => {
    const found = asked([['Hi {n}']], { bytes: 10 });
    expect(found).toMatchObject({ requests: [['Hi']], states: ['waiting'] });
  });
});

describe('a text of several parts', () => {
  const ICU = '{n, plural, one {One box} other {Boxes}}';
  const wanted: Wanted = [ICU, 'translate', { syntax: 'icu' }];

  test('asks for those that the memory does not have, and keeps the others', () => {
    const found = asked([wanted], { memory: { 'One box': 'Eine Kiste' } });
    expect(found).toMatchObject({ requests: [['Boxes']], states: ['waiting'] });
    expect(found.answers).toEqual({ 'One box': { text: 'Eine Kiste' } });
  });

  test('keeps no answers that nobody waits for', () => {
    const memory = { 'One box': 'Eine Kiste', Boxes: 'Kisten', A: 'X' };
    expect(asked([wanted, ['A'], ['B']], { memory }).answers).toEqual({});
  });
});

describe('the memory', () => {
  const memory = { other: 'X' };
  const french: RowInput = { request: { target: 'FR' } };

  test.each<[string, readonly Wanted[], Input, readonly string[]]>([
    ['is asked in one go', [['A'], ['B'], ['A']], { memory }, ['DE 2']],
    [
      'is asked for each language',
      [['A'], ['A', 'translate', french]],
      { memory },
      ['DE 1', 'FR 1'],
    ],
    ['is not asked where it has nothing', [['A']], {}, []],
    [
      'is asked again for a next form only',
      [['Hi {n}'], ['A']],
      { memory: { [ELEMENT]: 'Hallo' } },
      ['DE 2', 'DE 1'],
    ],
  ])('%s', (_, wanted, input, recalls) => {
    expect(asked(wanted, input).recalls).toEqual(recalls);
  });
});

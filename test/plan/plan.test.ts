import { describe, expect, test } from 'vitest';
import { formatKey } from '../../src/model/index.js';
import { compareTexts } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import type { LockRow } from '../support/lock-rows.js';
import { decidedRows } from '../../src/engine/units/decided.js';
import { actionsIn, planFor, requestsOf, rowAt, rowsIn } from '../support/plan.js';
import type { PlanInput } from '../support/plan.js';

async function planned(input: ComparisonInput, context: PlanInput = {}): Promise<object> {
  const plan = planFor(await compareTexts(input), context);
  return { ...actionsIn(plan), requests: requestsOf(plan) };
}

describe('where a text comes from', () => {
  const source = { a: 'Apple', b: 'Apple', c: 'C' };

  test('the repository first, then the memory, then the service', async () => {
    const input = { source, target: { b: 'X' } };
    expect(await planned(input, { memory: { Apple: 'never', C: 'Z' } })).toEqual({
      a: 'reuse repository: X',
      c: 'reuse memory: Z',
      requests: [],
    });
    expect(await planned(input)).toMatchObject({ c: 'translate', requests: [['C']] });
  });

  test('equal texts under equal options are asked for once', async () => {
    expect(await planned({ source })).toEqual({
      a: 'translate',
      b: 'translate duplicate',
      c: 'translate',
      requests: [['Apple', 'C']],
    });
  });

  test('equal texts under other options, or for another locale, are asked for again', async () => {
    const yaml = { format: 'yaml', source: '# A note\na: Apple\nb: Apple\n' } as const;
    expect(await planned(yaml)).toMatchObject({ requests: [['Apple'], ['Apple']] });
    const french = { source: { a: 'Apple' }, targets: { fr: {} } };
    expect(await planned(french)).toMatchObject({ requests: [['Apple'], ['Apple']] });
  });

  test('a text without words is not sent, and not counted as reused', async () => {
    const plan = planFor(await compareTexts({ source: { a: ' {n} – 3 ' } }));
    expect(actionsIn(plan)).toEqual({ a: 'reuse:  {n} – 3 ' });
    expect(plan.totals).toEqual({
      requests: 0,
      texts: 0,
      characters: 0,
      reused: { repository: 0, memory: 0, duplicates: 0 },
    });
  });

  test('a text that is made anew is not answered by what is there', async () => {
    const input = { source: { a: 'Apple', b: 'Apple' }, target: { a: 'X', b: 'X' } };
    expect(await planned(input, { selection: { retranslate: 'all' } })).toMatchObject({
      a: 'translate',
      b: 'translate duplicate',
    });
  });
});

describe('a remembered answer', () => {
  const source = { a: 'Hi {name}' };
  const ELEMENT = 'Hi <x id="0"/>';

  test('is used where it is sound', async () => {
    const found = await planned({ source }, { memory: { [ELEMENT]: 'Hallo <x id="0"/>' } });
    expect(found).toEqual({ a: 'reuse memory: Hallo {name}', requests: [] });
  });

  test('that is unsound leads to the next form, which is asked for at once', async () => {
    const [next] = requestsOf(
      planFor(await compareTexts({ source }), { memory: { [ELEMENT]: 'Hallo' } }),
    );
    expect(next).toHaveLength(1);
    expect(next).not.toEqual([ELEMENT]);
  });

  test('of the last form that is unsound is a failure, which is asked for no more', async () => {
    const comparison = await compareTexts({ source, messages: 'plain' });
    const memory: Record<string, string> = {};
    for (let form = 0; form < 4; form += 1) {
      const texts = requestsOf(planFor(comparison, { memory })).flat();
      for (const text of texts) memory[text] = 'Hallo {other}';
    }
    const plan = planFor(comparison, { memory });
    expect(requestsOf(plan)).toEqual([]);
    const { decision } = rowAt(plan, 'a');
    expect(decision).toMatchObject({ do: 'translate', known: undefined, attempt: undefined });
    expect(decision.failure).toMatchObject({ code: 'placeholder-mismatch' });
  });

  test('that is empty is asked for again', async () => {
    expect(await planned({ source: { a: 'Apple' } }, { memory: { Apple: '' } })).toMatchObject({
      requests: [['Apple']],
    });
  });

  test('of one part leaves the others to be asked for, and goes with the plan', async () => {
    const source = { a: '{n, plural, one {One box} other {# boxes}}' };
    const plan = planFor(await compareTexts({ source }), { memory: { 'One box': 'Eine Kiste' } });
    expect(requestsOf(plan)).toEqual([['3 boxes']]);
    expect([...plan.answers].map(([{ text }, answer]) => [text, answer])).toEqual([
      ['One box', { text: 'Eine Kiste' }],
    ]);
  });
});

describe('a text that is too large for a request', () => {
  test('is cut at its sentences', async () => {
    const text = 'The first sentence is here. The second one is there.';
    const plan = planFor(await compareTexts({ source: { a: text } }), { bytes: 40 });
    expect(requestsOf(plan).flat().length).toBeGreaterThan(1);
    expect(requestsOf(plan).flat().join('')).toBe(text);
  });

  test('has failed where it cannot be cut, and the others go on', async () => {
    const source = { a: 'x'.repeat(60), b: 'B' };
    const plan = planFor(await compareTexts({ source }), { bytes: 40 });
    expect(requestsOf(plan)).toEqual([['B']]);
    expect(rowAt(plan, 'a').decision.failure).toMatchObject({ code: 'text-too-large' });
  });
});

describe('a text in review', () => {
  const changed: LockRow[] = [['a', 'Old', 'X', 'person']];
  const noted: LockRow[] = [['a', 'Apple', 'X', 'review']];
  const input = { source: { a: 'Apple' }, target: { a: 'X' } };

  test('has a proposal that is asked for', async () => {
    expect(await planned({ ...input, lock: changed })).toEqual({
      a: 'propose',
      requests: [['Apple']],
    });
  });

  test('whose proposal is remembered shows it', async () => {
    const found = await planned({ ...input, lock: changed }, { memory: { Apple: 'Y' } });
    expect(found).toEqual({ a: 'propose memory: Y', requests: [] });
  });

  test('whose proposal was asked for before shows it if it is remembered, and asks for nothing', async () => {
    expect(await planned({ ...input, lock: noted })).toEqual({
      a: 'propose (pending)',
      requests: [],
    });
    const found = await planned({ ...input, lock: noted }, { memory: { Apple: 'Y' } });
    expect(found).toEqual({ a: 'propose (pending) memory: Y', requests: [] });
  });

  test('asks for nothing that another change does not ask for, and leaves that to it', async () => {
    const both = { source: { a: 'Apple', b: 'Apple' }, target: { a: 'X' }, lock: noted };
    expect(await planned(both)).toEqual({
      a: 'propose (pending)',
      b: 'translate',
      requests: [['Apple']],
    });
  });
});

describe('a text that moves', () => {
  const lock: LockRow[] = [['a', 'Hi {n}', 'Hi', 'person']];
  const input = { source: { b: 'Hi {n}' }, target: { a: 'Hi' }, lock };

  test('is reused, with what the rules say of a person’s', async () => {
    const plan = planFor(await compareTexts(input));
    expect(actionsIn(plan)).toEqual({ b: 'reuse repository: Hi' });
    expect(rowAt(plan, 'b').decision.findings).toMatchObject([{ code: 'placeholder-mismatch' }]);
  });
});

describe('the totals', () => {
  test('count requests, texts and code points, and what was free, proposals left out', async () => {
    const input: ComparisonInput = {
      source: { a: 'Apple', b: 'B', c: '🍎🍎', d: '🍎🍎', e: 'E', r: 'R', s: 'Apple' },
      target: { a: 'X', r: 'Q' },
      lock: [
        ['a', 'Apple', 'X', 'machine'],
        ['r', 'Old', 'Q', 'person'],
      ],
    };
    const { totals } = planFor(await compareTexts(input), { memory: { B: 'Y', R: 'S' } });
    expect(totals).toEqual({
      requests: 1,
      texts: 1,
      characters: 1,
      reused: { repository: 1, memory: 1, duplicates: 0 },
    });
  });

  test('count a duplicate of each change that adds nothing to the requests', async () => {
    const { totals } = planFor(
      await compareTexts({ source: { a: 'Apple', b: 'Apple', c: 'Apple' } }),
    );
    expect(totals).toMatchObject({ texts: 1, reused: { duplicates: 2 } });
  });
});

test('a plan is finished data: nothing in it is filled in later', async () => {
  const lock: LockRow[] = [
    ['b', 'Old', 'Y', 'person'],
    ['c', 'C', 'Z', 'machine'],
  ];
  const source = { a: 'Apple', b: 'B', c2: 'C', d: 4, e: 'Apple' };
  const plan = planFor(await compareTexts({ source, target: { b: 'Y', c: 'Z' }, lock }));
  const rows = rowsIn(plan);
  const keys = rows.map(({ source }) => formatKey(source.expected.key));
  expect(keys).toEqual(['a', 'b', 'c2', 'd', 'e']);
  const attempts = rows.flatMap(({ decision }) => decision.attempt ?? []);
  expect(attempts.length).toBeGreaterThan(0);
  for (const attempt of attempts) expect(Object.isFrozen(attempt)).toBe(true);
  for (const batch of plan.batches) expect(Object.isFrozen(batch)).toBe(true);
});

test('files are in the order of their locales, with changes in source order', async () => {
  const { files } = planFor(
    await compareTexts({
      source: { b: 'B', a: 'Apple' },
      targets: { fr: {} },
      files: { home: { source: { c: 'C' }, targets: { fr: {} } } },
    }),
  );
  expect(
    files.map((file) => [file.target.path, ...decidedRows(file).map(({ source }) => source.keyId)]),
  ).toEqual([
    ['de/app.json', 'b', 'a'],
    ['de/home.json', 'c'],
    ['fr/app.json', 'b', 'a'],
    ['fr/home.json', 'c'],
  ]);
});

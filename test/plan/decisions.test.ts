import { describe, expect, test } from 'vitest';
import { decideLocale } from '../../src/engine/plan/decisions.js';
import { decidedRows } from '../../src/engine/units/decided.js';
import type { DecidedRow } from '../../src/engine/units/row.js';
import { choiceOf } from '../../src/engine/plan/selection.js';
import { isDrifted } from '../../src/engine/units/drift.js';
import { formatKey } from '../../src/model/index.js';
import type { Selection } from '../../src/model/index.js';
import { compareTexts } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import type { LockRow } from '../support/lock-rows.js';

interface Input extends ComparisonInput {
  readonly selection?: Selection;
  readonly doubtsPeople?: boolean;
}

async function decidedIn(input: Input): Promise<readonly DecidedRow[]> {
  const { selection = {}, doubtsPeople = false } = input;
  const { config, locales } = await compareTexts(input);
  const choice = { ...choiceOf(selection, isDrifted), doubtsPeople, rules: config.rules };
  return locales.flatMap((locale) => {
    decideLocale(locale, choice);
    return locale.files.flatMap(decidedRows);
  });
}

/** What is done by key: `translate`, `move repository: X`; with the codes of findings behind it. */
async function decisions(input: Input): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(
    (await decidedIn(input)).map(({ source, decision }) => {
      const { do: action, known, reuse, findings } = decision;
      const from = reuse === undefined ? '' : ` ${reuse}`;
      const text = known === undefined ? '' : `: ${known.text}`;
      const codes = findings.map(({ code }) => ` (${code})`).join('');
      return [formatKey(source.expected.key), `${action}${from}${text}${codes}`];
    }),
  );
}

describe('before anybody knows what the memory has,', () => {
  test.each<[string, Input, object]>([
    ['nothing is done where all is there', { source: { a: 'Apple' }, target: { a: 'X' } }, {}],
    ['a missing text is translated', { source: { a: 'Apple' } }, { a: 'translate' }],
    ['a number is copied', { source: { a: 3 } }, { a: 'copy: 3' }],
    [
      'a text of another key is moved',
      { source: { b: 'Apple' }, target: { a: 'X' }, lock: [['a', 'Apple', 'X', 'machine']] },
      { b: 'move repository: X' },
    ],
    [
      'a text whose source changed is proposed for',
      { source: { a: 'Apple' }, target: { a: 'X' }, lock: [['a', 'Old', 'X', 'person']] },
      { a: 'propose' },
    ],
    [
      'a proposal of an earlier run is looked up',
      { source: { a: 'Apple' }, target: { a: 'X' }, lock: [['a', 'Apple', 'X', 'review']] },
      { a: 'recall' },
    ],
    [
      'equal texts are each decided for themselves',
      { source: { a: 'Apple', b: 'Apple' } },
      { a: 'translate', b: 'translate' },
    ],
  ])('%s', async (_, input, expected) => {
    expect(await decisions(input)).toEqual(expected);
  });
});

describe('the repository answers', () => {
  const found: Input = { source: { a: 'Apple', b: 'Apple' }, target: { b: 'X' } };
  const review: Input = {
    source: { a: 'Apple', b: 'Apple' },
    target: { a: 'Z', b: 'X' },
    lock: [
      ['a', 'Old', 'Z', 'person'],
      ['b', 'Apple', 'X', 'machine'],
    ],
  };

  test.each<[string, Input, string]>([
    ['a missing text', found, 'translate repository: X'],
    ['a proposal', review, 'propose repository: X'],
    [
      'a proposal of an earlier run',
      { ...review, lock: [['a', 'Apple', 'Z', 'review'], ...review.lock!.slice(1)] },
      'recall repository: X',
    ],
    [
      'no text that is made anew',
      { ...found, target: { a: 'Z', b: 'X' }, selection: { retranslate: 'all', keys: ['a'] } },
      'renew',
    ],
    [
      'no text that may be a killed run’s: what is there would be its own answer',
      { ...found, target: { a: 'X', b: 'X' }, doubtsPeople: true },
      'recall',
    ],
  ])('%s', async (_, input, expected) => {
    expect((await decisions(input))['a']).toBe(expected);
  });

  test.each([
    ['Hallo {n}', 'propose repository: Hallo {n}'],
    ['Hallo', 'propose'],
  ])('a proposal with what is left of a former key, if it is sound: %s', async (text, expected) => {
    const lock: LockRow[] = [
      ['a', 'Old {n}', 'Z {n}', 'person'],
      ['b', 'Old {n}', 'Y {n}', 'person'],
      ['gone', 'Hi {n}', text, 'person'],
    ];
    const target = { a: 'Z {n}', b: 'Y {n}', gone: text };
    const input = { source: { a: 'Hi {n}', b: 'Old {n}' }, target, lock };
    expect(await decisions(input)).toEqual({ a: expected });
  });
});

describe('a text that breaks a rule', () => {
  const moved = (who: LockRow[3]): Input => ({
    source: { b: 'Hi {n}' },
    target: { a: 'Hallo' },
    lock: [['a', 'Hi {n}', 'Hallo', who]],
  });

  test('is moved with what the rules say where it is a person’s', async () => {
    expect(await decisions(moved('person'))).toEqual({
      b: 'move repository: Hallo (placeholder-mismatch)',
    });
  });

  test('is made anew where it is a machine’s', async () => {
    expect(await decisions(moved('machine'))).toEqual({ b: 'translate' });
  });
});

describe('what is left of a former key, for a plural form whose text is stale,', () => {
  const left = (who: LockRow[3], keys: readonly string[]): Input => {
    const all = (text: string): Record<string, string> =>
      Object.fromEntries(keys.map((key) => [key, text]));
    return {
      messages: 'i18next',
      source: all('Hi {{name}}'),
      target: { ...all('X {{name}}'), gone: 'Hallo' },
      lock: [
        ...keys.map((key): LockRow => [key, 'Old {{name}}', 'X {{name}}', 'machine']),
        ['gone', 'Hi {{name}}', 'Hallo', who],
      ],
    };
  };

  test.each<[string, Input, object]>([
    [
      'is taken along though it breaks a rule, where it is a person’s',
      left('person', ['a_one', 'a_other']),
      {
        a_one: 'translate repository: Hallo (placeholder-mismatch)',
        a_other: 'translate',
      },
    ],
    [
      'is not where it is a machine’s',
      left('machine', ['a_one', 'a_other']),
      { a_one: 'translate', a_other: 'translate' },
    ],
  ])('%s', async (_, input, expected) => {
    expect(await decisions(input)).toEqual(expected);
  });
});

test('what has no text needs one of the memory or the service', async () => {
  const input: Input = { source: { a: 'Apple', b: 'Apple', c: 'C', n: 1 }, target: { b: 'X' } };
  const open = (await decidedIn(input)).filter(({ decision }) => decision.known === undefined);
  expect(open.map(({ source }) => formatKey(source.expected.key))).toEqual(['c']);
});

test('the rules know each message as what it is', async () => {
  const source = { a_one: 'One', a_other: 'More' };
  const [one, other] = await decidedIn({ messages: 'i18next', source });
  expect(one?.decision.message).toMatchObject({
    source: 'en',
    target: 'de',
    plural: { category: 'one' },
  });
  expect(other?.decision.message).toMatchObject({ plural: { category: 'other' } });
});

import { describe, expect, test } from 'vitest';
import {
  formerTexts,
  formerWanted,
  reviewData,
  sortEdits,
  withFormer,
} from '../../src/engine/review/index.js';
import { marksOf } from '../../src/engine/review/marks.js';
import type { ReviewData, ReviewEdit, ReviewRange } from '../../src/model/index.js';
import { sourceHash, targetHash } from '../../src/lock/index.js';
import { deltaOf, withDelta } from '../../src/people/review/delta.js';
import { headOf } from '../../src/people/review/server/answer-requests.js';
import { documentOf } from '../load/support.js';
import { compareTexts, fileOf } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import { planFor } from '../support/plan.js';
import { rowOf } from './support.js';

async function dataOf(input: ComparisonInput): Promise<ReviewData> {
  const comparison = await compareTexts(input);
  const { files } = planFor(comparison);
  const usesOf = (_: string, key: readonly string[]): readonly string[] =>
    key[0] === 'title' ? ['src/a.ts:3'] : [];
  return reviewData({ source: 'en', targets: ['de'], files, odd: [], problems: [], usesOf });
}

const INPUT: ComparisonInput = {
  source: { title: 'Title', greet: 'Hello {name}', save: 'Save it', again: 'Save it', n: 3 },
  target: { title: 'Titel', greet: 'Hallo {nam}', save: 'Sichern' },
  lock: [
    ['title', 'Title', 'Titel', 'machine'],
    ['greet', 'Hi {name}', 'Hallo {nam}', 'person'],
    ['save', 'Save it', 'Sichern', 'person'],
  ],
};

test('rows say what the engine knows of each text; numbers are none', async () => {
  const data = await dataOf(INPUT);
  expect(data.rows.text).toHaveLength(4);
  expect(rowOf(data, 'de', 'title')).toMatchObject({
    status: 'current',
    isPersons: false,
    note: { uses: ['src/a.ts:3'] },
    seen: { source: sourceHash('Title'), target: targetHash('Titel') },
  });
  expect(rowOf(data, 'de', 'greet')).toMatchObject({
    status: 'review',
    isPersons: true,
    more: { findings: [{ rule: 'placeholders', marks: { in: 'target', ranges: [[6, 11]] } }] },
  });
  expect(rowOf(data, 'de', 'again')).toMatchObject({
    status: 'missing',
    target: '',
    more: { proposal: 'Sichern' },
  });
});

test.each<[string, Partial<ReviewEdit>, RegExp | undefined]>([
  ['what is as it was seen holds', {}, undefined],
  [
    'another source',
    { seen: { source: 'x', target: targetHash('Titel') } },
    /source text has chan/,
  ],
  [
    'another target',
    { seen: { source: sourceHash('Title'), target: 'x' } },
    /translation has chan/,
  ],
  ['a key that is gone', { key: ['gone'] }, /No file contains this text/],
  ['a file of nobody', { file: '../x' }, /No file contains this text/],
  ['an empty text', { text: '' }, /cannot be empty/],
  ['a text that breaks a rule', { text: 'Titel {x}' }, /\{x\}.*It was not written/],
  ['the same, said twice', { text: 'Titel {x}', force: true }, undefined],
])('%s', async (_, change, message) => {
  const file = fileOf(await compareTexts(INPUT));
  const seen = { source: sourceHash('Title'), target: targetHash('Titel') };
  const edit = { file: 'de/app.json', locale: 'de', key: ['title'], seen, text: 'Der Titel' };
  const { sound, refused } = sortEdits([{ ...edit, ...change }], [file]);
  expect([sound.length, refused.size]).toEqual(message === undefined ? [1, 0] : [0, 1]);
  if (message !== undefined) expect([...refused.values()][0]).toMatch(message);
});

test('the text that a translation was made for is the newest revision that the lock knows', async () => {
  const wanted = formerWanted([fileOf(await compareTexts(INPUT))]);
  expect([...wanted.keys()]).toEqual(['greet']);
  const revision = (time: number, greet: string) => ({
    time,
    read: () => Promise.resolve(Buffer.from(JSON.stringify({ greet }))),
  });
  const found = await formerTexts(
    wanted,
    [revision(30, 'Hello {name}'), revision(20, 'Hi {name}'), revision(10, 'Hi {name}')],
    (bytes) => documentOf('en/app.json', Buffer.from(bytes).toString()),
  );
  expect([...found]).toEqual([['greet', { text: 'Hi {name}', since: 30 }]]);
  const data = withFormer(await dataOf(INPUT), new Map([['en/app.json', found]]));
  expect(rowOf(data, 'de', 'greet').more).toMatchObject({ former: 'Hi {name}', since: 30 });
  expect(rowOf(data, 'de', 'title').more.former).toBe(undefined);
});

describe('marks', () => {
  const at = (message: string, source: string, target: string, code = 'placeholder-mismatch') =>
    marksOf({ code, level: 'error', message } as Parameters<typeof marksOf>[0], { source, target });
  test.each<[string, string, string, string, 'source' | 'target', readonly ReviewRange[]]>([
    ['missing {a}', 'x {a}', 'x', 'placeholder-mismatch', 'source', [[2, 5]]],
    [
      '{b} not in the source',
      '',
      '{b} {b}',
      'placeholder-mismatch',
      'target',
      [
        [0, 3],
        [4, 7],
      ],
    ],
    [
      'missing <b>, </b>',
      '<b>x</b>',
      'x',
      'markup-mismatch',
      'source',
      [
        [0, 3],
        [4, 8],
      ],
    ],
    ['expect at character 3', '', 'a {', 'icu-syntax', 'target', [[2, 3]]],
    ['the text contains U+200B', '', 'a\u200bb', 'forbidden-characters', 'target', [[1, 2]]],
    ['8 characters, but at most 3 are allowed', '', '12345678', 'too-long', 'target', [[3, 8]]],
    [
      'the space at the end of the source is missing',
      ' a: ',
      ' a:',
      'surrounding-space',
      'source',
      [
        [0, 1],
        [3, 4],
      ],
    ],
  ])('%s', (message, source, target, code, side, ranges) => {
    expect(at(message, source, target, code)).toEqual({ in: side, ranges });
  });
});

test('a delta holds the rows that differ, and brings one to the other', async () => {
  const before = await dataOf(INPUT);
  const after = await dataOf({
    ...INPUT,
    target: { title: 'Der Titel', greet: 'Hallo', save: 'Sichern' },
  });
  const delta = deltaOf(before, after);
  expect(delta === 'all' ? delta : delta.map(({ row }) => row)).toEqual([0, 1]);
  if (delta !== 'all') expect(withDelta(before, delta)).toEqual(after);
  expect(deltaOf(before, before)).toEqual([]);
  expect(deltaOf(before, await dataOf({ ...INPUT, source: { title: 'T' } }))).toBe('all');
});

test('the head is the first rows with all that they need', async () => {
  const data = await dataOf(INPUT);
  const head = headOf(data, 2);
  expect(head.rows.text).toHaveLength(2);
  expect(rowOf(head, 'de', 'greet')).toEqual(rowOf(data, 'de', 'greet'));
  expect(headOf(data, 100)).toEqual(data);
});

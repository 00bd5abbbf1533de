import { editPlace, rowAt } from '../../src/model/index.js';
import { describe, expect, test } from 'vitest';
import type { ReviewData } from '../../src/model/index.js';
import { NO_FILTER, RowSearch } from '../../src/people/review/page/filter.js';
import type { Filter } from '../../src/people/review/page/filter.js';
import {
  coverageByFile,
  coverageByLocale,
  driftByAge,
  waitingOf,
} from '../../src/people/review/page/numbers.js';
import {
  approval,
  isApprovable,
  neighborsOf,
  sameTexts,
} from '../../src/people/review/page/row.js';
import { editsOf, firstState, nextState, selectedOf } from '../../src/people/review/page/state.js';
import { aroundChips, chipBeside, chipsIn } from '../../src/people/review/page/typing.js';
import { ROW_HEIGHT, topToShow, windowOf } from '../../src/people/review/page/window-rows.js';
import { wordDiff, markedParts } from '../../src/people/review/page/word-diff.js';
import { directionOf, languageName, taskOf } from '../../src/people/review/page/words.js';

const DAY = 86_400_000;

/** Three texts in two locales: current, review and missing in de; all by a machine in fr. */
const DATA: ReviewData = {
  source: 'en',
  targets: ['de', 'fr'],
  sources: ['en/app.json', 'en/shop.json'],
  files: [
    { source: 0, path: 'de/app.json', locale: 'de' },
    { source: 0, path: 'fr/app.json', locale: 'fr' },
  ],
  texts: {
    file: [0, 0, 0],
    key: ['title', 'cart\0pay', 'again'],
    text: ['Welcome', 'Pay now', 'Pay now'],
    hash: ['h0', 'h1', 'h2'],
    line: [1, 2, 3],
    more: { 1: { note: 'A Button' } },
  },
  rows: {
    text: [0, 1, 2, 0, 1, 2],
    file: [0, 0, 0, 1, 1, 1],
    status: [0, 2, 4, 0, 0, 5],
    target: ['Willkommen', 'Jetzt ZAHLEN', '', 'Bienvenue', 'Payer', 'Payer {x}'],
    hash: ['t0', 't1', 't2', 't3', 't4', 't5'],
    person: [1, 1, 0, 0, 0, 0],
    more: {
      1: { former: 'Pay', since: 10 * DAY },
      2: { proposal: 'Zahlen' },
      4: { drifted: true, trust: 30 },
      5: {
        findings: [
          { code: 'placeholder-mismatch', rule: 'placeholders', level: 'error', message: '{x}' },
        ],
      },
    },
  },
  problems: [],
};

test.each<[Partial<Filter>, readonly number[]]>([
  [{}, [0, 1, 2, 3, 4, 5]],
  [{ locale: 'de' }, [0, 1, 2]],
  [{ file: 'en/shop.json' }, []],
  [{ status: 'open' }, [1, 2, 5]],
  [{ status: 'found' }, [5]],
  [{ status: 'machine' }, [5, 4, 3]],
  [{ status: 'yours' }, [5, 1, 4, 3]],
  [{ status: 'drifted' }, [4]],
  [{ status: 'review' }, [1]],
  [{ query: 'zahlen' }, [1]],
  [{ query: ' PAY NOW ' }, [1, 2, 4, 5]],
  [{ query: 'cart.pay', locale: 'fr' }, [4]],
  [{ query: 'button' }, [1, 4]],
])('%o finds %o', (filter, rows) => {
  expect(new RowSearch(DATA).find({ ...NO_FILTER, ...filter })).toEqual(rows);
});

test('a search of edited data finds the new texts', () => {
  const search = new RowSearch(DATA);
  search.warm();
  const target = DATA.rows.target.with(0, 'Hallo');
  const edited = new RowSearch({ ...DATA, rows: { ...DATA.rows, target } });
  expect(edited.find({ ...NO_FILTER, query: 'hallo' })).toEqual([0]);
  expect(edited.find({ ...NO_FILTER, query: 'willkommen' })).toEqual([]);
});

test('neighbours are of the same file, and the same text is of the same locale', () => {
  expect(neighborsOf(DATA, 2, 2).map(({ row }) => row)).toEqual([0, 1]);
  expect(sameTexts(DATA, rowAt(DATA, 1)!, 5).map(({ row }) => row)).toEqual([2]);
  expect([0, 1, 2, 3, 5].map((row) => isApprovable(rowAt(DATA, row)!))).toEqual([
    false,
    true,
    false,
    true,
    true,
  ]);
});

describe('what is done on the page', () => {
  const start = firstState(DATA, []);
  const row = rowAt(DATA, 1)!;
  const edit = { ...editPlace(row), text: 'Nun zahlen' };
  const done = nextState(start, { do: 'done', step: 's', edits: [edit], rows: [1] });

  test('an edit shows at once, and undo brings back what was there', () => {
    expect(rowAt(done.data, 1)).toMatchObject({ target: 'Nun zahlen', status: 'edited', more: {} });
    const undone = nextState(done, { do: 'undone', asked: done.turn });
    expect([undone.data, undone.steps, selectedOf(undone)?.row]).toEqual([DATA, [], 1]);
    expect(nextState(undone, { do: 'undone' })).toBe(undone);
  });

  test('approval keeps the text; a dismissed finding is settled', () => {
    const approved = nextState(start, { do: 'done', step: 's', edits: [approval(row)], rows: [1] });
    expect(rowAt(approved.data, 1)).toMatchObject({ target: row.target, status: 'current' });
    const dismissal = { ...editPlace(rowAt(DATA, 5)!), dismiss: ['placeholders' as const] };
    const dismissed = nextState(start, { do: 'done', step: 's', edits: [dismissal], rows: [5] });
    expect(rowAt(dismissed.data, 5)?.more.findings?.[0]?.level).toBe('settled');
  });

  test('a patch has the last text of a unit, and what was seen first', () => {
    const second = { ...edit, seen: { source: 'h1', target: 'later' }, text: 'Zahlen' };
    const dismissal = { ...editPlace(row), dismiss: ['placeholders' as const] };
    const both = [second, dismissal].reduce(
      (state, one) => nextState(state, { do: 'done', step: 's', edits: [one], rows: [1] }),
      done,
    );
    expect(editsOf(both)).toEqual([
      { ...editPlace(row), text: 'Zahlen', dismiss: ['placeholders'] },
    ]);
  });

  test('other data keeps the unit that is shown', () => {
    const rows = { ...DATA.rows, text: [1, 0, 2, 0, 1, 2] };
    const state = nextState(start, { do: 'select', row: 1 });
    const shown = nextState(state, { do: 'show', data: { ...DATA, rows }, runs: [] });
    expect(selectedOf(shown)).toMatchObject({ row: 0, key: ['cart', 'pay'] });
  });
});

test.each([
  ['', '', ''],
  ['a b', 'a b', '=a b'],
  ['Pay now', 'Pay {x} now', '=Pay |+{x} |=now'],
  ['one two', 'two', '-one |=two'],
  ['今すぐ支払う', '今から支払う', '=今|-すぐ|+から|=支払う'],
])('%j → %j', (before, after, shown) => {
  const signs = { same: '=', added: '+', removed: '-' };
  const parts = wordDiff(before, after);
  expect(parts.map(({ kind, text }) => `${signs[kind]}${text}`).join('|')).toBe(shown);
});

test('long texts are compared as a whole, and quickly', () => {
  const long = 'word '.repeat(200_000);
  expect(wordDiff(long, `${long}x`)).toHaveLength(2);
});

test('marks that overlap or leave the text are cut', () => {
  const parts = markedParts('abcdef', [
    [2, 4],
    [3, 5],
    [9, 12],
  ]);
  expect(parts.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('')).toBe(
    'ab[cd][e]f',
  );
});

test('the window holds what is in view, and as much before and behind', () => {
  const height = ROW_HEIGHT * 10;
  expect(windowOf(0, height, 100_000)).toEqual({ first: 0, end: 33 });
  expect(windowOf(ROW_HEIGHT * 1000, height, 100_000)).toEqual({ first: 989, end: 1022 });
  expect(windowOf(1e9, height, 10)).toMatchObject({ end: 10 });
  expect([0, 5, 20].map((at) => topToShow(at, at === 0 ? 100 : 0, height))).toEqual([
    ...[0, 0, ROW_HEIGHT * 11],
  ]);
});

test('numbers of the overview', () => {
  expect(coverageByLocale(DATA)).toMatchObject([
    { name: 'de', units: 3, counts: { current: 1, review: 1, missing: 1 } },
    { name: 'fr', units: 3, counts: { current: 2, invalid: 1 } },
  ]);
  expect(coverageByFile(DATA)).toMatchObject([{ name: 'en/app.json', units: 6, share: 0.5 }]);
  expect(waitingOf(DATA)).toEqual([
    { locale: 'de', person: 1, sync: 1, reader: 0 },
    { locale: 'fr', person: 1, sync: 0, reader: 3 },
  ]);
  expect(driftByAge(DATA, 30 * DAY)).toEqual({ known: [0, 1, 0, 0, 0], unknown: 1 });
});

test.each([
  [
    'Pay {a} <b>now</b>',
    [{ text: '{a}' }, { text: '<b>', close: '</b>' }],
    [
      [4, 7],
      [8, 11],
      [14, 18],
    ],
  ],
  [
    '%1$s and %1',
    [{ text: '%1' }, { text: '%1$s' }],
    [
      [0, 4],
      [9, 11],
    ],
  ],
  [
    '{a}{a}',
    [{ text: '{a}' }],
    [
      [0, 3],
      [3, 6],
    ],
  ],
  ['none', [{ text: '{a}' }], []],
  ['none', [], []],
])('chips in %s', (text, codes, ranges) => {
  expect(chipsIn(text, codes)).toEqual(ranges);
});

const CHIPS = [
  [4, 7],
  [7, 10],
] as const;

test.each<[string, number, number, number, number, number]>([
  ['a cursor that came from before goes behind', 5, 5, 4, 7, 7],
  ['a cursor that came from behind goes before', 6, 6, 7, 4, 4],
  ['a cursor between two chips stays', 7, 7, 0, 7, 7],
  ['a cursor in words stays', 2, 2, 9, 2, 2],
  ['a range takes chips in', 5, 8, 0, 4, 10],
  ['a range of words stays', 0, 4, 0, 0, 4],
])('%s', (_, start, end, before, newStart, newEnd) => {
  expect(aroundChips({ start, end }, CHIPS, before)).toEqual({ start: newStart, end: newEnd });
});

test('the chip beside a cursor', () => {
  expect(chipBeside(7, CHIPS, 'before')).toEqual([4, 7]);
  expect(chipBeside(7, CHIPS, 'after')).toEqual([7, 10]);
  expect(chipBeside(4, CHIPS, 'before')).toBeUndefined();
  expect(chipBeside(10, CHIPS, 'after')).toBeUndefined();
});

test('each text says what to do about it', () => {
  const tasks = DATA.rows.text.map((_, row) => taskOf(rowAt(DATA, row)!));
  expect(tasks).toEqual([
    ...['Done', 'Source changed', 'Not translated'],
    ...['To read', 'To read', 'Needs a fix'],
  ]);
  const found = { level: 'warn', code: 'placeholder-mismatch', message: '{x}' } as const;
  const row = rowAt(DATA, 0)!;
  expect(taskOf({ ...row, more: { findings: [found] } })).toBe('To check');
  expect(taskOf({ ...row, more: { findings: [{ ...found, level: 'settled' }] } })).toBe('Done');
});

test.each([
  ['de', 'German · de', 'ltr'],
  ['pt_BR', 'Brazilian Portuguese · pt_BR', 'ltr'],
  ['ar', 'Arabic · ar', 'rtl'],
  ['az-Arab', 'Azerbaijani (Arabic) · az-Arab', 'rtl'],
  ['uz', 'Uzbek · uz', 'ltr'],
  ['not a locale', 'not a locale', 'ltr'],
])('%s is %s, %s', (locale, name, direction) => {
  expect([languageName(locale), directionOf(locale)]).toEqual([name, direction]);
});

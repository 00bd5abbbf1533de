import { expect, test } from 'vitest';
import type { PlanItem, Report } from '../../src/model/index.js';
import { makeStyle, planText, runsText, usageText } from '../../src/people/index.js';

const report: Report = {
  ...{ ok: true, requests: 0, texts: 0, characters: 0, locales: {}, problems: [], error: null },
  reused: { repository: 0, memory: 1, duplicates: 0 },
  files: { written: 0, unchanged: 0 },
  removed: 0,
  settled: 0,
};

test('what stands there and is replaced is marked as a change, whatever replaces it', () => {
  const base = { file: 'de.json', locale: 'de', characters: 0 } as const;
  const items: PlanItem[] = [
    { ...base, key: ['n'], source: '6', target: '5', status: 'stale', action: 'copy' },
    { ...base, key: ['o'], source: '6', status: 'missing', action: 'copy' },
    { ...base, key: ['a'], text: 'Neu', target: 'Alt', status: 'current', action: 'reuse' },
    { ...base, key: ['b'], source: 'New', target: 'Alt', status: 'stale', action: 'translate' },
    { ...base, key: ['c'], source: 'New', target: '', status: 'missing', action: 'translate' },
  ];
  const lines = planText({ items, report }, makeStyle({ color: false })).split('\n');
  expect(lines.slice(1, 6).map((line) => line.slice(2, 5))).toEqual([
    '~ n',
    '+ o',
    '~ a',
    '~ b',
    '+ c',
  ]);
});

test('a text without anything to translate does not pass for one that the memory has', () => {
  const base = { file: 'de.json', locale: 'de', status: 'missing', action: 'reuse' } as const;
  const items: PlanItem[] = [
    { ...base, key: ['a'], text: '{{name}}', characters: 0 },
    { ...base, key: ['b'], text: 'Hallo', reuse: 'memory', characters: 0 },
  ];
  const text = planText({ items, report }, makeStyle({ color: false }));
  expect(text).toContain('+ a "{{name}}" missing, nothing to translate');
  expect(text).toContain('+ b "Hallo" missing, from the memory');
});

test.each([
  [{ repository: 0, memory: 0, duplicates: 0 }, 'Nothing to send.'],
  [
    { repository: 12, memory: 0, duplicates: 70 },
    '0 texts in 0 requests, 0 characters to be billed · 82 units reused for free (12 from the repository, 70 repeated)',
  ],
])('the last line counts what is reused, by place: %j', (reused, line) => {
  const text = planText({ items: [], report: { ...report, reused } }, makeStyle({ color: false }));
  expect(text).toBe(`${line}\n`);
});

test('a glossary that goes to the service alone is not nothing', () => {
  const pair = { source: 'en', target: 'de', added: ['cart'], changed: [], removed: [], kept: [] };
  const glossary = { file: 'glossaries/shop.csv', name: 'shop', pairs: [pair] };
  const style = makeStyle({ color: false });
  const nothing = { ...report, reused: { repository: 0, memory: 0, duplicates: 0 } };
  const text = planText({ items: [], report: { ...nothing, glossaries: [glossary] } }, style);
  expect(text).toMatch(/\n\nNo text to send; the changes above go to the service\.\n$/);
  const kept = { ...pair, added: [], kept: [{ source: 'cart', here: undefined, there: 'Wagen' }] };
  const still = { ...nothing, glossaries: [{ ...glossary, pairs: [kept] }] };
  expect(planText({ items: [], report: still }, style)).toMatch(/\n\nNothing to send\.\n$/);
});

test('one line says what is billed: texts, speech, what they cost, and what Write would add', () => {
  const billed = { requests: 9, texts: 2, characters: 50_020, minutes: 3.5 };
  const jobs = { documents: 1, recordings: 1 };
  const rest = { money: { amount: 2.75, currency: 'EUR' }, improve: { texts: 7, characters: 80 } };
  const whole = { ...report, ...billed, ...rest, jobs, reused: { ...report.reused, memory: 0 } };
  const text = planText({ items: [], report: whole }, makeStyle({ color: false }));
  expect(text).toBe(
    '1 document, 1 recording, 2 texts in at least 9 requests, at least 50,020 characters, 3.5 minutes of speech (2.75 EUR) to be billed · improve would send 7 texts, 80 characters\n',
  );
});

test.each([
  [30, 30, true],
  [30, 15, false],
  [10, 10, false],
])('%i texts in %i requests: the plan says why each is alone: %s', (texts, requests, isSaid) => {
  const whole = { ...report, requests, texts, characters: 650 };
  const text = planText({ items: [], report: whole }, makeStyle({ color: false }));
  expect(text.includes('a request of its own')).toBe(isSaid);
});

test('105 locales are one screen, with a row for those that are alike', () => {
  const base = { key: ['a'], source: 'New', status: 'missing', action: 'translate' } as const;
  const items = Array.from({ length: 105 }, (_, at): PlanItem[] => {
    const one = { ...base, file: `l${at}.json`, locale: `l${at}`, characters: 3 };
    return at < 6 ? [one, { ...one, key: ['b'], characters: at }] : [one];
  }).flat();
  const lines = planText({ items, report }, makeStyle({ color: false })).split('\n');
  expect(lines.length).toBeLessThan(42);
  expect(lines).toContainEqual(expect.stringMatching(/^l6, l7, l8 and 96 more +1 +1 +3$/));
  const all = planText({ items, report }, makeStyle({ color: false }), { all: true });
  expect(all.split('\n').length).toBeGreaterThan(200);
});

test('usage compares the account, its keys and this checkout', () => {
  const usage = {
    ...{ characterCount: 2_000, characterLimit: 4_000 },
    ...{ apiKeyCharacterCount: 1_000, speechToTextMillisecondsCount: 120_000 },
  };
  const money = (amount: number) => ({ amount, currency: 'EUR' });
  const spent = {
    account: { characters: 2_000, minutes: 2, money: money(0.0022) },
    key: { characters: 1_000, money: money(1) },
    checkout: { characters: 500, minutes: 1, money: money(1234.5678) },
  };
  const key = { label: 'CI', isActive: true, limit: null, used: 1_000 };
  const keys = [{ ...key, minutes: 0.1234, minuteLimit: 4 }];
  const text = usageText({ usage, keys, spent }, makeStyle({ color: false }));
  expect(text.replace(/[█░]+/g, '|').split('\n')).toEqual([
    'Account',
    '  all characters  |  2,000 of 4,000 characters (50 %)',
    '  this key        |  1,000 characters',
    '  this checkout   |  500 characters',
    '  speech to text  |  120,000 milliseconds',
    '  this checkout   |  60,000 milliseconds',
    '',
    'Keys',
    '  CI          |  1,000 characters',
    '  CI, speech  |  0.1234 of 4 minutes (3.1 %)',
    '',
    'Cost',
    '  all of the account  |  less than 0.01 EUR',
    '  this key            |  1.00 EUR',
    '  this checkout       |  1,234.57 EUR',
    '',
  ]);
  const run = { time: '2026-01-01T00:00', command: 'sync', locales: ['de'], requests: 1, texts: 1 };
  const runs = [0.1, 0.2].map((minutes) => ({ ...run, characters: 5, minutes }));
  expect(runsText(runs, [])).toContain('10 characters, 0.3 minutes of speech');
});

import { describe, expect, test } from 'vitest';
import { FactRow, formatLock, mergeFacts, parseLock, targetIn } from '../../src/lock/index.js';
import type { Facts } from '../../src/lock/index.js';
import { fact, factSet } from './facts.js';

const UNIT = 'u'.repeat(11);
const OTHER = 'v'.repeat(11);
const line = `${UNIT} ssssssss aaaaaa==de bbbbbbQxde-AT cccccc??with%20space`;
const [read] = parseLock(`${line}\n`).facts.get(UNIT) ?? [];
const made = fact('ssssssss', {
  de: ['aaaaaa', '=='],
  'de-AT': ['bbbbbb', 'Qx'],
  'with space': ['cccccc', '??'],
});
const row = new FactRow('ssssssss');
for (const [locale, target] of made.targets) row.add(locale, target);

describe.each([
  ['read', read ?? made],
  ['made', made],
  ['added up', row],
])('a fact that was %s', (_, known) => {
  test.each([
    ['de', { hash: 'aaaaaa', origin: '==' }],
    ['de-AT', { hash: 'bbbbbb', origin: 'Qx' }],
    ['with space', { hash: 'cccccc', origin: '??' }],
    ['AT', undefined],
    ['aaaaaa==de', undefined],
    ['', undefined],
  ])('says of %j what it knows', (locale, target) => {
    expect(targetIn(known, locale)).toEqual(target);
    expect(known.targets.get(locale)).toEqual(target);
  });

  test('is written as the same line', () => {
    expect(formatLock(new Map([[UNIT, [known]]]))).toContain(`\n${line}\n`);
  });
});

test('a line that has a locale twice stays what it was read as', () => {
  const twice = parseLock(`${UNIT} ssssssss bbbbbbQxde aaaaaa==de\n`).facts;
  const [first] = twice.get(UNIT) ?? [];
  expect(first && targetIn(first, 'de')).toEqual({ hash: 'bbbbbb', origin: 'Qx' });
  expect(factSet(parseLock(formatLock(twice)).facts)).toEqual([`${UNIT} ssssssss bbbbbbQxde`]);
});

test('a row takes one text of a locale', () => {
  expect(row.add('de', { hash: 'xxxxxx', origin: '==' })).toBe(false);
  expect(row.targets.get('de')?.hash).toBe('aaaaaa');
});

describe('mergeFacts', () => {
  const lock = (text: string): Facts => parseLock(text).facts;
  const before = lock(`${UNIT} ssssssss aaaaaa==de bbbbbb==fr\n`);

  test.each<[string, string, string, string[], string[]]>([
    [
      'what the run found, where the disk is as before',
      `${UNIT} ssssssss aaaaaa==de bbbbbb==fr\n`,
      `${UNIT} tttttttt nnnnnnQxde\n`,
      [],
      [`${UNIT} tttttttt nnnnnnQxde`],
    ],
    [
      'what the disk says, where that changed',
      `${UNIT} ssssssss dddddd==de\n`,
      `${UNIT} ssssssss aaaaaa==de bbbbbb==fr\n`,
      [],
      [`${UNIT} ssssssss dddddd==de`],
    ],
    [
      'what the run wrote, in the locale that it wrote',
      `${UNIT} ssssssss dddddd==de eeeeee==fr\n`,
      `${UNIT} ssssssss nnnnnnQxde bbbbbb==fr\n`,
      ['de'],
      [`${UNIT} ssssssss eeeeee==fr`, `${UNIT} ssssssss nnnnnnQxde`],
    ],
    [
      'both sources, where the run wrote for another one',
      `${UNIT} ssssssss dddddd==de\n`,
      `${UNIT} tttttttt nnnnnnQxde\n`,
      ['de'],
      [`${UNIT} ssssssss dddddd==de`, `${UNIT} tttttttt nnnnnnQxde`],
    ],
    [
      'a unit that is gone from the disk',
      '',
      `${UNIT} ssssssss aaaaaa==de\n`,
      [],
      [`${UNIT} ssssssss aaaaaa==de`],
    ],
    [
      'a unit that is new on the disk',
      `${OTHER} ssssssss dddddd==de\n`,
      '',
      [],
      [`${OTHER} ssssssss dddddd==de`],
    ],
  ])('keeps %s', (_, onDisk, own, written, expected) => {
    const wrote = new Map(written.length === 0 ? [] : [[UNIT, new Set(written)]]);
    const merged = mergeFacts({ before, own: lock(own), onDisk: lock(onDisk), wrote });
    expect(factSet(merged)).toEqual(expected);
  });
});

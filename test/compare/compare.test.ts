import { describe, expect, test } from 'vitest';
import { formatKey } from '../../src/model/index.js';
import { compareTexts, fileOf, settledTexts } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import type { LockRow } from '../support/lock-rows.js';

describe('a person’s text that the source dropped', () => {
  /**
   * The text at a, for "One", is for review: x has one of its own. What was made for "New" is
   * dropped.
   */
  const input = (who: LockRow[3], now: object): ComparisonInput => ({
    source: now,
    target: { x: 'Eins', a: 'eins', b: 'neu', c: 'auch neu' },
    lock: [
      ['a', 'One', 'eins', 'person'],
      ['b', 'New', 'neu', who],
      ['c', 'New', 'auch neu', 'person'],
      ['x', 'One', 'Eins', 'person'],
    ],
  });
  const dropped = async (texts: ComparisonInput): Promise<object> => {
    const { kept, obsolete } = fileOf(await compareTexts(texts));
    return {
      kept: kept.map(({ unit }) => formatKey(unit.key)),
      obsolete: obsolete.map(({ unit }) => formatKey(unit.key)),
    };
  };
  const REVIEWED = { x: 'One', a: 'New' };

  test('stays while it is proposed for a unit in review', async () => {
    expect(await dropped(input('person', REVIEWED))).toEqual({ kept: ['b', 'c'], obsolete: [] });
  });

  test('goes where it is a machine’s', async () => {
    expect(await dropped(input('machine', REVIEWED))).toEqual({ kept: ['c'], obsolete: ['b'] });
  });

  test('goes where it waits for review itself', async () => {
    expect(await dropped(input('review', REVIEWED))).toEqual({ kept: ['c'], obsolete: ['b'] });
  });

  test('goes where another key of that source takes a text', async () => {
    const found = await dropped(input('person', { ...REVIEWED, d: 'New' }));
    expect(found).toEqual({ kept: [], obsolete: ['b', 'c'] });
  });
});

describe('a text on its way to another key', () => {
  const moved = (target: string, who: LockRow[3]): ComparisonInput => ({
    source: { b: 'Hi {name}' },
    target: { a: target },
    lock: [['a', 'Hi {name}', target, who]],
  });

  test('is made anew where it is a machine’s and breaks a rule', async () => {
    expect(settledTexts(fileOf(await compareTexts(moved('Hallo', 'machine'))))).toEqual({ b: '–' });
  });

  test('is moved where it is a person’s, whatever the rules say', async () => {
    expect(settledTexts(fileOf(await compareTexts(moved('Hallo', 'person'))))).toEqual({
      b: 'Hallo',
    });
  });

  test('is moved where it is sound', async () => {
    const input = moved('Hallo {name}', 'machine');
    expect(settledTexts(fileOf(await compareTexts(input)))).toEqual({ b: 'Hallo {name}' });
  });
});

test('locales are compared each for itself, in the order in which files name them', async () => {
  const { locales } = await compareTexts({
    source: { a: 'A', b: 'B' },
    target: { a: 'X', b: 'Y' },
    targets: { fr: { a: 'U' } },
    lock: [
      ['a', 'A', 'X', 'machine'],
      ['a', 'A', 'U', 'person', 'fr'],
      ['b', 'Old', 'Y', 'machine'],
    ],
  });
  expect(locales.map(({ locale, files }) => [locale, ...files.map(settledTexts)])).toEqual([
    ['de', { a: 'X', b: '–' }],
    ['fr', { a: 'U', b: '–' }],
  ]);
});

test('texts of a file whose source is gone are known by its former keys', async () => {
  const { locales } = await compareTexts({
    source: { a: 'A' },
    files: { old: { target: { x: 'X', own: 'Y' } } },
    lock: [['old#x', 'X', 'X', 'machine']],
  });
  const texts = locales.flatMap(({ orphans }) =>
    orphans.map(({ path, units }) => [path, ...units.map(({ unit }) => formatKey(unit.key))]),
  );
  expect(texts).toEqual([['de/old.json', 'x']]);
});

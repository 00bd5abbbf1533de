import { describe, expect, test } from 'vitest';
import { formatKey } from '../../src/model/index.js';
import { compareTexts, fileOf, srt, statusesOf, timeOf } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import type { LockRow, Who } from '../support/lock-rows.js';

async function others(input: ComparisonInput): Promise<object> {
  const { obsolete, kept, extra } = fileOf(await compareTexts(input));
  return {
    obsolete: obsolete.map(({ unit }) => formatKey(unit.key)),
    kept: kept.map(({ unit }) => formatKey(unit.key)),
    extra: extra.map(({ key }) => formatKey(key)),
  };
}

describe('what a target has and its source does not', () => {
  const target = { a: 'X', b: 'Y' };

  test('is its own where the lock never knew it: it stays', async () => {
    expect(await others({ source: { a: 'A' }, target })).toEqual({
      obsolete: [],
      kept: [],
      extra: ['b'],
    });
  });

  test.each<Who>(['machine', 'person', 'review', 'edited'])(
    'is obsolete where the lock knows it from the source, as of %s',
    async (who) => {
      const lock: LockRow[] = [['b', 'B', 'Y', who]];
      const found = await others({ source: { a: 'A' }, target, lock });
      expect(found).toEqual({ obsolete: ['b'], kept: [], extra: [] });
    },
  );

  test('is obsolete whatever its text is now', async () => {
    const lock: LockRow[] = [['b', 'B', 'other', 'machine']];
    expect(await others({ source: { a: 'A' }, target, lock })).toMatchObject({ obsolete: ['b'] });
  });

  test('is its own where the lock knows it of another locale', async () => {
    const lock: LockRow[] = [['b', 'B', 'Y', 'machine', 'fr']];
    expect(await others({ source: { a: 'A' }, target, lock })).toMatchObject({ extra: ['b'] });
  });
});

describe('what is copied', () => {
  const one = async (input: ComparisonInput): Promise<string> =>
    statusesOf(fileOf(await compareTexts(input)))['a'] ?? '';

  test.each<[string, ComparisonInput, string]>([
    ['is missing', { source: { a: 3 }, target: {} }, 'missing'],
    ['is current as it is', { source: { a: 3 }, target: { a: 3 } }, 'current'],
    ['is left alone where a person changed it', { source: { a: 3 }, target: { a: 4 } }, 'current'],
    [
      'follows its source',
      { source: { a: 4 }, target: { a: 3 }, lock: [['a', '3', '3', 'copied']] },
      'stale',
    ],
    [
      'has no review',
      { source: { a: 4 }, target: { a: 5 }, lock: [['a', '3', '3', 'copied']] },
      'current',
    ],
    [
      'is to be translated once its key is excluded no more',
      { source: { a: 'A' }, target: { a: 'A' }, lock: [['a', 'A', 'A', 'copied']] },
      'stale',
    ],
    [
      'is what an excluded key has, whatever it is',
      {
        source: { a: 'A' },
        target: { a: 'X' },
        lock: [['a', 'A', 'X', 'machine']],
        exclude: ['a'],
      },
      'current',
    ],
  ])('%s', async (_, input, expected) => {
    expect(await one(input)).toBe(expected);
  });

  test('an empty container of the source is there where the target has filled it', async () => {
    expect(await one({ source: { a: {} }, target: { a: { b: 'X' } } })).toBe('current');
    expect(await one({ source: { a: {} }, target: { b: 'X' } })).toBe('missing');
  });
});

describe('a key with a note', () => {
  test('has options of its own: the note is context', async () => {
    const source = '# Shown on the button\na: A\nb: B\n';
    const { rows } = fileOf(
      await compareTexts({ format: 'yaml', source, translate: { context: 'Shop' } }),
    );
    const contexts = rows.map(({ options }) => options.request.context);
    expect(contexts).toEqual(['Shop\nShown on the button', 'Shop']);
  });
});

describe('subtitles that the source cuts anew', () => {
  const row = (second: number, source: string, target: string, who: Who): LockRow => [
    timeOf(second),
    source,
    target,
    who,
  ];
  const joined = (first: Who, second: Who): ComparisonInput => ({
    format: 'srt',
    source: srt({ 1: 'One', 3: 'sentence.' }),
    target: srt({ 1: 'Ein', 3: 'Satz.' }),
    lock: [row(1, 'One.', 'Ein', first), row(3, 'sentence.', 'Satz.', second)],
  });

  test('a unit of two that a machine wrote is a machine’s, and stale', async () => {
    const file = fileOf(await compareTexts(joined('machine', 'machine')));
    expect(statusesOf(file)).toEqual({ [timeOf(1)]: 'stale' });
  });

  test('a unit of two is a person’s where one of them was, and is for review', async () => {
    const file = fileOf(await compareTexts(joined('machine', 'person')));
    expect(statusesOf(file)).toEqual({ [timeOf(1)]: 'review' });
  });

  test('a cue that starts at another time keeps its text', async () => {
    const file = fileOf(
      await compareTexts({
        format: 'srt',
        source: srt({ 2: 'One.' }),
        target: srt({ 1: 'Eins.' }),
        lock: [row(1, 'One.', 'Eins.', 'person')],
      }),
    );
    const [unit] = file.rows;
    const text = unit?.state.arrival?.unit.text ?? unit?.current?.text;
    expect(text).toBe('Eins.');
    expect(unit?.state.arrival?.origin ?? unit?.state.origin).toBe('==');
  });
});

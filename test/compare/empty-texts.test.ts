import { describe, expect, test } from 'vitest';
import { meaningOfEmpty } from '../../src/engine/compare/empty-texts.js';
import type { EmptyEvidence } from '../../src/engine/compare/empty-texts.js';
import { compareTexts, fileOf, xliff } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';

const words = (count: number): readonly string[] => Array.from({ length: count }, () => 'Save');
const phrases = (count: number): readonly string[] =>
  Array.from({ length: count }, () => 'Save the file');

test.each<[string, Partial<EmptyEvidence>, 'missing' | 'intended']>([
  ['one of very many', { empty: ['ago'], filled: 250 }, 'intended'],
  ['one of few', { empty: ['ago'], filled: 2 }, 'intended'],
  ['one that is a sentence, in a complete file', { empty: phrases(1), filled: 80 }, 'intended'],
  ['sources without a letter', { empty: [',', ' – ', '3'], filled: 3 }, 'intended'],
  ['sources without a letter, where all are new', { empty: [','], isKnown: true }, 'intended'],
  ['all that there are', { empty: ['ago'], filled: 0 }, 'missing'],
  ['nearly all, as of Crowdin', { empty: words(510), filled: 96 }, 'missing'],
  ['a fiftieth, as of Crowdin, of several words', { empty: phrases(12), filled: 594 }, 'missing'],
  ['a fifth of few', { empty: words(2), filled: 8 }, 'missing'],
  ['less than a fifth of few', { empty: words(2), filled: 9 }, 'intended'],
  ['a twentieth', { empty: words(3), filled: 57 }, 'missing'],
  ['less than a twentieth', { empty: words(3), filled: 58 }, 'intended'],
  ['one word in an unfinished file', { empty: words(1), filled: 138, absent: 119 }, 'intended'],
  ['a phrase in an unfinished file', { empty: phrases(1), filled: 551, absent: 209 }, 'missing'],
  ['two words in an unfinished file', { empty: words(2), filled: 342, absent: 212 }, 'missing'],
  ['a phrase where few are absent', { empty: phrases(1), filled: 82, absent: 6 }, 'intended'],
  ['new since the last sync', { empty: words(1), filled: 80, isKnown: true }, 'missing'],
  ['four characters of Chinese', { empty: ['保存文件'], filled: 9, absent: 9 }, 'intended'],
  ['a Chinese sentence', { empty: ['保存所有的文件'], filled: 9, absent: 9 }, 'missing'],
])('empty texts: %s', (_, evidence, expected) => {
  const none = { empty: [], filled: 0, absent: 0, isKnown: false };
  expect(meaningOfEmpty({ ...none, ...evidence })).toBe(expected);
});

async function statusesIn(input: ComparisonInput): Promise<readonly string[]> {
  return fileOf(await compareTexts(input)).rows.map(({ state }) => state.status);
}

describe('an empty text', () => {
  const source = { a: 'Apple', b: 'Beer' };
  const target = { a: '', b: 'Bier' };

  test('is decided once for its file, which says so', async () => {
    const file = fileOf(await compareTexts({ source, target }));
    expect(file.empty).toEqual({ meaning: 'intended', units: 1 });
    expect(fileOf(await compareTexts({ source, target: source })).empty).toBeUndefined();
  });

  test.each<[string, Partial<ComparisonInput>, string]>([
    ['that was filled is a person’s', { lock: [['a', 'Apple', 'X', 'machine']] }, 'edited'],
    ['that the lock knows', { lock: [['a', 'Apple', '', 'edited']] }, 'edited'],
    ['whose source changed since', { lock: [['a', 'Old', '', 'edited']] }, 'review'],
    ['whose source changed as it was emptied', { lock: [['a', 'Old', 'X', 'machine']] }, 'review'],
    ['whose source was empty too', { lock: [['a', '', '', 'person']] }, 'edited'],
    ['that waits in every file', { empty: 'missing' }, 'missing'],
    [
      'that waits in every file, though it was filled',
      { empty: 'missing', lock: [['a', 'Apple', 'X', 'machine']] },
      'missing',
    ],
    ['that is meant in every file', { target: { a: '', b: '' }, empty: 'intended' }, 'edited'],
    ['of a file of differences', { target: { a: '', b: '' }, fallbacks: { de: 'en' } }, 'edited'],
  ])('%s', async (_, rest, expected) => {
    expect((await statusesIn({ source, target, ...rest }))[0]).toBe(expected);
  });

  test('is never paid for, even where its source changed', async () => {
    const lock = [['a', 'Old', '', 'edited']] as const;
    const [unit] = fileOf(await compareTexts({ source, target, lock })).rows;
    expect(unit?.state).toMatchObject({ status: 'review', mayPropose: false });
  });

  test('breaks no rule', async () => {
    const input = { source: { a: '{name}', b: 'Beer' }, target: { a: '', b: 'Bier' } };
    expect(await statusesIn(input)).toEqual(['edited', 'current']);
  });

  test.each([
    ['', 'missing'],
    [' state="initial"', 'missing'],
    [' state="translated"', 'edited'],
    [' state="final"', 'edited'],
  ])('of XLIFF, in a segment with%j: %s', async (state, expected) => {
    const written = xliff({ a: ['Apple', 'X'] }).replace('>X<', '><');
    const input = { format: 'xlf', source: xliff({ a: 'Apple' }) } as const;
    const withState = written.replace('<segment>', `<segment${state}>`);
    expect(await statusesIn({ ...input, target: withState })).toEqual([expected]);
  });
});

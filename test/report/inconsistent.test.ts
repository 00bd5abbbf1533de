import { describe, expect, test } from 'vitest';
import { findInconsistencies } from '../../src/engine/report/report.js';
import { compareTexts } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';

/** `key: its text, not the usual one`. */
async function outliers(input: ComparisonInput): Promise<readonly string[]> {
  const files = (await compareTexts(input)).locales.flatMap((locale) => locale.files);
  return findInconsistencies(files).map(
    ({ unit, usual }) => `${unit.source.keyId}: ${unit.current?.text ?? ''}, not ${usual}`,
  );
}

const SOURCE = { a: 'A', b: 'A', c: 'A' };

describe('one source has several translations', () => {
  test.each<[string, ComparisonInput, readonly string[]]>([
    ['not where all are the same', { source: SOURCE, target: { a: 'X', b: 'X', c: 'X' } }, []],
    [
      'what most have is usual',
      { source: SOURCE, target: { a: 'Y', b: 'X', c: 'X' } },
      ['a: Y, not X'],
    ],
    [
      'of as many the first is usual',
      { source: SOURCE, target: { a: 'Y', b: 'X' } },
      ['b: X, not Y'],
    ],
    [
      'in different files',
      {
        source: { a: 'A' },
        target: { a: 'X' },
        files: { home: { source: { b: 'A' }, target: { b: 'Y' } } },
      },
      ['b: Y, not X'],
    ],
    [
      'not in different locales',
      { source: { a: 'A' }, target: { a: 'X' }, targets: { fr: { a: 'Y' } } },
      [],
    ],
    [
      'not in different contexts',
      { format: 'yaml', source: '# Note\na: A\nb: A\n', target: 'a: X\nb: Y\n' },
      [],
    ],
    [
      'not of texts that are stale or for review',
      {
        source: SOURCE,
        target: { a: 'X', b: 'Y', c: 'Z' },
        lock: [
          ['b', 'Old', 'Y', 'machine'],
          ['c', 'Old', 'Z', 'person'],
        ],
      },
      [],
    ],
    ['not of what is copied', { source: SOURCE, target: { a: 'X', b: 'Y' }, exclude: ['*'] }, []],
  ])('%s', async (_, input, expected) => {
    expect(await outliers(input)).toEqual(expected);
  });
});

import { describe, expect, test } from 'vitest';
import { brokenError } from '../../src/engine/report/errors.js';
import type { Loaded } from '../../src/engine/load/index.js';
import type { Problem } from '../../src/model/index.js';

const PROBLEM: Problem = {
  code: 'invalid-file',
  severity: 'error',
  file: 'de.json',
  line: 3,
  column: 5,
  message: 'A comma is missing.',
};

describe('files that could not be read', () => {
  const error = (rest: Partial<Loaded>, done = true): object | undefined =>
    brokenError({ broken: [], foreign: [], problems: [], ...rest } as unknown as Loaded, { done });

  test('are no error where there are none', () => {
    expect(error({})).toBeUndefined();
  });

  test.each<[string, Partial<Loaded>, boolean, string, string]>([
    [
      'one, with the place of the fault',
      { broken: ['de.json'], problems: [PROBLEM] },
      true,
      'de.json could not be used and was skipped. de.json:3:5: A comma is missing.',
      'Fix the file; the next run includes it. The other files were processed.',
    ],
    [
      'several, of a run that only looked',
      { broken: ['de.json', 'fr.json'] },
      false,
      'de.json and 1 more could not be used and were skipped. ',
      'Fix the file; the next run includes it.',
    ],
    [
      'of no known format',
      { broken: ['a.txt'], foreign: ['a.txt'] },
      false,
      'a.txt could not be used and was skipped. ',
      "Narrow the pattern of the catalog, or exclude what it should not match: exclude: ['a.txt'].",
    ],
    [
      'of both kinds',
      { broken: ['de.json', 'a.txt'], foreign: ['a.txt'] },
      false,
      'de.json and 1 more could not be used and were skipped. ',
      "Fix the file; the next run includes it. Narrow the pattern of the catalog, or exclude what it should not match: exclude: ['a.txt'].",
    ],
  ])('are an error: %s', (_, broken, done, message, hint) => {
    expect(error(broken, done)).toEqual({ code: 'invalid-file', message, hint });
  });
});

import { expect, test } from 'vitest';
import { baseLocale, looksLikeOverride } from '../../src/facts/languages.js';

test.each<[string, string, readonly string[], string | undefined]>([
  ['de-AT', 'en', ['de', 'de-CH'], 'de'],
  ['es_419', 'en', ['es', 'es_MX'], 'es'],
  ['de_at', 'en_us', ['de_de'], undefined],
  ['en-GB', 'en', ['de'], 'en'],
  ['en_GB', 'en_US', ['de'], 'en_US'],
  ['pt-BR', 'en', ['pt'], undefined],
  ['zh_TW', 'en', ['zh'], undefined],
  ['sr-Latn-RS', 'en', ['sr'], undefined],
  ['de', 'en', ['de-AT'], undefined],
  ['klingon', 'en', ['de'], undefined],
])('%s may differ from, beside %s and %j: %s', (locale, source, targets, expected) => {
  expect(baseLocale(locale, { source, targets: [...targets, locale] })).toBe(expected);
});

test.each([
  [{ own: 7, base: 1321, source: 1321 }, true],
  [{ own: 714, base: 1208, source: 1321 }, true],
  [{ own: 0, base: 100, source: 100 }, false],
  [{ own: 67, base: 100, source: 100 }, false],
  [{ own: 20, base: 80, source: 100 }, false],
  [{ own: 54, base: 153, source: 403 }, false],
])('%j looks like a file of differences: %s', (shares, expected) => {
  expect(looksLikeOverride(shares)).toBe(expected);
});

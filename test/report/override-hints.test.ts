import { expect, test } from 'vitest';
import { overrideHints } from '../../src/engine/report/run-report.js';
import type { HintInput } from '../../src/engine/report/run-report.js';
import { emptyCounts } from '../../src/engine/report/tally.js';

const counts = (units: number, missing: number) => ({ ...emptyCounts(), units, missing });

function hints(input: Partial<HintInput>): readonly (string | undefined)[] {
  const locales = { de: counts(100, 2), 'de-AT': counts(100, 95), 'en-GB': counts(100, 90) };
  const base = { source: 'en', targets: Object.keys(locales), fallbacks: {}, locales };
  const found = overrideHints({ ...base, isTranslated: () => false, ...input });
  return found.map(({ locale }) => locale);
}

test('locales with a part of the texts of one that has nearly all are pointed out', () => {
  expect(hints({})).toEqual(['de-AT', 'en-GB']);
  const fallbacks = { 'de-AT': 'de' };
  expect(hints({ fallbacks })).toEqual(['en-GB']);
});

test('not where a machine has translated some, and not where the other one waits as well', () => {
  expect(hints({ isTranslated: (locale) => locale === 'de-AT' })).toEqual(['en-GB']);
  const locales = { de: counts(100, 60), 'de-AT': counts(100, 95) };
  expect(hints({ locales })).toEqual([]);
});

test('a form of the language of the source, whatever it has', () => {
  const locales = { 'en-GB': counts(100, 100), en_AU: counts(100, 10), 'en-US': counts(100, 0) };
  expect(hints({ locales })).toEqual(['en-GB', 'en_AU']);
  expect(hints({ locales, fallbacks: { 'en-GB': 'en', en_AU: 'en-GB' } })).toEqual([]);
  expect(hints({ locales, isTranslated: () => true })).toEqual([]);
});

test('not where such forms are told apart like languages', () => {
  const locales = { 'pt-PT': counts(100, 100) };
  expect(hints({ source: 'pt-BR', locales })).toEqual([]);
});

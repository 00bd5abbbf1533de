import { expect, test } from 'vitest';
import { chooseFallbacks, fallbackNotes } from '../../src/cli/init/choose-locales.js';
import type { FoundCatalog } from '../../src/cli/init/layout.js';

function catalog(strings: Readonly<Record<string, number>>): FoundCatalog {
  const locales = Object.fromEntries(
    Object.entries(strings).map(([locale, count]) => [locale, { files: 1, strings: count }]),
  );
  return { kind: 'JSON', format: 'json', files: '{locale}.json', locales, sourceLocale: 'en' };
}

test.each([
  [{ en: 400, de: 398, 'de-AT': 12, 'es-MX': 300, es: 400 }, { 'de-AT': 'de' }],
  [{ en: 400, 'en-GB': 20, 'de-AT': 12 }, { 'en-GB': 'en' }],
  [{ en: 400, de: 100, 'de-AT': 12 }, {}],
  [{ en: 400, de: 400, 'de-AT': 400 }, {}],
])('of %j, these hold only differences: %j', (strings, expected) => {
  const targets = Object.keys(strings).filter((locale) => locale !== 'en');
  expect(chooseFallbacks([catalog(strings)], 'en', targets)).toEqual(expected);
});

test('locales that no catalog has both of are not compared', () => {
  const found = [catalog({ en: 400, de: 400 }), catalog({ en: 10, 'de-DE': 10 })];
  expect(chooseFallbacks(found, 'en', ['de', 'de-DE'])).toEqual({});
});

test('locales that differ from the same one are told in one sentence', () => {
  expect(fallbackNotes({ 'es-AR': 'es', 'es-MX': 'es', 'de-AT': 'de' })).toEqual([
    'es-AR, es-MX have only some of the texts of es, so they are set up to contain only what differs (fallbacks). Their other texts are not translated.',
    'de-AT has only some of the texts of de, so it is set up to contain only what differs (fallbacks). Its other texts are not translated.',
  ]);
});

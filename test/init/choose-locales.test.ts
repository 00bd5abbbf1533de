import { expect, test } from 'vitest';
import {
  guessProjectSource,
  guessTargets,
  splitLocales,
  unknownLocales,
} from '../../src/cli/init/choose-locales.js';
import { chooseCatalogs } from '../../src/cli/init/choose-catalogs.js';
import type { FoundCatalog } from '../../src/cli/init/layout.js';

/** A catalog whose files have these locales, with as many texts. */
function catalog(files: string, strings: Readonly<Record<string, number>>): FoundCatalog {
  const locales = Object.fromEntries(
    Object.entries(strings).map(([locale, count]) => [locale, { files: 1, strings: count }]),
  );
  const sourceLocale = Object.keys(strings)[0] ?? 'en';
  return { kind: 'JSON', format: 'json', files, locales, sourceLocale };
}

test('the source is the locale with most texts', () => {
  const found = [catalog('a/{locale}.json', { en: 3 }), catalog('b/{locale}.json', { fr: 9 })];
  expect(guessProjectSource(found)).toBe('fr');
  expect(guessProjectSource([])).toBeUndefined();
});

test.each<[string, string[], string[], string[]]>([
  ['all other locales', ['en', 'fr', 'de'], ['de', 'fr'], []],
  ['one spelling of a language', ['en', 'pt-BR', 'pt_BR'], ['pt-BR'], []],
  ['no variant of the source', ['en', 'en-GB', 'de'], ['de'], ['en-GB']],
  ['no language that the service does not have', ['en', 'de', 'tlh'], ['de'], ['tlh']],
  ['Filipino, which the service has as Tagalog', ['en', 'fil', 'de'], ['de', 'fil'], []],
])('targets are %s', (_, locales, targets, leftOut) => {
  const strings = Object.fromEntries(locales.map((locale) => [locale, 1]));
  const guessed = guessTargets([catalog('{locale}.json', strings)], 'en');
  expect(guessed.targets).toEqual(targets);
  expect(guessed.notes.length).toBe(leftOut.length);
  for (const [at, locale] of leftOut.entries()) expect(guessed.notes[at]).toContain(locale);
});

test.each([
  ['zh-CN', 'zh-TW', true],
  ['zh-Hans', 'zh-Hant', true],
  ['zh-CN', 'zh-Hans', false],
  ['zh-TW', 'zh-HK', false],
  ['sr-Cyrl', 'sr-Latn', true],
  ['sr', 'sr_RS@latin', true],
  ['sr', 'sr-Cyrl', false],
  ['pt-PT', 'pt-BR', true],
  ['pt_BR', 'pt_PT', true],
  ['pt', 'pt-BR', false],
  ['en', 'en-GB', false],
  ['no', 'nb', false],
])('from %s, %s is a target: %s', (source, target, expected) => {
  const found = [catalog('{locale}.json', { [source]: 1, [target]: 1, fi: 1 })];
  expect(guessTargets(found, source).targets.includes(target)).toBe(expected);
});

test('what the service does not have is known by name', () => {
  expect(unknownLocales('en', ['de', 'tlh'])).toEqual(['tlh']);
  expect(unknownLocales('tlh', ['de'])).toEqual(['tlh']);
});

test('a list of locales may have commas, blanks or both', () => {
  expect(splitLocales(' de, fr es,')).toEqual(['de', 'fr', 'es']);
});

test('a catalog gets the targets that its files have, in its own spelling', () => {
  const found = [
    catalog('a/{locale}.json', { en: 1, 'pt-BR': 1, de: 1 }),
    catalog('b/{locale}.json', { en: 1, pt_BR: 1 }),
    catalog('c/{locale}.json', { fr: 1 }),
  ];
  const { catalogs, notes } = chooseCatalogs(found, {
    source: 'en',
    targets: ['de', 'pt-BR'],
    ofLibraries: [],
    targetsFor: 'where-found',
    keep: 'with-source',
  });
  expect(catalogs.map(({ files, targets }) => [files, targets])).toEqual([
    ['a/{locale}.json', undefined],
    ['b/{locale}.json', ['pt_BR']],
  ]);
  expect(notes.join('\n')).toContain('Left out: c/{locale}.json');
});

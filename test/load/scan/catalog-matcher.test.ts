import { describe, expect, test } from 'vitest';
import { createCatalogMatcher } from '../../../src/engine/load/scan/catalog-matcher.js';
import type { ResolvedCatalog } from '../../../src/config/resolved.js';
import { catalogOf } from '../support.js';

describe('sources and their targets', () => {
  test.each([
    {
      name: 'one pattern for both',
      catalog: catalogOf('l/{locale}/*.json'),
      files: ['l/en/a.json', 'l/de/a.json', 'l/de/b.json'],
      found: ['l/en/a.json → l/de/a.json, l/fr/a.json'],
    },
    {
      name: 'sources are sorted by code units',
      catalog: catalogOf('{locale}/*.json', { targets: ['de'] }),
      files: ['en/b.json', 'en/a.json', 'en/B.json'],
      found: ['en/B.json → de/B.json', 'en/a.json → de/a.json', 'en/b.json → de/b.json'],
    },
    {
      name: 'a source pattern that also finds the targets',
      catalog: catalogOf('*.xlf', { target: '*.{locale}.xlf' }),
      files: ['app.xlf', 'app.de.xlf', 'app.it.xlf'],
      found: ['app.xlf → app.de.xlf, app.fr.xlf'],
    },
    {
      name: 'a name that only looks like a target, without its source, is a source',
      catalog: catalogOf('*.xlf', { target: '*.{locale}.xlf', targets: ['de'] }),
      files: ['app.it.xlf'],
      found: ['app.it.xlf → app.it.de.xlf'],
    },
    {
      name: 'choices in braces go side by side',
      catalog: catalogOf('{a,b}/en.json', { target: '{x,y}/{locale}.json', targets: ['de'] }),
      files: ['a/en.json', 'b/en.json'],
      found: ['a/en.json → x/de.json', 'b/en.json → y/de.json'],
    },
    {
      name: 'an excluded source is none',
      catalog: catalogOf('{locale}/*.json', { exclude: ['en/own.json'], targets: ['de'] }),
      files: ['en/a.json', 'en/own.json'],
      found: ['en/a.json → de/a.json'],
    },
    {
      name: 'an excluded target is left out',
      catalog: catalogOf('{locale}/*.json', { exclude: ['de/a.json'] }),
      files: ['en/a.json'],
      found: ['en/a.json → fr/a.json'],
    },
    {
      name: 'no source, no pairs',
      catalog: catalogOf('{locale}.json'),
      files: ['de.json', 'other.json'],
      found: [],
    },
  ])('$name', ({ catalog, files, found }) => {
    const matches = createCatalogMatcher(catalog, 'en').match(new Set(files));
    const lines = matches.map(
      ({ source, targets }) => `${source} → ${targets.map(({ path }) => path).join(', ')}`,
    );
    expect(lines).toEqual(found);
  });
});

describe('the source that a target file belongs to', () => {
  const shared = catalogOf('l/{locale}/**/*.json', { exclude: ['l/en/own.json'] });
  const two = catalogOf('*.xlf', { target: '*.{locale}.xlf' });
  test.each([
    [shared, 'l/de/x/a.json', 'de: l/en/x/a.json'],
    [shared, 'l/it/a.json', undefined],
    [shared, 'l/en/a.json', undefined],
    [shared, 'l/de/own.json', undefined],
    [two, 'app.fr.xlf', 'fr: app.xlf'],
    [two, 'app.xlf', undefined],
  ])('%#: %s', (catalog, path, expected) => {
    const origin = createCatalogMatcher(catalog, 'en').originOf(path);
    expect(origin && `${origin.locale}: ${origin.source}`).toBe(expected);
  });
});

test('globs find sources and targets, and leave out what a glob can exclude', () => {
  const catalog = catalogOf('l/{locale}/[ab]*.json', {
    targets: ['pt_BR'],
    exclude: ['l/gen/**', 'l/{locale}/x.json', 'l/[ab].json'],
  });
  const { globs, ignore, otherLocales } = createCatalogMatcher(catalog, 'en');
  expect(globs).toEqual(['l/en/*.json', 'l/pt_BR/*.json']);
  expect(ignore).toEqual(['l/gen/**/*']);
  expect(otherLocales.globs).toEqual(['l/*/*.json']);
  expect(['l/fr/a1.json', 'l/fr/c.json'].filter(otherLocales.has)).toEqual(['l/fr/a1.json']);
});

describe('spellings of the format', () => {
  const android = { format: 'android', targets: ['pt-BR', 'sr-Latn', 'he'] };
  test.each([
    {
      name: 'of a new file',
      catalog: catalogOf('res/values-{locale}/strings.xml', android),
      files: ['res/values-en/strings.xml'],
      found: [
        'res/values-en/strings.xml → res/values-pt-rBR/strings.xml, res/values-b+sr+Latn/strings.xml, res/values-iw/strings.xml',
      ],
    },
    {
      name: 'what is there wins',
      catalog: catalogOf('res/values-{locale}/strings.xml', android),
      files: [
        'res/values/strings.xml',
        'res/values-b+pt+BR/strings.xml',
        'res/values-he/strings.xml',
      ],
      found: [
        'res/values/strings.xml → res/values-b+pt+BR/strings.xml, res/values-b+sr+Latn/strings.xml, res/values-he/strings.xml',
      ],
    },
    {
      name: 'what is said wins over both',
      catalog: catalogOf('{locale}.lproj/*.strings', {
        format: 'strings',
        locales: { en: 'English', 'pt-BR': 'Brazilian' },
        targets: ['pt-BR', 'de'],
      }),
      files: ['English.lproj/A.strings', 'en.lproj/A.strings', 'pt-BR.lproj/A.strings'],
      found: ['English.lproj/A.strings → Brazilian.lproj/A.strings, de.lproj/A.strings'],
    },
    {
      name: 'a new file is spelled as those beside it',
      catalog: catalogOf('po/{locale}/LC_MESSAGES/app.po', {
        format: 'po',
        targets: ['zh-TW', 'pt-BR'],
      }),
      files: ['po/app.pot', 'po/pt-BR/LC_MESSAGES/app.po'],
      found: ['po/app.pot → po/zh-TW/LC_MESSAGES/app.po, po/pt-BR/LC_MESSAGES/app.po'],
    },
    {
      name: 'two targets never share a file',
      catalog: catalogOf('values-{locale}/a.xml', { format: 'android', targets: ['fil', 'tl'] }),
      files: ['values/a.xml', 'values-tl/a.xml'],
      found: ['values/a.xml → values-fil/a.xml, values-tl/a.xml'],
    },
  ])('$name', ({ catalog, files, found }) => {
    expect(linesOf(catalog, files)).toEqual(found);
  });
});

describe('sources without a locale', () => {
  const targets = ['de'];
  test.each([
    {
      name: 'of Java, beside their translations',
      catalog: catalogOf('*_{locale}.properties', { format: 'properties', targets }),
      files: ['a.properties', 'a_de.properties', 'a_fr_CA.properties', 'b_x.properties'],
      found: ['a.properties → a_de.properties', 'b_x.properties → b_x_de.properties'],
    },
    {
      name: 'of .NET',
      catalog: catalogOf('**/*.{locale}.resx', { format: 'resx', targets }),
      files: ['p/S.resx', 'p/S.de.resx', 'p/S.zh-Hans.resx'],
      found: ['p/S.resx → p/S.de.resx'],
    },
    {
      name: 'of Apple, file by file',
      catalog: catalogOf('{locale}.lproj/*.strings', { format: 'strings', targets }),
      files: ['Base.lproj/A.strings', 'Base.lproj/B.strings', 'en.lproj/B.strings'],
      found: [
        'Base.lproj/A.strings → de.lproj/A.strings',
        'en.lproj/B.strings → de.lproj/B.strings',
      ],
    },
    {
      name: 'of Angular',
      catalog: catalogOf('src/messages.{locale}.xlf', { targets }),
      files: ['src/messages.xlf', 'src/messages.de.xlf'],
      found: ['src/messages.xlf → src/messages.de.xlf'],
    },
    {
      name: 'of gettext',
      catalog: catalogOf('{a,b}/{locale}/LC_MESSAGES/*.po', { format: 'po', targets }),
      files: ['a/x.pot', 'b/y.pot', 'b/de/LC_MESSAGES/y.po'],
      found: ['a/x.pot → a/de/LC_MESSAGES/x.po', 'b/y.pot → b/de/LC_MESSAGES/y.po'],
    },
    {
      name: 'not where the source has its own name',
      catalog: catalogOf('values-{locale}/s.xml', { format: 'android', targets }),
      files: ['values/s.xml', 'values-en/s.xml'],
      found: ['values-en/s.xml → values-de/s.xml'],
    },
    {
      name: 'not in formats that know none',
      catalog: catalogOf('app.{locale}.json', { targets }),
      files: ['app.json'],
      found: [],
    },
  ])('$name', ({ catalog, files, found }) => {
    expect(linesOf(catalog, files)).toEqual(found);
  });

  test('and the targets whose source is gone', () => {
    const catalog = catalogOf('*_{locale}.properties', { format: 'properties' });
    const matcher = createCatalogMatcher(catalog, 'en');
    const matches = matcher.match(new Set(['a.properties', 'b_de.properties']));
    expect(matcher.originOf('b_de.properties', matches)).toEqual({
      locale: 'de',
      source: 'b.properties',
    });
    expect(matcher.originOf('b_de.properties')?.source).toBe('b_en.properties');
  });
});

test('a file that holds all locales is its own target', () => {
  const catalog = catalogOf('**/*.xcstrings');
  expect(linesOf(catalog, ['App/L.xcstrings'])).toEqual([
    'App/L.xcstrings → App/L.xcstrings, App/L.xcstrings',
  ]);
});

function linesOf(catalog: ResolvedCatalog, files: readonly string[]): string[] {
  return createCatalogMatcher(catalog, 'en')
    .match(new Set(files))
    .map(({ source, targets }) => `${source} → ${targets.map(({ path }) => path).join(', ')}`);
}

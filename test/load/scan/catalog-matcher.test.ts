import { describe, expect, test } from 'vitest';
import { createCatalogMatcher } from '../../../src/engine/load/scan/catalog-matcher.js';
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
  expect(globs).toEqual(['l/en/?*.json', 'l/pt_BR/?*.json']);
  expect(ignore).toEqual(['l/gen/**/*']);
  expect(otherLocales).toEqual(['l/*/?*.json']);
});

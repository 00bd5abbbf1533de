import { expect, test } from 'vitest';
import { createCatalogMatcher } from '../../../src/engine/load/scan/catalog-matcher.js';
import { findOrphans } from '../../../src/engine/load/scan/orphan-targets.js';
import type { ScannedCatalog } from '../../../src/engine/load/scan/orphan-targets.js';
import { placeMatches } from '../../../src/engine/load/scan/placement.js';
import type { ResolvedCatalog } from '../../../src/config/resolved.js';
import { catalogOf, realPathsOf } from '../support.js';

/** A catalog that found these files; a path that ends in `@` is a link. */
function scanned(catalog: ResolvedCatalog, ...names: readonly string[]): ScannedCatalog {
  const matcher = createCatalogMatcher(catalog, 'en');
  const files = new Map(
    names.map((name) => [name.replace('@', ''), { link: name.endsWith('@') }] as const),
  );
  const listing = { files, folders: [], unreadable: [] };
  return { catalog, matcher, listing, matches: matcher.match(new Set(files.keys())) };
}

const all = catalogOf('{locale}/*.json');
const apple = catalogOf('{locale}.lproj/*.strings');
const norwegian = catalogOf('{locale}.po', { targets: ['nb'] });

test.each([
  {
    name: 'targets with a source are none, nor are files of other locales',
    catalogs: [scanned(all, 'en/a.json', 'de/a.json', 'it/a.json')],
    orphans: [],
  },
  {
    name: 'targets without a source, sorted',
    catalogs: [scanned(all, 'en/a.json', 'fr/b.json', 'de/c.json')],
    orphans: ['de/c.json of en/c.json', 'fr/b.json of en/b.json'],
  },
  {
    name: 'a file that another catalog uses',
    catalogs: [
      scanned(all, 'en/a.json', 'de/x.json'),
      scanned(catalogOf('y.json', { target: '{locale}/x.json' }), 'y.json', 'de/x.json'),
    ],
    orphans: [],
  },
  {
    name: 'a file of two catalogs counts for the first',
    catalogs: [
      scanned(all, 'en/a.json', 'de/x.json'),
      scanned(catalogOf('s/*.json', { target: '{locale}/*.json' }), 's/b.json', 'de/x.json'),
    ],
    orphans: ['de/x.json of en/x.json'],
  },
  {
    name: 'a second name of a locale',
    catalogs: [scanned(norwegian, 'en.po', 'nb.po', 'no.po')],
    orphans: ['no.po of en.po beside nb.po'],
  },
  {
    name: 'a second name of a locale whose source is gone',
    catalogs: [scanned(norwegian, 'nb.po', 'no.po')],
    orphans: ['nb.po of en.po', 'no.po of en.po'],
  },
  {
    name: 'a link to nothing is one that must not be read',
    catalogs: [scanned(all, 'en/a.json', 'de/b.json@')],
    orphans: ['de/b.json of en/b.json: is a broken symbolic link'],
  },
  {
    name: 'texts that Xcode takes out of a storyboard are none',
    catalogs: [scanned(apple, 'en.lproj/a.strings', 'de.lproj/Main.strings', 'de.lproj/b.strings')],
    orphans: ['de.lproj/b.strings of en.lproj/b.strings'],
  },
])('$name', ({ catalogs, orphans }) => {
  const realPaths = realPathsOf({ 'Base.lproj/Main.storyboard': 'file' });
  const pairs = catalogs.flatMap(
    (found) => placeMatches(found.matches, { ...found, realPaths, system: 'linux' }).pairs,
  );
  const lines = findOrphans(catalogs, pairs, realPaths).map(
    ({ path, source, twin, unusable }) =>
      `${path} of ${source}${twin === undefined ? '' : ` beside ${twin}`}${unusable === undefined ? '' : `: ${unusable}`}`,
  );
  expect(lines).toEqual(orphans);
});

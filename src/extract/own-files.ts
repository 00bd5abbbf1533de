import { localePathsOf } from '../config/locale-paths.js';
import { createMatcher } from '../config/pattern-match.js';
import { pairPatterns } from '../config/pattern-pair.js';
import { parseLocale } from '../config/languages.js';
import type { ResolvedConfig } from '../config/index.js';
import { ARCHIVE_FILE, LOCK_FILE, LOCKS_FOLDER } from '../state/names.js';
import { isOfCatalog } from './catalogs.js';
import type { ExtractSettings } from './settings.js';

/**
 * Whether a file is a catalog in any locale, or the lock or archive: these contain all keys, so
 * they do not show which are in use.
 */
export function ownFiles(
  { source, targets, catalogs }: Pick<ResolvedConfig, 'source' | 'targets' | 'catalogs'>,
  extract: Pick<ExtractSettings, 'catalog'>,
): (file: string) => boolean {
  const matchers = catalogs.flatMap((catalog) =>
    pairPatterns(catalog.source, catalog.target, catalog.format).flatMap((pair) => {
      const { spellings, withoutLocale } = localePathsOf(catalog, pair.target);
      const names = [source, ...targets].flatMap((locale) => spellings(locale));
      const paths = [pair.source, pair.target, ...withoutLocale];
      return paths.flatMap((path) => [
        createMatcher(path, names),
        ofOthers(createMatcher(path, 'any')),
      ]);
    }),
  );
  return (file) =>
    [LOCK_FILE, ARCHIVE_FILE].some((name) => file === name || file.endsWith(`/${name}`)) ||
    file.startsWith(`${LOCKS_FOLDER}/`) ||
    isOfCatalog(file, extract.catalog) ||
    matchers.some((matches) => matches(file) !== undefined);
}

type Matcher = ReturnType<typeof createMatcher>;

/** For locales that are not targets: `nav` in `nav.json` looks like a locale but is not. */
function ofOthers(matches: Matcher): Matcher {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  return (file) => {
    const match = matches(file);
    const language = match?.locale === undefined ? '' : (parseLocale(match.locale)?.language ?? '');
    return language.length === 2 && names.of(language) !== undefined ? match : undefined;
  };
}

import { codecFor } from '../../formats/index.js';
import type { Candidate } from './candidates.js';
import { isEnglish, isPlainLocale } from './locale-names.js';
import type { CatalogPattern } from './catalog-pattern.js';

/** Names of folders for locales, in which a single locale is enough. */
export const LOCALE_FOLDERS =
  /(^|\/)(_?locales?|i18n|l10n|langs?|languages?|translations?|messages|intl|nls)(\/|$)/i;

/** More than any single locale can score. */
const STRONG = 5;

/**
 * Score of a group as the files of a catalog; 0 is too low. Several locales with files of the same
 * name are not a coincidence if one of them may be the source, the folder is meant for locales, or
 * the files contain only texts. Among single locales, English scores highest.
 */
export function scoreOf({ group: { candidates, locales }, bare }: CatalogPattern): number {
  const [first] = candidates;
  const plain = [...locales].filter(isPlainLocale);
  if (first === undefined || plain.length === 0) return 0;
  const parent = first.folder.slice(first.folder.lastIndexOf('/') + 1);
  const isInPlace = LOCALE_FOLDERS.test(parent);
  const shared = sharedLocales(candidates);
  const isAlone = speaksForItself(first, bare !== undefined);
  const isWithSource = isInPlace || shared.some(isEnglish) || bare !== undefined || isAlone;
  if (bare?.isMirrored === true || (shared.length >= 2 && isWithSource)) return STRONG;
  // A folder below does not make a folder a locale: `my/src/locale` is not Burmese.
  const isHinted = LOCALE_FOLDERS.test(first.folder);
  const isNamed =
    // `messages_de.properties` beside `messages.properties`, `de/LC_MESSAGES/app.po` below `app.pot`.
    bare?.isKnown === true ||
    (!first.rest.startsWith('{locale}/') && (locales.size >= 2 || isAlone));
  if (!isHinted && !isNamed) return 0;
  return 1 + (plain.some(isEnglish) ? 2 : 0) + (isInPlace ? 1 : 0);
}

/** Locales whose files have the same names as another locale's. */
function sharedLocales(candidates: readonly Candidate[]): string[] {
  const byName = new Map<string, Set<string>>();
  for (const { rest, locale } of candidates) {
    if (!isPlainLocale(locale)) continue;
    byName.set(rest, (byName.get(rest) ?? new Set()).add(locale));
  }
  return [...byName.values()].filter(({ size }) => size >= 2).flatMap((own) => [...own]);
}

/**
 * Whether one locale is enough: its files contain only texts. Bilingual files also need a source.
 */
function speaksForItself({ path }: Candidate, hasSource: boolean): boolean {
  const {
    onlyTexts = false,
    bilingual = false,
    servesAsTemplate = false,
  } = codecFor(path)?.capabilities ?? {};
  return onlyTexts && (!bilingual || servesAsTemplate || hasSource);
}

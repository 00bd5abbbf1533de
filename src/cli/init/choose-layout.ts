import { codecFor } from '../../formats/index.js';
import { eachInSteps } from '../../model/index.js';
import type { Steps } from '../../model/index.js';
import { groupCandidates, groupOf } from './candidates.js';
import type { Candidate, Group } from './candidates.js';
import { firstPath, patternOfGroup, splitPattern, widenPattern } from './catalog-pattern.js';
import type { CatalogPattern } from './catalog-pattern.js';
import { isEnglish, isPlainLocale } from './locale-names.js';
import { mergePatterns } from './merge-patterns.js';

interface LayoutContext {
  /** All files of the repository: a pattern must not match files outside its catalog. */
  readonly files: readonly string[];
  /** What uses a file, such as `i18next`. */
  readonly kindOf: (path: string) => string;
}

/**
 * The catalogs among these paths, each with the pattern that a person would write. Yields after
 * each path.
 */
export function* chooseLayout(
  paths: readonly string[],
  { files, kindOf }: LayoutContext,
): Steps<CatalogPattern[]> {
  const selected = yield* selectPatterns(paths);
  const claimed = selected.flatMap(({ group }) => group.candidates.map(({ path }) => path));
  const split = yield* eachInSteps(selected, (one) => splitPattern(one, claimed));
  const catalogs = yield* eachInSteps(split.flat(), (one) => widenPattern(one, files));
  return mergePatterns(catalogs, { files, kindOf: (one) => kindOf(firstPath(one)) });
}

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
function scoreOf({ group: { candidates, locales }, bare }: CatalogPattern): number {
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

interface Ranked {
  readonly group: Group;
  readonly score: number;
  /** Number of times that paths name their locale. */
  readonly names: number;
  /** Number of folders above the locale. */
  readonly depth: number;
}

/**
 * The most likely catalogs for these paths, with each path in at most one: the highest score wins,
 * then paths that name their locale twice, then the locale nearest to the file, then the most
 * locales and files. Yields after each path.
 */
function* selectPatterns(paths: readonly string[]): Steps<CatalogPattern[]> {
  const free = new Set(paths);
  yield;
  const ranked = yield* eachInSteps(groupCandidates(paths), (group): Ranked => {
    const { folder = '', rest = '' } = group.candidates[0] ?? {};
    const names = rest.split('{locale}').length - 1;
    const depth = folder.split('/').filter(Boolean).length;
    return { group, score: scoreOf(patternOfGroup(group, free)), names, depth };
  });
  const selected = yield* eachInSteps(ranked.sort(byRank), ({ group }) => {
    const left = groupOf(group.candidates.filter(({ path }) => free.has(path)));
    const catalog = patternOfGroup(left, free);
    if (scoreOf(catalog) === 0) return [];
    for (const { path } of left.candidates) free.delete(path);
    for (const path of catalog.bare?.paths ?? []) free.delete(path);
    return [catalog];
  });
  return selected.flat();
}

function byRank(a: Ranked, b: Ranked): number {
  return (
    b.score - a.score ||
    b.names - a.names ||
    b.depth - a.depth ||
    b.group.locales.size - a.group.locales.size ||
    b.group.candidates.length - a.group.candidates.length
  );
}

import { codecFor } from '../../formats/index.js';
import { knownSources } from './bare-sources.js';
import { groupCandidates, groupOf, escapePattern } from './candidates.js';
import type { Candidate, Group } from './candidates.js';
import {
  firstPath,
  patternOfGroup,
  splitPattern,
  widenPattern,
  matchesExactly,
} from './catalog-pattern.js';
import type { CatalogPattern } from './catalog-pattern.js';
import { isEnglish, isPlainLocale, usualIdentity } from './locale-names.js';

interface LayoutContext {
  /** All files of the repository: a pattern must not match files outside its catalog. */
  readonly files: readonly string[];
  /** Files of other catalogs, which no pattern may match either. */
  readonly taken?: ReadonlySet<string>;
  /** What uses a file, such as `i18next`. */
  readonly kindOf: (path: string) => string;
}

/** The catalogs among these paths, each with the pattern that a person would write. */
export function chooseLayout(
  paths: readonly string[],
  { files, taken = new Set(), kindOf }: LayoutContext,
): CatalogPattern[] {
  const selected = selectPatterns(paths);
  const claimed = selected.flatMap(({ group }) => group.candidates.map(({ path }) => path));
  const split = selected.flatMap((one) => splitPattern(one, [...claimed, ...taken]));
  const catalogs = split.map((one) => widenPattern(one, files));
  return mergePatterns(catalogs, { files, kindOf: (one) => kindOf(firstPath(one)) });
}

/** Catalogs that one wider pattern could replace. */
interface Cluster {
  readonly files: string;
  readonly catalogs: readonly CatalogPattern[];
}

/** What merging depends on besides the catalogs' patterns. */
interface MergeContext {
  readonly files: readonly string[];
  /** Catalogs of two kinds may differ in their message syntax. */
  readonly kindOf: (catalog: CatalogPattern) => string;
}

/**
 * Merges catalogs with the same layout and kind, so that bundles, packages and episodes added later
 * are found too. Only if the wider pattern matches exactly their files. Catalogs whose sources have
 * no locale in their path are merged only if the pattern of the targets implies the sources.
 */
function mergePatterns(all: readonly CatalogPattern[], context: MergeContext): CatalogPattern[] {
  const catalogs = mergePages(all, context.files);
  const bundled = catalogs.filter(({ bare }) => bare?.isKnown === true);
  const bundles = clustersBy(bundled, bundlePatterns).filter(haveNestedLocales);
  const joinedUp = mergeClusters(catalogs, bundles, context);
  return mergeClusters(
    joinedUp,
    [
      ...clustersBy(joinedUp, episodePatterns).filter(haveNestedLocales),
      ...clustersBy(joinedUp, modulePatterns).filter(isLarge).filter(haveCommonLocales),
      ...clustersBy(joinedUp, packagePatterns).filter(
        (one) => haveSameLocales(one) || (isLarge(one) && haveCommonLocales(one)),
      ),
      ...clustersBy(joinedUp, componentPatterns).filter(haveSameLocales),
      ...clustersBy(joinedUp, namePatterns).map(listNames),
    ],
    context,
  );
}

function mergeClusters(
  catalogs: readonly CatalogPattern[],
  all: readonly Cluster[],
  { files, kindOf }: MergeContext,
): CatalogPattern[] {
  const clusters = all.filter(({ catalogs: [first, ...others] }) =>
    others.every((other) => first !== undefined && kindOf(other) === kindOf(first)),
  );
  const taken = new Set<CatalogPattern>();
  const merged: CatalogPattern[] = [];
  for (const cluster of clusters) {
    if (cluster.catalogs.some((catalog) => taken.has(catalog))) continue;
    const group = joined(cluster.catalogs.map((catalog) => catalog.group));
    if (!matchesExactly(cluster.files, group, files)) continue;
    const own = cluster.catalogs.flatMap(({ bare }) => bare?.paths ?? []);
    const bare = own.length === 0 ? undefined : knownSources(cluster.files, group, new Set(files));
    // Otherwise files that nobody translates would become sources.
    if (own.length > 0 && !isSame(own, bare?.paths)) continue;
    for (const catalog of cluster.catalogs) taken.add(catalog);
    merged.push({ files: cluster.files, group, ...(bare !== undefined && { bare }) });
  }
  return [...merged, ...catalogs.filter((catalog) => !taken.has(catalog))];
}

function isSame(own: readonly string[], found: readonly string[] = []): boolean {
  const all = new Set(found);
  return own.length === found.length && own.every((path) => all.has(path));
}

/** The largest first; for equal size, the narrower pattern. */
function clustersBy(
  catalogs: readonly CatalogPattern[],
  widerPatterns: (files: string, group: Group) => readonly string[],
): Cluster[] {
  const clusters = new Map<string, CatalogPattern[]>();
  for (const catalog of catalogs.filter(({ bare }) => bare === undefined || bare.isKnown)) {
    for (const pattern of widerPatterns(catalog.files, catalog.group)) {
      clusters.set(pattern, [...(clusters.get(pattern) ?? []), catalog]);
    }
  }
  return [...clusters]
    .map(([files, own]) => ({ files, catalogs: own }))
    .filter((cluster) => cluster.catalogs.length > 1)
    .sort((a, b) => b.catalogs.length - a.catalogs.length || b.files.length - a.files.length);
}

/**
 * `i18n/shop_{locale}.properties` → `i18n/*_{locale}.properties`, with sources without a locale.
 */
function bundlePatterns(files: string): string[] {
  const name = /^(.*\/)?[^/*{}]+([._]\{locale\}\.[^./]+)$/.exec(files);
  if (name === null) return [];
  return [`${name[1] ?? ''}*${name[2] ?? ''}`];
}

/** `packages/a/locales/{locale}.json` → `packages/*\/locales/{locale}.json`, for each folder. */
function packagePatterns(files: string): string[] {
  const parts = files.split('/');
  return parts.flatMap((part, at) => {
    // The last part is the file's name. The first folder can only vary if at least three parts
    // follow.
    const isPackage = at < parts.length - 1 && (at > 0 || parts.length >= 4);
    if (!isPackage || part.includes('{locale}') || part.includes('*')) return [];
    const wider = parts.with(at, '*');
    return [wider.join('/'), ...named(wider, part)];
  });
}

/**
 * The same if file names contain the package's name too: `packages/*\/messages/ui.*.{locale}.json`.
 */
function named(parts: readonly string[], folder: string): string[] {
  const name = parts.at(-1) ?? '';
  const words = name.split('.');
  const at = words.indexOf(folder);
  return at === -1 ? [] : [parts.with(-1, words.with(at, '*').join('.')).join('/')];
}

/** `src/a/b/Text_{locale}.properties` → `src/**\/Text_{locale}.properties`, at any depth. */
function modulePatterns(files: string): string[] {
  const parts = files.split('/');
  const [name = '', folders] = [parts.at(-1), parts.slice(0, -1)];
  if (!/^[^*{}]+\{locale\}/.test(name) || /[*{]/.test(folders.join('/'))) return [];
  const above = folders.slice(0, -1).map((_, at) => folders.slice(0, at + 1));
  return above.map((folder) => [...folder, '**', name].join('/'));
}

/** Two or three files with the same name may be a coincidence. */
function isLarge({ catalogs }: Cluster): boolean {
  return catalogs.length > 3;
}

/** `messages/grid/grid.{locale}.yml` → `messages/*\/*.{locale}.yml`: one folder per component. */
function componentPatterns(files: string): string[] {
  const [, above, ending] =
    /^((?:[^*{}]+\/)?)[^/*{}]+\/[^/{}]+(\.\{locale\}\.[^/.]+)$/.exec(files) ?? [];
  // The first folder of a repository contains more than components.
  return above === undefined || above === '' ? [] : [`${above}*/*${ending ?? ''}`];
}

/** What is before and behind each name in a pattern, and the locales: those that share it differ in one name. */
function namePatterns(files: string, { locales }: Group): string[] {
  // A source alone may have its translations elsewhere, and of two names of a language (`no`, `nb`)
  // each catalog may use another one.
  const languages = new Set([...locales].map(usualIdentity));
  if (locales.size < 2 || languages.size < locales.size) return [];
  const parts = files.split('/');
  return parts.flatMap((part, at) => {
    const isLast = at === parts.length - 1;
    const name = /^[^\\,*?[\]{}]+?((?:[._-]\{locale\})?\.[^.{}]+)$/;
    const rest = (isLast ? name : /^[^\\,*?[\]{}]+()$/).exec(part)?.[1];
    if (rest === undefined) return [];
    return [[parts.with(at, `\0${rest}`).join('/'), ...[...locales].sort()].join('\0')];
  });
}

/** Lists their names: `values-{locale}/{a,b}.xml`. */
function listNames({ files, catalogs }: Cluster): Cluster {
  const [start = '', end = ''] = files.split('\0');
  const names = catalogs.map((one) => one.files.slice(start.length, -end.length)).sort();
  return { files: `${start}{${names.join()}}${end}`, catalogs };
}

/** `media/one/talk.{locale}.srt` → `media/one/**\/*.{locale}.srt`, `media/**\/*.{locale}.srt`. */
function episodePatterns(files: string): string[] {
  const parts = files.split('/');
  const folders = parts.slice(0, -1);
  const isSubtitles = files.endsWith('.{locale}.srt') && !folders.join('/').includes('{locale}');
  if (!isSubtitles) return [];
  // The root only if the episodes' folders are directly in it.
  const root = folders.length > 1 ? [] : [[]];
  const above = [...root, ...folders.map((_, index) => folders.slice(0, index + 1))];
  return above.map((folder) => [...folder, '**', '*.{locale}.srt'].join('/'));
}

/** Whether all have the same locales; a package without translations is accepted too. */
function haveSameLocales({ catalogs }: Cluster): boolean {
  const largest = largestLocales(catalogs);
  return catalogs.every(
    // If the source has no locale in its path, a single locale is a translation.
    ({ group: { locales }, bare }) =>
      ((locales.size === 1 && bare === undefined) || locales.size === largest.size) &&
      isWithin(locales, largest),
  );
}

/** Whether locales are subsets of the largest set: an episode may be behind the others. */
function haveNestedLocales({ catalogs }: Cluster): boolean {
  const largest = largestLocales(catalogs);
  return catalogs.every(({ group: { locales } }) => isWithin(locales, largest));
}

/**
 * Whether every locale is in at least half of the catalogs: a module may be behind the others, but
 * a language that only a few have is not one of all.
 */
function haveCommonLocales({ catalogs }: Cluster): boolean {
  const times = new Map<string, number>();
  for (const { group } of catalogs)
    for (const locale of group.locales) times.set(locale, (times.get(locale) ?? 0) + 1);
  return [...times.values()].every((count) => 2 * count >= catalogs.length);
}

function largestLocales(catalogs: readonly CatalogPattern[]): ReadonlySet<string> {
  const sets = catalogs.map(({ group }) => group.locales);
  return sets.reduce((largest, locales) => (locales.size > largest.size ? locales : largest));
}

function isWithin(locales: ReadonlySet<string>, largest: ReadonlySet<string>): boolean {
  return [...locales].every((locale) => largest.has(locale));
}

function joined(groups: readonly Group[]): Group {
  return {
    candidates: groups.flatMap(({ candidates }) => candidates),
    locales: new Set(groups.flatMap(({ locales }) => [...locales])),
    names: new Set(groups.flatMap(({ names }) => [...names])),
  };
}

/** Pages named after their source: `content/post/*.{locale}.md`. */
const PAGES = /^[^{}]*\/[^/{}]+\.\{locale\}(\.[^/.]+)$/;

/**
 * Merges pages that lie beside their sources, as in Hugo: `content/a.de.md` and
 * `content/post/b.de.md` → `content/**\/*.{locale}.md`. Every other page there is a source, so that
 * those without a translation are found too.
 */
function mergePages(
  catalogs: readonly CatalogPattern[],
  files: readonly string[],
): readonly CatalogPattern[] {
  const sites = new Map<string, CatalogPattern[]>();
  for (const catalog of catalogs) {
    const [, ending] = PAGES.exec(catalog.files) ?? [];
    if (ending === undefined || catalog.bare?.isMirrored !== true) continue;
    const site = `${topFolder(catalog)}${ending}`;
    sites.set(site, [...(sites.get(site) ?? []), catalog]);
  }
  return [...sites.values()].reduce((all, own) => {
    const others = all.filter((one) => !own.includes(one));
    const merged = own.length > 1 ? mergeSite(own, files, others) : undefined;
    return merged === undefined ? all : [merged, ...others];
  }, catalogs);
}

function mergeSite(
  catalogs: readonly CatalogPattern[],
  files: readonly string[],
  others: readonly CatalogPattern[],
): CatalogPattern | undefined {
  const group = groupOf(catalogs.flatMap(({ group: { candidates } }) => candidates));
  const folder = commonFolder(group.candidates.map((one) => one.folder));
  const [first] = group.candidates;
  const ending = first?.path.slice(first.path.lastIndexOf('.')) ?? '';
  const pattern = `${escapePattern(folder)}/**/*.{locale}${ending}`;
  if (!matchesExactly(pattern, group, files)) return undefined;
  const own = new Set(group.candidates.map(({ path }) => path));
  const paths = files.filter(
    (path) => path.startsWith(`${folder}/`) && path.endsWith(ending) && !own.has(path),
  );
  // A translation that is named in another way (`a_de.md`) is no source.
  const translated = new Set(others.flatMap((one) => one.group.candidates.map(({ path }) => path)));
  if (paths.some((path) => translated.has(path))) return undefined;
  const source = `${escapePattern(folder)}/**/*${ending}`;
  return { files: pattern, group, bare: { source, paths, isKnown: false, isMirrored: true } };
}

function topFolder({ group }: CatalogPattern): string {
  return `${group.candidates[0]?.folder.split('/')[0] ?? ''}/`;
}

function commonFolder(folders: readonly string[]): string {
  return folders
    .map((folder) => folder.split('/'))
    .reduce((common, parts) => {
      const end = common.findIndex((part, at) => part !== parts[at]);
      return end === -1 ? common : common.slice(0, end);
    })
    .join('/');
}

/** Names of folders for locales, in which a single locale is enough. */
const LOCALE_FOLDERS =
  /(^|\/)(_?locales?|i18n|l10n|langs?|languages?|translations?|messages|intl|nls|locali[sz]ations?|gettext)(\/|$)/i;

/** Whether a single locale is enough in a folder. Windows apps have theirs in `Strings`. */
export function isForLocales(folder: string): boolean {
  return LOCALE_FOLDERS.test(folder) || /(^|\/)Strings(\/|$)/.test(folder);
}

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
  const isInPlace = isForLocales(parent);
  const shared = sharedLocales(candidates);
  const isAlone = speaksForItself(first, bare !== undefined);
  const isWithSource = isInPlace || shared.some(isEnglish) || bare !== undefined || isAlone;
  if (bare?.isMirrored === true || (shared.length >= 2 && isWithSource)) return STRONG;
  // A folder below does not make a folder a locale: `my/src/locale` is not Burmese.
  const isHinted = isForLocales(first.folder);
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
 * locales and files.
 */
function selectPatterns(paths: readonly string[]): CatalogPattern[] {
  const free = new Set(paths);
  const ranked = [...groupCandidates(paths)].map((group): Ranked => {
    const { folder = '', rest = '' } = group.candidates[0] ?? {};
    const names = rest.split('{locale}').length - 1;
    const depth = folder.split('/').filter(Boolean).length;
    return { group, score: scoreOf(patternOfGroup(group, free)), names, depth };
  });
  return ranked.sort(byRank).flatMap(({ group }) => {
    const left = groupOf(group.candidates.filter(({ path }) => free.has(path)));
    const catalog = patternOfGroup(left, free);
    if (scoreOf(catalog) === 0) return [];
    for (const { path } of left.candidates) free.delete(path);
    for (const path of catalog.bare?.paths ?? []) free.delete(path);
    return [catalog];
  });
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

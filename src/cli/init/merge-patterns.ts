import type { Group } from './candidates.js';
import { matchesExactly } from './exact-match.js';
import { knownSources } from './bare-sources.js';
import type { CatalogPattern } from './catalog-pattern.js';

/** Catalogs that one wider pattern could stand for. */
interface Cluster {
  readonly files: string;
  readonly catalogs: readonly CatalogPattern[];
}

/** What catalogs are merged by, besides their patterns. */
export interface MergeContext {
  readonly files: readonly string[];
  /** Catalogs of two kinds may differ in their message syntax. */
  readonly kindOf: (catalog: CatalogPattern) => string;
}

/**
 * Catalogs of the same layout and kind as one, so that bundles, packages and episodes added later
 * are found too. Only where the wider pattern matches exactly their files. Sources without a locale
 * stay alone where the pattern of the targets does not find them.
 */
export function mergePatterns(
  catalogs: readonly CatalogPattern[],
  context: MergeContext,
): CatalogPattern[] {
  const bundled = catalogs.filter(({ bare }) => bare?.isKnown === true);
  const bundles = clustersBy(bundled, bundlePatterns).filter(haveNestedLocales);
  const joinedUp = mergeClusters(catalogs, bundles, context);
  return mergeClusters(
    joinedUp,
    [
      ...clustersBy(joinedUp, episodePatterns).filter(haveNestedLocales),
      ...clustersBy(joinedUp, modulePatterns).filter(isLarge).filter(haveCommonLocales),
      ...clustersBy(joinedUp, packagePatterns).filter(haveSameLocales),
      ...clustersBy(joinedUp, componentPatterns).filter(haveSameLocales),
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
    // Others whose texts nobody translates would become sources.
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

/** The largest first; of the same size, the one whose pattern is narrower. */
function clustersBy(
  catalogs: readonly CatalogPattern[],
  widerPatterns: (files: string) => readonly string[],
): Cluster[] {
  const clusters = new Map<string, CatalogPattern[]>();
  for (const catalog of catalogs.filter(({ bare }) => bare === undefined || bare.isKnown)) {
    for (const pattern of widerPatterns(catalog.files)) {
      clusters.set(pattern, [...(clusters.get(pattern) ?? []), catalog]);
    }
  }
  return [...clusters]
    .map(([files, own]) => ({ files, catalogs: own }))
    .filter((cluster) => cluster.catalogs.length > 1)
    .sort((a, b) => b.catalogs.length - a.catalogs.length || b.files.length - a.files.length);
}

/** `i18n/shop_{locale}.properties` → `i18n/*_{locale}.properties`, beside sources without a locale. */
function bundlePatterns(files: string): string[] {
  const name = /^(.*\/)?[^/*{}]+([._]\{locale\}\.[^./]+)$/.exec(files);
  if (name === null) return [];
  return [`${name[1] ?? ''}*${name[2] ?? ''}`];
}

/** `packages/a/locales/{locale}.json` → `packages/*\/locales/{locale}.json`, for each folder. */
function packagePatterns(files: string): string[] {
  const parts = files.split('/');
  return parts.flatMap((part, at) => {
    // The last part is the file's name; a first part needs more after it than any repository has.
    const isPackage = at < parts.length - 1 && (at > 0 || parts.length >= 4);
    if (!isPackage || part.includes('{locale}') || part.includes('*')) return [];
    const wider = parts.with(at, '*');
    return [wider.join('/'), ...named(wider, part)];
  });
}

/** The same where a file has its package in its name, too: `packages/*\/messages/ui.*.{locale}.json`. */
function named(parts: readonly string[], folder: string): string[] {
  const name = parts.at(-1) ?? '';
  const words = name.split('.');
  const at = words.indexOf(folder);
  return at === -1 ? [] : [parts.with(-1, words.with(at, '*').join('.')).join('/')];
}

/** `src/a/b/Text_{locale}.properties` → `src/**\/Text_{locale}.properties`, in folders of any depth. */
function modulePatterns(files: string): string[] {
  const parts = files.split('/');
  const [name = '', folders] = [parts.at(-1), parts.slice(0, -1)];
  if (!/^[^*{}]+\{locale\}/.test(name) || /[*{]/.test(folders.join('/'))) return [];
  const above = folders.slice(0, -1).map((_, at) => folders.slice(0, at + 1));
  return above.map((folder) => [...folder, '**', name].join('/'));
}

/** Two or three of one name may be an accident. */
function isLarge({ catalogs }: Cluster): boolean {
  return catalogs.length > 3;
}

/** `messages/grid/grid.{locale}.yml` → `messages/*\/*.{locale}.yml`: a folder of its own for each. */
function componentPatterns(files: string): string[] {
  const [, above, ending] =
    /^((?:[^*{}]+\/)?)[^/*{}]+\/[^/{}]+(\.\{locale\}\.[^/.]+)$/.exec(files) ?? [];
  // The first folder of a repository has more below it than components.
  return above === undefined || above === '' ? [] : [`${above}*/*${ending ?? ''}`];
}

/** `media/one/talk.{locale}.srt` → `media/one/**\/*.{locale}.srt`, `media/**\/*.{locale}.srt`. */
function episodePatterns(files: string): string[] {
  const parts = files.split('/');
  const folders = parts.slice(0, -1);
  const isSubtitles = files.endsWith('.{locale}.srt') && !folders.join('/').includes('{locale}');
  if (!isSubtitles) return [];
  // The root is theirs only where the episodes' own folders are in it.
  const root = folders.length > 1 ? [] : [[]];
  const above = [...root, ...folders.map((_, index) => folders.slice(0, index + 1))];
  return above.map((folder) => [...folder, '**', '*.{locale}.srt'].join('/'));
}

/** A package that is not translated yet is like the others. */
function haveSameLocales({ catalogs }: Cluster): boolean {
  const largest = largestLocales(catalogs);
  return catalogs.every(
    // With a source that names no locale, one locale is a translation.
    ({ group: { locales }, bare }) =>
      ((locales.size === 1 && bare === undefined) || locales.size === largest.size) &&
      isWithin(locales, largest),
  );
}

/** An episode may be behind the others. */
function haveNestedLocales({ catalogs }: Cluster): boolean {
  const largest = largestLocales(catalogs);
  return catalogs.every(({ group: { locales } }) => isWithin(locales, largest));
}

/** A module may be behind the others; but a language of a few is none of all. */
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

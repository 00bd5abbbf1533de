import { createMatcher, parsePattern } from '../../config/index.js';
import { bareSources, knownSources } from './bare-sources.js';
import type { BareSources } from './bare-sources.js';
import { groupOf, pluginFolders, below, escapeAround, escapePattern } from './candidates.js';
import type { Group } from './candidates.js';

/** A group's files as patterns. */
export interface CatalogPattern {
  readonly files: string;
  readonly group: Group;
  /** Files that `files` matches too, but that are a catalog of their own. */
  readonly exclude?: readonly string[];
  /** Sources without a locale in their path, such as `messages.xlf`. */
  readonly bare?: BareSources;
}

/** The narrowest pattern that matches all files of a group. */
export function patternOfGroup(group: Group, all: ReadonlySet<string>): CatalogPattern {
  const { candidates } = group;
  const folder = candidates[0]?.folder ?? '';
  const rests = [...new Set(candidates.map(({ rest }) => rest))];
  const files = below(escapePattern(folder), restPattern(rests));
  const bare = bareSources(files, group, all);
  return bare === undefined ? { files, group } : { files, group, bare };
}

function restPattern(rests: readonly string[]): string {
  const [first = ''] = rests;
  const plugin = pluginFolders(first);
  // The sources are in another folder, the same for all of them.
  if (plugin !== '') return `{locale}/${plugin}/**/*${first.slice(first.lastIndexOf('.'))}`;
  if (rests.length === 1) return escapeAround(first);
  const ending = first.slice(first.lastIndexOf('.'));
  const [folder = ''] = /^.*\{locale\}[^/]*\/(?:LC_MESSAGES\/)?/.exec(first) ?? [];
  const depth = folder.split('/').length;
  const deep = rests.some((rest) => rest.split('/').length > depth);
  const named = first.endsWith(`{locale}${ending}`);
  const name = named ? `*.{locale}${ending}` : `*${ending}`;
  return `${folder}${deep ? '**/' : ''}${name}`;
}

/**
 * Widens a pattern with one file per locale folder, so that new files are found:
 * `locales/{locale}/common.json` → `locales/{locale}/*.json`, if that matches no other file now.
 * Not for `_locales/…/messages.json`, the only file that browsers read, nor for Android, whose
 * other files contain no texts. A single source elsewhere, such as `messages.pot`, belongs to one
 * file.
 */
export function widenPattern(catalog: CatalogPattern, files: readonly string[]): CatalogPattern {
  if (catalog.bare?.isKnown === false) return catalog;
  const parts = catalog.files.split('/');
  const name = parts.at(-1) ?? '';
  const isOneFile = !name.includes('{locale}') && !name.includes('*');
  if (!isOneFile || /(^|\/)(_locales\/\{locale\}|values-\{locale\})\//.test(catalog.files)) {
    return catalog;
  }
  const wide = parts.with(-1, `*${name.slice(name.lastIndexOf('.'))}`).join('/');
  if (!matchesExactly(wide, catalog.group, files)) return catalog;
  if (catalog.bare === undefined) return { ...catalog, files: wide };
  // Wider targets need wider sources, which must not find other files.
  const bare = knownSources(wide, catalog.group, new Set(files));
  return bare?.paths.length === catalog.bare.paths.length
    ? { ...catalog, files: wide, bare }
    : catalog;
}

/** One pattern per name, if a single pattern would match files of other catalogs. */
export function splitPattern(catalog: CatalogPattern, files: readonly string[]): CatalogPattern[] {
  const rests = [...new Set(catalog.group.candidates.map(({ rest }) => rest))];
  if (rests.length === 1 || matchesExactly(catalog.files, catalog.group, files)) return [catalog];
  return rests.map((rest) => {
    const candidates = catalog.group.candidates.filter((one) => one.rest === rest);
    return patternOfGroup(groupOf(candidates), new Set(catalog.bare?.paths));
  });
}

export function firstPath({ group }: CatalogPattern): string {
  return group.candidates[0]?.path ?? '';
}

/** Whether a pattern matches all files of a group and no other of `files`. */
export function matchesExactly(
  pattern: string,
  { candidates, names }: Group,
  files: readonly string[],
): boolean {
  const matchers = parsePattern(pattern).map((path) => createMatcher(path, [...names]));
  const own = new Set(candidates.map(({ path }) => path));
  const found = files.filter((file) => matchers.some((match) => match(file) !== undefined));
  return found.length === own.size && found.every((file) => own.has(file));
}

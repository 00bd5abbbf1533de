import { localePathsOf } from '../../config/locale-paths.js';
import { createMatcher } from '../../config/pattern-match.js';
import { parsePattern } from '../../config/pattern.js';
import type { PatternPath } from '../../config/pattern.js';
import { isMultilingual } from '../../formats/endings.js';
import { groupOf } from './candidates.js';
import type { Group } from './candidates.js';
import { matchesExactly } from './exact-match.js';
import { escapeAround, escapePattern } from './escape-pattern.js';

/** A group's files as patterns. */
export interface CatalogPattern {
  readonly files: string;
  readonly group: Group;
  /** Sources without a locale in their path, such as `messages.xlf`. */
  readonly bare?: BareSources;
}

export interface BareSources {
  /** Pattern that finds them. */
  readonly source: string;
  readonly paths: readonly string[];
  /** Whether `files` alone finds them, by what the format knows of paths. */
  readonly isKnown: boolean;
}

/** The narrowest pattern that finds all files of a group. */
export function patternOfGroup(group: Group, all: ReadonlySet<string>): CatalogPattern {
  const { candidates } = group;
  const folder = candidates[0]?.folder ?? '';
  const rests = [...new Set(candidates.map(({ rest }) => rest))];
  const files = join(escapePattern(folder), restPattern(rests));
  const bare =
    knownSources(files, group, all) ?? templateSource(files, group, all) ?? bareSources(group, all);
  return bare === undefined ? { files, group } : { files, group, bare };
}

function restPattern(rests: readonly string[]): string {
  const [first = ''] = rests;
  if (rests.length === 1) return escapeAround(first);
  const ending = first.slice(first.lastIndexOf('.'));
  const [folder = ''] = /^[^/]*\{locale\}[^/]*\/(?:LC_MESSAGES\/)?/.exec(first) ?? [];
  const depth = folder.split('/').length;
  const deep = rests.some((rest) => rest.split('/').length > depth);
  const named = first.endsWith(`{locale}${ending}`);
  const name = named ? `*.{locale}${ending}` : `*${ending}`;
  return `${folder}${deep ? '**/' : ''}${name}`;
}

/** Sources that a run finds by the pattern of the targets: `values/`, `messages.properties`. */
export function knownSources(
  files: string,
  { candidates }: Pick<Group, 'candidates'>,
  all: ReadonlySet<string>,
): BareSources | undefined {
  const patterns = parsePattern(files)
    .map((path) => localePathsOf({ targets: [] }, path))
    .flatMap(({ isFree, withoutLocale }) => (isFree ? withoutLocale : []));
  if (patterns.length === 0) return undefined;
  const own = new Set(candidates.map(({ path }) => path));
  const matchers = patterns.map((path) => createMatcher(path, []));
  const found = patterns.map((_, index) =>
    [...all].filter((path) => !own.has(path) && matchers[index]?.(path) !== undefined),
  );
  const index = found.findIndex(({ length }) => length > 0);
  const [pattern, paths] = [patterns[index], found[index]];
  if (pattern === undefined || paths === undefined) return undefined;
  return { source: textOf(pattern), paths, isKnown: true };
}

function textOf(path: PatternPath): string {
  return path
    .map((token) => (token.kind === 'literal' ? escapePattern(token.text) : SIGNS[token.kind]))
    .join('');
}

const SIGNS = { locale: '{locale}', deep: '**/', any: '*', one: '?', class: '?' } as const;

/** The template of gettext for files with names of locales: the only one here or above. */
function templateSource(
  files: string,
  { candidates }: Group,
  all: ReadonlySet<string>,
): BareSources | undefined {
  if (!files.endsWith('.po') || files.includes('*')) return undefined;
  const folders = (candidates[0]?.folder ?? '').split('/');
  const domain = /([^/]+)\.po$/.exec(files)?.[1];
  const templates = [...all].filter((path) => path.endsWith('.pot'));
  for (let depth = folders.length; depth >= 0; depth -= 1) {
    const folder = folders.slice(0, depth).join('/');
    const here = templates.filter(
      (path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))) === folder,
    );
    const named = here.filter((path) => path.endsWith(`${domain}.pot`));
    const [one, ...others] = named.length > 0 ? named : here;
    if (one !== undefined && others.length === 0)
      return { source: escapePattern(one), paths: [one], isKnown: false };
  }
  return undefined;
}

/** Files named like the targets, but without a locale, if no target could be the source. */
function bareSources({ candidates }: Group, all: ReadonlySet<string>): BareSources | undefined {
  const rests = [...new Set(candidates.map(({ rest }) => rest))];
  if (!rests.every((rest) => /[^/][._-]\{locale\}\.[^./]+$/.test(rest))) return undefined;
  const folder = candidates[0]?.folder ?? '';
  // `i18n/de/messages.de.xlf` is a translation of `i18n/messages.xlf`.
  const names = rests.map((rest) =>
    rest.replace(/^\{locale\}\//, '').replace(/[._-]\{locale\}(?=\.[^.]+$)/, ''),
  );
  const paths = names
    .map((name) => join(folder, name))
    .filter((path) => all.has(path) && !isMultilingual(path));
  if (paths.length === 0) return undefined;
  const [first = ''] = names;
  const ending = first.slice(first.lastIndexOf('.'));
  const name = names.length === 1 ? escapePattern(first) : `*${ending}`;
  return { source: join(escapePattern(folder), name), paths, isKnown: false };
}

function join(folder: string, rest: string): string {
  return folder === '' ? rest : `${folder}/${rest}`;
}

/**
 * A folder per locale with one file in it is a folder for more: `locales/{locale}/common.json` →
 * `locales/{locale}/*.json`, if that finds no other file now. Browsers read nothing but
 * `_locales/…/messages.json`, and Android's other files hold no texts.
 */
export function widenPattern(catalog: CatalogPattern, files: readonly string[]): CatalogPattern {
  const parts = catalog.files.split('/');
  const name = parts.at(-1) ?? '';
  const isOneFile = !name.includes('{locale}') && !name.includes('*');
  if (!isOneFile || /(^|\/)(_locales\/\{locale\}|values-\{locale\})\//.test(catalog.files)) {
    return catalog;
  }
  const wide = parts.with(-1, `*${name.slice(name.lastIndexOf('.'))}`).join('/');
  return matchesExactly(wide, catalog.group, files) ? { ...catalog, files: wide } : catalog;
}

/** A pattern for each name, where one for all would find files of other catalogs. */
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

import { groupOf } from './candidates.js';
import type { Candidate, Group } from './candidates.js';
import { matchesExactly } from './exact-match.js';
import { escapeAround, escapePattern } from './escape-pattern.js';

/** A group's files as patterns. */
export interface CatalogPattern {
  readonly files: string;
  readonly group: Group;
  /** Sources without a locale in their name, such as `messages.xlf`. */
  readonly bare?: { readonly source: string; readonly paths: readonly string[] };
}

/** The narrowest pattern that finds all files of a group. */
export function patternOfGroup(group: Group, all: ReadonlySet<string>): CatalogPattern {
  const { candidates } = group;
  const folder = candidates[0]?.folder ?? '';
  const rests = [...new Set(candidates.map(({ rest }) => rest))];
  const files = join(escapePattern(folder), restPattern(rests));
  const bare = bareSources(candidates, all);
  return bare === undefined ? { files, group } : { files, group, bare };
}

function restPattern(rests: readonly string[]): string {
  const [first = ''] = rests;
  if (rests.length === 1) return escapeAround(first);
  const ending = first.slice(first.lastIndexOf('.'));
  const inFolder = first.startsWith('{locale}/');
  const deep = rests.some((rest) => rest.split('/').length > (inFolder ? 2 : 1));
  const named = first.endsWith(`{locale}${ending}`);
  const name = named ? `*.{locale}${ending}` : `*${ending}`;
  return `${inFolder ? '{locale}/' : ''}${deep ? '**/' : ''}${name}`;
}

/** Files named like the targets, but without a locale, if no target could be the source. */
function bareSources(
  candidates: readonly Candidate[],
  all: ReadonlySet<string>,
): CatalogPattern['bare'] {
  const rests = [...new Set(candidates.map(({ rest }) => rest))];
  if (!rests.every((rest) => /[^/][._-]\{locale\}\.[^./]+$/.test(rest))) return undefined;
  const folder = candidates[0]?.folder ?? '';
  const names = rests.map((rest) => rest.replace(/[._-]\{locale\}(?=\.[^.]+$)/, ''));
  const paths = names.map((name) => join(folder, name)).filter((path) => all.has(path));
  if (paths.length === 0) return undefined;
  const [first = ''] = names;
  const ending = first.slice(first.lastIndexOf('.'));
  const name = names.length === 1 ? escapePattern(first) : `*${ending}`;
  return { source: join(escapePattern(folder), name), paths };
}

function join(folder: string, rest: string): string {
  return folder === '' ? rest : `${folder}/${rest}`;
}

/**
 * A folder per locale with one file in it is a folder for more: `locales/{locale}/common.json` →
 * `locales/{locale}/*.json`, if that finds no other file now. Browsers read nothing but
 * `_locales/…/messages.json`.
 */
export function widenPattern(catalog: CatalogPattern, files: readonly string[]): CatalogPattern {
  const parts = catalog.files.split('/');
  const name = parts.at(-1) ?? '';
  const isOneFile = !name.includes('{locale}') && !name.includes('*');
  if (!isOneFile || /(^|\/)_locales\/\{locale\}\//.test(catalog.files)) return catalog;
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

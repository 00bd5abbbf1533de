import { groupOf } from './candidates.js';
import type { Candidate, Group } from './candidates.js';
import { findsExactly } from './finds-exactly.js';
import { escapeAround, escapePattern } from './layout.js';

/** A group's files as patterns. */
export interface Shaped {
  readonly files: string;
  readonly group: Group;
  /** Sources without a locale in their name, such as `messages.xlf`. */
  readonly bare?: { readonly source: string; readonly paths: readonly string[] };
}

/** The narrowest pattern that finds all files of a group. */
export function shapeGroup(group: Group, all: ReadonlySet<string>): Shaped {
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
function bareSources(candidates: readonly Candidate[], all: ReadonlySet<string>): Shaped['bare'] {
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
 * `locales/{locale}/*.json`, if that finds no other file now. Browsers read `_locales/…/messages.json`
 * and nothing else.
 */
export function widenShape(shape: Shaped, files: readonly string[]): Shaped {
  const parts = shape.files.split('/');
  const name = parts.at(-1) ?? '';
  const isOneFile = !name.includes('{locale}') && !name.includes('*');
  if (!isOneFile || /(^|\/)_locales\/\{locale\}\//.test(shape.files)) return shape;
  const wide = parts.with(-1, `*${name.slice(name.lastIndexOf('.'))}`).join('/');
  return findsExactly(wide, shape.group, files) ? { ...shape, files: wide } : shape;
}

/** A pattern for each name, where one for all would find files of other catalogs. */
export function splitShape(shape: Shaped, files: readonly string[]): Shaped[] {
  const rests = [...new Set(shape.group.candidates.map(({ rest }) => rest))];
  if (rests.length === 1 || findsExactly(shape.files, shape.group, files)) return [shape];
  return rests.map((rest) => {
    const candidates = shape.group.candidates.filter((one) => one.rest === rest);
    return shapeGroup(groupOf(candidates), new Set(shape.bare?.paths));
  });
}

import type { Candidate, Group } from './candidates.js';
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
 * Groups whose patterns differ in one folder's name are one catalog: `packages/a/locales/{locale}.json`
 * and `packages/b/…` become `packages/*\/…`. Groups with bare sources stay alone.
 */
export function mergeShapes(shapes: readonly Shaped[]): Shaped[] {
  const merged: Shaped[] = [];
  for (const shape of shapes) {
    const index = merged.findIndex((other) => mergedPattern(other, shape) !== undefined);
    const other = merged[index];
    const files = other && mergedPattern(other, shape);
    if (other === undefined || files === undefined) merged.push(shape);
    else merged[index] = { files, group: joined(other.group, shape.group) };
  }
  return merged;
}

function mergedPattern(a: Shaped, b: Shaped): string | undefined {
  if (a.bare !== undefined || b.bare !== undefined) return undefined;
  const [left, right] = [a.files.split('/'), b.files.split('/')];
  if (left.length !== right.length) return undefined;
  const differing = left.flatMap((part, index) => (part === right[index] ? [] : [index]));
  const [at = -1] = differing;
  // The last part is the file's name; a first part needs more after it than any repository has.
  if (differing.length !== 1 || at === left.length - 1) return undefined;
  if (at === 0 && left.length < 4) return undefined;
  if ([left[at], right[at]].some((part) => part?.includes('{locale}') ?? true)) return undefined;
  return left.with(at, '*').join('/');
}

function joined(a: Group, b: Group): Group {
  return {
    candidates: [...a.candidates, ...b.candidates],
    locales: new Set([...a.locales, ...b.locales]),
  };
}

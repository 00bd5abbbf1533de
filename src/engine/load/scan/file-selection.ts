import { isAbsolute, resolve } from 'node:path';
import { createMatcher, parsePattern, PatternError, suggestion } from '../../../config/index.js';
import type { Hint } from '../../../model/index.js';
import { relativePath } from './real-paths.js';
import { ScanError } from './scan-error.js';
import { languageTag } from '../../../facts/index.js';

/** Files selected by the globs of a call. */
export interface FileSelection {
  /** Whether a path, or a folder containing it, is selected. */
  readonly has: (path: string) => boolean;
  /**
   * Refuses a glob that selects none of these paths, because it is probably misspelled.
   * @throws ScanError 'no-match', 'invalid-pattern'
   */
  readonly refuseIdle: (paths: readonly string[]) => void;
}

/**
 * Selects files by glob, or by exact name with any characters. No globs select all files.
 * @param folder that relative globs start from, relative to the root
 */
export function selectFiles(
  root: string,
  globs: readonly string[] = [],
  folder = '',
): FileSelection {
  if (globs.length === 0) return { has: () => true, refuseIdle: () => undefined };
  const from = { root: composed(root), folder: composed(folder) };
  const selectors = globs.map((glob) => createSelector(from, composed(glob)));
  return {
    has: (path) => selectors.some(({ test }) => test(composed(path))),
    refuseIdle: (found) => {
      const paths = found.map(composed);
      for (const { test, mistake } of selectors) if (!paths.some(test)) throw mistake(paths);
    },
  };
}

/** The NFC form, so that a typed name also matches files whose name is not normalized. */
function composed(path: string): string {
  return path.normalize('NFC');
}

interface Selector {
  readonly test: (path: string) => boolean;
  /** The error if none of the paths is selected. */
  readonly mistake: (paths: readonly string[]) => ScanError;
}

interface From {
  /** Absolute. */
  readonly root: string;
  /** Relative to the root. */
  readonly folder: string;
}

function createSelector({ root, folder }: From, glob: string): Selector {
  const isRooted = isAbsolute(glob);
  const typed = isRooted ? relativePath(root, glob) : glob.replace(/(?<=.)\/+$/, '');
  const start = resolve(root, folder);
  const { base, name } =
    isRooted || folder === '' ? { base: root, name: typed } : startOf(start, typed);
  const seen = viewFrom(base, root);
  const isNamed = (path: string): boolean => selfAndFolders(path).includes(name);
  try {
    const matches = isFolderItself(name) ? () => true : createPathTest(name);
    const test = (path: string): boolean => {
      const view = seen(path);
      return view !== undefined && (isNamed(view) || matches(view));
    };
    return { test, mistake: (paths) => noMatch({ base, folder, glob, name }, paths) };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const message = `"${glob}" cannot be used: ${error.message}`;
    const mistake = (): ScanError =>
      new ScanError('invalid-pattern', message, { setting: 'files', cause: error });
    const test = (path: string): boolean => isNamed(seen(path) ?? '');
    return { test, mistake };
  }
}

function isFolderItself(name: string): boolean {
  return name === '' || name === '.';
}

/** Resolves leading `..` of a glob to the folder that it starts in. */
function startOf(folder: string, glob: string): { readonly base: string; readonly name: string } {
  const [front = ''] = /^(?:\.{1,2}(?:\/+|$))*/.exec(glob) ?? [];
  return { base: resolve(folder, front), name: glob.slice(front.length) };
}

/** Converts paths of the root to paths below a folder; undefined for paths outside it. */
function viewFrom(base: string, root: string): (path: string) => string | undefined {
  const down = relativePath(root, base);
  if (down === '') return (path) => path;
  if (!/^\.\.(?:\/|$)/.test(down) && !isAbsolute(down)) {
    return (path) => (path.startsWith(`${down}/`) ? path.slice(down.length + 1) : undefined);
  }
  const up = relativePath(base, root);
  if (/^\.\.(?:\/|$)/.test(up) || isAbsolute(up)) return () => undefined;
  return (path) => `${up}/${path}`;
}

interface Idle extends Pick<From, 'folder'> {
  /** Absolute; `name` is relative to it. */
  readonly base: string;
  readonly glob: string;
  readonly name: string;
}

function noMatch({ base, folder, glob, name }: Idle, paths: readonly string[]): ScanError {
  const message = `${glob} matches no source or target file`;
  const escaped = name.replaceAll(/[[\]]/g, '\\$&');
  const isName = escaped !== name && !name.includes('\\') && paths.some(createPathTest(escaped));
  const where = folder === '' ? `the folder of the config, ${base}` : base;
  const hint: Hint | string = isName
    ? { code: 'escape-brackets', pattern: escaped }
    : `Patterns are relative to ${where}.`;
  return new ScanError('no-match', message, { setting: 'files', hint });
}

/** @throws PatternError */
function createPathTest(glob: string): (path: string) => boolean {
  const matchers = parsePattern(glob).map((path) => createMatcher(path, 'any'));
  return (path) => selfAndFolders(path).some((part) => matchers.some((test) => test(part)));
}

function selfAndFolders(path: string): string[] {
  const segments = path.split('/');
  return segments.map((_, index) => segments.slice(0, segments.length - index).join('/'));
}

/**
 * The locales given by a call, in the config's spelling; all targets if none are given.
 * @throws ScanError 'unknown-locale'
 */
export function selectLocales(
  targets: readonly string[],
  wanted: readonly string[] = [],
): ReadonlySet<string> {
  if (wanted.length === 0) return new Set(targets);
  return new Set(wanted.map((locale) => findLocale(targets, locale)));
}

function findLocale(targets: readonly string[], locale: string): string {
  const tag = languageTag(locale).toLowerCase();
  const found = targets.includes(locale)
    ? locale
    : targets.find((target) => languageTag(target).toLowerCase() === tag);
  if (found !== undefined) return found;
  const near = suggestion(locale, targets);
  const hint = near.startsWith('; did') ? near : '';
  const message = `"${locale}" is not one of the targets (${targets.join(', ')})${hint}`;
  throw new ScanError('unknown-locale', message);
}

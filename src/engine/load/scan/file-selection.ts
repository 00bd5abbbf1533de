import { isAbsolute } from 'node:path';
import { createMatcher } from '../../../config/pattern-match.js';
import { parsePattern, PatternError } from '../../../config/pattern.js';
import type { Hint } from '../../../model/index.js';
import { relativePath } from './paths.js';
import { ScanError } from './scan-error.js';

/** What the file globs of a call select. */
export interface FileSelection {
  /** Whether a path, or a folder that it is in, is selected. */
  readonly has: (path: string) => boolean;
  /**
   * A glob that selects none of these paths is a misspelled one.
   * @throws ScanError 'no-match', 'invalid-pattern'
   */
  readonly refuseIdle: (paths: readonly string[]) => void;
}

/** Selects files by a glob, or by their exact name with any characters. No globs select all. */
export function selectFiles(root: string, globs: readonly string[] = []): FileSelection {
  if (globs.length === 0) return { has: () => true, refuseIdle: () => undefined };
  const selectors = globs.map((glob) => createSelector(composed(root), composed(glob)));
  return {
    has: (path) => selectors.some(({ test }) => test(composed(path))),
    refuseIdle: (found) => {
      const paths = found.map(composed);
      for (const { test, mistake } of selectors) if (!paths.some(test)) throw mistake(paths);
    },
  };
}

/** A name typed in one normal form of Unicode means the file in the other, too. */
function composed(path: string): string {
  return path.normalize('NFC');
}

interface Selector {
  readonly test: (path: string) => boolean;
  /** What is wrong if none of the paths is selected. */
  readonly mistake: (paths: readonly string[]) => ScanError;
}

function createSelector(root: string, glob: string): Selector {
  const name = isAbsolute(glob) ? relativePath(root, glob) : glob.replace(/(?<=.)\/+$/, '');
  const isNamed = (path: string): boolean => selfAndFolders(path).includes(name);
  try {
    const matches = createPathTest(name);
    return {
      test: (path) => isNamed(path) || matches(path),
      mistake: (paths) => noMatch(root, { glob, name }, paths),
    };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const message = `"${glob}" cannot be used: ${error.message}`;
    const mistake = (): ScanError =>
      new ScanError('invalid-pattern', message, { setting: 'files', cause: error });
    return { test: isNamed, mistake };
  }
}

function noMatch(
  root: string,
  { glob, name }: { readonly glob: string; readonly name: string },
  paths: readonly string[],
): ScanError {
  const message = `${glob} names no source and no target file`;
  const escaped = name.replaceAll(/[[\]]/g, '\\$&');
  const isName = escaped !== name && !name.includes('\\') && paths.some(createPathTest(escaped));
  const hint: Hint | string = isName
    ? { code: 'escape-brackets', pattern: escaped }
    : `Patterns are relative to the folder of the config, ${root}.`;
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

import { isAbsolute } from 'node:path';
import { languageTag } from '../config/languages.js';
import { suggestion } from '../config/nearest.js';
import { createMatcher } from '../config/pattern-match.js';
import { parsePattern, PatternError } from '../config/pattern.js';
import type { ResolvedConfig } from '../config/resolved.js';
import type { Hint } from '../model/index.js';
import { ScanError } from './scan-error.js';
import { relativePath } from './scan-list.js';

/**
 * The config's spelling of the locales that a call names; all targets if it names none.
 * @throws ScanError 'unknown-locale'
 */
export function selectLocales(
  config: ResolvedConfig,
  wanted: readonly string[] | undefined,
): ReadonlySet<string> {
  if (wanted === undefined || wanted.length === 0) return new Set(config.targets);
  return new Set(
    wanted.map((locale) => {
      const tag = languageTag(locale).toLowerCase();
      const found = config.targets.includes(locale)
        ? locale
        : config.targets.find((target) => languageTag(target).toLowerCase() === tag);
      if (found !== undefined) return found;
      const known = config.targets.join(', ');
      const near = suggestion(locale, config.targets);
      throw new ScanError(
        'unknown-locale',
        `"${locale}" is none of the targets (${known})${near.startsWith('; did') ? near : ''}`,
      );
    }),
  );
}

/** What the file globs of a call mean. */
export interface FileSelection {
  /** Whether a path, or a folder that it is in, is meant. */
  readonly has: (path: string) => boolean;
  /**
   * A glob that means nothing is a misspelled one.
   * @throws ScanError 'no-match', 'invalid-pattern'
   */
  readonly refuseIdle: (paths: readonly string[]) => void;
}

/** Files are meant by a glob, or by their very name, whatever characters it holds. */
export function selectFiles(root: string, globs: readonly string[] = []): FileSelection {
  if (globs.length === 0) return { has: () => true, refuseIdle: () => undefined };
  const selectors = globs.map((glob) => selector(root, glob));
  return {
    has: (path) => selectors.some(({ test }) => test(path)),
    refuseIdle: (paths) => {
      for (const { test, refuse } of selectors) if (!paths.some(test)) refuse(paths);
    },
  };
}

interface Selector {
  readonly test: (path: string) => boolean;
  /** Called where no path is meant. */
  readonly refuse: (paths: readonly string[]) => never;
}

function selector(root: string, glob: string): Selector {
  const name = isAbsolute(glob) ? relativePath(root, glob) : glob.replace(/(?<=.)\/+$/, '');
  const named = (path: string): boolean => selfAndFolders(path).includes(name);
  let matches: (path: string) => boolean;
  try {
    matches = matcherOf(name);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const message = `"${glob}" cannot be used: ${error.message}`;
    const refuse = (): never => {
      throw new ScanError('invalid-pattern', message, { setting: 'files', cause: error });
    };
    return { test: named, refuse };
  }
  const refuse = (paths: readonly string[]): never => {
    const message = `${glob} names no source and no target file`;
    const escaped = name.replaceAll(/[[\]]/g, '\\$&');
    const isClass = escaped !== name && !name.includes('\\') && paths.some(matcherOf(escaped));
    const hint: Hint | string = isClass
      ? { code: 'escape-brackets', pattern: escaped }
      : `Patterns are relative to the folder of the config, ${root}.`;
    throw new ScanError('no-match', message, { setting: 'files', hint });
  };
  return { test: (path) => named(path) || matches(path), refuse };
}

/** @throws PatternError */
function matcherOf(glob: string): (path: string) => boolean {
  const matchers = parsePattern(glob).map((path) => createMatcher(path, 'any'));
  return (path) => selfAndFolders(path).some((part) => matchers.some((test) => test(part)));
}

function selfAndFolders(path: string): string[] {
  const segments = path.split('/');
  return segments.map((_, index) => segments.slice(0, segments.length - index).join('/'));
}

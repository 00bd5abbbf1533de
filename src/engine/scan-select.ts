import { isAbsolute } from 'node:path';
import { languageTag } from '../config/languages.js';
import { suggestion } from '../config/nearest.js';
import { createMatcher } from '../config/pattern-match.js';
import { parsePattern, PatternError } from '../config/pattern.js';
import type { ResolvedConfig } from '../config/resolved.js';
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

/**
 * Tells which paths a call's `--files` globs mean: the path itself or a folder that it is in.
 * @throws ScanError 'invalid-pattern'
 */
export function selectFiles(
  root: string,
  globs: readonly string[] | undefined,
): (path: string) => boolean {
  if (globs === undefined || globs.length === 0) return () => true;
  const matchers = globs.flatMap((glob) => {
    const inside = isAbsolute(glob) ? relativePath(root, glob) : glob.replace(/(?<=.)\/+$/, '');
    try {
      return parsePattern(inside).map((path) => createMatcher(path, 'any'));
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      const message = `--files "${glob}" cannot be used: ${error.message}`;
      throw new ScanError('invalid-pattern', message, { cause: error });
    }
  });
  return (path) => selfAndFolders(path).some((part) => matchers.some((test) => test(part)));
}

function selfAndFolders(path: string): string[] {
  const segments = path.split('/');
  return segments.map((_, index) => segments.slice(0, segments.length - index).join('/'));
}

import type { ConfigPath } from './errors.js';
import { PatternError, parsePattern } from './pattern.js';
import { pairPatterns } from './pattern-pair.js';
import type { CatalogInput } from './schema.js';
import type { PathIssue } from './path-issue.js';

export interface CatalogPatterns {
  readonly source: string;
  readonly target: string;
}

/** The two patterns of a catalog, from `files` or from `source` and `target`. */
export function catalogPatterns(
  catalog: CatalogInput,
  path: ConfigPath,
  report: (issue: PathIssue) => void,
): CatalogPatterns | undefined {
  const { files, source, target } = catalog;
  if (files !== undefined) {
    if (source !== undefined || target !== undefined) {
      const extra = source === undefined ? 'target' : 'source';
      const message = `"files" and "${extra}" cannot be combined: "files" names source and targets at once`;
      report({ code: 'invalid-value', path: [...path, extra], part: 'key', message });
    }
    return checked({ source: files, target: files }, [...path, 'files'], report);
  }
  if (source === undefined || target === undefined) {
    const missing = source === undefined ? 'source' : 'target';
    const message =
      (source ?? target) === undefined
        ? 'a catalog needs "files", or "source" and "target"'
        : `"${missing}" is missing: "source" and "target" belong together`;
    report({ code: 'missing-key', path, part: 'value', message });
    return undefined;
  }
  try {
    parsePattern(source);
  } catch (error) {
    report(patternIssue(error, source, [...path, 'source']));
    return undefined;
  }
  return checked({ source, target }, [...path, 'target'], report);
}

function checked(
  patterns: CatalogPatterns,
  path: ConfigPath,
  report: (issue: PathIssue) => void,
): CatalogPatterns | undefined {
  try {
    pairPatterns(patterns.source, patterns.target);
    return patterns;
  } catch (error) {
    report(patternIssue(error, patterns.target, path));
    return undefined;
  }
}

/** Globs outside of patterns, such as those of `exclude`. */
export function checkGlobs(
  globs: readonly string[],
  path: ConfigPath,
  report: (issue: PathIssue) => void,
): void {
  for (const [index, glob] of globs.entries()) checkGlob(glob, [...path, index], report);
}

export function checkGlob(
  glob: string,
  path: ConfigPath,
  report: (issue: PathIssue) => void,
): void {
  try {
    parsePattern(glob, { placeholders: ['namespace'] });
  } catch (error) {
    report(patternIssue(error, glob, path));
  }
}

function patternIssue(error: unknown, pattern: string, path: ConfigPath): PathIssue {
  if (!(error instanceof PatternError)) throw error;
  const message = `the pattern "${pattern}" cannot be used: ${error.message}`;
  return { code: 'invalid-pattern', path, part: 'value', message };
}

import { quoted } from '../model/index.js';
import type { ConfigPath, PathIssue } from './errors.js';
import { freeWildcards, PatternError, parsePattern } from './pattern.js';
import { pairPatterns } from './pattern-pair.js';
import type { CatalogInput, ExtractInput } from './schema.js';

export interface CatalogPatterns {
  readonly source: string;
  readonly target: string;
}

/**
 * The two patterns of a catalog or of documents, from `files` or from `source` and `target`.
 */
export function catalogPatterns(
  catalog: Pick<CatalogInput, 'files' | 'source' | 'target' | 'format'>,
  path: ConfigPath,
  report: (issue: PathIssue) => void,
): CatalogPatterns | undefined {
  const { files, source, target, format } = catalog;
  if (files !== undefined) {
    if (source !== undefined || target !== undefined) {
      const extra = source === undefined ? 'target' : 'source';
      const message = `"files" and "${extra}" cannot be combined: "files" already covers source and targets`;
      report({ code: 'invalid-value', path: [...path, extra], part: 'key', message });
    }
    return checkedPatterns({ source: files, target: files, format }, [...path, 'files'], report);
  }
  if (source === undefined || target === undefined) {
    const missing = source === undefined ? 'source' : 'target';
    const message =
      (source ?? target) === undefined
        ? `${path[0] === 'documents' ? 'an entry of documents' : 'a catalog'} needs "files", or "source" and "target"`
        : `"${missing}" is missing: "source" and "target" must be used together`;
    report({ code: 'missing-key', path, part: 'value', message });
    return undefined;
  }
  try {
    parsePattern(source);
  } catch (error) {
    report(patternIssue(error, source, [...path, 'source']));
    return undefined;
  }
  return checkedPatterns({ source, target, format }, [...path, 'target'], report);
}

/** The patterns, if each target's path follows from its source's. */
export function checkedPatterns(
  { source, target, format }: CatalogPatterns & { readonly format?: string | undefined },
  path: ConfigPath,
  report: (issue: PathIssue) => void,
): CatalogPatterns | undefined {
  try {
    pairPatterns(source, target, format);
    return { source, target };
  } catch (error) {
    report(patternIssue(error, target, path));
    return undefined;
  }
}

/** Checks globs that are not patterns, such as those of `exclude`. */
export function checkGlobs(
  globs: readonly string[],
  path: ConfigPath,
  report: (issue: PathIssue) => void,
): void {
  for (const [index, glob] of globs.entries()) {
    checkGlob(glob, [...path, index], { report, parse: parsePattern });
  }
}

/** Checks the globs of `extract`, which only fast-glob matches. */
export function checkCodeGlobs(
  { code = [], catalog }: ExtractInput,
  path: ConfigPath,
  report: (issue: PathIssue) => void,
): void {
  for (const [index, glob] of code.entries()) {
    // `!src/generated/**` excludes files.
    const parse = glob.startsWith('!') ? refuseSlow : refuseInstalled;
    checkGlob(glob.replace(/^!/, ''), [...path, 'code', index], { report, parse });
  }
  if (catalog !== undefined) {
    checkGlob(catalog, [...path, 'catalog'], { report, parse: refuseDeepCatalog });
  }
}

/** @throws PatternError */
function refuseDeepCatalog(glob: string): void {
  refuseSlow(glob);
  const isUnclear = (name: string): boolean =>
    name.includes('**') || (name.includes('*') && name.includes('{namespace}'));
  if (!glob.split('/').some(isUnclear)) return;
  throw new PatternError(
    'each "*" stands for a part of one folder or file, beside no "{namespace}"; spell out the folders',
  );
}

/** @throws PatternError */
function refuseInstalled(glob: string): void {
  refuseSlow(glob);
  if (!glob.split('/').includes('node_modules')) return;
  throw new PatternError(
    'code in node_modules is never read; name the folder of the package in your repository',
  );
}

/** As many as in `src/**\/ui/**\/*.test.*`. */
const MOST_FREE_WILDCARDS = 3;

/** @throws PatternError */
function refuseSlow(glob: string): void {
  parsePattern(glob, { placeholders: ['namespace'] });
  if (/[*+]\(/.test(glob)) throw new PatternError('it has a repeating group, such as "+(a)"');
  const groups = glob.match(/[!?@]\(/g) ?? [];
  const paths = parsePattern(glob.replaceAll('{namespace}', '*'));
  if (paths.some((path) => freeWildcards(path) + groups.length > MOST_FREE_WILDCARDS)) {
    throw new PatternError('it has too many wildcards; spell out more of its folders');
  }
}

/** @param check.parse throws a PatternError */
function checkGlob(
  glob: string,
  path: ConfigPath,
  {
    report,
    parse,
  }: { readonly report: (issue: PathIssue) => void; readonly parse: (glob: string) => unknown },
): void {
  try {
    parse(glob);
  } catch (error) {
    report(patternIssue(error, glob, path));
  }
}

export function patternIssue(error: unknown, pattern: string, path: ConfigPath): PathIssue {
  if (!(error instanceof PatternError)) throw error;
  const message = `the pattern ${quoted(pattern)} cannot be used: ${error.message}`;
  return { code: 'invalid-pattern', path, part: 'value', message };
}

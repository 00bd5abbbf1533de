import { execFile } from 'node:child_process';
import type { Problem } from '../../model/index.js';

/** Built from code that is read anyway, and often outdated. */
const BUILT = [
  { is: /(?:^|\/)dist\//, isNamedBy: (glob: string) => glob.split('/').includes('dist') },
  { is: /\.min\.[cm]?js$/, isNamedBy: (glob: string) => glob.includes('.min.') },
];
/** Messages compiled by Paraglide, which contain every key. */
const COMPILED = /(?:^|\/)paraglide\//;

/** Built files, except kinds that a pattern names explicitly: `dist/**`. */
export function builtAmong(files: readonly string[], globs: readonly string[]): readonly string[] {
  const wanted = globs.filter((glob) => !glob.startsWith('!'));
  const kinds = BUILT.filter(({ isNamedBy }) => !wanted.some(isNamedBy));
  return files.filter((file) => kinds.some(({ is }) => is.test(file)));
}

/**
 * Files that git ignores, except those whose folder a pattern names: `generated/**`. None without
 * git or a repository.
 */
export async function ignoredByGit(
  root: string,
  files: readonly string[],
  globs: readonly string[],
): Promise<ReadonlySet<string>> {
  const bases = globs.map(baseOf).filter((base) => base !== '' && !base.startsWith('..'));
  const ignored = new Set(await checkIgnore(root, [...files, ...bases]));
  const wanted = bases.filter((base) => ignored.has(base));
  const isWanted = (file: string): boolean =>
    wanted.some((base) => file === base || file.startsWith(`${base}/`));
  return new Set(files.filter((file) => ignored.has(file) && !isWanted(file)));
}

/** The folders of a glob before its first wildcard. */
function baseOf(glob: string): string {
  const parts = glob.replace(/^\.\//, '').split('/');
  const end = parts.findIndex((part) => /[*?[\]{}()!\\]/.test(part));
  return parts.slice(0, end === -1 ? parts.length : end).join('/');
}

function checkIgnore(root: string, paths: readonly string[]): Promise<readonly string[]> {
  const args = ['-c', 'core.fsmonitor=false', 'check-ignore', '-z', '--stdin'];
  const options = { cwd: root, timeout: 10_000, maxBuffer: 1 << 28 };
  return new Promise((resolve) => {
    const git = execFile('git', args, options, (error, stdout) =>
      // git exits with 1 if it ignores none.
      resolve(error === null ? stdout.split('\0').filter((path) => path !== '') : []),
    );
    // git may exit before it has read everything.
    git.stdin?.on('error', () => undefined);
    git.stdin?.end(paths.join('\0'));
  });
}

/** Whether a file is a compiled message in a folder that git ignores. */
export function isCompiled(file: string): boolean {
  return COMPILED.test(file);
}

const TEST = /(?:^|\/)__(?:tests|mocks)__\/|[.-](?:test|spec|cy|stories|story)\.\w+$/;

/** Whether a file is a test or a story: they invent keys, so they add none. */
export function isTest(file: string): boolean {
  return TEST.test(file);
}

const LEAST_MINIFIED = 5000;
const LONG_LINE = 500;

/** Whether code has very few lines: then any `t` in it may be something else. */
export function isMinified(code: string): boolean {
  if (code.length < LEAST_MINIFIED) return false;
  const most = code.length / LONG_LINE;
  let lines = 0;
  for (let at = code.indexOf('\n'); at !== -1 && lines <= most; at = code.indexOf('\n', at + 1)) {
    lines += 1;
  }
  return lines <= most;
}

/** Code that was not read, or adds no key. */
export interface LeftOut {
  readonly built: readonly string[];
  /** Ignored by git, or minified. */
  readonly quiet: readonly string[];
}

/** A problem for each kind of code that is left out. */
export function leftOutProblems({ built, quiet }: LeftOut): readonly Problem[] {
  return [
    ...problemOf(built, 'This is build output (dist, *.min.js) and is not read.'),
    ...problemOf(
      quiet,
      'This file is ignored by git or minified: it adds no keys, but keys quoted in it count as used.',
    ),
  ];
}

function problemOf([file, ...more]: readonly string[], sentence: string): readonly Problem[] {
  if (file === undefined) return [];
  const count = more.length === 1 ? '1 more file' : `${more.length} more files`;
  const others = more.length === 0 ? '' : ` The same applies to ${count}.`;
  return [{ code: 'code-left-out', severity: 'warning', file, message: `${sentence}${others}` }];
}

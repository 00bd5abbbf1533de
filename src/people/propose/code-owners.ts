import picomatch from 'picomatch/posix.js';
import type { Git } from './git.js';
import { blob } from './tree.js';

/** Stands for the owners of a locale's files in `propose.reviewers`. */
export const CODE_OWNERS = 'CODEOWNERS';

/** Where GitHub and GitLab look for the file, the first one counts. */
const PLACES: readonly string[] = ['.github/', '.gitlab/', '', 'docs/'].map(
  (folder) => `${folder}CODEOWNERS`,
);

interface Rule {
  readonly section: string;
  readonly matches: (path: string) => boolean;
  readonly owners: readonly string[];
}

/** Returns the owners of a path of a commit; none if it has no CODEOWNERS. */
export async function codeOwnersAt(
  git: Git,
  commit: string,
): Promise<(path: string) => readonly string[]> {
  for (const place of PLACES) {
    if ((await git.try(['cat-file', '-e', `${commit}:${place}`])).code === 0)
      return parseCodeOwners((await blob(git, commit, place)).toString());
  }
  return () => [];
}

/**
 * The last rule that matches decides, in each of GitLab's sections. Owners are names with `@`, or
 * addresses.
 */
export function parseCodeOwners(text: string): (path: string) => readonly string[] {
  const rules: Rule[] = [];
  let section = '';
  let standard: readonly string[] = [];
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const [, name, after = ''] = /^\^?\[([^\]]+)\](?:\[\d+\])?(.*)$/.exec(line.trim()) ?? [];
    if (name !== undefined) {
      section = name.toLowerCase();
      standard = ownersIn(after.split(/\s+/));
      continue;
    }
    // A space or a # of a path has a \ before it.
    const [pattern, ...owners] = line.trim().match(/(?:\\.|[^\s\\])+/g) ?? [];
    if (pattern === undefined || pattern.startsWith('#')) continue;
    const own = ownersIn(owners);
    rules.push({
      section,
      matches: matcherOf(pattern.replaceAll(/\\([ #])/g, '$1')),
      owners: own.length === 0 ? standard : own,
    });
  }
  return (path) => {
    const last = new Map<string, readonly string[]>();
    for (const rule of rules) if (rule.matches(path)) last.set(rule.section, rule.owners);
    return [...new Set([...last.values()].flat())];
  };
}

function ownersIn(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => word.startsWith('#'));
  return words.slice(0, end < 0 ? undefined : end).filter((word) => word.includes('@'));
}

/** As in .gitignore; but `docs/*` is for files in `docs` itself. */
function matcherOf(pattern: string): (path: string) => boolean {
  const path = pattern.replace(/^\//, '');
  const isFromRoot = pattern.startsWith('/') || path.slice(0, -1).includes('/');
  const glob = `${isFromRoot ? '' : '**/'}${path}`;
  const below = path.endsWith('/')
    ? [`${glob}**`]
    : [glob, ...(/\/\*$/.test(path) ? [] : [`${glob}/**`])];
  const options = { dot: true, nobrace: true, noextglob: true, nonegate: true, nobracket: true };
  return picomatch(below, options);
}

import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ensureStateDirectory } from '../../state/index.js';
import { LINE_SETS } from '../../lock/index.js';
import type { Span } from './errors.js';
import type { Git } from './git.js';
import type { FileChange } from './host.js';

/** Milliseconds after which leftovers of an interrupted run are removed. */
const DAY = 86_400_000;

const FOLDER = 'propose';

/** Everything except the local state. */
const ALL = ['--', '.', ':(exclude,glob)**/.locale-sync/**'];

/**
 * A separate working tree, so no file of the checkout changes. It is inside the state folder, from
 * where configs that are code still find the project's packages.
 */
export class Tree {
  /** Absolute path. */
  readonly folder: string;
  readonly #outer: Git;
  readonly git: Git;

  constructor(outer: Git, folder: string) {
    this.folder = folder;
    this.#outer = outer;
    this.git = outer.in(folder);
  }

  /**
   * @param outer git in the checkout
   * @param state absolute path of the checkout's state folder
   */
  static async open(outer: Git, state: string, commit: string): Promise<Tree> {
    ensureStateDirectory(state, '.');
    removeOld(state);
    const folder = join(mkdtempSync(join(state, `${FOLDER}-`)), 'tree');
    await outer.text(['worktree', 'add', '--quiet', '--detach', folder, commit]);
    return new Tree(outer, folder);
  }

  async close(): Promise<void> {
    rmSync(join(this.folder, '..'), { recursive: true, force: true, maxRetries: 3 });
    await this.#outer.try(['worktree', 'prune']);
  }

  /** Sets all files to those of a commit. */
  async goTo(commit: string): Promise<void> {
    await this.git.text(['reset', '--quiet', '--hard', commit]);
    await this.git.text(['clean', '--quiet', '-ffd']);
  }

  /** Writes the current files as a git tree and returns its hash. */
  async write(): Promise<string> {
    await this.git.text(['add', '--all', ...ALL]);
    return this.git.text(['write-tree']);
  }

  /**
   * Merges a commit into the working tree without committing. Committed sets of lines, such as the
   * lock, are merged as such. Returns the other files that conflict.
   */
  async merge(commit: string): Promise<readonly string[]> {
    const merged = await this.git.try(['merge', '--quiet', '--no-commit', '--no-ff', commit]);
    if (merged.code === 0) return [];
    const conflicts = await this.git.names(['diff', '--name-only', '--diff-filter=U', '-z']);
    if (conflicts.length === 0)
      await this.git.text(['merge-base', '--is-ancestor', commit, 'HEAD']);
    const sets = conflicts.filter(isSet);
    for (const path of sets) await this.#unite(path);
    return conflicts.filter((path) => !sets.includes(path));
  }

  /** Resolves conflicting files to the merged commit's version. */
  async takeTheirs(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const taken = await this.git.try(['checkout', '--quiet', '--theirs', '--', path]);
      if (taken.code !== 0) await this.git.text(['rm', '--quiet', '--force', '--', path]);
    }
  }

  /** Repeats the changes to line sets that a later commit may have hidden. */
  async repeat({ start, end }: Span): Promise<void> {
    const changed = ['diff-tree', '-r', '-z', '--no-renames', '--name-only', start, end];
    for (const path of (await this.git.names(changed)).filter(isSet)) {
      const file = join(this.folder, path);
      const now = existsSync(file) ? readFileSync(file, 'utf8') : '';
      const from = await this.#shown(`${start}:${path}`);
      const to = await this.#shown(`${end}:${path}`);
      writeFileSync(file, changedAgain(now, { from, to }));
    }
  }

  async #unite(path: string): Promise<void> {
    const [one, two] = [await this.#shown(`:2:${path}`), await this.#shown(`:3:${path}`)];
    writeFileSync(join(this.folder, path), unite(one, two));
  }

  /** Content of an object, '' if it does not exist. */
  async #shown(object: string): Promise<string> {
    const { code, stdout } = await this.git.try(['show', object]);
    return code === 0 ? stdout.toString() : '';
  }
}

/** Files of `to` that `from` lacks or has differently, and deleted files. */
export async function changesBetween(git: Git, from: string, to: string): Promise<FileChange[]> {
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--name-status', from, to];
  const parts = await git.names(args);
  const changes: FileChange[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const path = parts[at + 1] ?? '';
    const content = parts[at] === 'D' ? undefined : await blob(git, to, path);
    changes.push({ path, content, isNew: parts[at] === 'A' });
  }
  return changes;
}

export function blob(git: Git, tree: string, path: string): Promise<Buffer> {
  return git.bytes(['cat-file', 'blob', `${tree}:${path}`]);
}

function isSet(path: string): boolean {
  return LINE_SETS.includes(path.slice(path.lastIndexOf('/') + 1));
}

/** The lines of both texts, each once, in the order of the first. */
export function unite(one: string, two: string): string {
  const lines = one.split('\n').filter((line) => line !== '');
  const known = new Set(lines);
  const more = two.split('\n').filter((line) => line !== '' && !known.has(line));
  return [...lines, ...more, ''].join('\n');
}

/** Applies the line changes between `from` and `to` to a set of lines. */
export function changedAgain(
  text: string,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  const [before, after] = [new Set(from.split('\n')), new Set(to.split('\n'))];
  const isLost = (line: string): boolean => before.has(line) && !after.has(line);
  const left = text.split('\n').filter((line) => !isLost(line));
  return unite(left.join('\n'), [...after].filter((line) => !before.has(line)).join('\n'));
}

function removeOld(state: string): void {
  for (const name of readdirSync(state)) {
    if (!name.startsWith(`${FOLDER}-`)) continue;
    const age = Date.now() - statSync(join(state, name)).mtimeMs;
    if (age > DAY) rmSync(join(state, name), { recursive: true, force: true });
  }
}

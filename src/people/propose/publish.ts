import type { Report, ReviewRow } from '../../model/index.js';
import { commitsOfPeople } from './branch.js';
import type { Joined } from './branch.js';
import type { ProposeCall } from './project.js';
import { MovedError } from './errors.js';
import type { Git } from './git.js';
import type { FileChange, Host, HostCommit } from './host.js';
import { commitMessage } from './commit-message.js';
import type { Survey } from './survey.js';
import { blob, changesBetween } from './tree.js';
import type { Tree } from './tree.js';

/** The state of one attempt once the texts are available. */
export interface Made {
  readonly call: ProposeCall;
  readonly found: Survey;
  readonly tree: Tree;
  /** Of all commits. */
  readonly trailers: readonly string[];
  readonly report: Report;
  readonly joined: Joined;
  /** Git trees: the branch with the base merged in, and the result. */
  readonly joinedTree: string;
  readonly result: string;
  readonly texts: readonly ReviewRow[];
  /** Who decided texts that this run proposes: `Anna Schmidt <anna@example.com>`. */
  readonly authors: readonly string[];
  readonly questions: readonly ReviewRow[];
  /** Locales that had no text in the proposal before. */
  readonly fresh: readonly string[];
  /** `textsHash` of everything that the base lacks. */
  readonly hash: string;
  /** Whether the base lacks anything. */
  readonly isLeft: boolean;
  /** Counts all locales, even if the run was for a shard. */
  readonly coverage: Report;
}

/**
 * Brings the branch to the result, with commits on top of what is there. Returns the last commit of
 * the branch, and the number of files that commits of this run change.
 */
export async function publish(
  made: Made,
  host: Host,
): Promise<{ readonly head: string; readonly files: number }> {
  const { found, tree, result, call } = made;
  const { branch } = found;
  let head = branch === undefined ? found.base : await withBase(made, host);
  let start = branch === undefined ? await startOf(made) : 'head';
  const changes = await changesBetween(tree.git, head, result);
  const known = head;
  const trailers = [...made.trailers, ...made.authors.map((name) => `Co-authored-by: ${name}`)];
  const { headline, description } = commitMessage(call.settings, made.texts, trailers);
  const parts = batches(changes);
  for (const [at, part] of parts.entries()) {
    const title = parts.length === 1 ? headline : `${headline} (${at + 1} of ${parts.length})`;
    head = await host.commit({
      ...{ branch: found.name, parent: head, start, headline: title, description },
      changes: part,
      // No file is in two batches, so earlier batches do not change this.
      lastCommitOf: (path) => lastCommitOf(tree.git, known, path),
    });
    start = 'head';
  }
  return { head, files: changes.length };
}

/**
 * The most bytes of files in one commit. GitHub accepts 40 MB per call, and base64 adds a third.
 */
const MOST = 20 * 1024 * 1024;

/** Splits changes into commits of at most `most` bytes. A file is never split. */
export function batches(
  changes: readonly FileChange[],
  most = MOST,
): readonly (readonly FileChange[])[] {
  const all: FileChange[][] = [];
  let room = 0;
  for (const change of changes) {
    const size = (change.content?.length ?? 0) + change.path.length;
    const last = all.at(-1);
    if (last === undefined || size > room) {
      all.push([change]);
      room = most - size;
    } else {
      last.push(change);
      room -= size;
    }
  }
  return all;
}

/** Undefined at the end of a shallow clone's history, where a commit seems to add every file. */
async function lastCommitOf(git: Git, head: string, path: string): Promise<string | undefined> {
  const log = ['log', '-1', '--format=%H %P', head, '--', `:(top,literal)${path}`];
  const [commit, parent] = (await git.text(log)).split(' ');
  return parent === undefined || parent === '' ? undefined : commit;
}

/** A left-over branch starts over only if nobody has pushed to it since. */
async function startOf({ found, call }: Made): Promise<HostCommit['start']> {
  const { leftOver, name, base } = found;
  if (leftOver === undefined) return 'new';
  await call.remote.restart(base, name, leftOver);
  return 'head';
}

/** Returns the head of the branch with the base merged in. */
async function withBase(made: Made, host: Host): Promise<string> {
  const { found, tree, call, joinedTree, trailers } = made;
  const { base, name, baseName, branch } = found;
  if (branch === undefined || branch.start === base) return branch?.head ?? base;
  const headline = `Merge ${baseName} into ${name}`;
  const description = trailers.join('\n');
  const message = `${headline}\n\n${description}`;
  const head = await host.join({
    ...{ branch: name, branchHead: branch.head, baseHead: base, headline, description },
    aligned: () => bothChanged(made),
    push: async () => {
      const parents = ['-p', branch.head, '-p', base];
      const commit = await tree.git.text(['commit-tree', joinedTree, ...parents, '-m', message]);
      await call.remote.push(commit, name);
      return commit;
    },
  });
  await call.remote.fetch([name]);
  if (await hasOthers(made, { head, headline })) throw new MovedError(name);
  return head;
}

/** Whether anyone, a person or another runner, has pushed anything besides the merge. */
async function hasOthers(
  { tree, found }: Made,
  { head, headline }: { readonly head: string; readonly headline: string },
): Promise<boolean> {
  const without = [found.base, found.branch?.head ?? found.base];
  if ((await commitsOfPeople(tree.git, head, without)) > 0) return true;
  const others = without.map((commit) => `^${commit}`);
  const log = ['log', '--no-merges', '--format=%s%x00', head, ...others, '--'];
  const titles = (await tree.git.names(log)).map((title) => title.trim());
  return titles.some((title) => title !== '' && title !== headline);
}

/** Files that both sides changed since the merge base, with the base's content. */
async function bothChanged({ found, tree }: Made): Promise<readonly FileChange[]> {
  const { branch } = found;
  if (branch === undefined) return [];
  const own = await changedIn(branch.start, branch.head);
  const theirs = new Set(await changedIn(branch.start, found.base));
  const both = own.filter((path) => theirs.has(path));
  const changes = await Promise.all(
    both.map(async (path): Promise<FileChange> => {
      const [there, here] = await Promise.all([has(found.base, path), has(branch.head, path)]);
      const content = there ? await blob(tree.git, found.base, path) : undefined;
      return { path, content, isNew: !here };
    }),
  );
  // If neither side has it, there is nothing to delete.
  return changes.filter(({ content, isNew }) => content !== undefined || !isNew);

  function changedIn(from: string, to: string): Promise<readonly string[]> {
    return tree.git.names(['diff-tree', '-r', '-z', '--no-renames', '--name-only', from, to]);
  }

  async function has(commit: string, path: string): Promise<boolean> {
    return (await tree.git.try(['cat-file', '-e', `${commit}:${path}`])).code === 0;
  }
}

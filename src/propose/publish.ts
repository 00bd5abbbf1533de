import { amount } from '../report/index.js';
import { batches } from './batches.js';
import { commitsOfPeople } from './branch.js';
import { MovedError } from './errors.js';
import type { Git } from './git.js';
import type { FileChange, Host, HostCommit } from './host.js';
import type { Made } from './made.js';
import { TRAILER } from './marker.js';
import { TITLE } from './names.js';

import { blob, changesBetween } from './tree.js';

export interface Published {
  /** The commit that the branch ends with. */
  readonly head: string;
  /** Files that commits of this run change. */
  readonly files: number;
}

/** Brings the branch to the result, by commits that follow what is there. */
export async function publish(made: Made, host: Host): Promise<Published> {
  const { survey: found, tree, result, branch, call } = made;
  let head = branch === undefined ? found.base : await withBase(made, host);
  let start = branch === undefined ? await startOf(made) : 'head';
  const changes = await changesBetween(tree.git, head, result);
  const known = head;
  const headline = call.settings.title ?? TITLE;
  const parts = batches(changes);
  for (const [at, part] of parts.entries()) {
    const title = parts.length === 1 ? headline : `${headline} (${at + 1} of ${parts.length})`;
    const description = descriptionOf(made);
    head = await host.commit({
      ...{ branch: found.name, parent: head, start, headline: title, description },
      changes: part,
      // No file is in two parts, so the parts before change nothing of this.
      lastCommitOf: (path) => lastCommitOf(tree.git, known, path),
    });
    start = 'head';
  }
  return { head, files: changes.length };
}

/** Where history ends, it is the end of a shallow clone, which seems to add every file. */
async function lastCommitOf(git: Git, head: string, path: string): Promise<string | undefined> {
  const log = ['log', '-1', '--format=%H %P', head, '--', `:(top,literal)${path}`];
  const [commit, parent] = (await git.text(log)).split(' ');
  return parent === undefined || parent === '' ? undefined : commit;
}

/** A branch that is left over begins again only where nobody pushed to it since. */
async function startOf({ survey: found, call }: Made): Promise<HostCommit['start']> {
  const { leftOver, name, base } = found;
  if (leftOver === undefined) return 'new';
  await call.remote.restart(base, name, leftOver);
  return 'head';
}

function descriptionOf({ texts }: Made): string {
  const locales = [...new Set(texts.map(({ locale }) => locale))];
  const lines = locales.map((locale) => {
    const count = texts.filter((text) => text.locale === locale).length;
    return `${locale}: ${amount(count, 'text')}`;
  });
  return [...lines, '', TRAILER].join('\n');
}

/** Gives the head of the branch with the base in it. */
async function withBase(made: Made, host: Host): Promise<string> {
  const { survey: found, branch, tree, call, joinedTree } = made;
  const { base, name, baseName } = found;
  if (branch === undefined || branch.start === base) return branch?.head ?? base;
  const headline = `Merge ${baseName} into ${name}`;
  const message = `${headline}\n\n${TRAILER}`;
  const head = await host.join({
    ...{ branch: name, branchHead: branch.head, baseHead: base, headline, description: TRAILER },
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

/** Whether anybody has pushed besides the merge, people or another runner. */
async function hasOthers(
  { tree, branch, survey: found }: Made,
  { head, headline }: { readonly head: string; readonly headline: string },
): Promise<boolean> {
  const without = [found.base, branch?.head ?? found.base];
  if ((await commitsOfPeople(tree.git, head, without)) > 0) return true;
  const others = without.map((commit) => `^${commit}`);
  const log = ['log', '--no-merges', '--format=%s%x00', head, ...others, '--'];
  const titles = (await tree.git.names(log)).map((title) => title.trim());
  return titles.some((title) => title !== '' && title !== headline);
}

/** Files that both sides have changed since they parted, as the base has them. */
async function bothChanged({ survey: found, branch, tree }: Made): Promise<readonly FileChange[]> {
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
  // What neither side has needs no deletion.
  return changes.filter(({ content, isNew }) => content !== undefined || !isNew);

  function changedIn(from: string, to: string): Promise<readonly string[]> {
    return tree.git.names(['diff-tree', '-r', '-z', '--no-renames', '--name-only', from, to]);
  }

  async function has(commit: string, path: string): Promise<boolean> {
    return (await tree.git.try(['cat-file', '-e', `${commit}:${path}`])).code === 0;
  }
}

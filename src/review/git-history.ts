import { execFile } from 'node:child_process';
import type { Revision } from '../engine/index.js';

/** The most revisions of a file that are examined. */
const MOST = 40;

/**
 * Older revisions of a file in git, newest first; none without git or a repository.
 * @param path relative to the root, with `/`
 */
export async function revisionsOf(root: string, path: string): Promise<readonly Revision[]> {
  const format = '--format=%H %ct';
  const log = await git(root, ['log', `-n${MOST}`, format, '--no-show-signature', '--', path]);
  const lines = log?.toString().trim().split('\n') ?? [];
  return lines.flatMap((line): Revision[] => {
    const [, commit, seconds] = /^([\da-f]{40,64}) (\d+)$/.exec(line) ?? [];
    if (commit === undefined || seconds === undefined) return [];
    const read = (): Promise<Buffer | undefined> =>
      git(root, ['show', '--no-textconv', '--no-ext-diff', `${commit}:./${path}`]);
    return [{ time: Number(seconds) * 1000, read }];
  });
}

/** Undefined if git fails for any reason. */
function git(cwd: string, args: readonly string[]): Promise<Buffer | undefined> {
  const plain = ['-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false', ...args];
  const options = { cwd, encoding: 'buffer', timeout: 20_000, maxBuffer: 1 << 28 } as const;
  return new Promise((resolve) => {
    execFile('git', plain, options, (error, stdout) =>
      resolve(error === null ? stdout : undefined),
    );
  });
}

import { MovedError, ProposeError } from './errors.js';
import { shown } from './git.js';
import type { Git } from './git.js';

/** How to access the remote repository. */
export interface RemoteOptions {
  /** Undefined: git has its own credentials. */
  readonly token?: string | undefined;
  /** User name for the token: `x-access-token` or `oauth2`. */
  readonly user?: string;
}

/** The remote repository, accessed with git. */
export class Remote {
  readonly url: string;
  readonly #git: Git;

  /** @param url an address without a password, a path, or the name of a remote */
  constructor(git: Git, url: string, { token, user = 'x-access-token' }: RemoteOptions) {
    this.url = url;
    this.#git =
      token === undefined || !/^https?:/.test(url) ? git : withToken(git, url, { token, user });
  }

  /** Heads of branches by name, without branches that do not exist. */
  async heads(branches: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const refs = branches.map((branch) => `refs/heads/${branch}`);
    const text = await this.#run(['ls-remote', this.url, ...refs]);
    const lines = text.split('\n').flatMap((line): [string, string][] => {
      const [, sha = '', branch] = /^([\da-f]{40,64})\trefs\/heads\/(.+)$/.exec(line) ?? [];
      return branch !== undefined && branches.includes(branch) ? [[branch, sha]] : [];
    });
    return new Map(lines);
  }

  /** Fetches the commits. Changes no branch and no file of the checkout. */
  async fetch(branches: readonly string[]): Promise<void> {
    await this.#run(['fetch', '--quiet', '--no-tags', this.url, ...branches.map(privateRef)]);
  }

  /** The merge base of two commits. Deepens a shallow clone until it is found. */
  async mergeBase(one: string, other: string, branches: readonly string[]): Promise<string> {
    for (let depth = 50; ; depth *= 8) {
      const found = await this.#git.try(['merge-base', one, other]);
      if (found.code === 0) return found.stdout.toString().trim();
      const shallow = await this.#git.text(['rev-parse', '--is-shallow-repository']);
      if (shallow !== 'true') break;
      const more = depth > 30_000 ? '--unshallow' : `--deepen=${depth}`;
      await this.#run([
        'fetch',
        '--quiet',
        '--no-tags',
        more,
        this.url,
        ...branches.map(privateRef),
      ]);
    }
    const message = `${branches.join(' and ')} have no common commit.`;
    throw new ProposeError(
      'conflict',
      message,
      'Delete the branch of the proposal, and run again.',
    );
  }

  /** Pushes a commit onto a branch if it is a fast-forward. @throws MovedError */
  push(commit: string, branch: string): Promise<void> {
    return this.#push(commit, branch, []);
  }

  /** Resets a branch to a commit if its head is still `head`. @throws MovedError */
  restart(commit: string, branch: string, head: string): Promise<void> {
    return this.#push(commit, branch, [`--force-with-lease=refs/heads/${branch}:${head}`]);
  }

  async #push(commit: string, branch: string, options: readonly string[]): Promise<void> {
    const args = ['push', '--quiet', ...options, this.url, `${commit}:refs/heads/${branch}`];
    const { code, stderr } = await this.#git.try(args);
    if (code === 0) return;
    if (/non-fast-forward|fetch first|stale info|cannot lock ref/.test(stderr)) {
      throw new MovedError(branch);
    }
    throw refused(`${branch} cannot be pushed: ${shown(stderr)}`);
  }

  async #run(args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.#git.try(args);
    if (code === 0) return stdout.toString().trimEnd();
    throw refused(`The repository cannot be fetched: ${shown(stderr)}`);
  }
}

function refused(message: string): ProposeError {
  const hint = 'Check the URL of the remote, and that the token has read and write access.';
  return new ProposeError('host-git', message, hint);
}

/** A ref that only this tool uses. */
function privateRef(branch: string): string {
  return `+refs/heads/${branch}:refs/locale-sync/${branch}`;
}

/**
 * Passes the token in the environment, because everyone on the machine can see arguments. Replaces
 * CI's setting.
 */
function withToken(
  git: Git,
  url: string,
  { token, user }: { readonly token: string; readonly user: string },
): Git {
  const key = `http.${new URL(url).origin}/.extraHeader`;
  const basic = Buffer.from(`${user}:${token}`).toString('base64');
  return git.with({
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: key,
    GIT_CONFIG_VALUE_0: '',
    GIT_CONFIG_KEY_1: key,
    GIT_CONFIG_VALUE_1: `Authorization: Basic ${basic}`,
  });
}

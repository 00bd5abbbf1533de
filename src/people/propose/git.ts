import { execFile } from 'node:child_process';
import { withoutSecrets } from '../../model/index.js';
import { ProposeError, MovedError } from './errors.js';

interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Turns off the hooks, signatures and pager of the checkout's owner. */
const QUIET = [
  ...['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false'],
  ...['-c', 'core.quotePath=false', '-c', 'commit.gpgSign=false', '-c', 'gc.auto=0'],
];

const ENVIRONMENT = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'true',
  GIT_AUTHOR_NAME: 'locale-sync',
  GIT_AUTHOR_EMAIL: 'locale-sync@users.noreply.github.com',
  GIT_COMMITTER_NAME: 'locale-sync',
  GIT_COMMITTER_EMAIL: 'locale-sync@users.noreply.github.com',
};

const ELSEWHERE = new Set(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX']);

type Environment = Readonly<Record<string, string | undefined>>;

/** Git in one folder. */
export class Git {
  /** Absolute path. */
  readonly folder: string;
  readonly #env: Environment;

  constructor(folder: string, env: Environment) {
    this.folder = folder;
    this.#env = env;
  }

  in(folder: string): Git {
    return new Git(folder, this.#env);
  }

  with(env: Environment): Git {
    return new Git(this.folder, { ...this.#env, ...env });
  }

  /** Runs git and resolves whatever its exit code is. */
  try(args: readonly string[], input: string | Buffer = ''): Promise<GitResult> {
    // Git's own variables, as set in a hook, point to another repository.
    const own = Object.entries(this.#env).filter(([name]) => !ELSEWHERE.has(name));
    const env = { ...Object.fromEntries(own), ...ENVIRONMENT };
    const options = { cwd: this.folder, env, encoding: 'buffer', maxBuffer: 2 ** 30 } as const;
    return new Promise((done, fail) => {
      const child = execFile('git', [...QUIET, ...args], options, (error, stdout, stderr) => {
        if (error !== null && typeof error.code === 'string')
          fail(new ProposeError('git', 'git cannot be run.', 'Install git.', error));
        else done({ code: child.exitCode ?? 1, stdout, stderr: stderr.toString() });
      });
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
  }

  /** @throws ProposeError 'git' */
  async bytes(args: readonly string[], input?: string | Buffer): Promise<Buffer> {
    const { code, stdout, stderr } = await this.try(args, input);
    if (code === 0) return stdout;
    throw new ProposeError('git', `git ${args[0] ?? ''} fails: ${shown(stderr)}`);
  }

  /** Output of git without the trailing newline. @throws ProposeError 'git' */
  async text(args: readonly string[], input?: string): Promise<string> {
    return (await this.bytes(args, input)).toString().trimEnd();
  }

  /** NUL-terminated names that git prints. @throws ProposeError 'git' */
  async names(args: readonly string[]): Promise<readonly string[]> {
    const text = (await this.bytes(args)).toString();
    return text.split('\0').filter((name) => name !== '');
  }
}

/** Git's error output, without secrets: this run's, and the credentials that git has by itself. */
export function shown(stderr: string): string {
  return withoutSecrets(stderr.trim())
    .replaceAll(/\/\/[^/@\s]*@/g, '//')
    .replaceAll(/(authorization|extraheader).*/gi, '$1 …')
    .slice(0, 500);
}

/** The remote repository, accessed with git. */
export class Remote {
  readonly url: string;
  readonly #git: Git;

  /**
   * @param url an address without a password, a path, or the name of a remote
   * @param options.token undefined: git has its own credentials
   * @param options.user user name for the token: `x-access-token` or `oauth2`
   */
  constructor(
    git: Git,
    url: string,
    {
      token,
      user = 'x-access-token',
    }: { readonly token?: string | undefined; readonly user?: string },
  ) {
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

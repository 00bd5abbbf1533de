import { execFile } from 'node:child_process';
import { withoutSecrets } from '../sinks/secrets.js';
import { ProposeError } from './errors.js';

export interface GitResult {
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
        if (error !== null && typeof error.code === 'string') fail(noGit(error));
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

function noGit(cause: Error): ProposeError {
  return new ProposeError('git', 'git cannot be run.', 'Install git.', cause);
}

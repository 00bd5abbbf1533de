import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export type Finished = (task: () => void) => void;

/** Files of a commit; null deletes one. */
export type Files = Readonly<Record<string, string | Buffer | null>>;

export interface CommitOptions {
  readonly message: string;
  readonly author?: string;
  /** The parent commit. Default: the head of the branch. */
  readonly parent?: string | undefined;
}

const ADA = 'Ada Person <ada@example.org>';

/** A bare repository, as on a host: commits are made without a checkout. */
export class Repository {
  readonly path: string;

  /** @param finished registers the clean-up */
  constructor(finished: Finished = onTestFinished) {
    const folder = mkdtempSync(join(tmpdir(), 'locale-sync-host-'));
    this.path = join(folder, 'shop.git');
    finished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', this.path]);
  }

  git(args: readonly string[], input: string | Buffer = ''): string {
    const options = { cwd: this.path, input, maxBuffer: 2 ** 28, stdio: 'pipe' } as const;
    return execFileSync('git', args, options).toString().trimEnd();
  }

  /** Undefined if the branch does not exist. */
  head(branch: string): string | undefined {
    try {
      return this.git(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]);
    } catch {
      return undefined;
    }
  }

  /** Commits onto a branch. Returns the commit's hash. */
  commit(branch: string, files: Files, { message, author = ADA, parent }: CommitOptions): string {
    const from = parent ?? this.head(branch);
    const parts: (string | Buffer)[] = [
      `commit refs/heads/${branch}\ncommitter ${author} ${clock()} +0000\n`,
      ...data(Buffer.from(message)),
      ...(from === undefined ? [] : [`from ${from}\n`]),
    ];
    for (const [path, content] of Object.entries(files)) {
      if (content === null) parts.push(`D ${path}\n`);
      else parts.push(`M 100644 inline ${path}\n`, ...data(Buffer.from(content)));
    }
    const stream = Buffer.concat(parts.map((part) => Buffer.from(part)));
    this.git(['fast-import', '--quiet', '--force'], stream);
    return this.head(branch) ?? '';
  }

  /** Content of a file on a branch; undefined if it does not exist. */
  read(branch: string, path: string): string | undefined {
    try {
      const options = { cwd: this.path, maxBuffer: 2 ** 28, stdio: 'pipe' } as const;
      return execFileSync('git', ['cat-file', 'blob', `${branch}:${path}`], options).toString();
    } catch {
      return undefined;
    }
  }

  /** The newest commit that changed a file. */
  lastCommit(branch: string, path: string): string {
    return this.git(['log', '-1', '--format=%H', branch, '--', `:(literal)${path}`]);
  }

  /** Messages of the commits that `branch` has and `without` lacks, newest first. */
  log(branch: string, without = 'main'): readonly string[] {
    const text = this.git(['log', '--format=%s', branch, `^${without}`]);
    return text === '' ? [] : text.split('\n');
  }

  contains(branch: string, commit: string): boolean {
    try {
      this.git(['merge-base', '--is-ancestor', commit, branch]);
      return true;
    } catch {
      return false;
    }
  }

  /** Merges as hosts do. Undefined for a conflict, '' if there is nothing to merge. */
  merge(base: string, head: string, message: string): string | undefined {
    const into = this.head(base) ?? '';
    if (this.contains(base, head)) return '';
    let tree: string;
    try {
      tree = this.git(['merge-tree', '--write-tree', into, head]).split('\n')[0] ?? '';
    } catch {
      return undefined;
    }
    const who = ['-c', 'user.name=Host', '-c', 'user.email=host@example.org'];
    const made = this.git([...who, 'commit-tree', tree, '-p', into, '-p', head, '-m', message]);
    this.git(['update-ref', `refs/heads/${base}`, made, into]);
    return made;
  }
}

let seconds = 1_700_000_000;

/** Each commit is one second later than the previous one. */
function clock(): number {
  seconds += 1;
  return seconds;
}

function data(content: Buffer): readonly (string | Buffer)[] {
  return [`data ${content.length}\n`, content, '\n'];
}

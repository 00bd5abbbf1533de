import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Report } from '../../src/model/index.js';

/** The built command, as users run it. */
export const CLI = resolve(import.meta.dirname, '../../dist/cli.cjs');

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** User id to run as, for tests of read-only files; only root may set it. */
  readonly user?: number;
}

/** A repository in a temporary folder, removed when the test ends. */
export class Project {
  readonly root: string;
  /** The command to run in it. */
  command: readonly [file: string, ...args: string[]] = [process.execPath, CLI];
  /** Added to the environment of every run. */
  env: Readonly<Record<string, string>> = {};

  readonly #finished: (task: () => void) => void;

  /** @param finished registers the clean-up; a concurrent test passes its own */
  constructor(
    files: Readonly<Record<string, string | Uint8Array>> = {},
    name = 'project',
    finished: (task: () => void) => void = onTestFinished,
  ) {
    this.root = mkdtempSync(join(tmpdir(), `locale-sync-${name}-`));
    this.#finished = finished;
    finished(() => rmSync(this.root, { recursive: true, force: true, maxRetries: 3 }));
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  path(path: string): string {
    return join(this.root, path);
  }

  has(path: string): boolean {
    return existsSync(this.path(path));
  }

  read(path: string): string {
    return readFileSync(this.path(path), 'utf8');
  }

  json(path: string): unknown {
    return JSON.parse(this.read(path));
  }

  write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), content);
  }

  remove(path: string): void {
    rmSync(this.path(path), { recursive: true, force: true });
  }

  /** Every file except the local state, with its bytes as text. */
  files(): Record<string, string> {
    const files: Record<string, string> = {};
    for (const entry of readdirSync(this.root, { recursive: true, withFileTypes: true })) {
      const path = relative(this.root, join(entry.parentPath, entry.name)).replaceAll('\\', '/');
      if (entry.isFile() && !path.startsWith('.locale-sync/') && !path.startsWith('.git/')) {
        files[path] = readFileSync(this.path(path), 'latin1');
      }
    }
    return files;
  }

  /** Runs the built command to its end. */
  run(args: readonly string[], options: RunOptions = {}): Promise<Run> {
    const [file, ...first] = this.command;
    return new Promise((done) => {
      const child = execFile(
        file,
        [...first, ...args],
        {
          cwd: this.root,
          env: this.#env(options),
          maxBuffer: 256 * 1024 * 1024,
          ...(options.user === undefined ? {} : { uid: options.user, gid: options.user }),
        },
        (_, stdout, stderr) => done({ code: child.exitCode, stdout, stderr }),
      );
    });
  }

  /** Runs a command with `--json` and returns its object. */
  async report(
    args: readonly string[],
    options: RunOptions = {},
  ): Promise<Report & { readonly code: number | null; readonly stderr: string }> {
    const { code, stdout, stderr } = await this.run([...args, '--json'], options);
    if (stdout === '') throw new Error(`no report (exit ${String(code)}): ${stderr}`);
    return { ...(JSON.parse(stdout) as Report), code, stderr };
  }

  /** Starts the built command and leaves it running; killed when the test ends. */
  start(args: readonly string[], options: RunOptions = {}): ChildProcess {
    const [file, ...first] = this.command;
    const child = spawn(file, [...first, ...args], {
      cwd: this.root,
      env: this.#env(options),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#finished(() => void child.kill('SIGKILL'));
    return child;
  }

  #env({ env }: RunOptions): NodeJS.ProcessEnv {
    const { PATH, HOME } = process.env;
    return { PATH, HOME, NO_COLOR: '1', ...this.env, ...env };
  }
}

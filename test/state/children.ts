import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buildSync } from 'esbuild';
import { afterAll } from 'vitest';

export type Child = ChildProcessByStdio<null, Readable, Readable>;

interface ChildOptions {
  /** Longest file the child may write, in units of 512 bytes. */
  readonly fileSizeLimit?: number;
  /** Runs as this user; only where the tests themselves run as root. */
  readonly uid?: number;
}

let built: string | undefined;

afterAll(() => {
  if (built !== undefined) rmSync(built, { recursive: true, force: true });
});

/**
 * Real processes need plain JavaScript: all of src/lock and src/state in one module,
 * `./state.mjs` to the scripts.
 */
function build(): string {
  if (built !== undefined) return built;
  built = mkdtempSync(join(tmpdir(), 'locale-sync-children-'));
  // Children of other users read it too.
  chmodSync(built, 0o755);
  buildSync({
    stdin: {
      contents: "export * from './src/lock/index.ts'; export * from './src/state/index.ts';",
      resolveDir: '.',
    },
    outfile: join(built, 'state.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
  });
  return built;
}

let scripts = 0;

/**
 * Starts a script (an ES module; `process.argv.slice(2)` are the arguments) as a process of its
 * own.
 */
export function startChild(
  script: string,
  args: readonly string[],
  options: ChildOptions = {},
): Child {
  const file = join(build(), `script-${(scripts += 1)}.mjs`);
  writeFileSync(file, script);
  const node = [process.execPath, file, ...args];
  const limit = options.fileSizeLimit;
  const [command = '', ...rest] =
    limit === undefined ? node : ['sh', '-c', `ulimit -f ${limit}; exec "$@"`, 'sh', ...node];
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  return spawn(command, rest, options.uid === undefined ? { stdio } : { stdio, uid: options.uid });
}

/** Runs a script to its end. @throws Error with its stderr when it fails */
export async function runChild(
  script: string,
  args: readonly string[],
  options: ChildOptions = {},
): Promise<{ stdout: string }> {
  const child = startChild(script, args, options);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`child ended with ${code}: ${stderr}`);
  return { stdout };
}

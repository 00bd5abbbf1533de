import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The resources used by one process. */
export interface Cost {
  /** Milliseconds from start to end, as measured by the caller. */
  readonly wall: number;
  /** CPU time of all its threads in milliseconds, user and system. */
  readonly cpu: number;
  /** Peak resident memory in MiB. */
  readonly peak: number;
}

export interface Run extends Cost {
  /** Exit code; null if the process was stopped at its time limit. */
  readonly code: number | null;
  /** Stdout and stderr. */
  readonly output: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds after which the process is stopped. Default: never. */
  readonly limit?: number;
}

const meter = join(import.meta.dirname, 'meter.cjs');

/**
 * Runs Node with these arguments and measures it. The process itself reports its CPU time and
 * memory at exit.
 */
export async function runNode(args: readonly string[], options: RunOptions): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'locale-sync-meter-'));
  const file = join(folder, 'usage.json');
  try {
    const run = await spawnNode(['--require', meter, ...args], {
      ...options,
      env: { ...options.env, BENCH_METER: file },
    });
    if (run.code === null) return { ...run, cpu: Number.NaN, peak: Number.NaN };
    const { cpu, peak } = JSON.parse(readFileSync(file, 'utf8')) as Omit<Cost, 'wall'>;
    return { ...run, cpu, peak: peak / 1024 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Spawned = Pick<Run, 'wall' | 'code' | 'output'>;

function spawnNode(args: readonly string[], { cwd, env, limit }: RunOptions): Promise<Spawned> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...cleanEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output = `${output}${chunk.toString()}`.slice(-20_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = limit === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), limit);
    child.on('error', reject);
    // 'exit', not 'close': the measured time ends here.
    let wall = 0;
    child.on('exit', () => (wall = performance.now() - start));
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ wall, code, output });
    });
  });
}

/**
 * The environment without variables that would distort the measurement: service, proxy, CI, options
 * of Node.
 */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const changes = /^(?:SERVICE_|NODE_OPTIONS$|CI$|https?_proxy$|all_proxy$)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !changes.test(name)));
}

/** The median of each figure, independently. */
export function medianCost(costs: readonly Cost[]): Cost {
  const middle = (name: keyof Cost): number => median(costs.map((cost) => cost[name]));
  return { wall: middle('wall'), cpu: middle('cpu'), peak: middle('peak') };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

import {
  closeSync,
  fstatSync,
  futimesSync,
  openSync,
  readdirSync,
  statSync,
  writeSync,
  readFileSync,
  readlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Problem } from '../../model/index.js';
import { ensureStateDirectory, reason, removeQuietly } from './directory.js';
import { hostname } from 'node:os';

export interface RunLock {
  /** Lets the next process run. Can be called twice. Never throws. */
  release(): void;
  /** Set if the run continues without the lock, for example because the folder is read-only. */
  readonly problem?: Problem;
}

export interface RunLockOptions {
  /** Stops waiting: the call rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called at most once, when another process holds the lock. */
  readonly onWait?: (holder: { readonly pid: number }) => void;
}

// Milliseconds.
const HEARTBEAT = 5_000;
const SHORTEST_WAIT = 10;
const LONGEST_WAIT = 250;

/**
 * Lets one run at a time work on a project. Each process first puts a claim into the folder
 * `running`: a file with a name that is never used again. Then it lists the folder. It holds the
 * lock if no other claim belongs to a living process. Whichever process comes second sees the
 * claim of the first, so two can never hold the lock. Any process may remove the claim of a dead
 * one.
 */
export async function acquireRunLock(
  directory: string,
  options: RunLockOptions = {},
): Promise<RunLock> {
  const { signal, onWait } = options;
  const own = ownClaim();
  let placed: PlacedClaim | undefined;
  let waited = false;
  let wait = SHORTEST_WAIT;
  try {
    for (;;) {
      signal?.throwIfAborted();
      let others: readonly Claim[] | 'removed';
      try {
        placed ??= placeClaim(directory, own);
        placed.touch();
        others = livingClaims(placed);
      } catch (error) {
        placed?.withdraw();
        return withoutLock(directory, error);
      }
      if (others.length === 0) {
        const lock = hold(placed);
        placed = undefined;
        return lock;
      }
      // If several claim at once, the smallest name stays and the others try again.
      if (others === 'removed' || others.some(({ name }) => name < own.name)) {
        placed.withdraw();
        placed = undefined;
      }
      if (others !== 'removed' && !waited) {
        onWait?.({ pid: others[0]?.pid ?? 0 });
        waited = true;
      }
      // Random, so that waiting processes do not all retry at the same time.
      await sleep(wait * (0.5 + Math.random() / 2), undefined, { signal });
      wait = Math.min(LONGEST_WAIT, wait * 1.5);
    }
  } finally {
    placed?.withdraw();
  }
}

interface PlacedClaim {
  readonly claim: Claim;
  readonly folder: string;
  /** Sends a heartbeat. */
  touch(): void;
  /** Time of the last heartbeat by the file system's clock, in milliseconds. */
  now(): number;
  withdraw(): void;
}

function placeClaim(directory: string, claim: Claim): PlacedClaim {
  const folder = ensureStateDirectory(directory, 'running');
  const file = join(folder, claim.name);
  const descriptor = openSync(file, 'wx', 0o644);
  let open = true;
  return {
    claim,
    folder,
    touch() {
      try {
        writeSync(descriptor, '.', 0);
      } catch {
        // The disk is full: setting the time needs no space.
        futimesSync(descriptor, new Date(), new Date());
      }
    },
    now: () => fstatSync(descriptor).mtimeMs,
    withdraw() {
      if (!open) return;
      open = false;
      closeSync(descriptor);
      removeQuietly(file);
    },
  };
}

/**
 * Other claims of living processes; claims of dead ones are removed. 'removed' if another process
 * took this one for dead and removed its claim.
 */
function livingClaims(placed: PlacedClaim): readonly Claim[] | 'removed' {
  const { claim, folder } = placed;
  const names = readdirSync(folder);
  if (!names.includes(claim.name)) return 'removed';
  const others: Claim[] = [];
  for (const name of names) {
    const other = name === claim.name ? undefined : parseClaim(name);
    if (other === undefined) continue;
    const file = join(folder, name);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats === undefined) continue;
    if (isAlive(other, placed.now() - stats.mtimeMs)) others.push(other);
    else removeQuietly(file);
  }
  return others;
}

function hold(placed: PlacedClaim): RunLock {
  const beat = (): void => {
    try {
      placed.touch();
    } catch {
      // The run does not depend on the heartbeat: mostly other machines read it.
    }
  };
  const timer = setInterval(beat, HEARTBEAT).unref();
  return {
    release() {
      clearInterval(timer);
      placed.withdraw();
    },
  };
}

function withoutLock(directory: string, error: unknown): RunLock {
  const message = `${directory} cannot be written (${reason(error)}), so nothing prevents other runs from starting at the same time.`;
  return {
    release: () => undefined,
    problem: { code: 'write-failed', severity: 'warning', message },
  };
}

/**
 * A process that holds the run lock or waits for it. The name of the claim's file contains
 * everything, `<pid>_<start>_<host>_<unique>`, so a claim is never half written.
 */
interface Claim {
  readonly name: string;
  readonly pid: number;
  /** Start time of the process in clock ticks; '' if the system does not provide it. */
  readonly start: string;
  /** Machine and pid namespace. Pids are comparable only within one. */
  readonly host: string;
}

interface ProcessState {
  readonly start: string;
  readonly dead: boolean;
}

/** Milliseconds without a heartbeat after which a process counts as dead. */
const HEARTBEAT_LIMIT = 30_000;

let counter = 0;

export function ownClaim(): Claim {
  const { pid } = process;
  const start = processState(pid)?.start ?? '';
  const host = hostId();
  counter += 1;
  const unique = `${counter}${Math.floor(Math.random() * 0x7fffffff).toString(36)}`;
  return { name: `${pid}_${start}_${host}_${unique}`, pid, start, host };
}

/** Undefined for a file that is not a claim: it blocks nobody. */
export function parseClaim(name: string): Claim | undefined {
  const match = /^(\d{1,10})_(\d*)_([\w.-]+?)_(\w+)$/.exec(name);
  if (match === null) return undefined;
  const [, pid = '', start = '', host = ''] = match;
  return { name, pid: Number(pid), start, host };
}

/**
 * True if the process behind a claim may still be running.
 * @param silence milliseconds since the claim's last heartbeat
 */
function isAlive(claim: Claim, silence: number): boolean {
  if (claim.host !== hostId()) return silence < HEARTBEAT_LIMIT;
  if (!exists(claim.pid)) return false;
  const state = processState(claim.pid);
  if (state === undefined || claim.start === '') return silence < HEARTBEAT_LIMIT;
  return !state.dead && state.start === claim.start;
}

function exists(pid: number): boolean {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to someone else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Read from /proc; undefined on systems without it. A zombie counts as dead. */
function processState(pid: number): ProcessState | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The command's name may contain anything, even `)`.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { start: fields[19] ?? '', dead: fields[0] === 'Z' || fields[0] === 'X' };
}

function hostId(): string {
  // A host name can be longer than a file name may be.
  const host = hostname().slice(-100);
  return `${host}-${process.platform}-${pidNamespace()}`.replace(/[^\w.-]|_/g, '-');
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
  } catch {
    return '';
  }
}

import {
  closeSync,
  fstatSync,
  futimesSync,
  openSync,
  readdirSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Problem } from '../../model/index.js';
import { ensureStateDirectory, reason, removeQuietly } from './directory.js';
import { isAlive, ownClaim, parseClaim } from './run-claim.js';
import type { Claim } from './run-claim.js';

export interface RunLock {
  /** Lets the next process in. May be called twice. Never throws. */
  release(): void;
  /** Set when the lock could not be had (a read-only folder) and the run goes on without it. */
  readonly problem?: Problem;
}

export interface RunLockOptions {
  /** Ends the waiting; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called once, when another process holds the lock. */
  readonly onWait?: (holder: { readonly pid: number }) => void;
}

const HEARTBEAT = 5_000;
const SHORTEST_WAIT = 10;
const LONGEST_WAIT = 250;

/**
 * One run at a time per project. Every process puts a claim, a file whose name is never used again,
 * into the folder `running` and then looks around. It holds the lock when it finds no other claim
 * of a living process. Of two processes the second always sees the first, so both can never hold
 * it. Anyone may remove the claim of a dead process.
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
      // Of several that claim at once the one with the smallest name stays; the others come again.
      if (others === 'removed' || others.some(({ name }) => name < own.name)) {
        placed.withdraw();
        placed = undefined;
      }
      if (others !== 'removed' && !waited) {
        onWait?.({ pid: others[0]?.pid ?? 0 });
        waited = true;
      }
      // Spread out, so that those who wait do not come in step.
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
  /** Heartbeat. */
  touch(): void;
  /** The file system's clock at the last heartbeat. */
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
        // A full disk: the time alone needs no space.
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
 * Other claims whose processes live; those of dead ones are removed. 'removed': someone took ours
 * for dead.
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
      // Only other machines look at the heartbeat; the run itself does not depend on it.
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
  const message = `${directory} cannot be written (${reason(error)}), so this run is not kept apart from others at the same time.`;
  return {
    release: () => undefined,
    problem: { code: 'write-failed', severity: 'warning', message },
  };
}

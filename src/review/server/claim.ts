import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { EngineError } from '../../engine/errors.js';
import { ensureStateDirectory, STATE_FILES } from '../../state/index.js';

export interface ReviewClaim {
  /** Records the page's port. */
  note(port: number): void;
  release(): void;
}

/** If nothing can be written, nothing is claimed: the page is readable anyway. */
const NO_CLAIM: ReviewClaim = { note: () => undefined, release: () => undefined };

/** Milliseconds that another process's page has to respond. */
const PATIENCE = 1_000;

/**
 * Allows one review page per repository at a time: two would undo each other's edits.
 * @param state absolute path of the local state's folder
 * @throws EngineError 'review-open'
 */
export async function claimReview(state: string): Promise<ReviewClaim> {
  const file = join(state, STATE_FILES.review);
  const other = readClaim(file);
  if (other !== undefined && isAlive(other.pid) && (await answers(other.port))) {
    throw new EngineError(
      'review-open',
      `The review page of this repository is already open on port ${other.port} (process ${other.pid}).`,
      'Use that one, or stop its process first.',
    );
  }
  try {
    ensureStateDirectory(state, '.');
  } catch {
    return NO_CLAIM;
  }
  const { pid } = process;
  return {
    note: (port) => {
      try {
        writeFileSync(file, JSON.stringify({ pid, port }));
      } catch {
        // Treated like an unwritable folder.
      }
    },
    release: () => {
      if (readClaim(file)?.pid === pid) rmSync(file, { force: true });
    },
  };
}

interface Claim {
  readonly pid: number;
  readonly port: number;
}

function readClaim(file: string): Claim | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value !== 'object' || value === null) return undefined;
    const { pid, port } = value as Readonly<Record<string, unknown>>;
    const isPort = typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536;
    const isPid = typeof pid === 'number' && Number.isInteger(pid) && pid > 0;
    return isPort && isPid ? { pid, port } : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Whether a page responds on a port: a killed process leaves its claim, and its pid may belong to
 * another process by now.
 */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: PATIENCE });
    const end = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

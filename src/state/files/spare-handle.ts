import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { errno } from '../../disk/index.js';

// Requests may use up all file handles. One is reserved for writing what they return: every write
// here needs one at a time.

let spare: number | undefined;
let holders = 0;

/** Reserves one handle for `withSpareHandle` until the returned function is called. */
export function holdSpareHandle(): () => void {
  holders += 1;
  spare ??= openSpare();
  return () => {
    holders -= 1;
    if (holders === 0) letGo();
  };
}

/**
 * Runs something that opens files one after the other. If no handle is left, runs it again with the
 * spare one, so the failed attempt must leave nothing half done.
 * @throws what it throws
 */
export function withSpareHandle<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (spare === undefined || !['EMFILE', 'ENFILE'].includes(errno(error))) throw error;
  }
  letGo();
  try {
    return run();
  } finally {
    spare = openSpare();
  }
}

function letGo(): void {
  if (spare !== undefined) closeSync(spare);
  spare = undefined;
}

function openSpare(): number | undefined {
  try {
    return openSync(devNull, 'r');
  } catch {
    return undefined;
  }
}

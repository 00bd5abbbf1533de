import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { errno } from './directory.js';

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
 * Runs something that opens files one after the other; runs it again with the spare handle if there
 * are no others. It must not have side effects before its first file is open.
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

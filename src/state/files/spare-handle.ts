import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { errno } from './directory.js';

// Requests take as many handles as there are. One is kept free for what they bring: every write
// here needs one at a time.

let spare: number | undefined;
let holders = 0;

/** Keeps one handle for `withSpareHandle`, until the function that it returns is called. */
export function holdSpareHandle(): () => void {
  holders += 1;
  spare ??= openSpare();
  return () => {
    holders -= 1;
    if (holders === 0) letGo();
  };
}

/**
 * Runs something that opens files one after the other; again with the spare handle where there are
 * no others. Nothing may be half done by then.
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

import { readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { SIBLING } from '../../lock/index.js';
import { ensureStateDirectory, leadsOutside, removeQuietly } from './directory.js';

let counter = 0;

/** A name that no other temporary file has. */
function unique(): string {
  return `${process.pid}-${(counter += 1)}`;
}

/** Path of a new temporary file in the local state folder, the usual place. */
export function pathInState(state: string): string {
  return join(ensureStateDirectory(state, 'tmp'), unique());
}

/** Path of a new temporary file beside its target, used if the state folder is unusable. */
export function pathBeside(folder: string): string {
  return join(folder, `${SIBLING.prefix}${unique()}${SIBLING.suffix}`);
}

/** Names created by `unique`. */
const TEMPORARY = /^\d+-\d+$/;

/**
 * Removes temporary files that killed runs left in the local state folder. Call it only under the
 * run lock. Never throws.
 */
export function cleanTemp(state: string): void {
  if (leadsOutside(state, 'tmp') !== undefined) return;
  const folder = join(state, 'tmp');
  for (const name of namesIn(folder)) if (TEMPORARY.test(name)) removeFile(join(folder, name));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Removes temporary files that a killed run left beside a target. */
export function removeSiblings(folder: string): void {
  for (const name of readdirSync(folder)) {
    const ours = name.startsWith(SIBLING.prefix) && name.endsWith(SIBLING.suffix);
    if (ours) removeQuietly(join(folder, name));
  }
}

/** Never throws. */
export function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // It was renamed to its target, or the next cleanup finds it.
  }
}

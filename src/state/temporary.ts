import { readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ensureStateDirectory, leadsOutside, removeQuietly } from './directory.js';

const SIBLING_PREFIX = '.locale-sync-';
const SIBLING_SUFFIX = '.tmp';
let counter = 0;

/** A name for a temporary file that no other has. */
function unique(): string {
  return `${process.pid}-${(counter += 1)}`;
}

/** For a temporary file in the local state folder, where they are made wherever that can be used. */
export function pathInState(state: string): string {
  return join(ensureStateDirectory(state, 'tmp'), unique());
}

/** For a temporary file beside its target, where the local state folder cannot be used. */
export function pathBeside(folder: string): string {
  return join(folder, `${SIBLING_PREFIX}${unique()}${SIBLING_SUFFIX}`);
}

/** Temporary files as they are named here and by the memory's compaction. */
const TEMPORARY = /^(?:memory-)?\d+(?:-\d+)?$/;

/** Removes what killed runs left in the local state folder, and nothing else. Only under the run lock. Never throws. */
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

/** Left by a run that was killed in the one case where temporary files lie beside catalogs. */
export function removeSiblings(folder: string): void {
  for (const name of readdirSync(folder)) {
    const ours = name.startsWith(SIBLING_PREFIX) && name.endsWith(SIBLING_SUFFIX);
    if (ours) removeQuietly(join(folder, name));
  }
}

/** Never throws. */
export function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Gone into its place, or found again by the next run that cleans up.
  }
}

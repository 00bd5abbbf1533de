import type { FileChange } from './host.js';

/**
 * The most bytes of files in one commit. GitHub accepts 40 MB per call, and base64 adds a third.
 */
const MOST = 20 * 1024 * 1024;

/** Splits changes into commits of at most `most` bytes. A file is never split. */
export function batches(
  changes: readonly FileChange[],
  most = MOST,
): readonly (readonly FileChange[])[] {
  const all: FileChange[][] = [];
  let room = 0;
  for (const change of changes) {
    const size = (change.content?.length ?? 0) + change.path.length;
    const last = all.at(-1);
    if (last === undefined || size > room) {
      all.push([change]);
      room = most - size;
    } else {
      last.push(change);
      room -= size;
    }
  }
  return all;
}

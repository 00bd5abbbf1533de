import type { FileChange } from './host.js';

/** Bytes of files in one commit: GitHub takes 40 MB a call, and base64 makes a third more of them. */
const MOST = 20 * 1024 * 1024;

/** Cuts changes so that each commit has few enough bytes. A file is never cut. */
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

import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Bytes that answers to all open requests may take. With less space, a disk counts as full. */
const ROOM = 8 << 20;

/**
 * False if the disk of a file or folder (absolute; it need not exist) is nearly full. True if the
 * file system does not say.
 */
export function hasRoom(path: string): boolean {
  try {
    let place = path;
    while (!existsSync(place)) place = dirname(place);
    const { blocks, bavail, bfree, bsize } = statfsSync(place);
    // Some blocks are reserved for root.
    const free = process.getuid?.() === 0 ? bfree : bavail;
    return blocks === 0 || free * bsize >= ROOM;
  } catch {
    return true;
  }
}

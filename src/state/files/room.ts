import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Bytes that answers to all requests in flight may take. With fewer a disk is taken to be full. */
const ROOM = 8 << 20;

/**
 * False if the disk of a file or folder (absolute; it need not exist) is as good as full. True
 * where the file system does not say.
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

// On the fast path to "nothing to do": load nothing heavier than node:fs here.
import { closeSync, fstatSync, readdirSync, readSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { openRegularFile, readRegularFile } from '../../disk/index.js';
import { ContentHashing, quickHash } from '../../lock/index.js';

/**
 * A file or folder as it was when it was read. Times are in milliseconds, with fractions. `ctime`
 * cannot be set back, so it shows even a change that keeps size and mtime.
 */
export interface Stamp {
  /** Absolute. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'absent';
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
  readonly inode: number;
  /**
   * Hash of the content (for a folder: of its names). Set if the times alone are not reliable: the
   * last change was so recent that another one could have the same time.
   */
  readonly hash?: string;
  /** For a folder: hash of its names. Replacing a file changes the folder's times but no name. */
  readonly names?: string;
}

/**
 * Resolution of file times in milliseconds, with some room: a clock tick if times have fractions of
 * a second, otherwise the two seconds of FAT.
 */
const FINE_GRAIN = 50;
const COARSE_GRAIN = 2500;

/**
 * Reads a file with its stamp. The content is undefined if there is no file.
 * @throws Error of the file system
 */
export function readStamped(path: string): { readonly stamp: Stamp; readonly content?: Buffer } {
  const now = Date.now();
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return { stamp: absent(path) };
  const content = readRegularFile(path, stats);
  const hash = isRecent(stats.mtimeMs, stats.ctimeMs, now) ? quickHash(content) : undefined;
  return { stamp: stampOf(path, stats, hash), content };
}

/** Stamp of a file as it is now. @throws Error of the file system */
export function stampFile(path: string): Stamp {
  return readStamped(path).stamp;
}

/** A file with the hash of its content. */
export interface HashedFile {
  readonly stamp: Stamp;
  /** `contentHash`; undefined if there is no file. */
  readonly hash: string | undefined;
}

/**
 * The hash of a file of any size, which is never completely in memory. Not read if it is unchanged
 * by reliable times.
 * @throws Error of the file system
 */
export function hashStamped(path: string, known?: HashedFile): HashedFile {
  const now = Date.now();
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return { stamp: absent(path), hash: undefined };
  if (known?.hash !== undefined && known.stamp.hash === undefined && isSame(stats, known.stamp)) {
    return { stamp: stampOf(path, stats, undefined), hash: known.hash };
  }
  const hash = hashPieces(path);
  const young = isRecent(stats.mtimeMs, stats.ctimeMs, now) ? hash.slice(0, 12) : undefined;
  return { stamp: stampOf(path, stats, young), hash };
}

const PIECE = 1 << 20;

function hashPieces(path: string): string {
  const file = openRegularFile(path);
  try {
    const hashing = new ContentHashing();
    const piece = Buffer.allocUnsafeSlow(PIECE);
    for (;;) {
      const length = readSync(file, piece, 0, PIECE, null);
      if (length === 0) return hashing.end();
      hashing.add(piece.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
}

/** Stamp of a file that was just written. @param hash `quickHash` of its content */
export function stampWritten(path: string, hash: string): Stamp {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? absent(path) : stampOf(path, stats, hash);
}

/**
 * Stamp of a folder: it changes if names are added or removed. Take it before searching the folder.
 * A folder that cannot be read counts as missing: the search reports why.
 */
export function stampFolder(path: string): Stamp {
  const stats = statQuietly(path);
  if (stats?.isDirectory() !== true) return absent(path);
  try {
    const names = hashNames(namesIn(path));
    return { ...stampOf(path, stats, names), names };
  } catch {
    return absent(path);
  }
}

/** Undefined if there is nothing, or access is denied. */
function statQuietly(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * Stamp of a folder after this run has added names to it. If anything else was added or removed,
 * returns the earlier stamp, which then does not match.
 * @param added names, with a trailing `/` for folders
 */
export function restampFolder(stamp: Stamp, added: readonly string[]): Stamp {
  const stats = statQuietly(stamp.path);
  if (stats?.isDirectory() !== true || stamp.kind === 'file') return stamp;
  const names = namesIn(stamp.path);
  const others = names.filter((name) => !added.includes(name));
  const hash = hashNames(names);
  const same =
    stamp.kind === 'absent'
      ? others.length === 0
      : hashNames(others) === stamp.names || hash === stamp.names;
  return same ? { ...stampOf(stamp.path, stats, hash), names: hash } : stamp;
}

/** Whether a file or folder is unchanged since it was stamped. */
export function isUnchanged(stamp: Stamp): boolean {
  const stats = statQuietly(stamp.path);
  if (stats === undefined) return stamp.kind === 'absent';
  return (
    isSame(stats, stamp) &&
    kindOf(stats) === stamp.kind &&
    (stamp.hash === undefined || stamp.hash === currentHash(stamp))
  );
}

/** True if a file has the times, size and inode of a stamp. */
function isSame(stats: Stats, stamp: Stamp): boolean {
  return (
    stats.mtimeMs === stamp.mtime &&
    stats.ctimeMs === stamp.ctime &&
    stats.size === stamp.size &&
    stats.ino === stamp.inode
  );
}

/**
 * Removes the hash of a stamp whose times are now reliable, after a last check of the content.
 * @param now time of the file system's own clock, taken before this call
 */
export function settle(stamp: Stamp, now: number): Stamp {
  if (stamp.hash === undefined) return stamp;
  const stats = statSync(stamp.path, { throwIfNoEntry: false });
  if (stats === undefined || kindOf(stats) !== stamp.kind) return stamp;
  const recent = isRecent(stats.mtimeMs, stats.ctimeMs, now);
  // Still too recent: the hash stays, so comparing reads the content.
  if (recent && isSame(stats, stamp)) return stamp;
  if (currentHash(stamp) !== stamp.hash) return stamp;
  const { names } = stamp;
  const settled = stampOf(stamp.path, stats, recent ? stamp.hash : undefined);
  return names === undefined ? settled : { ...settled, names };
}

/**
 * A stamp that was just found unchanged, without its hash if its times are reliable by now: the
 * content need not be read again.
 */
export function trusted(stamp: Stamp, now: number): Stamp {
  // Most stamps have none, and are not copied.
  if (stamp.hash === undefined || isRecent(stamp.mtime, stamp.ctime, now)) return stamp;
  const { path, kind, size, mtime, ctime, inode, names } = stamp;
  const times = { path, kind, size, mtime, ctime, inode };
  return names === undefined ? times : { ...times, names };
}

/** Whether another change could have one of these times, or a time is in the future. */
export function isRecent(mtime: number, ctime: number, now: number): boolean {
  return [mtime, ctime].some(
    (time) => time > now - (time % 1000 === 0 ? COARSE_GRAIN : FINE_GRAIN),
  );
}

function stampOf(path: string, stats: Stats, hash: string | undefined): Stamp {
  const { size, mtimeMs: mtime, ctimeMs: ctime, ino: inode } = stats;
  const stamp = { path, kind: kindOf(stats), size, mtime, ctime, inode };
  return hash === undefined ? stamp : { ...stamp, hash };
}

function absent(path: string): Stamp {
  return { path, kind: 'absent', size: 0, mtime: 0, ctime: 0, inode: 0 };
}

function kindOf(stats: Stats): Stamp['kind'] {
  return stats.isDirectory() ? 'folder' : 'file';
}

function currentHash({ path, kind }: Stamp): string {
  return kind === 'folder' ? hashNames(namesIn(path)) : hashFile(path);
}

/** Reused for every file, so that memory holds only one file at a time. */
let content = Buffer.alloc(0);

function hashFile(path: string): string {
  const file = openRegularFile(path);
  try {
    const { size } = fstatSync(file);
    // One byte more than the size: if the file grows meanwhile, the hash differs.
    if (content.length <= size) content = Buffer.allocUnsafeSlow(size + 1);
    let length = 0;
    for (let read = 1; read > 0 && length < content.length; length += read)
      read = readSync(file, content, length, content.length - length, null);
    return quickHash(content.subarray(0, length));
  } finally {
    closeSync(file);
  }
}

function namesIn(path: string): string[] {
  return readdirSync(path, { withFileTypes: true }).map((entry) =>
    entry.isDirectory() ? `${entry.name}/` : entry.name,
  );
}

function hashNames(names: readonly string[]): string {
  return quickHash(Buffer.from([...names].sort().join('\u0000')));
}

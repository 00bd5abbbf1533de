// Part of the way to "nothing to do": no heavier module than node:fs is loaded here.
import type { Stamp } from './stamp.js';

/** A stamp as it is kept in files of the local state, but for its path. */
export type StampRow = readonly [
  kind: Stamp['kind'],
  size: number,
  mtime: number,
  ctime: number,
  inode: number,
  hash?: string,
];

export function rowOf({ kind, size, mtime, ctime, inode, hash }: Stamp): StampRow {
  const row = [kind, size, mtime, ctime, inode] as const;
  return hash === undefined ? row : [...row, hash];
}

/** @param path absolute */
export function stampOfRow(path: string, [kind, size, mtime, ctime, inode, hash]: StampRow): Stamp {
  const stamp = { path, kind, size, mtime, ctime, inode };
  return hash === undefined ? stamp : { ...stamp, hash };
}

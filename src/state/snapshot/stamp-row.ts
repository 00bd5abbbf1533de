// Part of the way to "nothing to do": no heavier module than node:fs is loaded here.
import type { Stamp } from './stamp.js';

/** A stamp as it is kept in files of the local state, but for its path. */
export type StampRow = readonly [
  kind: Stamp['kind'],
  size: number,
  mtime: number,
  ctime: number,
  inode: number,
  /** '' where there is none. */
  hash?: string,
  names?: string,
];

export function rowOf({ kind, size, mtime, ctime, inode, hash, names }: Stamp): StampRow {
  const row = [kind, size, mtime, ctime, inode] as const;
  if (names !== undefined) return [...row, hash ?? '', names];
  return hash === undefined ? row : [...row, hash];
}

/** @param path absolute */
export function stampOfRow(path: string, row: StampRow): Stamp {
  const [kind, size, mtime, ctime, inode, hash = '', names] = row;
  const stamp = { path, kind, size, mtime, ctime, inode };
  if (hash === '' && names === undefined) return stamp;
  return { ...stamp, ...(hash === '' ? {} : { hash }), ...(names === undefined ? {} : { names }) };
}

// On the fast path to "nothing to do": load nothing heavier than node:fs here.
import type { Stamp } from './stamp.js';

/** A stamp without its path, as stored in files of the local state. */
export type StampRow = readonly [
  kind: Stamp['kind'],
  size: number,
  mtime: number,
  ctime: number,
  inode: number,
  /** '' if there is none. */
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

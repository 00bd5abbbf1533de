import { relative, resolve, sep } from 'node:path';

/** A path below the root as the engine writes it: relative, with `/`; '' is the root itself. */
export function relativePath(root: string, path: string): string {
  const inside = relative(root, resolve(path));
  return sep === '/' ? inside : inside.replaceAll(sep, '/');
}

/** Orders by code units, so that the order is the same on every machine. */
export function comparePaths(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The folder of a relative path; '' is the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

import { lstatSync, realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

export type Entry = 'file' | 'link' | 'folder' | 'other' | 'nothing';

export type RealPath =
  { readonly ok: true; readonly path: string } | { readonly ok: false; readonly reason: string };

export interface RealPaths {
  /** The kind of entry at a path (relative to the root), without following links. */
  entry(path: string): Entry;
  /**
   * The real path of a path (relative to the root), relative to the real root, even if there is no
   * file yet. Two paths with the same result are one file.
   */
  resolve(path: string, entry: Entry): RealPath;
}

/** Resolves real paths below a root; looks up each folder once. */
export function createRealPaths(root: string): RealPaths {
  const realRoot = realpathSync(root);
  const folders = new Map<string, RealPath>();

  const realFolder = (folder: string): RealPath => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const found = lookUp(folder);
    folders.set(folder, found);
    return found;
  };

  const lookUp = (folder: string): RealPath => {
    const entry = entryAt(join(root, folder));
    if (entry === 'nothing' && folder !== '') {
      const parent = realFolder(folderOf(folder));
      return parent.ok ? { ok: true, path: below(parent.path, lastOf(folder)) } : parent;
    }
    return followed(join(root, folder));
  };

  const followed = (absolute: string): RealPath => {
    try {
      const path = relativePath(realRoot, realpathSync(absolute));
      if (!leaves(path)) return { ok: true, path };
      return { ok: false, reason: 'leads outside the root through a symbolic link' };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      const reason = code === 'ENOENT' ? 'is a broken symbolic link' : `cannot be read (${code})`;
      return { ok: false, reason };
    }
  };

  return {
    // Every system accepts `/`. With thousands of targets, `join` takes longer than the file
    // system.
    entry: (path) => entryAt(`${root}/${path}`),
    resolve: (path, entry) => {
      const folder = realFolder(folderOf(path));
      if (!folder.ok) return folder;
      if (entry === 'link') return followed(join(root, path));
      return { ok: true, path: below(folder.path, lastOf(path)) };
    },
  };
}

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

function entryAt(absolute: string): Entry {
  try {
    // Exceptions are slow, and a first run has thousands of files that do not exist yet.
    const stats = lstatSync(absolute, { throwIfNoEntry: false });
    if (stats === undefined) return 'nothing';
    if (stats.isFile()) return 'file';
    if (stats.isSymbolicLink()) return 'link';
    return stats.isDirectory() ? 'folder' : 'other';
  } catch {
    return 'nothing';
  }
}

/** Joins paths in the notation of `relativePath` on every system. */
function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether a relative path goes up, or is on another drive. */
function leaves(path: string): boolean {
  return path === '..' || path.startsWith('../') || /^([A-Za-z]:|\/)/.test(path);
}

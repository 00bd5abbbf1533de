import { lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LOCK_FILE, LOCKS_FOLDER } from '../../lock/index.js';

/**
 * Lock files of single folders, relative to the root, sorted. Follows no link. Empty if the lock is
 * one file.
 */
export function folderLockPaths(root: string): readonly string[] {
  const stats = lstatSync(join(root, LOCKS_FOLDER), { throwIfNoEntry: false });
  if (stats?.isDirectory() !== true) return [];
  return below(root, LOCKS_FOLDER).sort();
}

function below(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return below(root, path);
    return entry.name === LOCK_FILE ? [path] : [];
  });
}

/** Removes an empty lock file, and folders that become empty. */
export function removeFolderLock(root: string, path: string): void {
  rmSync(join(root, path), { force: true });
  for (let folder = dirname(path); folder.startsWith(LOCKS_FOLDER); folder = dirname(folder)) {
    try {
      rmdirSync(join(root, folder));
    } catch {
      // The folder is not empty.
      return;
    }
  }
}

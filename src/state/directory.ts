import { lstatSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** True when `path` is `root` or lies below it. Both absolute and resolved. */
export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** Message of a failed system call without its stack: `ENOSPC: no space left on device, write`. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Code of a failed system call, '' for anything else. */
export function errno(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/**
 * Makes a folder of the local state (`.locale-sync/<name>`) and keeps all of it out of version control.
 * @throws Error of the file system; also where a link leads the folder out of the project.
 */
export function ensureStateDirectory(directory: string, name: string): string {
  const folder = join(directory, name);
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    const fresh = mkdirSync(directory, { recursive: true }) !== undefined;
    // A project that ignores the folder by itself needs no help from the user's .gitignore.
    if (fresh) writeFileSync(join(directory, '.gitignore'), '*\n');
    mkdirSync(folder, { recursive: true });
  }
  // A hostile repository could commit these as links to somewhere else.
  if (!isInside(realpathSync.native(dirname(directory)), realpathSync.native(folder))) {
    throw new Error(`${folder} leads out of the project`);
  }
  return folder;
}

/** Removes a temporary file or folder. Litter that cannot be removed harms nothing: never throws. */
export function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It is found again by the next run that cleans up.
  }
}

import { existsSync, lstatSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parent if they are missing, and returns its path. Its content is
 * executed, so nobody else may write to it: undefined if that is uncertain, as on Windows.
 */
export function ownFolder(folder: string): string | undefined {
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  try {
    make(dirname(folder));
    make(folder);
    const { uid, mode } = lstatSync(folder);
    return uid === user && (mode & 0o170077) === 0o040000 ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Not `recursive`: Node's never ends if the system refuses in the way `/proc` does. */
function make(folder: string): void {
  if (existsSync(folder)) return;
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another run may have created it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

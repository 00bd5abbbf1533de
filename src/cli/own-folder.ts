import { existsSync, lstatSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The folder, made where it is missing, with the one above it. What is in it is run, so nobody else
 * may write there: undefined where that is not certain, as on Windows.
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

/** Node's `recursive` never ends where the system refuses as `/proc` does. */
function make(folder: string): void {
  if (existsSync(folder)) return;
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another run may have been quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

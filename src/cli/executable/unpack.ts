import { lstatSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The files packed in the executable. */
export interface Packed {
  /** Version and hash of all files: a folder with this name contains exactly these. */
  readonly name: string;
  /** Size of each file in bytes, by its path with slashes. */
  readonly sizes: Readonly<Record<string, number>>;
  readonly read: (path: string) => Uint8Array;
}

/**
 * Writes the files to the folder. Each is written as a whole or not at all, so concurrent runs do
 * not disturb each other, and the next run completes what a killed one began.
 * @throws Error of the file system
 */
export function unpack(folder: string, { sizes, read }: Packed): void {
  for (const [path, size] of Object.entries(sizes)) {
    const file = join(folder, path);
    if (!isThere(file, size)) write(file, read(path));
  }
}

function isThere(file: string, size: number): boolean {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === size;
}

function write(file: string, bytes: Uint8Array): void {
  mkdirSync(dirname(file), { mode: 0o700, recursive: true });
  const draft = `${file}.${process.pid}`;
  // Later only the size shows that it is complete, so its content must be on disk before it gets
  // its name.
  writeFileSync(draft, bytes, { mode: 0o600, flush: true });
  try {
    renameSync(draft, file);
  } catch (error) {
    // On Windows, a file that another run has open cannot be replaced.
    if (!isThere(file, bytes.length)) throw error;
  }
}

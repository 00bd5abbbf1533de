import { lstatSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The files that an executable brings. */
export interface Packed {
  /** Version and hash of all files: a folder of this name holds these and no others. */
  readonly name: string;
  /** Bytes of each, by its path with slashes. */
  readonly sizes: Readonly<Record<string, number>>;
  readonly read: (path: string) => Uint8Array;
}

/**
 * Makes the folder hold the files. Each is there as a whole or not at all, so runs at once do not
 * disturb each other, and the next one completes what a killed one began.
 * @throws What the system says where it cannot be written.
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
  // Size alone tells later that it is whole, so its content has to be on the disk before its name.
  writeFileSync(draft, bytes, { mode: 0o600, flush: true });
  try {
    renameSync(draft, file);
  } catch (error) {
    // On Windows a file that another run has open cannot be replaced.
    if (!isThere(file, bytes.length)) throw error;
  }
}

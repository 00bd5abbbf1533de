import {
  existsSync,
  mkdtempSync,
  rmSync,
  lstatSync,
  mkdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { join, dirname } from 'node:path';
import { getAsset, getRawAsset } from 'node:sea';
import { EXIT } from '../exit-code.js';
import { ownFolder } from '../own-folder.js';
import { placesOf } from './places.js';

// Entry point of the single-file executable (scripts/build-executable.mjs). Threads, modules and
// the review page must be files: they are unpacked once per version, and the command line runs from
// there as if installed.

const packed: Packed = {
  ...(JSON.parse(getAsset('packed.json', 'utf8')) as Pick<Packed, 'name' | 'sizes'>),
  read: (path) => new Uint8Array(getRawAsset(path) as ArrayBuffer),
};

const folder = unpacked();
if (folder !== undefined) {
  const file = join(folder, 'dist', 'cli.cjs');
  createRequire(file)(file);
}

/** The folder with the unpacked files; undefined after an error was printed. */
function unpacked(): string | undefined {
  try {
    return folderOfFiles();
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    process.stderr.write(`error: locale-sync cannot unpack its files: ${said}\n`);
    process.stderr.write('Set XDG_CACHE_HOME or TMPDIR to a writable folder.\n');
    process.exitCode = EXIT.usage;
    return undefined;
  }
}

function folderOfFiles(): string {
  for (const place of places()) {
    try {
      const folder = join(place, packed.name);
      unpack(folder, packed);
      return folder;
    } catch {
      // It may be full or read-only.
    }
  }
  // No folder is usable for later runs, so the files are for this run only.
  const once = mkdtempSync(join(tmpdir(), 'locale-sync-'));
  process.once('exit', () => rmSync(once, { recursive: true, force: true }));
  unpack(once, packed);
  return once;
}

/** The files packed in the executable. */
interface Packed {
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
function unpack(folder: string, { sizes, read }: Packed): void {
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

function places(): readonly string[] {
  const { env, platform } = process;
  const user = process.getuid?.();
  const all = placesOf({ env, platform, home: home(), temporary: tmpdir(), user });
  // On Windows, both belong to the user.
  return platform === 'win32' ? all : all.filter((place) => ownFolder(place) !== undefined);
}

/** A container's user may have no home folder, or one that does not exist. */
function home(): string | undefined {
  try {
    const folder = homedir();
    return existsSync(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

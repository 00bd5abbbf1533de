// On the fast path to "nothing to do": load nothing heavier than node:fs here.
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';

/** 0 on systems without these flags. */
const { O_NONBLOCK: NO_WAIT = 0, O_NOFOLLOW: NO_LINK = 0 } = constants as Partial<typeof constants>;

/**
 * Reads a file that somebody else may have created. Every file of the project, the local state and
 * flags is read this way: opening a FIFO blocks for ever, and reading a device may not end.
 * @param before its stats; default: they are read
 * @throws Error of the file system; NotAFileError, and then nothing was opened
 */
export function readRegularFile(path: string, before?: Stats): Buffer {
  const file = openRegularFile(path, { before });
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** The file as UTF-8 text. @throws as `readRegularFile` */
export function readRegularText(path: string): string {
  return readRegularFile(path).toString();
}

export interface OpenOptions {
  /** Flags of `open`. Default: read only. */
  readonly flags?: number;
  /** 'refuse': links are not followed. Default: 'follow'. */
  readonly links?: 'follow' | 'refuse';
  /** The file's stats. Default: they are read. */
  readonly before?: Stats | undefined;
}

/**
 * Opens a regular file and returns its descriptor. Checks it before opening, because opening a
 * device can have effects, and again afterwards, without blocking, because it may have been
 * replaced in between.
 * @throws Error of the file system; NotAFileError
 */
export function openRegularFile(
  path: string,
  { flags = constants.O_RDONLY, links = 'follow', before }: OpenOptions = {},
): number {
  const stats = before ?? statSync(path, { throwIfNoEntry: false });
  if (stats !== undefined) requireRegularFile(path, stats);
  const file = openSync(path, flags | NO_WAIT | (links === 'refuse' ? NO_LINK : 0), 0o644);
  try {
    requireRegularFile(path, fstatSync(file));
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Something other than a file is where a file belongs. Has the fields of a system error. */
export class NotAFileError extends Error {
  override readonly name = 'NotAFileError';
  readonly code = 'EINVAL';
  readonly syscall = 'read';
  readonly path: string;

  constructor(path: string, stats: Stats) {
    super(`${path} is ${kindOf(stats)}, not a regular file`);
    this.path = path;
  }
}

/** @throws NotAFileError */
export function requireRegularFile(path: string, stats: Stats): void {
  if (!stats.isFile()) throw new NotAFileError(path, stats);
}

/**
 * The kind of a special file at a path: `a FIFO`, `a socket` or `a device`. Undefined for a file, a
 * folder, a dangling link, or nothing.
 */
export function specialKind(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    const isUsual = stats === undefined || stats.isFile() || stats.isDirectory();
    return isUsual ? undefined : kindOf(stats);
  } catch {
    return undefined;
  }
}

/** With its article. */
function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a FIFO';
  if (stats.isSocket()) return 'a socket';
  return stats.isSymbolicLink() ? 'a link' : 'a device';
}

// On the way to the answer "nothing to do": load nothing heavier than node:fs here.
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';

/** 0 on systems without these flags. */
const { O_NONBLOCK: NO_WAIT = 0, O_NOFOLLOW: NO_LINK = 0 } = constants as Partial<typeof constants>;

/**
 * Reads a file that somebody else may have put there. The one way to read a file of the project, of
 * the local state or of a flag: opening a FIFO waits for ever, and reading a device may not end.
 * @param before how it looks; default: it is looked at
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
  /** Flags of `open`. Default: for reading. */
  readonly flags?: number;
  /** 'refuse': a link is not followed. Default: it is. */
  readonly links?: 'follow' | 'refuse';
  /** How the path looks. Default: it is looked at. */
  readonly before?: Stats | undefined;
}

/**
 * Descriptor of a regular file. It is looked at before it is opened, since opening a device can do
 * something, and again afterwards, without waiting, since it may have been exchanged meanwhile.
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

/** Something that is no file is where a file belongs. Has the fields of an error of the system. */
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
 * What is at a path that nothing can be kept in or read from: `a FIFO`, `a socket` or `a device`.
 * Undefined for a file, a folder, a link to nothing, and for nothing.
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

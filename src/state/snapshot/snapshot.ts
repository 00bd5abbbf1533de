// The way to "nothing to do": no heavier module than node:fs is loaded here.
import { closeSync, fstatSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { ensureStateDirectory, readStateFile, removeQuietly } from '../files/directory.js';
import { quickHash } from '../hash.js';
import { STATE_FILES } from '../names.js';
import { isRecent, isUnchanged, settle } from './stamp.js';
import type { Stamp } from './stamp.js';

export interface Snapshot {
  /**
   * Everything besides files that the answer depends on: config bytes, flags, tool version,
   * environment, root.
   */
  readonly identity: string;
  /** All files and folders that the answer depends on, as `stampFile` and the others give them. */
  readonly inputs: readonly Stamp[];
  /** The answer; must survive JSON. */
  readonly payload: unknown;
}

const VERSION = 1;

/** What is read again within a few milliseconds. */
const MANY_FILES = 250;
const MANY_BYTES = 2_000_000;

/** Clocks of file system and process may differ by this much (ms) before nothing is remembered. */
const CLOCK_TOLERANCE = 15;

function fileOf(directory: string): string {
  return `${directory}/${STATE_FILES.snapshot}`;
}

/**
 * Remembers an answer in the local state. Costs nothing but time if it fails, so it never throws.
 * @returns whether it was written
 */
export function writeSnapshot(directory: string, snapshot: Snapshot): boolean {
  const temporary = `${fileOf(directory)}.${process.pid}`;
  try {
    ensureStateDirectory(directory, '.');
  } catch {
    return false;
  }
  try {
    removeQuietly(temporary);
    const file = openSync(temporary, 'wx', 0o644);
    try {
      const now = fileSystemTime(file);
      if (now === undefined) return false;
      const inputs = snapshot.inputs.map((stamp) => settle(stamp, now));
      // The time was asked for by a write at a position, so this one begins at the first byte.
      writeFileSync(file, serialize({ ...snapshot, inputs }));
    } finally {
      closeSync(file);
    }
    renameSync(temporary, fileOf(directory));
    return true;
  } catch {
    return false;
  } finally {
    removeQuietly(temporary);
  }
}

/**
 * The remembered answer, if nothing that it depends on has changed. Never throws: any doubt is
 * undefined.
 */
export function checkSnapshot(directory: string, identity: string): unknown {
  return readSnapshot(directory, identity)?.payload;
}

/** The same with what it rests on. */
export function readSnapshot(directory: string, identity: string): Snapshot | undefined {
  try {
    const snapshot = read(directory, identity);
    if (snapshot?.inputs.every(isUnchanged) !== true) return undefined;
    const now = Date.now();
    // Files that have to be read because they were young are trusted by their times from now on,
    // where that saves something.
    const grown = snapshot.inputs.filter(
      ({ hash, mtime, ctime }) => hash !== undefined && !isRecent(mtime, ctime, now),
    );
    if (isMuch(grown)) writeSnapshot(directory, snapshot);
    return snapshot;
  } catch {
    return undefined;
  }
}

/**
 * A run that has nothing to do writes nothing, unless what it had to read would take all others
 * longer, too.
 */
function isMuch(read: readonly Stamp[]): boolean {
  let bytes = 0;
  for (const { size } of read) bytes += size;
  return read.length > MANY_FILES || bytes > MANY_BYTES;
}

/**
 * The file system's own time, by the file just opened; undefined where it is not the time of this
 * process.
 */
function fileSystemTime(file: number): number | undefined {
  const before = Date.now();
  writeSync(file, ' ', 0);
  const time = fstatSync(file).mtimeMs;
  const grain = time % 1000 === 0 ? 2000 : 0;
  const plausible = time >= before - CLOCK_TOLERANCE - grain && time <= Date.now() + 1;
  return plausible ? time : undefined;
}

type StampRow = readonly [
  path: string,
  kind: Stamp['kind'],
  size: number,
  mtime: number,
  ctime: number,
  inode: number,
  hash?: string,
];

function serialize({ identity, inputs, payload }: Snapshot): string {
  const rows = inputs.map(({ path, kind, size, mtime, ctime, inode, hash }): StampRow => {
    const row = [path, kind, size, mtime, ctime, inode] as const;
    return hash === undefined ? row : [...row, hash];
  });
  const body = JSON.stringify([VERSION, identity, rows, payload ?? null]);
  return `${quickHash(Buffer.from(body))} ${body}`;
}

function read(directory: string, identity: string): Snapshot | undefined {
  const bytes = readStateFile(fileOf(directory));
  const space = bytes.indexOf(32);
  const body = bytes.subarray(space + 1);
  if (bytes.toString('latin1', 0, space) !== quickHash(body)) return undefined;
  const [version, writtenAs, rows, payload] = JSON.parse(body.toString()) as [
    number,
    string,
    StampRow[],
    unknown,
  ];
  if (version !== VERSION || writtenAs !== identity) return undefined;
  const inputs = rows.map(([path, kind, size, mtime, ctime, inode, hash]): Stamp => {
    const stamp = { path, kind, size, mtime, ctime, inode };
    return hash === undefined ? stamp : { ...stamp, hash };
  });
  return { identity, inputs, payload };
}

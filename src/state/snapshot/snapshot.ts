// On the fast path to "nothing to do": load nothing heavier than node:fs here.
import { closeSync, fstatSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { ensureStateDirectory, readStateFile, removeQuietly } from '../files/directory.js';
import { quickHash, quickHashOfAll } from '../hash.js';
import { STATE_FILES } from '../names.js';
import { settle, trusted } from './stamp.js';
import type { Stamp } from './stamp.js';
import { Stamps } from './stamps.js';

export interface Snapshot {
  /**
   * Everything that the answer depends on besides files: config bytes, flags, tool version,
   * environment, root.
   */
  readonly identity: string;
  /** Stamps of all files and folders that the answer depends on. */
  readonly inputs: Stamps;
  /** The answer. It must survive JSON. */
  readonly payload: unknown;
}

/**
 * Which command's answer it is: a `sync` leaves nothing to do; a look may not have seen everything.
 */
export type SnapshotOf = 'sync' | 'look';

const VERSION = 2;

const NEWLINE = 0x0a;

/** Up to these limits, reading files again takes only a few milliseconds. */
const MANY_FILES = 250;
const MANY_BYTES = 2_000_000;

/** Milliseconds by which the clocks of file system and process may differ. */
const CLOCK_TOLERANCE = 15;

function fileOf(directory: string, of: SnapshotOf): string {
  return `${directory}/${of === 'sync' ? STATE_FILES.snapshot : STATE_FILES.look}`;
}

/**
 * Stores an answer in the local state. Never throws: a failure only makes the next run slower.
 * @returns true if it was written
 */
export function writeSnapshot(
  directory: string,
  snapshot: Snapshot,
  of: SnapshotOf = 'sync',
): boolean {
  const temporary = `${fileOf(directory, of)}.${process.pid}`;
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
      const young = snapshot.inputs.hashed();
      const inputs = snapshot.inputs.with(young.map((stamp) => settle(stamp, now)));
      // `fileSystemTime` wrote at an explicit position, so this still starts at the first byte.
      for (const piece of serialize({ ...snapshot, inputs })) writeFileSync(file, piece);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, fileOf(directory, of));
    return true;
  } catch {
    return false;
  } finally {
    removeQuietly(temporary);
  }
}

/** The stored answer; undefined if anything that it depends on may have changed. Never throws. */
export function checkSnapshot(directory: string, identity: string): unknown {
  return readSnapshot(directory, identity)?.payload;
}

/** Like `checkSnapshot`, including the inputs. */
export function readSnapshot(
  directory: string,
  identity: string,
  of: SnapshotOf = 'sync',
): Snapshot | undefined {
  try {
    const snapshot = read(fileOf(directory, of), identity);
    if (snapshot === undefined || !snapshot.inputs.areUnchanged()) return undefined;
    const now = Date.now();
    // Files that had to be read because they had just changed are known by their times from now on,
    // if that saves much.
    const grown = snapshot.inputs.hashed().filter((stamp) => trusted(stamp, now) !== stamp);
    if (isMuch(grown)) writeSnapshot(directory, snapshot, of);
    return snapshot;
  } catch {
    return undefined;
  }
}

/**
 * Whether to rewrite the snapshot: a run with nothing to do writes nothing, unless it had to read
 * so much that later runs would be slow too.
 */
function isMuch(read: readonly Stamp[]): boolean {
  let bytes = 0;
  for (const { size } of read) bytes += size;
  return read.length > MANY_FILES || bytes > MANY_BYTES;
}

/** The file system's current time, from a new file in the local state; undefined in doubt. */
export function fileSystemNow(directory: string): number | undefined {
  const temporary = `${fileOf(directory, 'sync')}.${process.pid}`;
  try {
    ensureStateDirectory(directory, '.');
    removeQuietly(temporary);
    const file = openSync(temporary, 'wx', 0o644);
    try {
      return fileSystemTime(file);
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  } finally {
    removeQuietly(temporary);
  }
}

/**
 * The file system's time, from writing to the file. Undefined if it differs from the process's
 * time: then nothing is stored.
 */
function fileSystemTime(file: number): number | undefined {
  const before = Date.now();
  writeSync(file, ' ', 0);
  const time = fstatSync(file).mtimeMs;
  const grain = time % 1000 === 0 ? 2000 : 0;
  const plausible = time >= before - CLOCK_TOLERANCE - grain && time <= Date.now() + 1;
  return plausible ? time : undefined;
}

/** A hash of everything that follows, then the identity and the answer, then the stamps. */
function serialize({ identity, inputs, payload }: Snapshot): readonly Uint8Array[] {
  const head = `${JSON.stringify([VERSION, identity, payload ?? null])}\n`;
  const pieces = [Buffer.from(head), ...inputs.toBytes()];
  return [Buffer.from(`${quickHashOfAll(pieces)} `), ...pieces];
}

function read(file: string, identity: string): Snapshot | undefined {
  const bytes = readStateFile(file);
  const space = bytes.indexOf(32);
  const body = bytes.subarray(space + 1);
  if (bytes.toString('latin1', 0, space) !== quickHash(body)) return undefined;
  const end = body.indexOf(NEWLINE);
  const head = JSON.parse(body.toString('utf8', 0, end)) as [number, string, unknown];
  const [version, writtenAs, payload] = head;
  if (version !== VERSION || writtenAs !== identity) return undefined;
  return { identity, inputs: Stamps.fromBytes(body.subarray(end + 1)), payload };
}

// On the fast path to "nothing to do": load nothing heavier than node:fs here.
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import {
  appendStateFile,
  ensureStateDirectory,
  readStateFile,
  removeQuietly,
  replaceStateFile,
} from '../files/directory.js';
import { contentHash, quickHash, STATE_FILES } from '../../lock/index.js';
import { settle, trusted } from './stamp.js';
import type { Stamp } from './stamp.js';
import { Stamps } from './stamps.js';

// The ledger: what this checkout knew after its last runs, in the folder `ledger` of the local state.
// It may be deleted at any time: every command then says what it would say in a fresh clone.
//
// Its parts are files of one format. The first line is a hash of what the part depends on besides
// files: another version, config or selection ignores it. Blocks follow, each with a line of its
// own: its hash and its length in bytes. What follows a block that was cut off does not count.

/**
 * sync: the answer of the last `sync`, which left nothing to do · look: that of the last look, which
 * may not have seen everything · files: what each file's units were · notes: `Notes`.
 */
export type LedgerPart = 'sync' | 'look' | 'files' | 'notes';

const FORMAT = 'locale-sync ledger 1';
const NEWLINE = 0x0a;

/** The blocks of a part; undefined if there is none of this identity. Never throws. */
export function readLedger(
  state: string,
  part: LedgerPart,
  identity: string,
): readonly Buffer[] | undefined {
  try {
    const bytes = readStateFile(fileOf(state, part));
    const header = Buffer.from(headerOf(identity));
    if (!bytes.subarray(0, header.length).equals(header)) return undefined;
    const blocks: Buffer[] = [];
    for (let at = header.length; at < bytes.length;) {
      const line = bytes.indexOf(NEWLINE, at);
      const [hash, length] = bytes.toString('latin1', at, line).split(' ');
      at = line + 1 + Number(length);
      const block = bytes.subarray(line + 1, at);
      if (at > bytes.length || quickHash(block) !== hash) break;
      blocks.push(block);
    }
    return blocks.length === 0 ? undefined : blocks;
  } catch {
    return undefined;
  }
}

/**
 * Writes a part with one block. Never throws: a failure only makes later runs slower.
 * @returns true if it was written
 */
export function writeLedger(
  state: string,
  part: LedgerPart,
  identity: string,
  block: Uint8Array,
): boolean {
  try {
    ensureStateDirectory(state, 'ledger');
    const head = `${headerOf(identity)}${lineOf(block)}`;
    replaceStateFile(fileOf(state, part), [Buffer.from(head), block]);
    return true;
  } catch {
    return false;
  }
}

/** Adds a block to a part. Never throws. */
export function addToLedger(state: string, part: LedgerPart, block: Uint8Array): void {
  try {
    const file = fileOf(state, part);
    appendStateFile(file, Buffer.concat([Buffer.from(lineOf(block)), block]));
  } catch {
    // The next run compares more files.
  }
}

function fileOf(state: string, part: LedgerPart): string {
  return `${state}/${STATE_FILES[part]}`;
}

function headerOf(identity: string): string {
  return `${FORMAT} ${contentHash(identity)}\n`;
}

function lineOf(block: Uint8Array): string {
  return `${quickHash(block)} ${block.length}\n`;
}

export interface Answer {
  /** Everything that the answer depends on besides files: config bytes, flags, version, … */
  readonly identity: string;
  /** Stamps of all files and folders that the answer depends on. */
  readonly inputs: Stamps;
  /** The answer. It must survive JSON. */
  readonly payload: unknown;
}

/** Stores an answer. @returns true if it was written */
export function writeAnswer(state: string, part: 'sync' | 'look', answer: Answer): boolean {
  const now = fileSystemNow(state);
  if (now === undefined) return false;
  try {
    const young = answer.inputs.hashed();
    const inputs = answer.inputs.with(young.map((stamp) => settle(stamp, now)));
    const block = JSON.stringify([answer.payload ?? null, [...inputs]]);
    return writeLedger(state, part, answer.identity, Buffer.from(block));
  } catch {
    return false;
  }
}

/** The stored answer; undefined if anything that it depends on may have changed. Never throws. */
export function readAnswer(
  state: string,
  part: 'sync' | 'look',
  identity: string,
): Answer | undefined {
  try {
    const [block] = readLedger(state, part, identity) ?? [];
    if (block === undefined) return undefined;
    const [payload, stamps] = JSON.parse(block.toString()) as readonly [unknown, readonly Stamp[]];
    const inputs = new Stamps(stamps);
    if (!inputs.areUnchanged()) return undefined;
    const answer = { identity, inputs, payload };
    const now = Date.now();
    // Files that had to be read because they had just changed are known by their times from now on,
    // if that saves much.
    const grown = inputs.hashed().filter((stamp) => trusted(stamp, now) !== stamp);
    if (isMuch(grown)) writeAnswer(state, part, answer);
    return answer;
  } catch {
    return undefined;
  }
}

/** Up to these limits, reading files again takes only a few milliseconds. */
const MANY_FILES = 250;
const MANY_BYTES = 2_000_000;

/**
 * Whether to write an answer again: a run with nothing to do writes nothing, unless it had to read
 * so much that later runs would be slow too.
 */
function isMuch(read: readonly Stamp[]): boolean {
  let bytes = 0;
  for (const { size } of read) bytes += size;
  return read.length > MANY_FILES || bytes > MANY_BYTES;
}

/** Milliseconds by which the clocks of file system and process may differ. */
const CLOCK_TOLERANCE = 15;

/**
 * The file system's current time, from a new file in the local state. Undefined if it differs from
 * the process's time, or in any doubt: then nothing is stored.
 */
export function fileSystemNow(state: string): number | undefined {
  const temporary = `${state}/ledger/now.${process.pid}`;
  try {
    ensureStateDirectory(state, 'ledger');
    removeQuietly(temporary);
    const file = openSync(temporary, 'wx', 0o644);
    try {
      const before = Date.now();
      writeSync(file, ' ');
      const time = fstatSync(file).mtimeMs;
      const grain = time % 1000 === 0 ? 2000 : 0;
      const plausible = time >= before - CLOCK_TOLERANCE - grain && time <= Date.now() + 1;
      return plausible ? time : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  } finally {
    removeQuietly(temporary);
  }
}

/** What this checkout knows that no file of the repository says. */
export interface Notes {
  /**
   * `contentHash` of the lock as the last complete run here left it. A lock with other bytes may be
   * older than the files: a text that it does not have may be machine text.
   */
  readonly lock?: string | undefined;
  /**
   * True from before files change until the lock has followed. After a run that was killed in
   * between, a text that the lock does not have may be machine text.
   */
  readonly isWriting?: boolean | undefined;
  /**
   * The lock's lines about glossaries and styles, as what was pushed since makes them. `before`:
   * `contentHash` of those that the lock has until then.
   */
  readonly pushed?: { readonly before: string; readonly after: string } | undefined;
  /** Ids and versions of names, as the service last resolved them. */
  readonly names?: readonly (readonly [key: string, fingerprint: string])[] | undefined;
}

/** Empty in any doubt. Never throws. */
export function readNotes(state: string): Notes {
  try {
    const [block] = readLedger(state, 'notes', '') ?? [];
    const notes: unknown = block === undefined ? {} : JSON.parse(block.toString());
    return isNotes(notes) ? notes : {};
  } catch {
    return {};
  }
}

/** Anybody could have committed a folder like ours. */
function isNotes(value: unknown): value is Notes {
  if (typeof value !== 'object' || value === null) return false;
  const { names = [], pushed } = value as Readonly<Record<string, unknown>>;
  const areTexts = (all: unknown): boolean =>
    typeof all === 'object' && Object.values(all ?? {}).every((one) => typeof one === 'string');
  const isPushed = (of: object): boolean => 'before' in of && 'after' in of && areTexts(of);
  if (pushed !== undefined && !(typeof pushed === 'object' && pushed && isPushed(pushed)))
    return false;
  return Array.isArray(names) && names.every((one) => Array.isArray(one) && areTexts(one));
}

/** Replaces some of the notes. Never throws: a lock that is not known is only trusted less. */
export function updateNotes(state: string, changes: Notes): void {
  const before = readNotes(state);
  const notes = JSON.stringify({ ...before, ...changes });
  if (notes !== JSON.stringify(before)) writeLedger(state, 'notes', '', Buffer.from(notes));
}

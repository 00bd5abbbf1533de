import { dirname, join } from 'node:path';
import type { ResolvedConfig } from '../../config/resolved.js';
import { realService } from '../../config/service-settings.js';
import {
  appendStateFile,
  contentHash,
  ensureStateDirectory,
  readStateFile,
  replaceStateFile,
  STATE_FILES,
} from '../../state/index.js';
import { version } from '../version.js';
import { RecordReader, rowOfPair } from './record-rows.js';
import type { PairRow } from './record-rows.js';
import { pairId } from './records.js';
import type { PairRecord, Records } from './records.js';

/**
 * Everything that a comparison depends on besides files. Contains no secret: of the service, only
 * whether it is a real one, and where; of the store, nothing.
 * @param names resolved names of glossaries, styles and memories
 */
export function identityOf({ service, ...config }: ResolvedConfig, names: string): string {
  const rest = { ...config, store: undefined };
  return contentHash(JSON.stringify([version, realService(service.url) ?? '', rest, names]));
}

// The file's first line is the identity of the records. Blocks follow: one per run that added to the
// file. A block is lines with one `PairRow` each, and a last line with a string: the hash of the lock
// that all records so far belong to. A block without that line was cut off.

const NEWLINE = 0x0a;
const QUOTE = 0x22;

/** What an earlier run with the same identity recorded; undefined in any doubt. Never throws. */
export function readRecords(state: string, identity: string): Records | undefined {
  try {
    const bytes = readStateFile(join(state, STATE_FILES.files));
    const header = Buffer.from(headerOf(identity));
    // Records of another config need not be parsed.
    if (!bytes.subarray(0, header.length).equals(header)) return undefined;
    // No row begins like the last line of a block.
    const last = bytes.lastIndexOf('\n"', bytes.lastIndexOf(NEWLINE) - 1) + 1;
    if (last < header.length) return undefined;
    const reader = new RecordReader(dirname(state));
    const pairs = new Map<string, PairRecord>();
    // Parsed row by row, so that a large project's rows are not in memory together with its records.
    for (let at = header.length; at < last;) {
      const end = bytes.indexOf(NEWLINE, at);
      if (bytes[at] !== QUOTE) {
        const pair = reader.pair(JSON.parse(bytes.toString('utf8', at, end)) as PairRow);
        pairs.set(pairId(pair), pair);
      }
      at = end + 1;
    }
    const lock = JSON.parse(bytes.toString('utf8', last, bytes.indexOf(NEWLINE, last))) as string;
    return { identity, lock, pairs: [...pairs.values()] };
  } catch {
    return undefined;
  }
}

/** Writes all records. Never throws: a failure only costs time. */
export function writeRecords(state: string, records: Records): void {
  try {
    const text = `${headerOf(records.identity)}${blockOf(records)}`;
    replaceStateFile(join(ensureStateDirectory(state, '.'), STATE_FILES.files), text);
  } catch {
    // The next run compares everything.
  }
}

/** Adds a piece's records to those of the pieces before it. Never throws. */
export function addRecords(state: string, records: Records): void {
  try {
    appendStateFile(join(state, STATE_FILES.files), blockOf(records));
  } catch {
    // The next run compares more files.
  }
}

function headerOf(identity: string): string {
  return `${JSON.stringify({ identity })}\n`;
}

function blockOf({ lock, pairs }: Records): string {
  let block = '';
  for (const pair of pairs) block += `${JSON.stringify(rowOfPair(pair))}\n`;
  return `${block}${JSON.stringify(lock)}\n`;
}

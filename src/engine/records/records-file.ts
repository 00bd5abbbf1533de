import { dirname, join } from 'node:path';
import type { ResolvedConfig } from '../../config/resolved.js';
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
import type { PairRecord, Records } from './records.js';

/**
 * Everything besides files that a comparison rests on. It holds no secret: the service counts only
 * as the embedded one, whose texts are a rehearsal, or any other, and the store not at all.
 * @param names what names of glossaries and the like stand for
 */
export function identityOf({ service, ...config }: ResolvedConfig, names: string): string {
  const { url } = service;
  const rest = { ...config, store: undefined };
  return contentHash(JSON.stringify([version, url === 'embedded', rest, names]));
}

/** First line of the file. */
type Header = Pick<Records, 'identity'>;

// Behind it are blocks. Each other line of a block is a `PairRow`, and its last one is the hash of
// the lock that all records so far are of: a block without it was cut off. The last record of a
// source counts.

/**
 * What an earlier run remembered, if it rests on the same; undefined in any doubt. Never throws.
 */
export function readRecords(state: string, identity: string): Records | undefined {
  try {
    const text = readStateFile(join(state, STATE_FILES.files)).toString();
    // What is of another config need not be taken apart.
    if (!text.startsWith(JSON.stringify({ identity }).slice(0, -1))) return undefined;
    const lines = completeLines(text);
    if (lines === undefined) return undefined;
    const { lock, first, end } = lines;
    const reader = new RecordReader(dirname(state));
    const pairs = new Map<string, PairRecord>();
    let count = 0;
    // Line by line, so that the rows of a large project are not in memory beside its records.
    for (let at = first; at < end;) {
      const next = text.indexOf('\n', at) + 1;
      if (text[at] !== '"') {
        const pair = reader.pair(JSON.parse(text.slice(at, next)) as PairRow);
        // Catalogs may share a source, and no target.
        pairs.set(pair.targets[0]?.path ?? pair.source, pair);
        count += 1;
      }
      at = next;
    }
    const records = { identity, lock: JSON.parse(lock) as string, pairs: [...pairs.values()] };
    const replaced = count - pairs.size;
    return replaced === 0 ? records : { ...records, replaced };
  } catch {
    return undefined;
  }
}

/** What is behind the last hash of a lock was cut off. No row begins as a hash does. */
function completeLines(
  text: string,
): { readonly lock: string; readonly first: number; readonly end: number } | undefined {
  const last = text.lastIndexOf('\n');
  const end = text.lastIndexOf('\n"', last - 1) + 1;
  if (end === 0) return undefined;
  const lock = text.slice(end, text.indexOf('\n', end));
  return { lock, first: text.indexOf('\n') + 1, end };
}

/** Costs nothing but time if it fails, so it never throws. */
export function writeRecords(state: string, records: Records): void {
  try {
    const header: Header = { identity: records.identity };
    const text = `${JSON.stringify(header)}\n${blockOf(records)}`;
    replaceStateFile(join(ensureStateDirectory(state, '.'), STATE_FILES.files), text);
  } catch {
    // The next run looks at everything.
  }
}

/** Adds records of other sources, or newer ones, to those that are in the file. */
export function addRecords(state: string, records: Records): void {
  try {
    appendStateFile(join(state, STATE_FILES.files), blockOf(records));
  } catch {
    // The next run looks at more.
  }
}

function blockOf({ lock, pairs }: Records): string {
  let block = '';
  for (const pair of pairs) block += `${JSON.stringify(rowOfPair(pair))}\n`;
  return `${block}${JSON.stringify(lock)}\n`;
}

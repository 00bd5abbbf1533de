import { dirname, join } from 'node:path';
import type { ResolvedConfig } from '../../config/resolved.js';
import {
  contentHash,
  ensureStateDirectory,
  readStateFile,
  replaceStateFile,
  STATE_FILES,
} from '../../state/index.js';
import { version } from '../version.js';
import { RecordReader, rowOfPair } from './record-rows.js';
import type { PairRow } from './record-rows.js';
import type { Records } from './records.js';

/**
 * Everything besides files that a comparison rests on. It holds no secret: the service counts only
 * as the embedded one, whose texts are a rehearsal, or any other.
 * @param names what names of glossaries and the like stand for
 */
export function identityOf({ service, ...config }: ResolvedConfig, names: string): string {
  const { url } = service;
  return contentHash(JSON.stringify([version, url === 'embedded', config, names]));
}

/** First line of the file. Each other line is a `PairRow`. */
type Header = Pick<Records, 'identity' | 'lock'>;

/**
 * What an earlier run remembered, if it rests on the same; undefined in any doubt. Never throws.
 */
export function readRecords(state: string, identity: string): Records | undefined {
  try {
    const text = readStateFile(join(state, STATE_FILES.files)).toString();
    // What is of another config need not be taken apart.
    if (!text.startsWith(JSON.stringify({ identity }).slice(0, -1))) return undefined;
    const [header = '', ...rows] = text.split('\n');
    const { lock } = JSON.parse(header) as Partial<Header>;
    if (lock === undefined) return undefined;
    const reader = new RecordReader(dirname(state));
    // Line by line, so that the rows of a large project are not in memory beside its records.
    return { identity, lock, pairs: rows.map((row) => reader.pair(JSON.parse(row) as PairRow)) };
  } catch {
    return undefined;
  }
}

/** Costs nothing but time if it fails, so it never throws. */
export function writeRecords(state: string, { identity, lock, pairs }: Records): void {
  try {
    const header: Header = { identity, lock };
    const rows = pairs.map((pair) => JSON.stringify(rowOfPair(pair)));
    const text = [JSON.stringify(header), ...rows].join('\n');
    replaceStateFile(join(ensureStateDirectory(state, '.'), STATE_FILES.files), text);
  } catch {
    // The next run looks at everything.
  }
}

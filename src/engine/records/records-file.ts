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
 * Everything besides files that a comparison rests on. It holds no secret: the service counts only as the embedded one, whose
 * texts are a rehearsal, or any other.
 * @param names what names of glossaries and the like stand for
 */
export function identityOf({ service, ...config }: ResolvedConfig, names: string): string {
  const { url } = service;
  return contentHash(JSON.stringify([version, url === 'embedded', config, names]));
}

/** The file as it is: what its records rest on, and a row for each of them. */
interface RecordsFile {
  readonly identity: string;
  readonly lock: string;
  readonly rows: readonly PairRow[];
}

/** What an earlier run remembered, if it rests on the same; undefined in any doubt. Never throws. */
export function readRecords(state: string, identity: string): Records | undefined {
  try {
    const text = readStateFile(join(state, STATE_FILES.files)).toString();
    // What is of another config need not be taken apart.
    if (!text.startsWith(JSON.stringify({ identity }).slice(0, -1))) return undefined;
    const { lock, rows } = JSON.parse(text) as RecordsFile;
    const reader = new RecordReader(dirname(state));
    return { identity, lock, pairs: rows.map((row) => reader.pair(row)) };
  } catch {
    return undefined;
  }
}

/** Costs nothing but time if it fails, so it never throws. */
export function writeRecords(state: string, { identity, lock, pairs }: Records): void {
  try {
    const file: RecordsFile = { identity, lock, rows: pairs.map(rowOfPair) };
    replaceStateFile(
      join(ensureStateDirectory(state, '.'), STATE_FILES.files),
      JSON.stringify(file),
    );
  } catch {
    // The next run looks at everything.
  }
}

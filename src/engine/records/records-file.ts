import { join } from 'node:path';
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
import { rowOfPair } from './record-rows.js';
import { headerOf, RecordsText } from './records-text.js';
import type { Records } from './records.js';

/**
 * Everything that a comparison depends on besides files. Contains no secret: of the service, only
 * whether it is a real one, and where; of the store, nothing.
 * @param names resolved names of glossaries, styles and memories
 */
export function identityOf({ service, ...config }: ResolvedConfig, names: string): string {
  const rest = { ...config, store: undefined };
  return contentHash(JSON.stringify([version, realService(service.url) ?? '', rest, names]));
}

/** What an earlier run with the same identity recorded; undefined in any doubt. Never throws. */
export function readRecords(state: string, identity: string): Records | undefined {
  try {
    return openRecords(state, identity).all();
  } catch {
    return undefined;
  }
}

/** The same, for looking up a few records. @throws Error in any doubt */
export function openRecords(state: string, identity: string): RecordsText {
  return new RecordsText(readStateFile(join(state, STATE_FILES.files)), { identity, state });
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

/** Adds new records, and newer versions of existing ones, to the file. Never throws. */
export function addRecords(state: string, records: Records): void {
  try {
    appendStateFile(join(state, STATE_FILES.files), blockOf(records));
  } catch {
    // The next run compares more files.
  }
}

function blockOf({ lock, pairs, replaced }: Records): string {
  let block = '';
  for (const pair of pairs) block += `${JSON.stringify(rowOfPair(pair))}\n`;
  return `${block}${JSON.stringify(replaced === undefined ? lock : `${lock} ${replaced}`)}\n`;
}

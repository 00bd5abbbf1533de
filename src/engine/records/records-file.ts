import { join } from 'node:path';
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
import { rowOfPair } from './record-rows.js';
import { headerOf, RecordsText } from './records-text.js';
import type { Records } from './records.js';

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

/**
 * What an earlier run remembered, if it rests on the same; undefined in any doubt. Never throws.
 */
export function readRecords(state: string, identity: string): Records | undefined {
  try {
    return openRecords(state, identity).all();
  } catch {
    return undefined;
  }
}

/** The same, to look for few of them. @throws in any doubt */
export function openRecords(state: string, identity: string): RecordsText {
  return new RecordsText(readStateFile(join(state, STATE_FILES.files)), { identity, state });
}

/** Costs nothing but time if it fails, so it never throws. */
export function writeRecords(state: string, records: Records): void {
  try {
    const text = `${headerOf(records.identity)}${blockOf(records)}`;
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

function blockOf({ lock, pairs, replaced }: Records): string {
  let block = '';
  for (const pair of pairs) block += `${JSON.stringify(rowOfPair(pair))}\n`;
  return `${block}${JSON.stringify(replaced === undefined ? lock : `${lock} ${replaced}`)}\n`;
}

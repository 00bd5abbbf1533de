import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  openSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { pathInState } from '../files/temporary.js';
import type { Journal } from './journal.js';
import { readLines } from './journal-file.js';
import { HEADER, textOf, visitRecords } from './record.js';

/** Files with fewer records are not worth rewriting. */
const FEW_RECORDS = 1000;

/**
 * Rewrites a journal with each key once, if most of its records repeat a key or some are damaged.
 * A damaged file is kept beside it as `….log.damaged`.
 * @param state the local state folder
 * @throws Error of the file system; then the journal is unchanged
 */
export function compactJournal({ path, damaged }: Journal, state: string): void {
  if (damaged === 0 && !isWasteful(path)) return;
  if (damaged > 0) keepDamaged(path, pathInState(state));
  const lines = new Map<string, string>();
  readLines(path, 0, (chunk) => {
    visitRecords(chunk, (key, start, end) => {
      const line = chunk.slice(start, end);
      if (textOf(line) !== undefined) lines.set(key, line);
    });
  });
  replace(path, pathInState(state), [HEADER, ...lines.values(), ''].join('\n'));
}

function isWasteful(path: string): boolean {
  const keys = new Set<string>();
  let records = 0;
  readLines(path, 0, (chunk) => {
    visitRecords(chunk, (key) => {
      keys.add(key);
      records += 1;
    });
  });
  return records > FEW_RECORDS && records > 2 * keys.size;
}

/** Copies to a temporary file first: the damaged file's name may already be a link. */
function keepDamaged(path: string, temporary: string): void {
  copyFileSync(path, temporary, constants.COPYFILE_EXCL);
  renameSync(temporary, `${path}.damaged`);
}

function replace(path: string, temporary: string, lines: string): void {
  const file = openSync(temporary, 'wx', 0o644);
  try {
    writeFileSync(file, lines, 'latin1');
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}

import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  openSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { pathInState } from '../files/index.js';
import { readLines } from './journal-file.js';
import { HEADER, textOf, visitRecords } from './record.js';

/** Files with fewer records are not worth rewriting. */
const FEW_RECORDS = 1000;

/**
 * Rewrites a journal with each key once, if most of its records repeat a key or some are damaged. A
 * damaged file is kept beside it as `….log.damaged`.
 * @param state the local state folder
 * @throws Error of the file system; the journal is then as it was
 */
export function compactJournal(path: string, state: string): void {
  const lines = new Map<string, string>();
  let records = 0;
  let sound = 0;
  let damaged = 0;
  readLines(path, 0, (chunk) => {
    damaged += visitRecords(chunk, (key, start, end) => {
      const line = chunk.slice(start, end);
      records += 1;
      if (textOf(line) === undefined) return;
      sound += 1;
      lines.set(key, line);
    });
  });
  damaged += records - sound;
  const isWasteful = records > FEW_RECORDS && records > 2 * lines.size;
  if (!isWasteful && damaged === 0) return;
  if (damaged > 0) keepDamaged(path, pathInState(state));
  replace(path, pathInState(state), [HEADER, ...lines.values(), ''].join('\n'));
}

/** Copied elsewhere first: what is in its place may be a link. */
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

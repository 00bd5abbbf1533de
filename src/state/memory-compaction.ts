import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  openSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { removeQuietly } from './directory.js';
import { formatBatch, HEADER } from './memory-record.js';
import type { MemoryEntry } from './memory-record.js';
import type { MemoryLog } from './memory-log.js';

/** Files with fewer records are not worth rewriting. */
const FEW_RECORDS = 1000;
const BATCH = 1000;

export function isWasteful({ records, size, damaged }: MemoryLog): boolean {
  return damaged > 0 || (records > FEW_RECORDS && records > 2 * size);
}

/**
 * Replaces a log by one with each key once. A damaged file is kept beside it as `….log.damaged`.
 * @throws Error of the file system; the log is then as it was.
 */
export function compactLog(log: MemoryLog, temporary: string): void {
  log.refresh();
  const path = join(temporary, `memory-${process.pid}`);
  removeQuietly(path);
  if (log.damaged > 0) {
    // Copied elsewhere first: what stands in its place may be a link.
    copyFileSync(log.path, path, constants.COPYFILE_EXCL);
    renameSync(path, `${log.path}.damaged`);
  }
  const file = openSync(path, 'wx', 0o644);
  try {
    writeFileSync(file, HEADER);
    let batch: MemoryEntry[] = [];
    for (const entry of log.entries()) {
      if (batch.push(entry) < BATCH) continue;
      writeFileSync(file, formatBatch(batch));
      batch = [];
    }
    if (batch.length > 0) writeFileSync(file, formatBatch(batch));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(path, log.path);
  log.refresh();
}

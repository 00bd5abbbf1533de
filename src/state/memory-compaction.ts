import { closeSync, copyFileSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  if (log.damaged > 0) copyFileSync(log.path, `${log.path}.damaged`);
  const path = join(temporary, `memory-${process.pid}`);
  const file = openSync(path, 'w', 0o644);
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

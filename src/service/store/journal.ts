import { createReadStream } from 'node:fs';
import { open, rename, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Change } from './store.js';

/** A data folder that cannot be used; the message says why. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

function parseLine(line: string, file: string, number: number): Change {
  try {
    return JSON.parse(line) as Change;
  } catch (cause) {
    throw new StoreError(`${file}: line ${number} is damaged`, { cause });
  }
}

/**
 * Reads a journal of one change per line.
 * @returns Bytes up to the end of the last whole line; what follows was never acknowledged.
 */
export async function readJournal(file: string, apply: (change: Change) => void): Promise<number> {
  let rest = Buffer.alloc(0);
  let good = 0;
  let number = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    const data = Buffer.concat([rest, chunk as Buffer]);
    let start = 0;
    for (let end = data.indexOf(10); end !== -1; end = data.indexOf(10, start)) {
      number += 1;
      apply(parseLine(data.toString('utf8', start, end), file, number));
      start = end + 1;
    }
    good += start;
    rest = data.subarray(start);
  }
  return good;
}

async function syncFolder(folder: string): Promise<void> {
  // Not every system lets a folder be opened; where it does, the new name becomes durable.
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** Writes a journal anew, whole or not at all, and opens it for appending. */
export async function rewriteJournal(
  file: string,
  changes: Iterable<Change>,
): Promise<{ readonly handle: FileHandle; readonly size: number }> {
  const handle = await open(`${file}.new`, 'w', 0o600);
  let size = 0;
  let lines: string[] = [];
  let length = 0;
  const write = async () => {
    const data = Buffer.from(lines.join(''));
    await handle.appendFile(data);
    size += data.length;
    lines = [];
    length = 0;
  };
  for (const change of changes) {
    const line = `${JSON.stringify(change)}\n`;
    lines.push(line);
    length += line.length;
    if (length > 1 << 20) await write();
  }
  await write();
  await handle.sync();
  await rename(`${file}.new`, file);
  await syncFolder(dirname(file));
  return { handle, size };
}

import { createReadStream } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StoreError } from './data-folder.js';
import type { Change } from './store.js';

function isChange(value: unknown): value is Change {
  if (!Array.isArray(value)) return false;
  const [operation, name, id] = value as readonly unknown[];
  if (operation === 'together') return Array.isArray(name) && name.every(isChange);
  const isWhole = operation === 'set' ? value.length === 4 : operation === 'delete';
  return isWhole && typeof name === 'string' && typeof id === 'string';
}

function parseLine(line: string, file: string, number: number): Change {
  const damaged = (cause?: unknown) =>
    new StoreError(`${file}: line ${number} is damaged`, { cause });
  let change: unknown;
  try {
    change = JSON.parse(line);
  } catch (cause) {
    throw damaged(cause);
  }
  if (!isChange(change)) throw damaged();
  return change;
}

/**
 * Reads a journal with one change per line.
 * @returns bytes up to the end of the last complete line; the rest was never acknowledged
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
  // Makes the new name durable, on systems that can open folders.
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

async function writeChanges(handle: FileHandle, changes: Iterable<Change>): Promise<number> {
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
  return size;
}

/** Rewrites a journal atomically and opens it for appending. */
export async function rewriteJournal(
  file: string,
  changes: Iterable<Change>,
): Promise<{ readonly handle: FileHandle; readonly size: number }> {
  const part = `${file}.new`;
  const handle = await open(part, 'w', 0o600);
  try {
    const size = await writeChanges(handle, changes);
    await rename(part, file);
    await syncFolder(dirname(file));
    return { handle, size };
  } catch (error) {
    await handle.close();
    await rm(part, { force: true });
    throw error;
  }
}

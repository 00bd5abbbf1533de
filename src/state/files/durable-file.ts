import { closeSync, openSync, renameSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { removeQuietly } from './directory.js';

// Files of the local state that must survive the end of the process and of the machine. Written
// data survives a killed process; syncing it to disk takes longer, and other answers are received
// meanwhile.

/** Suffix of an incomplete file. */
export const PART = '.part';

/**
 * Replaces a file as a whole: after the call it survives the end of the process. Only its owner can
 * read it.
 * @returns resolves once it also survives the end of the machine
 * @throws Error of the file system
 */
export function writeDurable(path: string, content: string): Promise<void> {
  const part = partOf(path);
  const file = openSync(part, 'w', 0o600);
  try {
    put(file, Buffer.from(content));
  } finally {
    closeSync(file);
  }
  renameSync(part, path);
  return settled(path);
}

export function partOf(path: string): string {
  const part = `${path}.${process.pid}${PART}`;
  removeQuietly(part);
  return part;
}

export function put(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}

/** Waits until a file is on disk. */
export async function settled(path: string): Promise<void> {
  await sync(path, 'r+');
  // Some systems cannot open folders; the name is then as durable as they make it.
  await sync(dirname(path), 'r').catch(() => undefined);
}

async function sync(path: string, flags: string): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

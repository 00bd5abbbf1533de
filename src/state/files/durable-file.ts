import { closeSync, openSync, renameSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { removeQuietly } from './directory.js';

// Files of the local state that must survive the end of the process and of the machine. A process
// that is killed leaves what is written; that it is on the disk takes a moment more, in which other
// answers are taken.

/** Ends the name of a file that is not whole. */
export const PART = '.part';

/**
 * Replaces a file as a whole, at once: it survives the end of the process. Only its owner can read
 * it.
 * @returns settled once it survives the end of the machine, too
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

/** Waits for the disk. */
export async function settled(path: string): Promise<void> {
  await sync(path, 'r+');
  // Some systems open no folders; the name is then as safe as they keep it.
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

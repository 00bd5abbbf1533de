import { mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { specialKind, systemFailure } from '../../disk/index.js';

/** A data folder that cannot be used; the message says why. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** What differs for a folder from what is said about files. */
const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'it is not a folder',
  ENOENT: 'no folder can be created there',
  ENOTDIR: 'it is not a folder, or is not inside one',
  EISDIR: 'a folder is in the place of one of its files',
};

function isOfFiles(error: unknown): error is NodeJS.ErrnoException {
  const { path, syscall } = error as NodeJS.ErrnoException;
  return path !== undefined || syscall === 'write';
}

/** Converts a file system error to one that says what failed and why; other errors stay. */
export function explained(what: string, cause: unknown): unknown {
  if (cause instanceof StoreError || !isOfFiles(cause)) return cause;
  return new StoreError(`${what}: ${reasons[cause.code ?? ''] ?? systemFailure(cause).why}`, {
    cause,
  });
}

export const unusable = (folder: string) => `'${folder}' cannot be used as the data folder`;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Folders in use by this process: its own id in a lock could also be left from a killed process.
 */
const held = new Set<string>();

/**
 * Not recursive: Node's recursive mkdir never returns in folders such as /proc, in which nothing
 * can be created.
 */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (await isFolder(folder)) return;
    const isLost = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isLost || (await isFolder(dirname(folder)))) throw error;
    await makeFolder(dirname(folder));
    await makeFolder(folder);
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}

/**
 * Creates the folder and locks it: only one service at a time can use it.
 * @returns releases it
 * @throws StoreError
 */
export async function takeFolder(folder: string): Promise<() => Promise<void>> {
  if (folder === '') throw new StoreError('The data folder has no name');
  await makeFolder(folder);
  // Opening a FIFO would wait forever.
  for (const name of ['lock', 'journal.jsonl', 'journal.jsonl.new']) {
    const kind = specialKind(join(folder, name));
    if (kind === undefined) continue;
    throw new StoreError(`${join(folder, name)} is ${kind}, not a regular file`);
  }
  const place = await realpath(folder);
  const file = join(folder, 'lock');
  const inUse = (by: string, cause?: unknown) => {
    const hint = `If that is not a service, remove ${file}`;
    return new StoreError(`${file}: the folder is in use by ${by}. ${hint}`, { cause });
  };
  if (held.has(place)) throw inUse('this process');
  held.add(place);
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' }).catch(async (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const pid = Number(await readFile(file, 'utf8').catch(() => ''));
      if (pid > 0 && pid !== process.pid && isRunning(pid)) throw inUse(`process ${pid}`, error);
      // The lock of a killed process is taken over.
      await writeFile(file, String(process.pid));
    });
  } catch (error) {
    held.delete(place);
    throw error;
  }
  return async () => {
    await rm(file, { force: true });
    held.delete(place);
  };
}

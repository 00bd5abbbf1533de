import { mkdir, open, readFile, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { readJournal, rewriteJournal, StoreError } from './journal.js';
import { Collections, type Change, type Collection, type Store } from './store.js';

const smallest = 4 * 1024 * 1024;

const lineOf = (change: Change) => `${JSON.stringify(change)}\n`;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** One service per folder. The lock of a process that was killed does not count. */
async function lockFolder(file: string): Promise<void> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const pid = Number(await readFile(file, 'utf8').catch(() => ''));
    if (pid > 0 && pid !== process.pid && isRunning(pid)) {
      throw new StoreError(`${file}: the folder is in use by process ${pid}`, { cause: error });
    }
    await writeFile(file, String(process.pid));
  }
}

class FileStore implements Store {
  private readonly file: string;
  private readonly lock: string;
  private readonly collections: Collections;
  private handle: FileHandle;
  private size: number;
  private compactAt: number;
  private pending: string[] = [];
  private group: Change[] | undefined;
  private writing: Promise<void> = Promise.resolve();
  private queued: Promise<void> | undefined;

  constructor(
    paths: { readonly file: string; readonly lock: string },
    collections: Collections,
    journal: { readonly handle: FileHandle; readonly size: number },
  ) {
    this.file = paths.file;
    this.lock = paths.lock;
    this.collections = collections;
    this.handle = journal.handle;
    this.size = journal.size;
    this.compactAt = Math.max(smallest, journal.size * 2);
  }

  collection<T>(name: string): Collection<T> {
    return this.collections.view<T>(name, (change: Change) => {
      if (this.group === undefined) this.pending.push(lineOf(change));
      else this.group.push(change);
    });
  }

  /** One line of the journal, which is there whole or not at all. */
  together(changes: () => void): void {
    if (this.group !== undefined) {
      changes();
      return;
    }
    const group: Change[] = [];
    this.group = group;
    try {
      changes();
    } finally {
      this.group = undefined;
      if (group.length > 0) this.pending.push(lineOf(['together', group]));
    }
  }

  /** Changes that come while one write is under way share the next. */
  flush(): Promise<void> {
    if (this.pending.length === 0) return this.writing;
    this.queued ??= this.writing
      .catch(() => undefined)
      .then(() => {
        this.queued = undefined;
        this.writing = this.write();
        return this.writing;
      });
    return this.queued;
  }

  async close(): Promise<void> {
    await this.flush();
    await this.handle.close();
    await rm(this.lock, { force: true });
  }

  private async write(): Promise<void> {
    const lines = this.pending;
    this.pending = [];
    // As bytes: large documents together may be longer than a string can be.
    const data = Buffer.concat(lines.map((line) => Buffer.from(line)));
    try {
      await this.handle.appendFile(data);
      await this.handle.datasync();
      this.size += data.length;
    } catch (error) {
      this.pending = [...lines, ...this.pending];
      await this.handle.truncate(this.size).catch(() => undefined);
      throw error;
    }
    if (this.size > this.compactAt) await this.compact();
  }

  private async compact(): Promise<void> {
    // What is pending is part of the collections already; written again later, it changes nothing.
    const old = this.handle;
    // All of one moment, so that nothing that belongs together is there in part.
    const { handle, size } = await rewriteJournal(this.file, [...this.collections.changes()]);
    this.handle = handle;
    this.size = size;
    this.compactAt = Math.max(smallest, size * 2);
    await old.close();
  }
}

/**
 * Keeps everything in a folder: a journal of changes, made durable before an answer is given and rewritten
 * from time to time.
 * @throws StoreError
 */
export async function openFileStore(folder: string): Promise<Store> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'journal.jsonl');
  const lock = join(folder, 'lock');
  await lockFolder(lock);
  const collections = new Collections();
  // Appending creates the file, so that reading finds one.
  const handle = await open(file, 'a', 0o600);
  try {
    const size = await readJournal(file, (change) => collections.apply(change));
    await handle.truncate(size);
    return new FileStore({ file, lock }, collections, { handle, size });
  } catch (error) {
    await handle.close();
    await rm(lock, { force: true });
    throw error;
  }
}

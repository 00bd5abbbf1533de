import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { explained, takeFolder, unusable } from './data-folder.js';
import { readJournal, rewriteJournal } from './journal.js';
import { Collections, type Change, type Collection, type Store } from './store.js';

const smallest = 4 * 1024 * 1024;

const lineOf = (change: Change) => `${JSON.stringify(change)}\n`;

class FileStore implements Store {
  readonly #file: string;
  readonly #release: () => Promise<void>;
  readonly #collections: Collections;
  #handle: FileHandle;
  #size: number;
  #compactAt: number;
  #pending: string[] = [];
  #group: Change[] | undefined;
  #writing: Promise<void> = Promise.resolve();
  #queued: Promise<void> | undefined;

  constructor(
    paths: { readonly file: string; readonly release: () => Promise<void> },
    collections: Collections,
    journal: { readonly handle: FileHandle; readonly size: number },
  ) {
    this.#file = paths.file;
    this.#release = paths.release;
    this.#collections = collections;
    this.#handle = journal.handle;
    this.#size = journal.size;
    this.#compactAt = Math.max(smallest, journal.size * 2);
  }

  collection<T>(name: string): Collection<T> {
    return this.#collections.view<T>(name, (change: Change) => {
      if (this.#group === undefined) this.#pending.push(lineOf(change));
      else this.#group.push(change);
    });
  }

  /** Writes changes as one line of the journal, which is either complete or missing. */
  together(changes: () => void): void {
    if (this.#group !== undefined) {
      changes();
      return;
    }
    const group: Change[] = [];
    this.#group = group;
    try {
      changes();
    } finally {
      this.#group = undefined;
      if (group.length > 0) this.#pending.push(lineOf(['together', group]));
    }
  }

  /** Changes made during a write share the next one. */
  flush(): Promise<void> {
    if (this.#pending.length === 0) return this.#writing;
    this.#queued ??= this.#writing
      .catch(() => undefined)
      .then(() => {
        this.#queued = undefined;
        this.#writing = this.#write();
        return this.#writing;
      });
    return this.#queued;
  }

  async close(): Promise<void> {
    try {
      await this.flush();
    } catch (error) {
      throw explained(`${this.#file}: the last changes could not be stored`, error);
    } finally {
      await this.#handle.close();
      await this.#release();
    }
  }

  async #write(): Promise<void> {
    const lines = this.#pending;
    this.#pending = [];
    // As bytes: large documents together may exceed the maximum length of a string.
    const data = Buffer.concat(lines.map((line) => Buffer.from(line)));
    try {
      await this.#handle.appendFile(data);
      await this.#handle.datasync();
      this.#size += data.length;
    } catch (error) {
      this.#pending = [...lines, ...this.#pending];
      await this.#handle.truncate(this.#size).catch(() => undefined);
      throw error;
    }
    if (this.#size <= this.#compactAt) return;
    // The write succeeded, even if there is no room for a second journal beside it.
    await this.#compact().catch(() => (this.#compactAt = this.#size + smallest));
  }

  async #compact(): Promise<void> {
    // Pending changes are already in the collections; writing them again has no effect.
    const old = this.#handle;
    // A snapshot of a single moment, so that related changes are never split.
    const { handle, size } = await rewriteJournal(this.#file, [...this.#collections.changes()]);
    this.#handle = handle;
    this.#size = size;
    this.#compactAt = Math.max(smallest, size * 2);
    await old.close();
  }
}

/**
 * Stores everything in a folder: in a journal of changes, which are durable before a response is
 * sent. The journal is compacted from time to time.
 * @throws StoreError
 */
export async function openFileStore(folder: string): Promise<Store> {
  try {
    const release = await takeFolder(folder);
    return await openStore(folder, release).catch(async (error: unknown) => {
      await release();
      throw error;
    });
  } catch (error) {
    throw explained(unusable(folder), error);
  }
}

async function openStore(folder: string, release: () => Promise<void>): Promise<Store> {
  const file = join(folder, 'journal.jsonl');
  const collections = new Collections();
  // Opening for append creates the file, so that reading finds one.
  const handle = await open(file, 'a', 0o600);
  try {
    const size = await readJournal(file, (change) => collections.apply(change));
    await handle.truncate(size);
    return new FileStore({ file, release }, collections, { handle, size });
  } catch (error) {
    await handle.close();
    throw error;
  }
}

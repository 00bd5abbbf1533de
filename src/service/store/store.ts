import { createReadStream } from 'node:fs';
import { open, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { explained, StoreError, takeFolder, unusable } from './data-folder.js';

/** Values of one kind by id. A change is durable once the store has been flushed. */
export interface Collection<T> {
  readonly size: number;
  get(id: string): T | undefined;
  /** In the order of their first `set`. */
  values(): IterableIterator<T>;
  entries(): IterableIterator<[id: string, value: T]>;
  set(id: string, value: T): void;
  delete(id: string): boolean;
}

/**
 * Data that must survive: keys, usage, glossaries, style rules. Values are plain JSON. Without a
 * folder, they are kept until the process ends.
 */
export class Store {
  readonly #maps = new Map<string, Map<string, unknown>>();
  #journal: Journal | undefined;
  #group: Change[] | undefined;

  /** A store in a folder. @throws StoreError */
  static async open(folder: string): Promise<Store> {
    const store = new Store();
    store.#journal = await Journal.open(
      folder,
      (change) => store.#apply(change),
      () => store.#live(),
    );
    return store;
  }

  /**
   * The same collection for the same name; the caller is responsible for the type of its values.
   */
  collection<T>(name: string): Collection<T> {
    const map = this.#mapOf(name) as Map<string, T>;
    return {
      get size() {
        return map.size;
      },
      get: (id) => map.get(id),
      values: () => map.values(),
      entries: () => map.entries(),
      set: (id, value) => {
        map.set(id, value);
        this.#record(['set', name, id, value]);
      },
      delete: (id) => {
        const deleted = map.delete(id);
        if (deleted) this.#record(['delete', name, id]);
        return deleted;
      },
    };
  }

  /** Makes the changes inside atomic, even if storing is interrupted. */
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
      if (group.length > 0) this.#record(['together', group]);
    }
  }

  /** Resolves when every change so far is durable; rejects if that failed. */
  async flush(): Promise<void> {
    await this.#journal?.flush();
  }

  async close(): Promise<void> {
    await this.#journal?.close();
  }

  #record(change: Change): void {
    if (this.#group === undefined) this.#journal?.add(change);
    else this.#group.push(change);
  }

  #apply(change: Change): void {
    if (change[0] === 'together') {
      for (const each of change[1]) this.#apply(each);
      return;
    }
    const [operation, name, id, value] = change;
    const map = this.#mapOf(name);
    if (operation === 'set') map.set(id, value);
    else map.delete(id);
  }

  /** Every live value, as the change that sets it. */
  *#live(): Generator<Change> {
    for (const [name, map] of this.#maps) {
      for (const [id, value] of map) yield ['set', name, id, value];
    }
  }

  #mapOf(name: string): Map<string, unknown> {
    let map = this.#maps.get(name);
    if (map === undefined) {
      map = new Map();
      this.#maps.set(name, map);
    }
    return map;
  }
}

type Change =
  | readonly ['set', name: string, id: string, value: unknown]
  | readonly ['delete', name: string, id: string]
  | readonly ['together', changes: readonly Change[]];

/** The fewest bytes after which rewriting a journal is worthwhile. */
const smallest = 4 * 1024 * 1024;

/**
 * Changes in a file of a folder, durable before a response is sent. It is rewritten from time to
 * time, without what later changes have undone.
 */
class Journal {
  readonly #file: string;
  readonly #live: () => Iterable<Change>;
  readonly #release: () => Promise<void>;
  #handle: FileHandle;
  #size = 0;
  #compactAt = smallest;
  #pending: string[] = [];
  #writing: Promise<void> = Promise.resolve();
  #queued: Promise<void> | undefined;

  /**
   * The journal of a folder, after it has been applied.
   * @param live everything there is, as changes that bring it about
   * @throws StoreError
   */
  static async open(
    folder: string,
    apply: (change: Change) => void,
    live: () => Iterable<Change>,
  ): Promise<Journal> {
    const file = join(folder, 'journal.jsonl');
    let release: (() => Promise<void>) | undefined;
    let handle: FileHandle | undefined;
    try {
      release = await takeFolder(folder);
      // Opening for append creates the file, so that reading finds one.
      handle = await open(file, 'a', 0o600);
      const journal = new Journal(file, handle, { live, release });
      journal.#startAt(await readJournal(file, apply));
      await handle.truncate(journal.#size);
      return journal;
    } catch (error) {
      await handle?.close();
      await release?.();
      throw explained(unusable(folder), error);
    }
  }

  constructor(
    file: string,
    handle: FileHandle,
    uses: { readonly live: () => Iterable<Change>; readonly release: () => Promise<void> },
  ) {
    this.#file = file;
    this.#handle = handle;
    this.#live = uses.live;
    this.#release = uses.release;
  }

  /** Adds a change as one line, which is either complete or missing. */
  add(change: Change): void {
    this.#pending.push(`${JSON.stringify(change)}\n`);
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

  /** Rewrites the journal atomically. */
  async #compact(): Promise<void> {
    // A snapshot of a single moment, so that related changes are never split. Pending changes are
    // already among the live values; writing them again has no effect.
    const changes = [...this.#live()];
    const part = `${this.#file}.new`;
    const handle = await open(part, 'w', 0o600);
    try {
      await writeFile(handle, blocksOf(changes));
      await handle.sync();
      await rename(part, this.#file);
      // Makes the new name durable, on systems that can open folders.
      const folder = await open(dirname(this.#file), 'r').catch(() => undefined);
      await folder?.sync().catch(() => undefined);
      await folder?.close();
      this.#startAt((await handle.stat()).size);
    } catch (error) {
      await handle.close();
      await rm(part, { force: true });
      throw error;
    }
    const old = this.#handle;
    this.#handle = handle;
    await old.close();
  }

  /** Sets the size after reading or rewriting, and from which one on rewriting is worthwhile. */
  #startAt(size: number): void {
    this.#size = size;
    this.#compactAt = Math.max(smallest, size * 2);
  }
}

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
async function readJournal(file: string, apply: (change: Change) => void): Promise<number> {
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

/** The lines of changes in blocks of a megabyte, each of which is one write. */
function* blocksOf(changes: Iterable<Change>): Generator<string> {
  let lines: string[] = [];
  let length = 0;
  for (const change of changes) {
    const line = `${JSON.stringify(change)}\n`;
    lines.push(line);
    length += line.length;
    if (length <= 1 << 20) continue;
    yield lines.join('');
    lines = [];
    length = 0;
  }
  yield lines.join('');
}

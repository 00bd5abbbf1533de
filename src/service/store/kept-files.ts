import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import type { ServiceContext } from '../context.js';
import { withHeldEnd } from '../http/delivery.js';
import type { Collection, Store } from './store.js';

/**
 * Names of our files: the folder may also contain others, if its name is common, such as
 * `documents`.
 */
const own = /^[\da-f-]{32,36}(?:\.\w+)?(?:\.[\da-f-]{36}\.part)?$/i;

/**
 * Uploads and results, which are too large for journal and memory: in the data folder, or in a
 * temporary folder that is removed with the service.
 */
export class KeptFiles {
  #folder: Promise<string> | undefined;
  readonly #kept: string | undefined;

  /** @param kept the persistent folder; undefined: there is none */
  constructor(kept: string | undefined) {
    this.#kept = kept;
  }

  /** Writes a file as a whole or not at all. @returns its length in bytes */
  async put(name: string, write: (path: string) => Promise<void>): Promise<number> {
    const part = await this.path(`${name}.${randomUUID()}.part`);
    try {
      await write(part);
      const handle = await open(part, 'r+');
      const { size } = await handle.stat();
      await handle.sync();
      await handle.close();
      await rename(part, await this.path(name));
      return size;
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  async path(name: string): Promise<string> {
    this.#folder ??= this.#open().catch((error: unknown) => {
      // A later attempt may succeed.
      this.#folder = undefined;
      throw error;
    });
    return join(await this.#folder, name);
  }

  async has(name: string): Promise<boolean> {
    return access(await this.path(name)).then(
      () => true,
      () => false,
    );
  }

  async stream(name: string): Promise<Readable> {
    return createReadStream(await this.path(name));
  }

  /** Content as a stream, and its length; undefined if there is no such file. */
  async open(
    name: string,
  ): Promise<{ readonly stream: Readable; readonly bytes: number } | undefined> {
    const path = await this.path(name);
    const handle = await open(path, 'r').catch(() => undefined);
    if (handle === undefined) return undefined;
    return { stream: withHeldEnd(handle.createReadStream()), bytes: (await stat(path)).size };
  }

  async remove(name: string): Promise<void> {
    await rm(await this.path(name), { force: true });
  }

  /** Removes files that a killed process left behind. */
  async keepOnly(names: ReadonlySet<string>): Promise<void> {
    if (this.#kept === undefined) return;
    const found = await readdir(this.#kept).catch(() => []);
    await Promise.all(
      found
        .filter((name) => own.test(name) && !names.has(name))
        .map(async (name) => this.remove(name)),
    );
  }

  async close(): Promise<void> {
    if (this.#kept !== undefined || this.#folder === undefined) return;
    await rm(await this.#folder, { recursive: true, force: true });
  }

  async #open(): Promise<string> {
    if (this.#kept === undefined) return mkdtemp(join(tmpdir(), 'locale-sync-files-'));
    await mkdir(this.#kept, { recursive: true, mode: 0o700 });
    return this.#kept;
  }
}

/** Records with states and the files that belong to them, worked on a few at a time. */
export class Jobs<R> {
  readonly records: Collection<R>;
  readonly files: KeptFiles;
  readonly #store: Store;
  readonly #limit: LimitFunction;
  readonly #running = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();

  /** @param names of the collection of records, and of the folder of files */
  constructor(
    { store, folder }: ServiceContext,
    names: { readonly records: string; readonly files: string },
    atOnce: number,
  ) {
    this.records = store.collection(names.records);
    this.files = new KeptFiles(folder(names.files));
    this.#store = store;
    this.#limit = pLimit(atOnce);
  }

  /** Aborted when the service closes: interrupted work continues after its restart. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** Works on a record when it is its turn, unless that has already begun. */
  start(id: string, work: () => Promise<void>): void {
    if (this.#running.has(id) || this.signal.aborted) return;
    const running = this.#limit(() => (this.signal.aborted ? undefined : work()))
      .then(() => this.store())
      .catch(() => undefined)
      .finally(() => this.#running.delete(id));
    this.#running.set(id, running);
  }

  /** Stores changes. A failure shows at the next request, which stores too. */
  async store(): Promise<void> {
    await this.#store.flush().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#running.values());
    await this.files.close();
  }
}

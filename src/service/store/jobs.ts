import pLimit, { type LimitFunction } from 'p-limit';
import type { ServiceContext } from '../context.js';
import { KeptFiles } from './kept-files.js';
import type { Collection, Store } from './store.js';

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

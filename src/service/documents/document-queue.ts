import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import type { ServiceContext } from '../context.js';
import type { Glossaries } from '../glossaries/glossaries.js';
import type { KeptFiles } from '../store/kept-files.js';
import type { Collection } from '../store/store.js';
import type { Bills } from './bills.js';
import { messageOf } from './intake.js';
import { Progress } from './progress.js';
import { resultName, sourceName, type DocumentRecord } from './record.js';
import { translateRecord } from './translate-record.js';
import { sealTo, unseal } from './vault.js';

const documentsAtOnce = 2;

export interface QueueParts {
  readonly context: ServiceContext;
  readonly glossaries: Glossaries;
  readonly records: Collection<DocumentRecord>;
  readonly files: KeptFiles;
  readonly bills: Bills;
}

/** Translates accepted documents, a few at a time. */
export class DocumentQueue {
  readonly #parts: QueueParts;
  readonly #running = new Map<string, Promise<void>>();
  readonly #progress = new Progress();
  readonly #limit = pLimit(documentsAtOnce);
  readonly #closing = new AbortController();

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /** Aborted when the service closes. */
  get ends(): AbortSignal {
    return this.#closing.signal;
  }

  secondsRemaining(id: string): number {
    return this.#progress.secondsRemaining(id);
  }

  /**
   * Continues after a restart, when the owner's next request brings the key that the work needs.
   */
  resume({ document_id: id, status }: DocumentRecord, key: string): void {
    const isOpen = status === 'queued' || status === 'translating';
    if (isOpen && !this.#running.has(id) && !this.#isClosing()) this.start(id, key);
  }

  start(id: string, key: string): void {
    const work = this.#limit(() => this.#work(id, key))
      .then(() => this.#parts.context.store.flush())
      // A failure to store shows at the next request, which stores too.
      .catch(() => undefined)
      .finally(() => {
        this.#running.delete(id);
        this.#progress.end(id);
      });
    this.#running.set(id, work);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#running.values());
  }

  async #work(id: string, key: string): Promise<void> {
    const { records, files, context, glossaries } = this.#parts;
    const record = records.get(id);
    if (record === undefined || this.#isClosing()) return;
    this.#put({ ...record, status: 'translating' });
    this.#progress.begin(id);
    try {
      const file = await buffer(unseal(await files.stream(sourceName(id)), key));
      const content = await translateRecord(record, file, {
        context,
        glossaries,
        signal: this.ends,
        onProgress: (share) => this.#progress.reached(id, share),
      });
      await files.put(resultName(id), (path) => sealTo(path, Readable.from([content]), key));
    } catch (error) {
      // Work interrupted by the end of the service continues after its restart.
      if (this.#isClosing()) return;
      this.#fail(record, messageOf(error));
      await files.remove(sourceName(id));
      return;
    }
    // The document was withdrawn meanwhile.
    if (records.get(id) === undefined) {
      await files.remove(resultName(id));
      await files.remove(sourceName(id));
      return;
    }
    this.#put({ ...record, booking: undefined, status: 'done' });
    // The source is needed until the result is stored.
    await context.store.flush();
    await files.remove(sourceName(id));
  }

  /**
   * Stores the refund together with the status, so that it happens exactly once even after an
   * interruption.
   */
  #fail(record: DocumentRecord, message: string): void {
    const { records, bills, context } = this.#parts;
    const { document_id: id, booking, billed } = record;
    // The document was withdrawn meanwhile.
    if (records.get(id) === undefined) return;
    context.store.together(() => {
      bills.giveBack(id, { booking, billed });
      this.#put({ ...record, billed: 0, booking: undefined, status: 'error', message });
    });
  }

  #isClosing(): boolean {
    return this.ends.aborted;
  }

  #put(record: DocumentRecord): void {
    this.#parts.records.set(record.document_id, record);
  }
}

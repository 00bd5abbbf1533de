import type { FastifyRequest } from 'fastify';
import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { baseLanguage, canonicalCode } from '../../api/index.js';
import { baseOf } from '../backends/backend.js';
import type { ServiceContext } from '../context.js';
import { notFound, ServiceError } from '../errors.js';
import type { Glossaries } from '../glossaries/glossaries.js';
import { KeptFiles } from '../store/kept-files.js';
import type { Collection } from '../store/store.js';
import type { Delivery } from '../http/delivery.js';
import { Bills, type Bill } from './bills.js';
import { DocumentQueue } from './document-queue.js';
import { messageOf, takeIn } from './intake.js';
import {
  billedFor,
  formalityOf,
  resultName,
  resultOf,
  sourceName,
  statusOf,
  type DocumentRecord,
} from './record.js';
import { openOptions } from './translate-record.js';
import { readUpload, type Upload } from './upload.js';
import {
  hashKey,
  isKey,
  newDocumentId,
  newDocumentKey,
  contentBytes,
  sealTo,
  unseal,
} from './vault.js';

export interface TranslatedFile {
  readonly content: Readable;
  /** Size of the content. */
  readonly bytes: number;
  readonly extension: string;
  readonly name: string;
}

export interface UploadedDocument {
  readonly handle: { readonly document_id: string; readonly document_key: string };
  readonly billed: number;
}

/** The uploader of a document. */
export interface Uploader {
  readonly keyId: string;
  /** Aborted when the uploader disconnects and so never learns the document's key. */
  readonly signal: AbortSignal;
  readonly delivery: Delivery;
}

/** What is known of an upload besides its fields. */
interface Acceptance extends Uploader {
  readonly handle: UploadedDocument['handle'];
  /** Hash of the file. */
  readonly content: string;
}

async function* hashed(file: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of file) {
    hash.update(chunk);
    yield chunk;
  }
}

function refuseAborted({ aborted }: AbortSignal): void {
  if (aborted) throw new ServiceError(503, 'The upload was interrupted');
}

/** Documents and their translations (docs/interface.md 2.4, 3.1, 4.2). */
export class Documents {
  readonly #records: Collection<DocumentRecord>;
  readonly #files: KeptFiles;
  /** Documents whose results are being sent. */
  readonly #leaving = new Set<string>();
  readonly #bills: Bills;
  readonly #queue: DocumentQueue;
  readonly #context: ServiceContext;
  readonly #glossaries: Glossaries;

  /** @param folder where documents survive a restart; undefined: they do not */
  constructor(context: ServiceContext, glossaries: Glossaries, folder: string | undefined) {
    this.#context = context;
    this.#bills = new Bills(context);
    this.#glossaries = glossaries;
    this.#records = context.store.collection('documents');
    this.#files = new KeptFiles(folder);
    const [records, files, bills] = [this.#records, this.#files, this.#bills];
    this.#queue = new DocumentQueue({ context, glossaries, records, files, bills });
  }

  /** Removes files that a killed process left behind. */
  async tidy(): Promise<void> {
    const records = [...this.#records.values()];
    const names = records.map(({ document_id: id, status }) =>
      status === 'done' ? resultName(id) : sourceName(id),
    );
    await this.#files.keepOnly(new Set(names));
  }

  /** @throws ServiceError 400, 413, 456, 503 if it was interrupted */
  async add(request: FastifyRequest, uploader: Uploader): Promise<UploadedDocument> {
    const handle = { document_id: newDocumentId(), document_key: newDocumentKey() };
    const source = sourceName(handle.document_id);
    const hash = createHash('sha256');
    try {
      const upload = await readUpload(request, async (file) => {
        await this.#keep(source, Readable.from(hashed(file, hash)), handle.document_key);
      });
      return await this.#accept(upload, { handle, content: hash.digest('hex'), ...uploader });
    } finally {
      const { status } = this.#records.get(handle.document_id) ?? {};
      if (status === undefined || status === 'error') await this.#files.remove(source);
    }
  }

  /** @throws ServiceError 404 */
  status(id: string, key: string) {
    const record = this.#get(id, key);
    this.#queue.resume(record, key);
    return statusOf(record, () => this.#queue.secondsRemaining(id));
  }

  /**
   * The translated file, which is deleted once it has been sent completely. If sending was cut off,
   * or the file was not read, it can be requested again.
   * @throws ServiceError 404, 503 before it is done
   */
  async take(id: string, key: string, delivery: Delivery): Promise<TranslatedFile> {
    const record = this.#get(id, key);
    this.#queue.resume(record, key);
    if (record.status === 'error') {
      throw new ServiceError(503, `The document could not be translated: ${record.message}`);
    }
    if (record.status !== 'done') {
      throw new ServiceError(503, 'The document is not translated yet');
    }
    const { document_id, name, result: extension } = record;
    // Of two concurrent requests, only one gets it.
    this.#leaving.add(document_id);
    const file = await this.#files.open(resultName(document_id));
    if (file === undefined) {
      this.#records.delete(document_id);
      throw notFound('Document not found');
    }
    const content = unseal(file.stream, key);
    void this.#leave(record, delivery);
    return { content, bytes: contentBytes(file.bytes), name, extension };
  }

  async #leave(record: DocumentRecord, { sent, read }: Delivery): Promise<void> {
    const { document_id: id } = record;
    const isSent = await sent;
    this.#leaving.delete(id);
    if (!isSent) return;
    this.#records.delete(id);
    await this.#store();
    if (await read) await this.#forget(id);
    else {
      this.#put(record);
      await this.#store();
    }
  }

  async #forget(id: string): Promise<void> {
    this.#records.delete(id);
    this.#bills.close(id);
    await this.#store();
    // Leftovers are removed at the next start.
    await this.#files.remove(resultName(id)).catch(() => undefined);
  }

  /** Stores changes. A failure shows at the next request, which stores too. */
  async #store(): Promise<void> {
    await this.#context.store.flush().catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#queue.close();
    await this.#files.close();
  }

  #keep(name: string, content: Readable, key: string): Promise<number> {
    return this.#files.put(name, (path) => sealTo(path, content, key));
  }

  async #read(name: string, key: string): Promise<Buffer> {
    return buffer(unseal(await this.#files.stream(name), key));
  }

  async #accept(
    { fields, extension, name }: Upload,
    { handle, content, keyId, signal, delivery }: Acceptance,
  ): Promise<UploadedDocument> {
    const { document_id: id, document_key: key } = handle;
    const target = canonicalCode(fields.target_lang);
    if (fields.glossary_id !== undefined) {
      this.#glossaries.terms(fields.glossary_id, fields.source_lang ?? '', target);
    }
    const base = {
      document_id: id,
      key_hash: hashKey(key),
      ...{ name, extension, result: resultOf(extension, fields.output_format), target },
      stated: fields.source_lang === undefined ? undefined : baseLanguage(fields.source_lang),
      glossary_id: fields.glossary_id,
      formality: formalityOf(fields.formality, target),
    };
    const ends = AbortSignal.any([signal, this.#queue.ends]);
    const options = openOptions(base, this.#context, ends);
    const taken = await takeIn(extension, () => this.#read(sourceName(id), key), options).catch(
      messageOf,
    );
    refuseAborted(ends);
    if (typeof taken === 'string') {
      this.#put({ ...base, source: '', billed: 0, status: 'error', message: taken });
      return { handle, billed: 0 };
    }
    const { source, characters, prepared } = taken;
    if (base.stated === undefined && source === baseOf(target)) {
      const message = `Source and target language are equal: '${source}'`;
      this.#put({ ...base, source, billed: 0, status: 'error', message });
      return { handle, billed: 0 };
    }
    const billed = billedFor(characters, base);
    if (prepared !== undefined) await this.#keep(sourceName(id), Readable.from([prepared]), key);
    refuseAborted(ends);
    this.#context.store.together(() => {
      const booking = this.#context.usage.book(keyId, 'document', billed);
      this.#put({ ...base, source, billed, booking, status: 'queued' });
    });
    const bill = { booking: this.#records.get(id)?.booking, billed };
    this.#bills.count(id, bill, JSON.stringify([keyId, name, fields, content]));
    this.#queue.start(id, key);
    void delivery.read.then((isRead) => {
      if (!isRead) this.#withdraw(id, bill, signal);
    });
    return { handle, billed };
  }

  /**
   * Withdraws a document whose key nobody learned, so that nobody pays. If the response was sent,
   * somebody may have the key.
   */
  #withdraw(id: string, bill: Bill, { aborted: isUnsent }: AbortSignal): void {
    const record = this.#records.get(id);
    if (record === undefined) return;
    this.#context.store.together(() => {
      if (record.status !== 'error') this.#bills[isUnsent ? 'giveBack' : 'waive'](id, bill);
      if (isUnsent) this.#records.delete(id);
    });
    if (isUnsent) void this.#forget(id);
  }

  #put(record: DocumentRecord): void {
    this.#records.set(record.document_id, record);
  }

  #get(id: string, key: string): DocumentRecord {
    const record = this.#records.get(id.toUpperCase());
    const isLeaving = this.#leaving.has(id.toUpperCase());
    if (record === undefined || isLeaving || !isKey(key, record.key_hash)) {
      throw notFound('Document not found');
    }
    this.#bills.claim(record.document_id);
    return record;
  }
}

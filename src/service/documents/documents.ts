import fastifyMultipart from '@fastify/multipart';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';
import {
  baseLanguage,
  canonicalCode,
  documentFormalityTargets,
  documentTypes,
  findTarget,
  limits,
} from '../../facts/index.js';
import type { DocumentExtension } from '../../facts/index.js';
import type { Endpoints } from '../../api/index.js';
import { EditError, FormatError } from '../../model/index.js';
import type { Booking } from '../accounts/accounts.js';
import { BackendError, formalityOf } from '../backends/backend.js';
import type { ServiceContext } from '../context.js';
import { notFound, ServiceError } from '../errors.js';
import type { Delivery } from '../http/delivery.js';
import type { AreaRoutes, Call } from '../http/routes.js';
import { Jobs } from '../store/kept-files.js';
import { ToolError } from '../tools/tool.js';
import { translateTexts } from '../translate/pipeline.js';
import { Bills, type Bill } from './bills.js';
import { charactersOf, DocumentError, type OpenDocument, type OpenOptions } from './kind.js';
import { documentKinds } from './kinds.js';
import { multipartOptions, readKey, readUpload } from './upload.js';
import { contentBytes, hashKey, isKey, sealTo, unseal } from './vault.js';

/**
 * The record of an uploaded document. Its content is stored separately, encrypted with a key that
 * only its owner has.
 */
interface DocumentRecord {
  readonly document_id: string;
  readonly key_hash: string;
  readonly name: string;
  readonly extension: DocumentExtension;
  /** Extension of the result. */
  readonly result: string;
  readonly source: string;
  /** Base source language, if the caller stated one. */
  readonly stated?: string | undefined;
  readonly target: string;
  readonly formality?: 'more' | 'less' | undefined;
  readonly glossary_id?: string | undefined;
  /** Billed characters, including the minimum; 0 after an error. */
  readonly billed: number;
  /** The booking to credit after an error. */
  readonly booking?: Booking | undefined;
  readonly status: 'queued' | 'translating' | 'done' | 'error';
  readonly message?: string;
}

const documentsAtOnce = 2;
const textsAtOnce = 50;
const sampleCharacters = 4000;
/** An estimate before anything is known. */
const secondsAtFirst = 10;
/** An unpacked document may be many times its size, so only few are unpacked at once. */
const readingAtOnce = pLimit(2);

/** File names of a document. */
const sourceName = (id: string) => `${id}.source`;
const resultName = (id: string) => `${id}.result`;

/** The message of a failure for users; unexpected errors do not reveal internals. */
function messageOf(error: unknown): string {
  const known = [DocumentError, ToolError, BackendError, FormatError, EditError, ServiceError];
  return known.some((kind) => error instanceof kind)
    ? (error as Error).message
    : 'The document could not be translated';
}

async function sourceOf(
  { source: given, target }: OpenOptions,
  { texts, language }: OpenDocument,
): Promise<string> {
  const stated = given ?? language;
  if (stated !== undefined) return baseLanguage(stated);
  let sample = '';
  for (const { text } of texts) {
    sample += `${text.slice(0, sampleCharacters).replace(/<[^<>]*>/g, ' ')}\n`;
    if (sample.length > sampleCharacters) break;
  }
  const { detectLanguage } = await import('../translate/detect.js');
  return detectLanguage(sample, { target: baseLanguage(target) });
}

/** Billed characters, with the minimum of some kinds. @throws ServiceError 413 */
function billedFor(characters: number, extension: DocumentExtension, target: string): number {
  const { characters: most, minimumBilledCharacters } = limits.documents;
  if (characters > most) {
    throw new ServiceError(413, `'file' contains more than ${most} characters`);
  }
  // Beta languages are free (docs/interface.md 9.5).
  if (findTarget(target)?.kind === 'beta') return 0;
  return Math.max(documentTypes[extension].minimum ? minimumBilledCharacters : 0, characters);
}

function refuseAborted({ aborted }: AbortSignal): void {
  if (aborted) throw new ServiceError(503, 'The upload was interrupted');
}

/** Documents and their translations (docs/interface.md 2.4, 3.1, 4.2). */
class Documents {
  readonly jobs: Jobs<DocumentRecord>;
  /** Documents whose results are being sent. */
  readonly #leaving = new Set<string>();
  /** When translation of a document began, in milliseconds since 1970, and the share that is done. */
  readonly #progress = new Map<string, { readonly started: number; share: number }>();
  readonly #bills: Bills;
  readonly #context: ServiceContext;

  constructor(context: ServiceContext) {
    this.#context = context;
    this.#bills = new Bills(context);
    const names = { records: 'documents', files: 'documents' };
    this.jobs = new Jobs(context, names, documentsAtOnce);
  }

  /** Removes files that a killed process left behind. */
  async tidy(): Promise<void> {
    const names = [...this.jobs.records.values()].map(({ document_id: id, status }) =>
      status === 'done' ? resultName(id) : sourceName(id),
    );
    await this.jobs.files.keepOnly(new Set(names));
  }

  /**
   * Receives a document, reads it for the first time, books it and has it translated. A document
   * that cannot be read is accepted too: its status says why.
   * @returns its id, and its key of 64 upper-case hex digits
   * @throws ServiceError 400, 413, 456, 503 if it was interrupted
   */
  async add({ request, notes, keyId, signal, delivery }: Call<Endpoints['uploadDocument']>) {
    const { glossaries, scratch, store, usage } = this.#context;
    const id = randomBytes(16).toString('hex').toUpperCase();
    const key = randomBytes(32).toString('hex').toUpperCase();
    const hash = createHash('sha256');
    const hashed = async function* (file: AsyncIterable<Buffer>) {
      for await (const chunk of file) {
        hash.update(chunk);
        yield chunk;
      }
    };
    try {
      const { fields, extension, name } = await readUpload(request, async (file) => {
        await this.#keep(sourceName(id), Readable.from(hashed(file)), key);
      });
      const target = canonicalCode(fields.target_lang);
      if (fields.glossary_id !== undefined) {
        glossaries.terms(fields.glossary_id, fields.source_lang ?? '', target);
      }
      const base = {
        document_id: id,
        key_hash: hashKey(key),
        name,
        extension,
        result: fields.output_format?.toLowerCase() ?? documentTypes[extension].result,
        target,
        stated: fields.source_lang === undefined ? undefined : baseLanguage(fields.source_lang),
        glossary_id: fields.glossary_id,
        formality: formalityOf(fields.formality, target, documentFormalityTargets),
      };
      const ends = AbortSignal.any([signal, this.jobs.signal]);
      const options = { source: base.stated, target, result: base.result, scratch, signal: ends };
      const kind = documentKinds[extension];
      const taken = await readingAtOnce(async () => {
        ends.throwIfAborted();
        const file = await this.#read(sourceName(id), key);
        const kept = (await kind.prepare?.(file, options)) ?? file;
        const opened = await kind.open(kept, options);
        const source = await sourceOf(options, opened);
        const characters = opened.characters ?? charactersOf(opened.texts);
        return { source, characters, prepared: kept === file ? undefined : kept };
      }).catch(messageOf);
      refuseAborted(ends);

      const isFailed = typeof taken === 'string';
      const source = isFailed ? '' : taken.source;
      if (isFailed || (base.stated === undefined && source === baseLanguage(target))) {
        const message = isFailed ? taken : `Source and target language are equal: '${source}'`;
        this.#put({ ...base, source, billed: 0, status: 'error', message });
        notes.characters = 0;
        return { document_id: id, document_key: key };
      }

      const billed = billedFor(taken.characters, extension, target);
      if (taken.prepared !== undefined) {
        await this.#keep(sourceName(id), Readable.from([taken.prepared]), key);
      }
      refuseAborted(ends);
      store.together(() => {
        const booking = usage.book(keyId, 'document', billed);
        this.#put({ ...base, source, billed, booking, status: 'queued' });
      });
      const bill = { booking: this.jobs.records.get(id)?.booking, billed };
      this.#bills.count(id, bill, JSON.stringify([keyId, name, fields, hash.digest('hex')]));
      this.#start(id, key);
      void delivery.read.then((isRead) => {
        if (!isRead) this.#withdraw(id, bill, signal);
      });
      notes.characters = billed;
      return { document_id: id, document_key: key };
    } finally {
      const { status } = this.jobs.records.get(id) ?? {};
      if (status === undefined || status === 'error') await this.jobs.files.remove(sourceName(id));
    }
  }

  /** @throws ServiceError 404 */
  status(id: string, key: string) {
    const { document_id, status, message, billed } = this.#get(id, key);
    return {
      document_id,
      status,
      ...(status === 'translating'
        ? { seconds_remaining: this.#secondsRemaining(document_id) }
        : {}),
      ...(status === 'done' ? { billed_characters: billed } : {}),
      ...(message === undefined ? {} : { message, error_message: message }),
    };
  }

  /**
   * The translated file, which is deleted once it has been sent completely. If sending was cut off,
   * or the file was not read, it can be requested again.
   * @throws ServiceError 404, 503 before it is done
   */
  async take(id: string, key: string, delivery: Delivery) {
    const record = this.#get(id, key);
    if (record.status === 'error') {
      throw new ServiceError(503, `The document could not be translated: ${record.message}`);
    }
    if (record.status !== 'done') {
      throw new ServiceError(503, 'The document is not translated yet');
    }
    const { document_id, name, result: extension } = record;
    // Of two concurrent requests, only one gets it.
    this.#leaving.add(document_id);
    const file = await this.jobs.files.open(resultName(document_id));
    if (file === undefined) {
      this.jobs.records.delete(document_id);
      throw notFound('Document not found');
    }
    void this.#leave(record, delivery);
    const content = unseal(file.stream, key);
    return { content, bytes: contentBytes(file.bytes), name, extension };
  }

  /** An estimate from the progress so far; at least 1. */
  #secondsRemaining(id: string): number {
    const { started = 0, share = 0 } = this.#progress.get(id) ?? {};
    if (share === 0) return secondsAtFirst;
    const passed = (Date.now() - started) / 1000;
    return Math.max(1, Math.ceil((passed / share) * (1 - share)));
  }

  async #leave(record: DocumentRecord, { sent, read }: Delivery): Promise<void> {
    const { document_id: id } = record;
    const isSent = await sent;
    this.#leaving.delete(id);
    if (!isSent) return;
    this.jobs.records.delete(id);
    await this.jobs.store();
    if (await read) await this.#forget(id);
    else {
      this.#put(record);
      await this.jobs.store();
    }
  }

  async #forget(id: string): Promise<void> {
    this.jobs.records.delete(id);
    this.#bills.close(id);
    await this.jobs.store();
    // Leftovers are removed at the next start.
    await this.jobs.files.remove(resultName(id)).catch(() => undefined);
  }

  #keep(name: string, content: Readable, key: string): Promise<number> {
    return this.jobs.files.put(name, (path) => sealTo(path, content, key));
  }

  async #read(name: string, key: string): Promise<Buffer> {
    return buffer(unseal(await this.jobs.files.stream(name), key));
  }

  /**
   * Withdraws a document whose key nobody learned, so that nobody pays. If the response was sent,
   * somebody may have the key.
   */
  #withdraw(id: string, bill: Bill, { aborted: isUnsent }: AbortSignal): void {
    const record = this.jobs.records.get(id);
    if (record === undefined) return;
    this.#context.store.together(() => {
      if (record.status !== 'error') this.#bills[isUnsent ? 'giveBack' : 'waive'](id, bill);
      if (isUnsent) this.jobs.records.delete(id);
    });
    if (isUnsent) void this.#forget(id);
  }

  #start(id: string, key: string): void {
    this.jobs.start(id, () => this.#work(id, key).finally(() => this.#progress.delete(id)));
  }

  async #work(id: string, key: string): Promise<void> {
    const { records, files, signal } = this.jobs;
    const record = records.get(id);
    if (record === undefined) return;
    this.#put({ ...record, status: 'translating' });
    this.#progress.set(id, { started: Date.now(), share: 0 });
    let message: string | undefined;
    try {
      const content = await this.#translate(record, await this.#read(sourceName(id), key));
      await this.#keep(resultName(id), Readable.from([content]), key);
    } catch (error) {
      // Work interrupted by the end of the service continues after its restart.
      if (signal.aborted) return;
      message = messageOf(error);
    }
    // Otherwise, the document was withdrawn meanwhile.
    if (records.get(id) !== undefined) {
      if (message === undefined) {
        this.#put({ ...record, booking: undefined, status: 'done' });
        // The source is needed until the result is stored.
        await this.#context.store.flush();
      } else this.#fail(record, message);
    } else if (message === undefined) await files.remove(resultName(id));
    await files.remove(sourceName(id));
  }

  /**
   * Stores the refund together with the status, so that it happens exactly once even after an
   * interruption.
   */
  #fail(record: DocumentRecord, message: string): void {
    const { document_id: id, booking, billed } = record;
    this.#context.store.together(() => {
      this.#bills.giveBack(id, { booking, billed });
      this.#put({ ...record, billed: 0, booking: undefined, status: 'error', message });
    });
  }

  /** @throws DocumentError, ToolError, BackendError, ServiceError */
  async #translate(record: DocumentRecord, file: Uint8Array): Promise<Uint8Array> {
    const { source, target, extension, formality, glossary_id, stated, result } = record;
    const { backends, glossaries, scratch } = this.#context;
    const { signal } = this.jobs;
    const options = { source: stated, target, result, scratch, signal };
    const opened = await documentKinds[extension].open(file, options);
    const { texts } = opened;
    if (source === baseLanguage(target)) return opened.write(texts.map(({ text }) => text));
    const terms =
      glossary_id === undefined ? undefined : glossaries.terms(glossary_id, source, target);
    const backend = await backends.choose(source, target);
    const translations: string[] = [];
    const progress = this.#progress.get(record.document_id) ?? { share: 0 };
    for (let at = 0; at < texts.length; at += textsAtOnce) {
      signal.throwIfAborted();
      const format = texts[at]?.format;
      const no = { ignoreTags: [], splittingTags: [], nonSplittingTags: [] };
      const markup = format && { format, ...no, outlineDetection: false };
      const batch = texts.slice(at, at + textsAtOnce).map(({ text }) => text);
      const isMarked = markup !== undefined;
      const own = { source, target, formality, caller: { signal }, isDocument: true };
      const job = { texts: batch, request: { ...own, markup: isMarked }, markup, terms };
      translations.push(...(await translateTexts(job, backend)));
      progress.share = translations.length / texts.length;
      // Engines in this process do not yield to the event loop.
      await nextTurn();
    }
    return opened.write(translations);
  }

  #put(record: DocumentRecord): void {
    this.jobs.records.set(record.document_id, record);
  }

  /**
   * A document of this id and key. After a restart, the owner's next request brings the key that
   * its translation needs.
   */
  #get(id: string, key: string): DocumentRecord {
    const record = this.jobs.records.get(id.toUpperCase());
    const isLeaving = this.#leaving.has(id.toUpperCase());
    if (record === undefined || isLeaving || !isKey(key, record.key_hash)) {
      throw notFound('Document not found');
    }
    const { document_id, status } = record;
    this.#bills.claim(document_id);
    if (status === 'queued' || status === 'translating') this.#start(document_id, key);
    return record;
  }
}

const types: Readonly<Record<string, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  htm: 'text/html',
  html: 'text/html',
  xlf: 'application/xliff+xml',
  xliff: 'application/xliff+xml',
  srt: 'application/x-subrip',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
};

/** File name of the result, safe for a header: the upload's name with the result's extension. */
function dispositionOf(name: string, extension: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? '';
  const dot = base.lastIndexOf('.');
  const plain = (dot > 0 ? base.slice(0, dot) : base).replace(/[^\w .()-]/g, '_');
  return `attachment; filename="${plain === '' ? 'document' : plain}.${extension}"`;
}

/** docs/interface.md 4.2 */
export function documentRoutes(context: ServiceContext): AreaRoutes {
  const documents = new Documents(context);
  return {
    setUp: async (app) => {
      await app.register(fastifyMultipart, multipartOptions);
      app.addHook('preValidation', async (request) => {
        const isUpload = request.routeOptions.url === '/v2/document';
        if (!isUpload && request.isMultipart()) request.body = await readKey(request);
      });
      app.addHook('onClose', () => documents.jobs.close());
      await documents.tidy();
    },
    handlers: {
      uploadDocument: (call) => documents.add(call),
      getDocumentStatus: ({ params, body }) =>
        documents.status(params.document_id, body.document_key),
      downloadDocument: async ({ params, body, setHeader, delivery }) => {
        const file = await documents.take(params.document_id, body.document_key, delivery);
        const { content, bytes, name, extension } = file;
        setHeader('content-length', String(bytes));
        setHeader('content-type', types[extension] ?? 'application/octet-stream');
        setHeader('content-disposition', dispositionOf(name, extension));
        return content;
      },
    },
  };
}

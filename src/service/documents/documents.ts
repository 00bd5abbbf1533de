import pLimit from 'p-limit';
import {
  baseLanguage,
  canonicalCode,
  documentFormalityTargets,
  documentTypes,
  findTarget,
  limits,
  type DocumentExtension,
} from '../../api/index.js';
import type { Booking } from '../accounts/usage.js';
import { baseOf } from '../backends/backend.js';
import type { ServiceContext } from '../context.js';
import { notFound, ServiceError } from '../errors.js';
import type { Glossaries } from '../glossaries/glossaries.js';
import type { Collection } from '../store/store.js';
import { messageOf, takeIn } from './intake.js';
import type { OpenOptions } from './kind.js';
import { documentKinds } from './kinds.js';
import { translateDocument } from './translate-document.js';
import type { Upload } from './upload.js';
import { hashKey, isKey, newDocumentId, newDocumentKey, seal, unseal } from './vault.js';

type Status = 'queued' | 'translating' | 'done' | 'error';

/** An uploaded document as it is kept; its content apart, sealed with the key that its owner alone holds. */
interface DocumentRecord {
  readonly document_id: string;
  readonly key_hash: string;
  readonly name: string;
  readonly extension: DocumentExtension;
  /** Extension of the result. */
  readonly result: string;
  readonly source: string;
  /** Base source language, where the caller stated one. */
  readonly stated?: string | undefined;
  readonly target: string;
  readonly formality?: 'more' | 'less' | undefined;
  readonly glossary_id?: string | undefined;
  /** Characters, the minimum included; none once it ended in error. */
  readonly billed: number;
  /** What is given back if it ends in error. */
  readonly booking?: Booking | undefined;
  readonly status: Status;
  readonly message?: string;
}

interface Progress {
  readonly started: number;
  readonly share: number;
}

export interface TranslatedFile {
  readonly content: Buffer;
  readonly extension: string;
  readonly name: string;
}

export interface UploadedDocument {
  readonly handle: { readonly document_id: string; readonly document_key: string };
  readonly billed: number;
}

const documentsAtOnce = 2;

function resultOf(extension: DocumentExtension, format: string | undefined): string {
  return format?.toLowerCase() ?? documentTypes[extension].result;
}

/** Documents and their translations (interface.md 2.4, 3.1, 4.2). */
export class Documents {
  private readonly records: Collection<DocumentRecord>;
  private readonly sources: Collection<string>;
  private readonly results: Collection<string>;
  private readonly running = new Map<string, Promise<void>>();
  private readonly progress = new Map<string, Progress>();
  /** Documents that the counters have counted. */
  private readonly counted = new Set<string>();
  private readonly queue = pLimit(documentsAtOnce);
  private readonly closing = new AbortController();

  private readonly context: ServiceContext;
  private readonly glossaries: Glossaries;

  constructor(context: ServiceContext, glossaries: Glossaries) {
    this.context = context;
    this.glossaries = glossaries;
    this.records = context.store.collection('documents');
    this.sources = context.store.collection('document_sources');
    this.results = context.store.collection('document_results');
  }

  /**
   * @param signal Aborted when the caller went away: nobody would ever learn the document's key.
   * @throws ServiceError 400 for its glossary, 413 for too many characters, 456, 503 when it was interrupted
   */
  async add(upload: Upload, keyId: string, signal: AbortSignal): Promise<UploadedDocument> {
    const { fields, extension, name } = upload;
    const target = canonicalCode(fields.target_lang);
    if (fields.glossary_id !== undefined) {
      this.glossaries.terms(fields.glossary_id, fields.source_lang ?? '', target);
    }
    const result = resultOf(extension, fields.output_format);
    const key = newDocumentKey();
    const base = {
      document_id: newDocumentId(),
      key_hash: hashKey(key),
      ...{ name, extension, result, target },
      stated: fields.source_lang === undefined ? undefined : baseLanguage(fields.source_lang),
      glossary_id: fields.glossary_id,
      formality: formalityOf(fields.formality, target),
    };
    const handle = { document_id: base.document_id, document_key: key };
    const ends = AbortSignal.any([signal, this.closing.signal]);
    const taken = await takeIn(upload, this.openOptions(base, ends)).catch(messageOf);
    if (ends.aborted) throw new ServiceError(503, 'The upload was interrupted');
    if (typeof taken === 'string') {
      this.put({ ...base, source: '', billed: 0, status: 'error', message: taken });
      return { handle, billed: 0 };
    }
    const { source, characters, file } = taken;
    if (base.stated === undefined && source === baseOf(target)) {
      const message = `Source and target language are equal: '${source}'`;
      this.put({ ...base, source, billed: 0, status: 'error', message });
      return { handle, billed: 0 };
    }
    const billed = billedFor(characters, base);
    this.context.store.together(() => {
      const booking = this.context.usage.book(keyId, 'document', billed);
      this.sources.set(base.document_id, seal(file, key));
      this.put({ ...base, source, billed, booking, status: 'queued' });
    });
    this.context.counters.billed(billed);
    this.counted.add(base.document_id);
    this.start(base.document_id, key);
    return { handle, billed };
  }

  /** @throws ServiceError 404 */
  status(id: string, key: string) {
    const record = this.get(id, key);
    this.resume(record, key);
    const { status, message, billed } = record;
    return {
      document_id: record.document_id,
      status,
      ...(status === 'translating' ? { seconds_remaining: this.secondsRemaining(id) } : {}),
      ...(status === 'done' ? { billed_characters: billed } : {}),
      ...(message === undefined ? {} : { message, error_message: message }),
    };
  }

  /** The translated file, which is forgotten with that. @throws ServiceError 404, 503 before it is done */
  take(id: string, key: string): TranslatedFile {
    const record = this.get(id, key);
    this.resume(record, key);
    const sealed = this.results.get(record.document_id);
    if (record.status === 'error') {
      throw new ServiceError(503, `The document could not be translated: ${record.message}`);
    }
    if (sealed === undefined) throw new ServiceError(503, 'The document is not translated yet');
    this.context.store.together(() => {
      this.results.delete(record.document_id);
      this.records.delete(record.document_id);
    });
    const { name, result: extension } = record;
    return { content: unseal(sealed, key), name, extension };
  }

  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all(this.running.values());
  }

  private isClosing(): boolean {
    return this.closing.signal.aborted;
  }

  private put(record: DocumentRecord): void {
    this.records.set(record.document_id, record);
  }

  private get(id: string, key: string): DocumentRecord {
    const record = this.records.get(id.toUpperCase());
    if (record === undefined || !isKey(key, record.key_hash)) throw notFound('Document not found');
    return record;
  }

  /** After a restart only the owner's next request brings the key that the work needs. */
  private resume({ document_id: id, status }: DocumentRecord, key: string): void {
    const isOpen = status === 'queued' || status === 'translating';
    if (isOpen && !this.running.has(id) && !this.isClosing()) this.start(id, key);
  }

  private start(id: string, key: string): void {
    const work = this.queue(() => this.work(id, key))
      // A failure to store shows at the next request, which stores too.
      .then(() => this.context.store.flush())
      .catch(() => undefined)
      .finally(() => {
        this.running.delete(id);
        this.progress.delete(id);
      });
    this.running.set(id, work);
  }

  private async work(id: string, key: string): Promise<void> {
    const record = this.records.get(id);
    const sealed = this.sources.get(id);
    if (record === undefined || sealed === undefined || this.isClosing()) return;
    this.put({ ...record, status: 'translating' });
    this.progress.set(id, { started: Date.now(), share: 0 });
    let content: Uint8Array;
    try {
      content = await this.translate(record, unseal(sealed, key));
    } catch (error) {
      // What was interrupted by the end of the service is taken up again after its restart.
      if (!this.isClosing()) this.fail(record, messageOf(error));
      return;
    }
    this.context.store.together(() => {
      this.results.set(id, seal(content, key));
      this.put({ ...record, booking: undefined, status: 'done' });
      this.sources.delete(id);
    });
    this.counted.delete(id);
  }

  /** What was billed is given back, in one with the status, so that it happens once whatever interrupts. */
  private fail(record: DocumentRecord, message: string): void {
    const { document_id: id, booking, billed } = record;
    this.context.store.together(() => {
      if (booking !== undefined) this.context.usage.giveBack(booking);
      this.put({ ...record, billed: 0, booking: undefined, status: 'error', message });
      this.sources.delete(id);
    });
    // The counters began anew with the service.
    if (this.counted.delete(id)) this.context.counters.billed(-billed);
  }

  private openOptions(
    { stated, target, result }: Pick<DocumentRecord, 'stated' | 'target' | 'result'>,
    signal: AbortSignal,
  ): OpenOptions {
    return { source: stated, target, result, scratch: this.context.scratch, signal };
  }

  private async translate(record: DocumentRecord, file: Uint8Array): Promise<Uint8Array> {
    const { source, target, extension, formality, glossary_id } = record;
    const { signal } = this.closing;
    const opened = await documentKinds[extension].open(file, this.openOptions(record, signal));
    const { texts } = opened;
    if (source === baseOf(target)) return opened.write(texts.map(({ text }) => text));
    const terms =
      glossary_id === undefined ? undefined : this.glossaries.terms(glossary_id, source, target);
    const backend = await this.context.backends.choose(source, target);
    const request = { source, target, formality, signal };
    const onProgress = (done: number) => {
      const { started } = this.progress.get(record.document_id) ?? { started: Date.now() };
      this.progress.set(record.document_id, { started, share: done / Math.max(1, texts.length) });
    };
    const translations = await translateDocument({ texts, request, terms, onProgress }, backend);
    return opened.write(translations);
  }

  /** At least 1; an estimate from what is done so far. */
  private secondsRemaining(id: string): number {
    const { started, share } = this.progress.get(id) ?? { started: Date.now(), share: 0 };
    if (share === 0) return 10;
    const passed = (Date.now() - started) / 1000;
    return Math.max(1, Math.ceil((passed / share) * (1 - share)));
  }
}

/** @throws ServiceError 413 */
function billedFor(
  characters: number,
  { extension, target }: Pick<DocumentRecord, 'extension' | 'target'>,
): number {
  const { characters: most, minimumBilledCharacters } = limits.documents;
  if (characters > most) {
    throw new ServiceError(413, `'file' holds more than ${most} characters`);
  }
  // Beta languages are free (interface.md 9.5).
  if (findTarget(target)?.kind === 'beta') return 0;
  return Math.max(documentTypes[extension].minimum ? minimumBilledCharacters : 0, characters);
}

function formalityOf(formality: string | undefined, target: string): 'more' | 'less' | undefined {
  if (formality === undefined || formality === 'default') return undefined;
  if (!documentFormalityTargets.has(target)) return undefined;
  return formality.endsWith('more') ? 'more' : 'less';
}

import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import pLimit from 'p-limit';
import { limits, type VoiceJobBody } from '../../api/index.js';
import type { ServiceContext } from '../context.js';
import { badRequest, forbidden, notFound, ServiceError } from '../errors.js';
import type { Delivery } from '../http/delivery.js';
import { KeptFiles } from '../store/kept-files.js';
import { receiveAudio, resultName } from './audio-files.js';
import { processJob } from './processing.js';
import {
  isActive,
  isDownloadOpen,
  isUploadOpen,
  outcomesOf,
  resultBytes,
  VoiceShelf,
  type VoiceRecord,
} from './record.js';

/** Names of the files that a job still needs. */
function namesOf(record: VoiceRecord, now: Date): readonly string[] {
  const results = isDownloadOpen(record, now)
    ? record.results.flatMap(({ status }, index) =>
        status === 'complete' ? [resultName(record.job_id, index)] : [],
      )
    : [];
  return isActive(record, now) ? [record.job_id, ...results] : results;
}

export interface VoiceFile {
  readonly stream: Readable;
  readonly bytes: number;
  readonly type: string;
}

/** Voice translation jobs (docs/interface.md 2.10, 3.2, 4.10). */
export class VoiceJobs {
  readonly #context: ServiceContext;
  readonly #shelf: VoiceShelf;
  readonly #audio: KeptFiles;
  readonly #queue = pLimit(1);
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  /** @param folder where audio survives a restart; undefined: it does not */
  constructor(context: ServiceContext, folder: string | undefined) {
    this.#context = context;
    this.#shelf = new VoiceShelf(context.store, context.clock);
    this.#audio = new KeptFiles(folder);
  }

  /** Continues what a restart interrupted. */
  async resume(): Promise<void> {
    const now = this.#context.clock();
    const wanted = [...this.#shelf.records.values()].flatMap((record) => namesOf(record, now));
    await this.#audio.keepOnly(new Set(wanted));
    for (const record of [...this.#shelf.records.values()]) {
      if (record.uploaded_at === undefined || !isActive(record, now)) continue;
      const { job_id: id } = record;
      if (await this.#audio.has(id)) this.#start(record);
      else this.#shelf.setOutcomes(id, { status: 'failed', message: 'The audio was lost' });
    }
  }

  /** @throws ServiceError 400, 429 if ten jobs are active */
  async create(body: VoiceJobBody, keyId: string): Promise<VoiceRecord> {
    await this.#sweep();
    const now = this.#context.clock();
    const active = [...this.#shelf.records.values()].filter((record) => isActive(record, now));
    if (active.length >= limits.voice.jobsAtOnce) {
      throw new ServiceError(429, `No more than ${limits.voice.jobsAtOnce} jobs at once`);
    }
    const time = now.toISOString();
    const record: VoiceRecord = {
      job_id: randomUUID(),
      key_id: keyId,
      created_at: time,
      updated_at: time,
      source_file: body.source_file,
      source_language: body.parameters?.source_language,
      targets: body.targets,
      results: body.targets.map(() => ({ status: 'pending' })),
    };
    this.#shelf.records.set(record.job_id, record);
    return record;
  }

  /** @throws ServiceError 404 for an unknown job, and for one whose results were all downloaded */
  get(jobId: string): VoiceRecord {
    const record = this.#shelf.records.get(jobId.toLowerCase());
    const isOver = record?.results.every(({ status }) => status === 'downloaded');
    if (record === undefined || isOver === true) throw notFound('Voice job not found');
    return { ...record, results: outcomesOf(record, this.#context.clock()) };
  }

  storageUsed(record: VoiceRecord): number {
    const isHeld = record.uploaded_at !== undefined && isActive(record, this.#context.clock());
    return (isHeld ? record.source_file.content_length : 0) + resultBytes(record);
  }

  /** @throws ServiceError 400 if the length differs from the declared one, 403 if late, 404 */
  async upload(jobId: string, body: Readable, declared: number | undefined): Promise<void> {
    const record = this.get(jobId);
    const { content_length: length } = record.source_file;
    if (!isUploadOpen(record, this.#context.clock())) {
      throw forbidden('The time for the upload has expired');
    }
    if (declared !== undefined && declared !== length) {
      throw badRequest(`'Content-Length' is ${declared}, not ${length} as declared`);
    }
    // An upload repeated after a lost response has no effect.
    if (record.uploaded_at !== undefined) {
      await finished(body.resume());
      return;
    }
    await receiveAudio(this.#audio, { jobId: record.job_id, body, length });
    const current = this.#shelf.records.get(record.job_id);
    if (current?.uploaded_at !== undefined) {
      // There were two concurrent uploads; if the job is already over, nothing else removes this
      // one.
      if (!isActive(current, this.#context.clock())) await this.#audio.remove(record.job_id);
      return;
    }
    this.#shelf.setOutcomes(record.job_id, { status: 'uploaded' });
    this.#shelf.change(record.job_id, { uploaded_at: this.#context.clock().toISOString() });
    this.#start(record);
  }

  /**
   * A result, which is deleted once it has been sent completely. If sending was cut off, or the
   * result was not read, it can be requested again.
   * @throws ServiceError 403 if late, 404
   */
  async take(jobId: string, index: number, { read }: Delivery): Promise<VoiceFile> {
    const record = this.get(jobId);
    if (record.uploaded_at !== undefined && !isDownloadOpen(record, this.#context.clock())) {
      throw forbidden('The time for the download has expired');
    }
    const { type } = record.targets[index] ?? {};
    const before = record.results[index];
    const none = () => notFound('Result not found');
    if (type === undefined || before?.status !== 'complete') throw none();
    // Before any await: of two concurrent requests, only one gets it.
    this.#shelf.setOutcome(record.job_id, index, { status: 'downloaded' });
    const name = resultName(record.job_id, index);
    const file = await this.#audio.open(name);
    if (file === undefined) throw none();
    void read.then((isRead) => {
      if (isRead) void this.#audio.remove(name).catch(() => undefined);
      else this.#shelf.setOutcome(record.job_id, index, before);
      // A failure to store shows at the next request, which stores too.
      void this.#context.store.flush().catch(() => undefined);
    });
    return { ...file, type };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#running);
    await this.#audio.close();
  }

  /** Deletes results whose download time is over. */
  async #sweep(): Promise<void> {
    const now = this.#context.clock();
    for (const record of [...this.#shelf.records.values()]) {
      if (record.uploaded_at === undefined || isDownloadOpen(record, now)) continue;
      if (isActive(record, now) || resultBytes(record) === 0) continue;
      const results = record.results.map((each) => ({ ...each, bytes: 0 }));
      this.#shelf.change(record.job_id, { results });
      for (const index of record.targets.keys()) {
        await this.#audio.remove(resultName(record.job_id, index));
      }
    }
  }

  #isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  #start(record: VoiceRecord): void {
    const work = this.#queue(() => this.#work(record))
      // A failure to store shows at the next request, which stores too.
      .catch(() => undefined)
      .finally(() => this.#running.delete(work));
    this.#running.add(work);
  }

  async #work(record: VoiceRecord): Promise<void> {
    const context = this.#context;
    const audio = this.#audio;
    const { signal } = this.#closing;
    if (this.#isClosing()) return;
    await processJob(record, { context, shelf: this.#shelf, audio, signal });
    if (this.#isClosing()) return;
    await context.store.flush();
    await audio.remove(record.job_id);
  }
}

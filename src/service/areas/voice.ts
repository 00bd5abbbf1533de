import type { FastifyRequest } from 'fastify';
import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { baseLanguage, canonicalCode, limits, signatureScheme } from '../../facts/index.js';
import type { VoiceJobBody } from '../../api/index.js';
import type { Booking } from '../accounts/accounts.js';
import { BackendError } from '../backends/backend.js';
import type { ServiceContext } from '../context.js';
import { badRequest, forbidden, notFound, ServiceError } from '../errors.js';
import type { Delivery } from '../http/delivery.js';
import type { AreaRoutes } from '../http/routes.js';
import { Jobs } from '../store/kept-files.js';
import { audioReader } from '../tools/audio.js';
import { espeak } from '../tools/espeak.js';
import { pocketsphinx, type Utterance } from '../tools/pocketsphinx.js';
import { ToolError } from '../tools/tool.js';
import { translateTexts } from '../translate/pipeline.js';

interface VoiceOutcome {
  readonly status: 'pending' | 'uploaded' | 'processing' | 'complete' | 'downloaded' | 'failed';
  /** Why it failed. */
  readonly message?: string;
  /** Length of the result in bytes. */
  readonly bytes?: number;
}

/** A stored voice job; its audio and results are files (docs/interface.md 2.10). */
interface VoiceRecord {
  readonly job_id: string;
  readonly key_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly uploaded_at?: string;
  /** Of the audio: an upload may be repeated, but not with other bytes. */
  readonly uploaded_hash?: string;
  readonly source_file: VoiceJobBody['source_file'];
  readonly source_language?: string | undefined;
  readonly targets: VoiceJobBody['targets'];
  readonly results: readonly VoiceOutcome[];
  /** The booking for the speech; credited if every result fails. */
  readonly booking?: Booking | undefined;
}

const knownSource = 'en';

/** Name of a result's file; a job's audio is named like the job. */
const resultName = (jobId: string, index: number) => `${jobId}.${index}`;

const isOpen = ({ status }: VoiceOutcome) =>
  status === 'pending' || status === 'uploaded' || status === 'processing';

function isWithin(start: string | undefined, seconds: number, now: Date): boolean {
  return start !== undefined && now.getTime() - Date.parse(start) <= seconds * 1000;
}

const isUploadOpen = ({ created_at }: VoiceRecord, now: Date) =>
  isWithin(created_at, limits.voice.uploadWindowSeconds, now);

const isDownloadOpen = ({ uploaded_at }: VoiceRecord, now: Date) =>
  isWithin(uploaded_at, limits.voice.downloadWindowSeconds, now);

/** Whether a job waits for its upload or is being processed. */
function isActive(record: VoiceRecord, now: Date): boolean {
  if (record.uploaded_at === undefined) return isUploadOpen(record, now);
  return record.results.some(({ status }) => status === 'uploaded' || status === 'processing');
}

/** Total bytes of a job's results that have not been downloaded. */
function resultBytes({ results }: VoiceRecord): number {
  const waiting = results.filter(({ status }) => status === 'complete');
  return waiting.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
}

/** `00:01:02,345` */
function timecode(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds * 1000));
  const part = (value: number, width: number) => String(value).padStart(width, '0');
  const minutes = Math.floor(whole / 60_000);
  const clock = [Math.floor(minutes / 60), minutes % 60, Math.floor(whole / 1000) % 60];
  return `${clock.map((value) => part(value, 2)).join(':')},${part(whole % 1000, 3)}`;
}

/** One cue per utterance, with its times. */
function toSubtitles(utterances: readonly Utterance[], texts: readonly string[]): string {
  return utterances
    .map(({ start, end, text }, index) =>
      [index + 1, `${timecode(start)} --> ${timecode(end)}`, texts[index] ?? text, ''].join('\n'),
    )
    .join('\n');
}

function messageOf(error: unknown): string {
  const known = [ToolError, ServiceError, BackendError];
  return known.some((kind) => error instanceof kind)
    ? (error as Error).message
    : 'The target could not be created';
}

/** Voice translation jobs (docs/interface.md 2.10, 3.2, 4.10). */
class VoiceJobs {
  readonly jobs: Jobs<VoiceRecord>;
  readonly #context: ServiceContext;

  constructor(context: ServiceContext) {
    this.#context = context;
    this.jobs = new Jobs(context, { records: 'voice_jobs', files: 'voice' }, 1);
  }

  /** Continues what a restart interrupted, and removes files that no job needs any more. */
  async resume(): Promise<void> {
    const { records, files } = this.jobs;
    const now = this.#context.clock();
    const wanted = [...records.values()].flatMap((record) => [
      ...(isActive(record, now) ? [record.job_id] : []),
      ...record.results.flatMap(({ status }, index) =>
        status === 'complete' && isDownloadOpen(record, now)
          ? [resultName(record.job_id, index)]
          : [],
      ),
    ]);
    await files.keepOnly(new Set(wanted));
    for (const record of [...records.values()]) {
      if (record.uploaded_at === undefined || !isActive(record, now)) continue;
      const { job_id: id } = record;
      if (await files.has(id)) this.#start(record);
      else this.#setOpen(id, { status: 'failed', message: 'The audio was lost' });
    }
  }

  /** @throws ServiceError 429 if ten jobs are active */
  async create(body: VoiceJobBody, keyId: string): Promise<string> {
    await this.#sweep();
    const { records } = this.jobs;
    const now = this.#context.clock();
    const active = [...records.values()].filter((record) => isActive(record, now));
    if (active.length >= limits.voice.jobsAtOnce) {
      throw new ServiceError(429, `No more than ${limits.voice.jobsAtOnce} jobs at once`);
    }
    const id = randomUUID();
    const time = now.toISOString();
    records.set(id, {
      job_id: id,
      key_id: keyId,
      created_at: time,
      updated_at: time,
      source_file: body.source_file,
      source_language: body.parameters?.source_language,
      targets: body.targets,
      results: body.targets.map(() => ({ status: 'pending' })),
    });
    return id;
  }

  /**
   * A job, all of whose results have failed if nothing was uploaded in time.
   * @throws ServiceError 404 for an unknown job, and for one whose results were all downloaded
   */
  get(jobId: string): VoiceRecord {
    const record = this.jobs.records.get(jobId.toLowerCase());
    const isOver = record?.results.every(({ status }) => status === 'downloaded');
    if (record === undefined || isOver === true) throw notFound('Voice job not found');
    if (record.uploaded_at !== undefined || isUploadOpen(record, this.#context.clock())) {
      return record;
    }
    const late = { status: 'failed', message: 'The file was not uploaded in time' } as const;
    return { ...record, results: record.results.map(() => late) };
  }

  storageUsed(record: VoiceRecord): number {
    const isHeld = record.uploaded_at !== undefined && isActive(record, this.#context.clock());
    return (isHeld ? record.source_file.content_length : 0) + resultBytes(record);
  }

  /** @throws ServiceError 400 for another length than declared or a second audio, 403 if late, 404 */
  async upload(jobId: string, body: Readable, declared: string | undefined): Promise<void> {
    const record = this.get(jobId);
    const { job_id: id } = record;
    const { content_length: length } = record.source_file;
    if (!isUploadOpen(record, this.#context.clock())) {
      throw forbidden('The time for the upload has expired');
    }
    if (declared !== undefined && Number(declared) !== length) {
      throw badRequest(`'Content-Length' is ${Number(declared)}, not ${length} as declared`);
    }
    const { records, files } = this.jobs;
    const hash = createHash('sha256');
    const refuse = () =>
      badRequest(`/source_file/content_length: the body is not ${length} bytes long, as declared`);
    let received = 0;
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        received += chunk.length;
        if (received > length) throw refuse();
        hash.update(chunk);
        yield chunk;
      }
      if (received !== length) throw refuse();
    };
    // An upload repeated after a lost response has no effect.
    const refuseOther = ({ uploaded_hash: first } = record) => {
      if (first === undefined || hash.copy().digest('hex') === first) return;
      throw badRequest('Other audio was uploaded for this job before');
    };
    if (record.uploaded_at !== undefined) {
      await pipeline(body, counted, new Writable({ write: (_chunk, _encoding, done) => done() }));
      refuseOther();
      return;
    }
    await files.put(id, async (part) => {
      await pipeline(body, counted, createWriteStream(part, { flags: 'wx', mode: 0o600 }));
      refuseOther(records.get(id));
      // Here, not when the file is in place: another upload may arrive meanwhile.
      this.#change(id, { uploaded_hash: hash.copy().digest('hex') });
    });
    const current = records.get(id);
    if (current?.uploaded_at !== undefined) {
      // There were two concurrent uploads; if the job is already over, nothing else removes this
      // one.
      if (!isActive(current, this.#context.clock())) await files.remove(id);
      return;
    }
    this.#setOpen(id, { status: 'uploaded' });
    this.#change(id, { uploaded_at: this.#context.clock().toISOString() });
    this.#start(record);
  }

  /**
   * A result, which is deleted once it has been sent completely. If sending was cut off, or the
   * result was not read, it can be requested again.
   * @throws ServiceError 403 if late, 404
   */
  async take(jobId: string, index: number, { read }: Delivery) {
    const record = this.get(jobId);
    const { job_id: id } = record;
    if (record.uploaded_at !== undefined && !isDownloadOpen(record, this.#context.clock())) {
      throw forbidden('The time for the download has expired');
    }
    const { type } = record.targets[index] ?? {};
    const before = record.results[index];
    const none = () => notFound('Result not found');
    if (type === undefined || before?.status !== 'complete') throw none();
    // Before any await: of two concurrent requests, only one gets it.
    this.#setOutcome(id, index, { status: 'downloaded' });
    const { files } = this.jobs;
    const name = resultName(id, index);
    const file = await files.open(name);
    if (file === undefined) throw none();
    void read.then((isRead) => {
      if (isRead) void files.remove(name).catch(() => undefined);
      else this.#setOutcome(id, index, before);
      void this.jobs.store();
    });
    return { ...file, type };
  }

  /** Deletes results whose download time is over. */
  async #sweep(): Promise<void> {
    const now = this.#context.clock();
    const { records, files } = this.jobs;
    for (const record of [...records.values()]) {
      if (record.uploaded_at === undefined || isDownloadOpen(record, now)) continue;
      if (isActive(record, now) || resultBytes(record) === 0) continue;
      const results = record.results.map((each) => ({ ...each, bytes: 0 }));
      this.#change(record.job_id, { results });
      for (const index of record.targets.keys()) {
        await files.remove(resultName(record.job_id, index));
      }
    }
  }

  #start(record: VoiceRecord): void {
    const { job_id: id } = record;
    this.jobs.start(id, async () => {
      await this.#process(record);
      if (this.jobs.signal.aborted) return;
      await this.#context.store.flush();
      await this.jobs.files.remove(id);
    });
  }

  /**
   * Processes every target of an uploaded job; each completes or fails on its own
   * (docs/interface.md 3.2).
   */
  async #process(record: VoiceRecord): Promise<void> {
    const { store } = this.#context;
    const { records, signal } = this.jobs;
    const { job_id: id } = record;
    this.#setOpen(id, { status: 'processing' });
    try {
      const utterances = await this.#listen(record);
      for (const index of record.targets.keys()) {
        // Results completed before a restart stay.
        const { results = [] } = records.get(id) ?? {};
        if (!results.slice(index, index + 1).every(isOpen)) continue;
        let outcome: VoiceOutcome;
        try {
          const bytes = await this.#make(record, index, utterances);
          outcome = { status: 'complete', bytes };
        } catch (error) {
          signal.throwIfAborted();
          outcome = { status: 'failed', message: messageOf(error) };
        }
        store.together(() => {
          this.#setOutcome(id, index, outcome);
          this.#settle(id);
        });
      }
    } catch (error) {
      // Work interrupted by the end of the service continues after its restart.
      if (signal.aborted) return;
      store.together(() => {
        this.#setOpen(id, { status: 'failed', message: messageOf(error) });
        this.#settle(id);
      });
    }
  }

  /** Books and recognizes the speech. @throws ToolError, ServiceError 456 */
  async #listen(record: VoiceRecord): Promise<readonly Utterance[]> {
    const { scratch, usage, store } = this.#context;
    const { records, files, signal } = this.jobs;
    const { job_id: id, key_id, source_file } = record;
    const language = baseLanguage(record.source_language ?? knownSource);
    if (language !== knownSource) {
      throw new ToolError(`Speech recognition only supports '${knownSource}', not '${language}'`);
    }
    return scratch.use(async (folder) => {
      const file = join(folder, 'speech.wav');
      const audio = { source: await files.path(id), type: source_file.content_type, target: file };
      const seconds = await audioReader.run(audio, { scratch, signal });
      // Once per job, even if a restart made it begin again.
      if (records.get(id)?.booking === undefined) {
        store.together(() => {
          this.#change(id, { booking: usage.book(key_id, 'speech', Math.round(seconds * 1000)) });
        });
      }
      return pocketsphinx.run({ file, seconds }, { scratch, signal });
    });
  }

  /** Writes a result. @returns its length in bytes */
  async #make(
    record: VoiceRecord,
    index: number,
    utterances: readonly Utterance[],
  ): Promise<number> {
    const { backends, scratch } = this.#context;
    const { files, signal } = this.jobs;
    const { language: code = knownSource, type = 'text/plain' } = record.targets[index] ?? {};
    const target = canonicalCode(code);
    // For the source language, the transcript.
    let texts: readonly string[] = utterances.map(({ text }) => text);
    if (baseLanguage(target) !== knownSource && texts.length > 0) {
      const backend = await backends.choose(knownSource, target);
      const request = { source: knownSource, target, caller: { signal }, isDocument: true };
      texts = await translateTexts({ texts, request }, backend);
    }
    const name = resultName(record.job_id, index);
    if (type === 'text/plain') {
      return files.put(name, (path) => writeFile(path, texts.map((text) => `${text}\n`).join('')));
    }
    if (type === 'application/x-subrip') {
      return files.put(name, (path) => writeFile(path, toSubtitles(utterances, texts)));
    }
    if (texts.length === 0) throw new ToolError('No speech was found');
    const text = texts.map((each) => `${each}.`).join('\n');
    return files.put(name, (path) =>
      espeak.run({ text, language: target, type, target: path }, { scratch, signal }),
    );
  }

  /** Credits the booking if every result failed. */
  #settle(id: string): void {
    const { results = [], booking } = this.jobs.records.get(id) ?? {};
    if (booking === undefined || !results.every(({ status }) => status === 'failed')) return;
    this.#context.usage.giveBack(booking);
    this.#change(id, { booking: undefined });
  }

  /** Changes a job that may have changed since it was read. */
  #change(id: string, changes: Partial<VoiceRecord>): void {
    const record = this.jobs.records.get(id);
    if (record === undefined) return;
    const updated_at = this.#context.clock().toISOString();
    this.jobs.records.set(id, { ...record, ...changes, updated_at });
  }

  #setOutcome(id: string, index: number, outcome: VoiceOutcome): void {
    const results = this.jobs.records.get(id)?.results ?? [];
    this.#change(id, { results: results.map((each, at) => (at === index ? outcome : each)) });
  }

  /** Sets the outcome of all unfinished results. */
  #setOpen(id: string, outcome: VoiceOutcome): void {
    const results = this.jobs.records.get(id)?.results ?? [];
    this.#change(id, { results: results.map((each) => (isOpen(each) ? outcome : each)) });
  }
}

const jobsPath = '/v1/jobs/voice/translate';
// The scheme differs between services, like that of the key.
const signatureHeader = /^\S*Signature +(\S+)$/i;

/**
 * The address that the caller used; without a valid `Host`, the address that received the request.
 */
function originOf({ protocol, host, socket }: FastifyRequest): string {
  const asked = `${protocol}://${host}`;
  if (URL.canParse(asked)) return asked;
  const { localAddress = '127.0.0.1', localPort } = socket;
  return `${protocol}://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}

/** docs/interface.md 4.10 */
export function voiceRoutes(context: ServiceContext): AreaRoutes {
  const voice = new VoiceJobs(context);
  // Signatures survive a restart.
  const secrets = context.store.collection<string>('voice_secret');
  const secret = secrets.get('signatures') ?? randomBytes(32).toString('hex');
  if (secrets.size === 0) secrets.set('signatures', secret);

  /**
   * Signature of the upload of a job or of the download of one of its results; one in a URL is not
   * accepted in the header, nor the other way round (docs/interface.md 5.5).
   */
  const sign = (id: string, permission: string, place: 'header' | 'url') =>
    createHmac('sha256', secret).update(`${id} ${permission} ${place}`).digest('base64url');

  /** Address, signature and, if asked for, signed address of a file. */
  function signed(request: FastifyRequest, id: string, permission: string, path: string) {
    const url = `${originOf(request)}${jobsPath}/${id}/${path}`;
    const token = sign(id, permission, 'url');
    return {
      url,
      signature: sign(id, permission, 'header'),
      signedUrl: `${url}?signature=${token}`,
    };
  }

  /** @throws ServiceError 403 for a signature of another job, file or kind */
  function check(
    { headers }: FastifyRequest,
    inQuery: string | undefined,
    id: string,
    permission: string,
  ): void {
    const header = signatureHeader.exec(headers.authorization?.trim() ?? '')?.[1];
    const place = header === undefined ? 'url' : 'header';
    const wanted = Buffer.from(sign(id.toLowerCase(), permission, place));
    const given = Buffer.from(header ?? inQuery ?? '');
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) return;
    throw forbidden(
      `Missing or wrong signature; expected 'Authorization: ${signatureScheme} <signature>'`,
    );
  }

  return {
    setUp: async (app) => {
      app.addContentTypeParser('application/octet-stream', (_request, payload, done) => {
        done(null, payload);
      });
      app.addHook('onClose', () => voice.jobs.close());
      await voice.resume();
    },
    handlers: {
      createVoiceJob: async ({ body, query, keyId, request }) => {
        const job_id = await voice.create(body, keyId);
        const { url, signature, signedUrl } = signed(request, job_id, 'upload', 'source');
        const more = query.include === undefined ? {} : { signed_upload_url: signedUrl };
        return { job_id, upload_url: url, signature, ...more };
      },
      uploadVoiceSource: async ({ params, query, request }) => {
        check(request, query.signature, params.job_id, 'upload');
        const declared = request.headers['content-length'];
        await voice.upload(params.job_id, request.body as Readable, declared);
        return undefined;
      },
      getVoiceJob: ({ params, query, request }) => {
        const record = voice.get(params.job_id);
        const { job_id, created_at, updated_at, source_file, source_language } = record;
        return {
          job_id,
          product: 'voice',
          operation: 'translate',
          created_at,
          updated_at,
          source_file,
          usage: { storage_used: voice.storageUsed(record) },
          parameters: source_language === undefined ? {} : { source_language },
          targets: [...record.targets],
          results: record.results.map(({ status, message = 'failed' }, index) => {
            if (status === 'failed') return { status, error: { message } };
            if (status !== 'complete') return { status };
            const path = `results/${index}`;
            const { url, signature, signedUrl } = signed(request, job_id, `result ${index}`, path);
            const more = query.include === undefined ? {} : { signed_download_url: signedUrl };
            return { status, download_url: url, signature, ...more };
          }),
        };
      },
      downloadVoiceResult: async ({ params, query, request, setHeader, delivery }) => {
        const index = Number(params.index);
        check(request, query.signature, params.job_id, `result ${index}`);
        const { stream, bytes, type } = await voice.take(params.job_id, index, delivery);
        setHeader('content-type', type);
        setHeader('content-length', String(bytes));
        return stream;
      },
    },
  };
}

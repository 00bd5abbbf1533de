import { voiceEndpoints as endpoints } from '../api/index.js';
import type { DownloadedFile } from './download.js';
import { ServiceError } from './errors.js';
import { openFile, type FileReceiver, type FileSource, type OpenFile } from './files.js';
import type { CallOptions, Clock } from './options.js';
import type { Answer, RequestInput } from './request.js';
import type { Send, PollPolicy } from './transport.js';
import { pause, pollDelay } from './transport.js';

type Create = typeof endpoints.createVoiceJob;

export type NewVoiceJob = NonNullable<RequestInput<Create>['body']>;
export type VoiceTarget = NewVoiceJob['targets'][number];
export type VoiceUpload = Answer<Create>;
export type VoiceJob = Answer<typeof endpoints.getVoiceJob>;
export type VoiceResult = VoiceJob['results'][number];

export interface VoiceOptions {
  /**
   * Uses signed addresses instead of signatures in a header. A leaked address lets others upload or
   * download. Default: false.
   */
  readonly signedUrls?: boolean | undefined;
}

export interface VoiceCall extends CallOptions, VoiceOptions {}

export interface VoiceWaitCall extends VoiceCall {
  readonly poll?: Partial<PollPolicy> | undefined;
  readonly onJob?: ((job: VoiceJob) => void) | undefined;
}

/** Input of `translate`: the audio and the results to make from it. */
export interface VoiceTranslation {
  readonly file: FileSource;
  readonly sourceLanguage?: string | undefined;
  readonly targets: readonly VoiceTarget[];
}

/** One per target, in the same order. */
export type VoiceOutcome =
  | {
      readonly status: 'complete';
      readonly target: VoiceTarget;
      /** Call it within an hour of the upload. @throws ServiceError */
      readonly download: () => Promise<DownloadedFile>;
    }
  | { readonly status: 'failed'; readonly target: VoiceTarget; readonly message: string };

/** 5 seconds is the recommended interval for voice jobs (docs/interface.md 4.10). */
const voicePoll: PollPolicy = { interval: 5000, factor: 1, maxInterval: 5000 };

const finished: ReadonlySet<string> = new Set(['complete', 'downloaded', 'failed']);

const includeOf = ({ signedUrls }: VoiceOptions) =>
  signedUrls === true ? { include: 'signed_url' as const } : {};

/** The address to use and the signature to send with it. */
interface SignedPlace {
  readonly url: string;
  readonly signature: string | undefined;
}

function place(
  signed: string | undefined,
  plain: Partial<SignedPlace>,
  operation: string,
): SignedPlace {
  if (signed !== undefined) return { url: signed, signature: undefined };
  if (plain.url !== undefined && plain.signature !== undefined) {
    return { url: plain.url, signature: plain.signature };
  }
  throw new ServiceError('protocol', `${operation}: the service returned no signed URL`, {
    operation,
  });
}

function placeOf({ downloadUrl, signature, signedDownloadUrl }: VoiceResult): SignedPlace {
  const plain = { ...(downloadUrl !== undefined && { url: downloadUrl }), signature };
  return place(signedDownloadUrl, plain, endpoints.downloadVoiceResult.name);
}

async function sized(file: FileSource): Promise<OpenFile & { readonly size: number }> {
  const opened = await openFile(file);
  if (opened.size !== undefined) return { ...opened, size: opened.size };
  throw new ServiceError('file', `a voice job needs the size of ${opened.name}`);
}

/** Voice translation jobs (docs/interface.md 4.10), as a whole or in steps. */
export function createVoice(send: Send, clock: Clock) {
  const create = (job: NewVoiceJob, call: VoiceCall = {}): Promise<VoiceUpload> =>
    send(endpoints.createVoiceJob, { query: includeOf(call), body: job }, call);

  async function upload(to: VoiceUpload, file: FileSource, call?: CallOptions): Promise<void> {
    const { name } = endpoints.uploadVoiceSource;
    const plain = { url: to.uploadUrl, signature: to.signature };
    const at = place(to.signedUploadUrl, plain, name);
    await send(endpoints.uploadVoiceSource, { ...at, file: await sized(file) }, call);
  }

  const get = (jobId: string, call: VoiceCall = {}): Promise<VoiceJob> =>
    send(
      endpoints.getVoiceJob,
      {
        params: { job_id: jobId },
        query: includeOf(call),
        check: ({ targets, results }) =>
          targets.length === results.length
            ? undefined
            : `${results.length} 'results' for ${targets.length} targets`,
      },
      call,
    );

  async function wait(jobId: string, call: VoiceWaitCall = {}): Promise<VoiceJob> {
    const policy = { ...voicePoll, ...call.poll };
    for (let count = 0; ; count += 1) {
      const job = await get(jobId, call);
      call.onJob?.(job);
      if (job.results.every(({ status }) => finished.has(status))) return job;
      await pause(clock, pollDelay(count, policy), call.signal);
    }
  }

  function download(result: VoiceResult, call?: CallOptions): Promise<DownloadedFile> {
    return send(endpoints.downloadVoiceResult, placeOf(result), call);
  }

  async function downloadTo(
    receiver: FileReceiver,
    result: VoiceResult,
    call?: CallOptions,
  ): Promise<void> {
    await send(endpoints.downloadVoiceResult, { ...placeOf(result), receiver }, call);
  }

  return {
    /** @throws ServiceError */
    create,
    /** At most 5 minutes after the creation. @throws ServiceError */
    upload,
    /** @throws ServiceError */
    get,
    /** Polls until every target is complete, downloaded or failed. @throws ServiceError */
    wait,
    /** One result, with its own signature. @throws ServiceError */
    download,
    /** The same into a receiver; resolves when all of it has arrived. @throws ServiceError */
    downloadTo,
    /**
     * Creates, uploads and waits. Each complete target can then be downloaded. @throws ServiceError
     */
    async translate(
      translation: VoiceTranslation,
      call: VoiceWaitCall = {},
    ): Promise<readonly VoiceOutcome[]> {
      const { sourceLanguage, targets } = translation;
      const file = await sized(translation.file);
      const job: NewVoiceJob = {
        sourceFile: {
          name: file.name,
          // The service refuses types that it does not support.
          contentType: file.type as NewVoiceJob['sourceFile']['contentType'],
          contentLength: file.size,
        },
        parameters: { sourceLanguage },
        targets,
      };
      const to = await create(job, call);
      await upload(to, translation.file, call);
      const { results } = await wait(to.jobId, call);
      return targets.map((target, index): VoiceOutcome => {
        const result = results[index];
        return result === undefined || result.status === 'failed'
          ? { status: 'failed', target, message: result?.error?.message ?? 'no reason was given' }
          : { status: 'complete', target, download: () => download(result, call) };
      });
    },
  };
}

import { documentEndpoints as endpoints } from '../api/index.js';
import type { DownloadedFile } from './download.js';
import { ServiceError } from './errors.js';
import { openFile, type FileReceiver, type FileSource } from './files.js';
import type { CallOptions, Clock } from './options.js';
import type { Answer, RequestInput } from './request.js';
import type { Send, PollPolicy } from './transport.js';
import { pause, pollDelay } from './transport.js';

/**
 * Id and key of an uploaded document. The service does not store the key: without it the
 * translation is lost.
 */
export type DocumentHandle = Answer<typeof endpoints.uploadDocument>;
export type DocumentStatus = Answer<typeof endpoints.getDocumentStatus>;
/** Parameters of docs/interface.md 4.2 in camelCase. */
export type DocumentOptions = NonNullable<RequestInput<typeof endpoints.uploadDocument>['body']>;

export interface WaitOptions extends CallOptions {
  readonly poll?: Partial<PollPolicy> | undefined;
  readonly onStatus?: ((status: DocumentStatus) => void) | undefined;
}

export interface TranslateDocumentCall extends WaitOptions {
  /** Called with the handle as soon as it exists, so that it can be saved in case of a crash. */
  readonly onUpload?: ((handle: DocumentHandle) => void) | undefined;
}

export interface TranslatedDocument {
  readonly handle: DocumentHandle;
  readonly status: DocumentStatus;
  readonly file: DownloadedFile;
}

const documentPoll: PollPolicy = { interval: 500, factor: 1.5, maxInterval: 15_000 };

function failed(status: DocumentStatus): ServiceError {
  const reason = status.message ?? status.errorMessage ?? 'no reason was given';
  return new ServiceError('failed', `the document could not be translated: ${reason}`, {
    operation: endpoints.getDocumentStatus.name,
    serviceMessage: reason,
  });
}

/** Document translation (docs/interface.md 4.2), as a whole or in steps. */
export function createDocuments(send: Send, clock: Clock) {
  async function upload(
    file: FileSource,
    options: DocumentOptions,
    call?: CallOptions,
  ): Promise<DocumentHandle> {
    const opened = await openFile(file);
    return send(endpoints.uploadDocument, { body: options, file: opened }, call);
  }

  const inputOf = ({ documentId, documentKey }: DocumentHandle) => ({
    params: { document_id: documentId },
    body: { documentKey },
    secrets: [documentKey],
  });

  function status(handle: DocumentHandle, call?: CallOptions): Promise<DocumentStatus> {
    return send(endpoints.getDocumentStatus, inputOf(handle), call);
  }

  async function wait(handle: DocumentHandle, call: WaitOptions = {}): Promise<DocumentStatus> {
    const policy = { ...documentPoll, ...call.poll };
    for (let count = 0; ; count += 1) {
      const current = await status(handle, call);
      call.onStatus?.(current);
      if (current.status === 'done') return current;
      if (current.status === 'error') throw failed(current);
      await pause(clock, pollDelay(count, policy, current.secondsRemaining), call.signal);
    }
  }

  function download(handle: DocumentHandle, call?: CallOptions): Promise<DownloadedFile> {
    return send(endpoints.downloadDocument, inputOf(handle), call);
  }

  return {
    /**
     * Starts a translation. Not retried after a lost connection, because every upload is billed.
     * @throws ServiceError
     */
    upload,
    /** @throws ServiceError */
    status,
    /**
     * Polls with growing intervals until the document is done.
     * @throws ServiceError `failed` if it cannot be translated
     */
    wait,
    /** Downloads the result of a finished document; allowed once. @throws ServiceError */
    download,
    /** The same into a receiver; resolves when all of it has arrived. @throws ServiceError */
    async downloadTo(
      receiver: FileReceiver,
      handle: DocumentHandle,
      call?: CallOptions,
    ): Promise<void> {
      await send(endpoints.downloadDocument, { ...inputOf(handle), receiver }, call);
    },
    /** Uploads, waits and downloads. @throws ServiceError */
    async translate(
      file: FileSource,
      options: DocumentOptions,
      call: TranslateDocumentCall = {},
    ): Promise<TranslatedDocument> {
      const handle = await upload(file, options, call);
      call.onUpload?.(handle);
      const done = await wait(handle, call);
      return { handle, status: done, file: await download(handle, call) };
    },
  };
}

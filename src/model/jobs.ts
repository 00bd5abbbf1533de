import type { UnitStatus } from './report.js';
import type { Formality, RetryReason } from './requests.js';

// Whole files that the service works on as jobs: documents (interface.md 4.2) and recordings
// (interface.md 4.10). Each call is one request.

export interface JobCall {
  readonly signal?: AbortSignal | undefined;
  /** Called when an attempt failed in passing, before it is tried again. */
  readonly onRetry?: (reason: RetryReason) => void;
  /** Called when an attempt, the last one included, ended before a connection came about. */
  readonly onUnsent?: () => void;
}

/** Takes a file of an answer as soon as its bytes are read. What its functions throw ends the download. */
export interface FileReceiver {
  /** Nothing, again where a second attempt follows a broken one. */
  begin(): void;
  /** Synchronous; the bytes are not to be kept. */
  write(piece: Uint8Array): void;
  /** All of it was written. */
  end(): void;
}

export interface DocumentRequest {
  /** Name with the ending that says what it is. */
  readonly name: string;
  readonly content: Uint8Array;
  /** Service language codes. */
  readonly source: string;
  readonly target: string;
  readonly formality?: Formality | undefined;
  /** Id, name or file. */
  readonly glossary?: string | undefined;
  readonly outputFormat?: 'docx' | undefined;
}

/** Without both, the translation is lost. */
export interface DocumentHandle {
  readonly id: string;
  readonly key: string;
}

export interface DocumentState {
  readonly status: 'queued' | 'translating' | 'done' | 'failed';
  /** An estimate that may be far off. */
  readonly secondsRemaining?: number | undefined;
  /** Once it is done. */
  readonly billedCharacters?: number | undefined;
  /** Why it failed. */
  readonly message?: string | undefined;
}

export interface DocumentService {
  /** Billed. Not repeated where the connection is lost. @throws TranslatorError */
  upload(document: DocumentRequest, call: JobCall): Promise<DocumentHandle>;
  /** @throws TranslatorError with `status` 404 where the service has no such document (any more) */
  state(handle: DocumentHandle, call: JobCall): Promise<DocumentState>;
  /** Allowed once. @returns settled once the receiver has all of it @throws TranslatorError */
  download(handle: DocumentHandle, receiver: FileReceiver, call: JobCall): Promise<void>;
}

export interface RecordingTarget {
  /** Service language code. */
  readonly language: string;
  /** Media type: `application/x-subrip`, `text/plain`, or one of speech. */
  readonly type: string;
}

export interface RecordingRequest {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Service language code. */
  readonly source: string;
  readonly targets: readonly RecordingTarget[];
}

/** Where the audio of a job goes, within five minutes. */
export interface RecordingHandle {
  readonly id: string;
  readonly uploadUrl: string;
  readonly signature: string;
}

/** Of one target. */
export interface RecordingResult {
  /** `pending`: the audio has not come yet. */
  readonly status: 'pending' | 'waiting' | 'complete' | 'downloaded' | 'failed';
  readonly url?: string | undefined;
  readonly signature?: string | undefined;
  /** Why it failed. */
  readonly message?: string | undefined;
}

export interface RecordingService {
  /** Not billed: its upload is. @throws TranslatorError */
  create(recording: RecordingRequest, call: JobCall): Promise<RecordingHandle>;
  /** May be repeated. @param path absolute @throws TranslatorError */
  upload(handle: RecordingHandle, path: string, call: JobCall): Promise<void>;
  /** In the order of the targets. @throws TranslatorError, `status` 404: there is no such job */
  results(id: string, call: JobCall): Promise<readonly RecordingResult[]>;
  /** Allowed once. @returns settled once the receiver has all of it @throws TranslatorError */
  download(result: RecordingResult, receiver: FileReceiver, call: JobCall): Promise<void>;
}

/** What the service does with whole files. */
export interface JobServices {
  readonly documents: DocumentService;
  readonly recordings: RecordingService;
}

/** A file that the service makes of a whole file, and what a run would do with it. */
export interface JobItem {
  /** Target file, relative to the root. */
  readonly file: string;
  readonly locale: string;
  readonly source: string;
  readonly kind: 'document' | 'subtitles' | 'text' | 'audio';
  readonly status: UnitStatus;
  /** `make`: it is made or replaced · `beside`: a version of the machine's is put beside it. */
  readonly action: 'make' | 'beside';
  /** `kept`: the result is here · `open`: it is under way at the service. */
  readonly from: 'kept' | 'open' | 'service';
  /** That the service bills at least; 0 where it tells only afterwards. */
  readonly characters: number;
}

/** A job as an event tells of it. */
export interface JobProgress {
  /** Relative to the root. */
  readonly source: string;
  /** What comes of it. */
  readonly targets: readonly string[];
  readonly state: 'uploading' | 'waiting' | 'resumed' | 'done' | 'failed';
  /** An estimate of the service's. */
  readonly secondsRemaining?: number | undefined;
}

import type { UnitStatus } from './report.js';
import type { Formality, RetryReason } from './requests.js';

// Whole files that the service translates in jobs: documents (docs/interface.md 4.2) and recordings
// (docs/interface.md 4.10). Each call is one request.

export interface JobCall {
  readonly signal?: AbortSignal | undefined;
  /** Called when an attempt failed temporarily, before the next one. */
  readonly onRetry?: (reason: RetryReason) => void;
  /** Called when an attempt, including the last one, ended without a connection. */
  readonly onUnsent?: () => void;
}

/**
 * Receives a downloaded file as its bytes are read. An error thrown by its functions ends the
 * download.
 */
export interface FileReceiver {
  /** Starts the file. Called again if a second attempt follows a broken one. */
  begin(): void;
  /** Synchronous. The receiver must not keep `piece`. */
  write(piece: Uint8Array): void;
  /** The file is complete. */
  end(): void;
}

export interface DocumentRequest {
  /** Name with the extension that identifies the type. */
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

/** If both are lost, so is the translation. */
export interface DocumentHandle {
  readonly id: string;
  readonly key: string;
}

export interface DocumentState {
  readonly status: 'queued' | 'translating' | 'done' | 'failed';
  /** An estimate, which may be far off. */
  readonly secondsRemaining?: number | undefined;
  /** Present once the document is done. */
  readonly billedCharacters?: number | undefined;
  /** Why it failed. */
  readonly message?: string | undefined;
}

export interface DocumentService {
  /** Billed. Not retried if the connection is lost. @throws TranslatorError */
  upload(document: DocumentRequest, call: JobCall): Promise<DocumentHandle>;
  /**
   * @throws TranslatorError with `status` 404 if the service does not have the document (any more)
   */
  state(handle: DocumentHandle, call: JobCall): Promise<DocumentState>;
  /** Allowed once. @returns resolves when the receiver has all of it @throws TranslatorError */
  download(handle: DocumentHandle, receiver: FileReceiver, call: JobCall): Promise<void>;
}

export interface RecordingTarget {
  /** Service language code. */
  readonly language: string;
  /** Media type: `application/x-subrip`, `text/plain`, or an audio type. */
  readonly type: string;
}

export interface RecordingRequest {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** Size in bytes. */
  readonly size: number;
  /** Service language code. */
  readonly source: string;
  readonly targets: readonly RecordingTarget[];
}

/** Where to upload the audio of a job, within five minutes. */
export interface RecordingHandle {
  readonly id: string;
  readonly uploadUrl: string;
  readonly signature: string;
}

/** Result of one target. */
export interface RecordingResult {
  /** `pending`: the audio has not arrived yet. */
  readonly status: 'pending' | 'waiting' | 'complete' | 'downloaded' | 'failed';
  readonly url?: string | undefined;
  readonly signature?: string | undefined;
  /** Why it failed. */
  readonly message?: string | undefined;
}

export interface RecordingService {
  /** Not billed; the upload is. @throws TranslatorError */
  create(recording: RecordingRequest, call: JobCall): Promise<RecordingHandle>;
  /** May be retried. @param path absolute @throws TranslatorError */
  upload(handle: RecordingHandle, path: string, call: JobCall): Promise<void>;
  /**
   * In the order of the targets. @throws TranslatorError with `status` 404 if the service does not
   * have the job
   */
  results(id: string, call: JobCall): Promise<readonly RecordingResult[]>;
  /** Allowed once. @returns resolves when the receiver has all of it @throws TranslatorError */
  download(result: RecordingResult, receiver: FileReceiver, call: JobCall): Promise<void>;
}

/** The service's functions for whole files. */
export interface JobServices {
  readonly documents: DocumentService;
  readonly recordings: RecordingService;
}

/** A file that the service makes from a whole file, and what a run would do with it. */
export interface JobItem {
  /** Target file, relative to the root. */
  readonly file: string;
  readonly locale: string;
  readonly source: string;
  readonly kind: 'document' | 'subtitles' | 'text' | 'audio';
  readonly status: UnitStatus;
  /** `make`: create or replace it · `beside`: write a machine version beside it. */
  readonly action: 'make' | 'beside';
  /** `kept`: the result is stored locally · `open`: the service is working on it. */
  readonly from: 'kept' | 'open' | 'service';
  /** The least that the service bills; 0 if it reports that only afterwards. */
  readonly characters: number;
  /** Of the recording, once for all of its outputs. Absent: unknown, or it is billed otherwise. */
  readonly minutes?: number;
}

/** The progress of a job, as events report it. */
export interface JobProgress {
  /** Relative to the root. */
  readonly source: string;
  /** The target files. */
  readonly targets: readonly string[];
  readonly state: 'uploading' | 'waiting' | 'resumed' | 'done' | 'failed';
  /** The service's estimate. */
  readonly secondsRemaining?: number | undefined;
}

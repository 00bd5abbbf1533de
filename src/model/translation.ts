import { LocaleSyncError } from './error.js';
import type { GlossaryStore, GlossaryTerm } from './glossary.js';
import type { KeyStore } from './developer-key.js';
import type { StyleStore } from './style.js';
import type { JobServices } from './jobs.js';
import type { Formality, RetryReason } from './requests.js';
import type { ErrorDetails } from './error.js';

export type ModelType = 'latency_optimized' | 'quality_optimized' | 'prefer_quality_optimized';

/** Service options of a catalog or target, named as in the config (docs/interface.md 4.1). */
export interface TranslateOptions {
  readonly model?: ModelType;
  readonly formality?: Formality;
  readonly context?: string;
  /** Id or name, or the path of a file. */
  readonly glossary?: string;
  /** Id or name, or the path of a file. */
  readonly style?: string;
  /** Id or name. */
  readonly memory?: string;
  readonly memory_threshold?: number;
  readonly instructions?: readonly string[];
}

/** Everything in a request except its texts. Requests with equal options can share a batch. */
export interface RequestOptions extends TranslateOptions {
  /** Service language code, such as `EN`. */
  readonly source: string;
  /** Service language code, such as `PT-BR`. */
  readonly target: string;
  readonly tagHandling?: 'xml' | 'html';
  readonly ignoreTags?: readonly string[];
  /** Adds the neighbours of a request's texts to its context, after `context`. */
  readonly autoContext?: true;
  /** Keep the punctuation of the source at the ends of sentences. */
  readonly preserveFormatting?: true;
}

export interface TranslationBatch {
  readonly options: RequestOptions;
  /** At most 50 (docs/interface.md 8). */
  readonly texts: readonly string[];
}

export interface TranslationAnswer {
  /** One per text, in the same order. */
  readonly texts: readonly string[];
  /** Unicode code points that the service billed for the batch. */
  readonly billedCharacters: number;
  /**
   * The engine that translated, if the service says so (the embedded one does): `pseudo`,
   * `apertium`.
   */
  readonly backend?: string;
}

export interface TranslateCall {
  readonly signal?: AbortSignal;
  /**
   * Throws an error with `retryAfter` when the service limits the rate, instead of trying again.
   * Default: false.
   */
  readonly surfaceRate?: boolean;
  /**
   * Called before another attempt, after one that was rate-limited or failed temporarily.
   */
  readonly onRetry?: (reason: RetryReason) => void;
  /**
   * Called when an attempt, including the last one, ended without a connection. It does not count
   * as a request.
   */
  readonly onUnsent?: () => void;
  /** Called when the answer has arrived, before it is read, so the next request can be prepared. */
  readonly onAnswered?: () => void;
}

/** What the names in `TranslateOptions` resolve to, as far as it affects answers. */
export interface ResolvedOptions {
  readonly options: RequestOptions;
  /** Part of the memory's key: ids with versions of glossary and style. */
  readonly fingerprint: string;
}

/** The port to a translation service. */
export interface Translator {
  /** @throws TranslatorError */
  translate(batch: TranslationBatch, call?: TranslateCall): Promise<TranslationAnswer>;
  /**
   * Bytes of the wire body of a batch with these options and no texts. Each text adds its JSON
   * length and a comma.
   */
  overhead(options: RequestOptions): number;
  /** Looks up names, once per run, so that `translate` sends ids. @throws TranslatorError */
  resolve(options: RequestOptions, signal?: AbortSignal): Promise<ResolvedOptions>;
  /**
   * The terms of a request's glossary, as pairs of source and target; no more requests than
   * `resolve` makes. Default: they are not known. @throws TranslatorError
   */
  terms?(options: RequestOptions, signal?: AbortSignal): Promise<readonly GlossaryTerm[]>;
  /** Default: glossary files are not supported. */
  readonly glossaries?: GlossaryStore | undefined;
  /** Default: style files are not supported. */
  readonly styles?: StyleStore | undefined;
  /** The account's developer keys, for calls with an admin key. Default: not supported. */
  readonly keys?: KeyStore | undefined;
  /** Documents and recordings. Default: they are not supported. */
  jobs?(): Promise<JobServices | undefined>;
  close(): Promise<void>;
}

export type TranslatorErrorCode =
  | 'no-key'
  | 'forbidden'
  | 'quota'
  | 'rate'
  | 'too-large'
  | 'rejected'
  | 'network'
  | 'timeout'
  | 'server'
  | 'protocol'
  | 'aborted';

export interface TranslatorErrorDetails extends ErrorDetails {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  /** Parameters that the service names in a rejection, such as `target_lang`. Default: none. */
  readonly parameters?: readonly string[] | undefined;
  /** Milliseconds that the service asked to wait. */
  readonly retryAfter?: number | undefined;
}

export class TranslatorError extends LocaleSyncError {
  override readonly name = 'TranslatorError';
  readonly code: TranslatorErrorCode;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly parameters: readonly string[];
  readonly retryAfter: number | undefined;

  constructor(code: TranslatorErrorCode, message: string, details: TranslatorErrorDetails = {}) {
    super(message, details);
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.parameters = details.parameters ?? [];
    this.retryAfter = details.retryAfter;
  }
}

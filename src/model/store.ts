import type { Problem } from './problem.js';

/**
 * An answer of the service, with its key in the memory, and what was sent: its language in the first
 * line, then the text. Entries of older versions lack that.
 */
export type StoredText = readonly [key: string, text: string, sent?: string | undefined];

/** A text of the memory or the store, as files exchange it. */
export interface ExchangedText {
  /** Of 22 characters. */
  readonly key: string;
  /** Default: that of the run. */
  readonly trust?: Trust | undefined;
  /** Language code of the service. */
  readonly target: string;
  readonly text: string;
  /** As in `StoredText`. */
  readonly sent?: string | undefined;
}

/** Texts, and the number of those beside them that are damaged or encrypted with another key. */
export interface TextPage {
  readonly texts: readonly ExchangedText[];
  readonly unreadable: number;
}

/** Whether a text may be used. If not, the service is asked again. */
export type Accepts = (key: string, text: string) => boolean;

/** The result of a claim. Keys in neither are claimed by other runs. */
export interface Claims {
  /** Texts that other runs stored in the meantime. */
  readonly texts: ReadonlyMap<string, string>;
  /** Claimed by this run, which has to `answer` or `release` each of them. */
  readonly claimed: ReadonlySet<string>;
}

/**
 * The port to a memory that many runs share. No method rejects: while the store is unavailable, it
 * knows nothing and everything may be claimed, and `problems` says why.
 */
export interface Store {
  /** The stored texts of these keys. @param target language code of the service */
  lookUp(
    target: string,
    keys: readonly string[],
    accepts: Accepts,
  ): Promise<ReadonlyMap<string, string>>;
  /**
   * Claims keys without a text that no other run has claimed. A claim ends with its answer or
   * release; that of a run that was killed ends by itself.
   */
  claim(target: string, keys: readonly string[], accepts: Accepts): Promise<Claims>;
  /** Stores texts and ends the claims to them, at the latest by the end of `close`. */
  answer(target: string, texts: readonly StoredText[]): void;
  /** Releases keys without a text. */
  release(keys: readonly string[]): void;
  /** What users should know, each reported once. */
  readonly problems: readonly Problem[];
  /** Sends what is left and releases all keys. */
  close(): Promise<void>;
}

/**
 * The trust level of a run's texts. Texts of branches are not served to runs of the main branch.
 */
export type Trust = 'main' | 'branch';

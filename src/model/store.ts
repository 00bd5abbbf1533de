import type { Problem } from './problem.js';

/** An answer of the service under the key that the memory knows it by. */
export type StoredText = readonly [key: string, text: string];

/** Whether a text may be used; one that may not is asked for again. */
export type Accepts = (key: string, text: string) => boolean;

/** What became of keys that were asked for. Keys in neither are asked for by other runs. */
export interface Claims {
  readonly texts: ReadonlyMap<string, string>;
  /** This run asks for these now: it has to `answer` or `release` each. */
  readonly claimed: ReadonlySet<string>;
}

/**
 * The port to a memory that many runs share. No method rejects: where the store is away, nothing is
 * known and everything may be claimed, and `problems` says why.
 */
export interface Store {
  /** Texts of the keys that have one. @param target language of the service */
  lookUp(
    target: string,
    keys: readonly string[],
    accepts: Accepts,
  ): Promise<ReadonlyMap<string, string>>;
  /** Claims the keys that have no text and that no other run asks for. */
  claim(target: string, keys: readonly string[], accepts: Accepts): Promise<Claims>;
  /**
   * Waits for other runs: resolves with keys that may have been answered or let go of, with none
   * after a second.
   */
  changed(keys: ReadonlySet<string>): Promise<ReadonlySet<string>>;
  /** Keeps texts, and lets go of their keys. They are there after `close` at the latest. */
  answer(target: string, texts: readonly StoredText[]): void;
  /** Lets go of keys without a text. */
  release(keys: readonly string[]): void;
  /** Whether it takes claims right now: otherwise nobody knows what other runs ask for. */
  readonly isHere: boolean;
  /** What a person should know: each is said once. */
  readonly problems: readonly Problem[];
  /** Sends what is left, and lets go of all keys. */
  close(): Promise<void>;
}

/**
 * What a run vouches for. What runs of branches answered is not served to runs of the main branch.
 */
export type Trust = 'main' | 'branch';

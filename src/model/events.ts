import type { Removal } from './plan.js';
import type { Problem } from './problem.js';
import type { RetryReason } from './translation.js';

/** Amounts of a run, done and in all. Characters are Unicode code points as billed. */
export interface Progress {
  readonly requests: { readonly done: number; readonly total: number };
  readonly texts: { readonly done: number; readonly total: number };
  readonly characters: { readonly done: number; readonly total: number };
}

/** What the engine tells while it works; it prints nothing itself. */
export type EngineEvent =
  /**
   * A source file is about to be parsed: its bytes, and how many targets will be of about that
   * size.
   */
  | {
      readonly type: 'reading';
      readonly file: string;
      readonly bytes: number;
      readonly targets: number;
    }
  | { readonly type: 'read'; readonly files: number }
  | { readonly type: 'waiting'; readonly pid: number }
  | ({ readonly type: 'translating' } & Progress)
  | { readonly type: 'retry'; readonly target: string; readonly reason: RetryReason }
  | { readonly type: 'backend'; readonly target: string; readonly name: string }
  | {
      readonly type: 'written';
      readonly file: string;
      readonly locale: string;
      readonly units: number;
    }
  /** Texts that left their files; of a look: that a run would remove. */
  | { readonly type: 'removed'; readonly isDone: boolean; readonly removals: readonly Removal[] }
  | { readonly type: 'problem'; readonly problem: Problem };

import type { JobProgress } from './jobs.js';
import type { Removal } from './plan.js';
import type { Problem } from './problem.js';
import type { RetryReason } from './requests.js';
import type { RunPhase } from './timing.js';

/** Progress of a run, done and total. Characters are Unicode code points as billed. */
export interface Progress {
  readonly requests: { readonly done: number; readonly total: number };
  readonly texts: { readonly done: number; readonly total: number };
  readonly characters: { readonly done: number; readonly total: number };
}

/** An event that the engine reports during a run. The engine itself prints nothing. */
export type EngineEvent =
  /** The run enters this phase. */
  | { readonly type: 'phase'; readonly name: RunPhase }
  /** A request for texts is sent, or has ended with an answer or a failure. */
  | {
      readonly type: 'request';
      readonly step: 'sent' | 'ended';
      /** A number that increases during a run. */
      readonly id: number;
      readonly target: string;
      readonly texts: number;
    }
  /** A source file is about to be parsed. */
  | { readonly type: 'reading'; readonly file: string }
  /** Target files whose state is known. */
  | { readonly type: 'read'; readonly files: number }
  | { readonly type: 'waiting'; readonly pid: number }
  /** Other runs are asking for texts that this one needs; it waits for their answers. */
  | { readonly type: 'shared'; readonly texts: number }
  /** A glossary or style file is compared with the service's copy, or uploaded. */
  | {
      readonly type: 'resource';
      readonly file: string;
      readonly step: 'compared' | 'pushed';
      readonly terms: number;
    }
  | ({ readonly type: 'translating' } & Progress)
  /** A document or a recording is sent, waits at the service, or has come back. */
  | ({ readonly type: 'job' } & JobProgress)
  | { readonly type: 'retry'; readonly target: string; readonly reason: RetryReason }
  /** Pseudo-translations of a rehearsal, though a real service is configured now. */
  | { readonly type: 'rehearsed'; readonly texts: number }
  /** The texts of a rehearsal are generated without these glossaries, styles or memories. */
  | { readonly type: 'left-out'; readonly names: readonly string[] }
  | { readonly type: 'backend'; readonly target: string; readonly name: string }
  | {
      readonly type: 'written';
      readonly file: string;
      readonly locale: string;
      readonly units: number;
    }
  /** Texts that were removed from files or, in a read-only run, would be. */
  | { readonly type: 'removed'; readonly isDone: boolean; readonly removals: readonly Removal[] }
  | { readonly type: 'problem'; readonly problem: Problem };

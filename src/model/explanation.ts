import type { PlanAction, ReuseOrigin } from './plan.js';
import type { Problem } from './problem.js';
import type { UnitStatus } from './report.js';

/** Why a unit of a target has its state, and what `sync` would do with it. */
export interface Explanation {
  /** Target file, relative to the root. */
  readonly file: string;
  readonly locale: string;
  /** Key parts, joined by dots. */
  readonly key: string;
  readonly status: UnitStatus;
  /** Why it has this status: a sentence. */
  readonly why: string;
  /** Source text. Absent: the source does not have the key. */
  readonly source?: string;
  /** What the target has today. */
  readonly target?: string;
  /**
   * Who made the target's text, as far as the lock tells. machine: under today's options · otherwise:
   * a machine, under others · person · copy: of the source · elsewhere: the text is not at this key.
   */
  readonly origin: 'machine' | 'otherwise' | 'person' | 'copy' | 'elsewhere' | 'none';
  /** Grade of a machine's text, from 0 to 100 (nothing speaks against it). Absent: it has none. */
  readonly trust?: number;
  readonly action: PlanAction;
  /** Where a reused text comes from. */
  readonly reuse?: ReuseOrigin;
  /** The text that `sync` would write, or shows as a proposal, if it is known before. */
  readonly text?: string;
  /** Code points that the service would bill. */
  readonly characters: number;
  /** What would be sent as context. */
  readonly context?: string;
  /** What the rules find in the target's text. */
  readonly findings: readonly {
    readonly code: Problem['code'];
    readonly level: 'error' | 'warn' | 'settled';
    readonly message: string;
  }[];
}

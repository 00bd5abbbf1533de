import type { ResolvedConfig } from '../../config/index.js';
import type { EngineEvent, Problem, Report, Translator } from '../../model/index.js';
import type { ScanOutput } from '../load/index.js';

/** What jobs need of a run. */
export interface JobContext {
  readonly config: ResolvedConfig;
  /** Absolute path of the local state's folder. */
  readonly state: string;
  readonly open: () => Promise<Translator>;
  readonly signal: AbortSignal;
  readonly onEvent: (event: EngineEvent) => void;
}

/** What a file costs at least, as far as the file says it. */
export interface FileCost {
  readonly characters?: number;
  /** Of speech. A hundredth of a minute is the least that counts. */
  readonly minutes?: number | undefined;
  /** Why the service would refuse the file, as the end of a sentence. */
  readonly flaw?: string | undefined;
}

/** Status of an output compared with its source: a subset of the states of units. */
export type OutputStatus = 'missing' | 'current' | 'stale' | 'edited' | 'review';

/** The request for an output. */
export interface OutputRequest {
  /** Service language codes. */
  readonly source: string;
  readonly target: string;
  /** For recordings: media type of the output. */
  readonly type?: string;
  /** Everything that affects the result besides the source's bytes. */
  readonly fingerprint: string;
  /** Id, name or file of the glossary to send. */
  readonly glossary?: string;
}

/** An output compared with its source: everything known about it. */
export interface ComparedOutput {
  readonly output: ScanOutput;
  /** `unitHash` of the source and the output's kind. */
  readonly unit: string;
  /** Content hashes; `targetHash` undefined: the file does not exist. */
  readonly sourceHash: string;
  readonly targetHash: string | undefined;
  readonly request: OutputRequest;
  /** Identity of the result: equal sources with equal requests share one. */
  readonly key: string;
  readonly status: OutputStatus;
  /** Who or what made the target; undefined: there is none. */
  readonly origin: string | undefined;
  /** Whether it was machine-made under other options than today's. */
  readonly isDrifted: boolean;
  /** Whether it was made in a rehearsal, although a real service is configured now. */
  readonly isRehearsed: boolean;
}

/**
 * `make`: create or replace the target · `beside`: write the machine version beside a human one ·
 * `accept`: mark a human one as reviewed · `keep`: write nothing.
 */
export type OutputAction = 'make' | 'beside' | 'accept' | 'keep';

export interface PlannedOutput extends ComparedOutput {
  readonly action: OutputAction;
  /**
   * For `make` and `beside`, where the bytes come from. kept: already here · open: in progress at the
   * service · service: a new request.
   */
  readonly from: 'kept' | 'open' | 'service' | undefined;
  /** The fewest characters that the service bills for it. */
  readonly characters: number;
  /** Of a new recording, as for `JobItem`. */
  readonly minutes?: number | undefined;
}

/** What a run pays for whole files. */
export interface BilledJobs {
  readonly characters: number;
  /** Of speech. */
  readonly minutes: number;
  /** New documents and recordings. */
  readonly begun: NonNullable<Report['jobs']>;
}

/** What is sent for one or more outputs. */
export interface Job {
  /** Of a document: key of the result. Of a recording: hash of the source. */
  readonly key: string;
  readonly outputs: readonly PlannedOutput[];
}

/** Everything that a run does with whole files. Immutable. */
export interface JobPlan {
  readonly outputs: readonly PlannedOutput[];
  /** Documents to upload or continue. Several targets may use a result. */
  readonly documents: readonly Job[];
  /** Recordings, each with all of its requested outputs: its speech is billed once. */
  readonly recordings: readonly Job[];
  readonly totals: {
    /** The fewest requests needed. */
    readonly requests: number;
    /** The fewest characters billed. */
    readonly characters: number;
    /** Of speech. */
    readonly minutes: number;
    /** New recordings of unknown length. */
    readonly unmeasured: number;
  };
  /** For files that cannot be sent, and for the local state. */
  readonly problems: readonly Problem[];
}

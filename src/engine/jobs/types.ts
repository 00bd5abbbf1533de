import type { Problem, UnitStatus } from '../../model/index.js';
import type { ScanOutput } from '../load/index.js';

/** What a file made of a whole file is, compared with its source: states of units. */
export type OutputStatus = Extract<
  UnitStatus,
  'missing' | 'current' | 'stale' | 'edited' | 'review'
>;

/** What an output is made under. */
export interface OutputRequest {
  /** Service language codes. */
  readonly source: string;
  readonly target: string;
  /** Of a recording: media type of what is made. */
  readonly type?: string;
  /** Everything that changes the result, besides the source's bytes. */
  readonly fingerprint: string;
  /** Id, name or file of the glossary that is sent. */
  readonly glossary?: string;
}

/** An output, and all that is known of it. */
export interface ComparedOutput {
  readonly output: ScanOutput;
  /** `unitHash` of the source and what is made of it. */
  readonly unit: string;
  /** Content hashes; of the target undefined: there is no file. */
  readonly sourceHash: string;
  readonly targetHash: string | undefined;
  readonly request: OutputRequest;
  /** Identity of the result: equal sources under equal requests have one. */
  readonly key: string;
  readonly status: OutputStatus;
  /** By whom or what the target was made; undefined: there is none. */
  readonly origin: string | undefined;
  /** The machine made it under other options than today's. */
  readonly isDrifted: boolean;
}

/**
 * `make`: a target is made or replaced · `beside`: the machine's version is put beside a person's ·
 * `accept`: a person's counts as reviewed · `keep`: nothing is written.
 */
export type OutputAction = 'make' | 'beside' | 'accept' | 'keep';

/** Where the bytes come from: they are there, the service has them under way, or makes them. */
export type OutputOrigin = 'kept' | 'open' | 'service';

export interface PlannedOutput extends ComparedOutput {
  readonly action: OutputAction;
  /** Of `make` and `beside`. */
  readonly from: OutputOrigin | undefined;
  /** What the service bills at least, where it makes it. */
  readonly characters: number;
}

/** A document to upload, or to go on with. Several targets may get its result. */
export interface DocumentJob {
  readonly key: string;
  readonly outputs: readonly PlannedOutput[];
}

/** A recording, and what is to be made of it. */
export interface RecordingJob {
  readonly source: string;
  readonly outputs: readonly PlannedOutput[];
}

/** What a run does with whole files. Finished data. */
export interface JobPlan {
  readonly outputs: readonly PlannedOutput[];
  readonly documents: readonly DocumentJob[];
  readonly recordings: readonly RecordingJob[];
  readonly totals: {
    /** The fewest that it takes. */
    readonly requests: number;
    /** At least so many are billed. */
    readonly characters: number;
  };
  /** Of files that cannot be sent, and of the local state. */
  readonly problems: readonly Problem[];
}

export const NO_JOBS: JobPlan = {
  outputs: [],
  documents: [],
  recordings: [],
  totals: { requests: 0, characters: 0 },
  problems: [],
};

import type { Report } from '../model/index.js';
import type { Annotation } from './annotations.js';

/** A result and what to show of it: each finding once, plus the error that ended the run. */
export interface Finished {
  readonly report: Report;
  readonly findings: readonly Annotation[];
}

/** What machine-readable reports need besides the result. */
export interface FormOptions {
  /** The command that created the result. */
  readonly command: string;
  /** Folder of the files in the repository, with `/`. Default: '', its root. */
  readonly folder?: string;
  /** Name of the config, at which findings without a file are shown. */
  readonly config: string;
}

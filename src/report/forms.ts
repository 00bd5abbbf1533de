import type { Report } from '../model/index.js';
import type { Annotation } from './annotations.js';

/** A result, and what of it is worth showing: each finding once, and what ended the run. */
export interface Finished {
  readonly report: Report;
  readonly findings: readonly Annotation[];
}

/** What a report in a form for machines needs to know beside the result. */
export interface FormOptions {
  /** That made the result. */
  readonly command: string;
  /** Of the files in the repository, with `/`. Default: '', its root. */
  readonly folder?: string;
  /** Name of the config, which findings without a file are shown at. */
  readonly config: string;
}

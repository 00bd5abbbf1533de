import { LocaleSyncError } from '../../../model/index.js';
import type { ErrorDetails } from '../../../model/index.js';

export type ScanErrorCode =
  /** A catalog whose source pattern finds no file. */
  | 'no-files'
  /** A glob of a selection that matches no source and no target, or no key. */
  | 'no-match'
  /** A glob of a selection that is no pattern. */
  | 'invalid-pattern'
  /** A locale of a selection that is none of the targets. */
  | 'unknown-locale'
  /** A shard that is none of its parts. */
  | 'invalid-shard'
  /** Two sources that would be written to one file, or a source that would be overwritten. */
  | 'same-target'
  /** A target that is of another format than its source. */
  | 'other-format'
  /** A target whose files are there under another spelling. */
  | 'misspelled-locale'
  /** A folder that cannot be listed at all. */
  | 'unreadable';

/** A call or a config that does not fit the files that are there. */
export class ScanError extends LocaleSyncError {
  override readonly name = 'ScanError';
  readonly code: ScanErrorCode;
  /** The message without file and line. */
  readonly reason: string;
  /** The config file, if the mistake is in it. */
  readonly file: string | undefined;
  /** 1-based. */
  readonly line: number | undefined;

  constructor(
    code: ScanErrorCode,
    message: string,
    options: ErrorDetails & {
      readonly file?: string;
      readonly line?: number | undefined;
    } = {},
  ) {
    const place = [options.file, options.line].filter((part) => part !== undefined).join(':');
    super(place === '' ? message : `${place}: ${message}`, options);
    this.code = code;
    this.reason = message;
    this.file = options.file;
    this.line = options.line;
  }
}

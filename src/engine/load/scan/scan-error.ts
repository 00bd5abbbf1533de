import { LocaleSyncError } from '../../../model/index.js';
import type { ErrorDetails } from '../../../model/index.js';

export type ScanErrorCode =
  /** A catalog's source pattern matches no file. */
  | 'no-files'
  /** A glob of a selection matches no source, target or key. */
  | 'no-match'
  /** A glob of a selection is not a valid pattern. */
  | 'invalid-pattern'
  /** A selected locale is not a target. */
  | 'unknown-locale'
  /** A shard number is outside its range. */
  | 'invalid-shard'
  /** Two sources would be written to the same file, or a source would be overwritten. */
  | 'same-target'
  /** A target's format differs from its source's. */
  | 'other-format'
  /** A target's files exist under another spelling. */
  | 'misspelled-locale'
  /** A folder cannot be listed. */
  | 'unreadable';

/** A call or a config that does not fit the existing files. */
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

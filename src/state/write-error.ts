import { LocaleSyncError } from '../model/index.js';

export type WriteErrorCode =
  /** The file is not what was read: someone else changed it. */
  | 'changed-on-disk'
  /** The path, or where its links lead, is not below the root. */
  | 'outside-root'
  | 'read-only'
  | 'disk-full'
  | 'not-a-file'
  | 'failed';

/** A file that was not written; on disk it is as it was. */
export class WriteError extends LocaleSyncError {
  override readonly name = 'WriteError';
  readonly code: WriteErrorCode;
  /** Path as it was asked for. */
  readonly path: string;

  constructor(
    code: WriteErrorCode,
    message: string,
    details: ErrorOptions & { readonly path: string; readonly hint: string },
  ) {
    super(`${details.path}: ${message}`, details);
    this.code = code;
    this.path = details.path;
  }

  /** What happened and what to do, in sentences. */
  get explanation(): string {
    return `${this.message}. ${this.hint ?? ''}`.trimEnd();
  }
}

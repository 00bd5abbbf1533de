import { LocaleSyncError } from '../model/index.js';
import type { ErrorDetails } from '../model/index.js';

export type TypesErrorCode =
  /** A source file cannot be read, so its keys would be missing from the declarations. */
  | 'invalid-source'
  /** Neither the config nor the call names a file to write. */
  | 'no-types'
  /** TypeScript reads no declarations from files with this extension. */
  | 'no-declaration'
  /** The existing file was not written by locale-sync. */
  | 'not-ours';

/** The declarations of an app's messages cannot be generated. */
export class TypesError extends LocaleSyncError {
  override readonly name = 'TypesError';
  readonly code: TypesErrorCode;

  constructor(code: TypesErrorCode, message: string, details: ErrorDetails) {
    super(message, details);
    this.code = code;
  }
}

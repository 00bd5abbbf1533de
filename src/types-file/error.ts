import { LocaleSyncError } from '../model/index.js';
import type { ErrorDetails } from '../model/index.js';

export type TypesErrorCode =
  /** A source file cannot be read: its keys would be missing in the declarations. */
  | 'invalid-source'
  /** The config names no file to write, and the call did not either. */
  | 'no-types'
  /** The file has an ending that TypeScript reads no declarations from. */
  | 'no-declaration'
  /** Somebody else wrote the file that is there. */
  | 'not-ours';

/** The declarations of an app's messages cannot be made. */
export class TypesError extends LocaleSyncError {
  override readonly name = 'TypesError';
  readonly code: TypesErrorCode;

  constructor(code: TypesErrorCode, message: string, details: ErrorDetails) {
    super(message, details);
    this.code = code;
  }
}

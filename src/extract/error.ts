import { LocaleSyncError } from '../model/index.js';

export type ExtractErrorCode =
  /** The config has no `extract:`. */
  | 'no-extract'
  /** The package i18next-parser is not installed. */
  | 'no-parser'
  /** The catalog is in no format that keys can be added to. */
  | 'no-format';

/** Keys cannot be extracted. */
export class ExtractError extends LocaleSyncError {
  override readonly name = 'ExtractError';
  readonly code: ExtractErrorCode;

  constructor(code: ExtractErrorCode, message: string, options: ErrorOptions & { hint: string }) {
    super(message, options);
    this.code = code;
  }
}

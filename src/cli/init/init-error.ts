import { LocaleSyncError } from '../../model/index.js';

export type InitErrorCode =
  | 'exists'
  | 'interrupted'
  | 'no-folder'
  | 'no-source'
  | 'no-targets'
  | 'not-written'
  | 'nothing-found'
  | 'unknown-format';

/** `init` cannot write a config that would work, or was interrupted. */
export class InitError extends LocaleSyncError {
  override readonly name = 'InitError';
  readonly code: InitErrorCode;

  constructor(
    code: InitErrorCode,
    message: string,
    options: ErrorOptions & { readonly hint: string },
  ) {
    super(message, options);
    this.code = code;
  }
}

/** For Ctrl-C, SIGTERM, or the end of the input during a question. */
export function interrupted(): InitError {
  return new InitError('interrupted', 'interrupted', { hint: 'Nothing was written.' });
}

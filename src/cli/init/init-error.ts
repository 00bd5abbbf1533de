import { LocaleSyncError } from '../../model/index.js';

export type InitErrorCode = 'exists' | 'nothing-found' | 'no-targets' | 'no-source';

/** `init` cannot write a config that would work. */
export class InitError extends LocaleSyncError {
  override readonly name = 'InitError';
  readonly code: InitErrorCode;

  constructor(code: InitErrorCode, message: string, options: { readonly hint: string }) {
    super(message, options);
    this.code = code;
  }
}

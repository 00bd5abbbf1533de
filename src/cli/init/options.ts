import { LocaleSyncError } from '../../model/index.js';
import type { Working } from '../progress.js';
import type { Languages } from './locale-names.js';

type InitErrorCode =
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

/** Flags of `init`; each answers a question that would otherwise be asked. */
export interface InitOptions {
  /** Folder of the new config. */
  readonly cwd: string;
  readonly source?: string | undefined;
  readonly targets?: readonly string[] | undefined;
  /** Service codes of locales that are not codes: `{ german: 'DE' }`. */
  readonly languages?: Languages | undefined;
  /** `embedded` or an address. */
  readonly url?: string | undefined;
  /** Patterns with `{locale}`, instead of detection. */
  readonly files?: readonly string[] | undefined;
  /** Whether git merges the locale files text by text. Default: asks, otherwise it does not. */
  readonly mergeDriver?: boolean | undefined;
  /** Accepts every default without asking. */
  readonly yes?: boolean | undefined;
  /** Overwrites an existing config. */
  readonly force?: boolean | undefined;
  /** Prints one object on stdout. */
  readonly json?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

export interface InitIo {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Asks a person; returns `fallback` for an empty line. Undefined: there is no terminal. */
  readonly ask?: ((question: string, fallback: string) => Promise<string>) | undefined;
  /** Shows that work continues. Default: no output. */
  readonly working?: Working | undefined;
  /** Once aborted, nothing is written. */
  readonly signal?: AbortSignal | undefined;
}

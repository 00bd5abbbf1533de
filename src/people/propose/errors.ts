import { defined, LocaleSyncError } from '../../model/index.js';

/** Codes starting with `host-`: the host refused or cannot be reached. */
export type ProposeErrorCode =
  | 'host-unknown'
  | 'host-token'
  | 'host-forbidden'
  | 'host-protected'
  | 'host-rate'
  | 'host-refused'
  | 'host-server'
  | 'host-network'
  | 'host-git'
  | 'git'
  | 'no-repository'
  | 'conflict'
  | 'moved';

/** The proposal cannot be made. */
export class ProposeError extends LocaleSyncError {
  override readonly name = 'ProposeError';
  readonly code: ProposeErrorCode;

  constructor(code: ProposeErrorCode, message: string, hint?: string, cause?: unknown) {
    super(message, { ...defined({ hint }), cause });
    this.code = code;
  }
}

/** Somebody pushed to the branch during the run. */
export class MovedError extends ProposeError {
  /** The pushed commits, if a commit of this run may have hidden them. */
  readonly covered: Span | undefined;

  constructor(branch: string, covered?: Span) {
    super(
      'moved',
      `Each attempt to push to ${branch} failed because somebody else had pushed first.`,
      'Run again.',
    );
    this.covered = covered;
  }
}

/** The commits after `start`, up to and including `end`. */
export interface Span {
  readonly start: string;
  readonly end: string;
}

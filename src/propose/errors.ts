import { LocaleSyncError } from '../model/index.js';

/** Codes that begin with `host-`: the host refused, or cannot be reached. */
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

/** A proposal that cannot be made. */
export class ProposeError extends LocaleSyncError {
  override readonly name = 'ProposeError';
  readonly code: ProposeErrorCode;

  constructor(code: ProposeErrorCode, message: string, hint?: string, cause?: unknown) {
    super(message, { ...(hint === undefined ? {} : { hint }), cause });
    this.code = code;
  }
}

/** Somebody pushed to the branch while the run was at work. */
export class MovedError extends ProposeError {
  /** What was pushed, where a commit of this run may have covered it. */
  readonly covered: Span | undefined;

  constructor(branch: string, covered?: Span) {
    super('moved', `Somebody pushed to ${branch} meanwhile, again and again.`, 'Run again.');
    this.covered = covered;
  }
}

/** The commits after one, up to another. */
export interface Span {
  readonly start: string;
  readonly end: string;
}

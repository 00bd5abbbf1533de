import { LocaleSyncError } from '../model/index.js';
import type { Hint } from '../model/index.js';

export type EngineErrorCode =
  /** The limit of characters is below what the run would bill. */
  | 'limit-exceeded'
  /** The files are no longer those of the plan. */
  | 'plan-outdated'
  /** Not a plan file. */
  | 'plan-invalid'
  /** The plan cannot be written to the file that was named. */
  | 'plan-not-written'
  /** The report cannot be written to the file that was named. */
  | 'report-not-written'
  /** The lock is no file inside the project, or cannot be read. */
  | 'lock-unusable'
  /** The archive is no file inside the project, or cannot be read. */
  | 'archive-unusable'
  /** Answers could be kept neither in the memory nor in the files. */
  | 'memory-unwritable'
  /** A glossary file that is not there, or that the service would refuse. */
  | 'glossary-invalid'
  /** Terms were changed in the file and on the service. */
  | 'glossary-conflict'
  /** The service has a glossary of that name, made by somebody else. */
  | 'glossary-foreign'
  | 'interrupted';

/** A run that was not begun, or was ended, for a reason that is not the service's. */
export class EngineError extends LocaleSyncError {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;

  constructor(code: EngineErrorCode, message: string, hint?: Hint | string, cause?: unknown) {
    super(message, { hint, cause });
    this.code = code;
  }
}

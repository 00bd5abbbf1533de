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
  /** Another run is at work in the repository. */
  | 'busy'
  /** A patch of the review page that cannot be read. */
  | 'patch-invalid'
  /** The review page of the repository is open already. */
  | 'review-open'
  /** The port of the review page is in use. */
  | 'port-taken'
  /** A style file that is not there, or that the service would refuse. */
  | 'style-invalid'
  /** A style was changed in the file and on the service. */
  | 'style-conflict'
  /** The service has a style of that name, made by somebody else. */
  | 'style-foreign'
  /** A glossary or style that cannot be imported. */
  | 'import-refused'
  /** Write does not know the language of the source texts. */
  | 'no-write-language'
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

import { LocaleSyncError } from '../model/index.js';
import type { Hint } from '../model/index.js';

export type EngineErrorCode =
  /** The character limit is below what the run would bill. */
  | 'limit-exceeded'
  /** The files have changed since the plan was made. */
  | 'plan-outdated'
  /** Not a plan file. */
  | 'plan-invalid'
  /** The plan cannot be written to the given file. */
  | 'plan-not-written'
  /** The report cannot be written to the given file. */
  | 'report-not-written'
  /** The lock is not a file inside the project, or cannot be read. */
  | 'lock-unusable'
  /** The archive is not a file inside the project, or cannot be read. */
  | 'archive-unusable'
  /** Answers could be saved neither in the memory nor in the files. */
  | 'memory-unwritable'
  /** A glossary file is missing, or the service would refuse it. */
  | 'glossary-invalid'
  /** Terms were changed both in the file and on the service. */
  | 'glossary-conflict'
  /** The service has a glossary of that name that locale-sync did not create. */
  | 'glossary-foreign'
  /** Another run is active in the repository. */
  | 'busy'
  /** A patch of the review page cannot be read. */
  | 'patch-invalid'
  /** A file to import is none that `export` wrote. */
  | 'exchange-invalid'
  /** A file of `export` cannot be written. */
  | 'export-not-written'
  /** Flags of `review` do not fit the config or each other. */
  | 'review-flags'
  /** The review page's port is in use. */
  | 'port-taken'
  /** A style file is missing, or the service would refuse it. */
  | 'style-invalid'
  /** A style was changed both in the file and on the service. */
  | 'style-conflict'
  /** The service has a style of that name that locale-sync did not create. */
  | 'style-foreign'
  /** A label of `developer_keys` is that of no key of the service, or of several. */
  | 'key-unclear'
  /** A glossary or style cannot be imported. */
  | 'import-refused'
  /** Write does not support the language of the source texts. */
  | 'no-write-language'
  /** Git does not have the revision to compare with. */
  | 'unknown-revision'
  | 'interrupted';

/** A run did not start, or ended early, for a reason other than the service. */
export class EngineError extends LocaleSyncError {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;

  constructor(code: EngineErrorCode, message: string, hint?: Hint | string, cause?: unknown) {
    super(message, { hint, cause });
    this.code = code;
  }
}

import { systemFailure } from '../../disk/index.js';
import { LocaleSyncError } from '../../model/index.js';

export type ExtractErrorCode =
  /** The config has no `extract:`, or it lacks something that i18next-parser's config does not have. */
  | 'no-extract'
  /** The config of i18next-parser cannot be used. */
  | 'parser-config'
  /** The catalog's format does not support adding keys. */
  | 'no-format'
  /** A catalog or a file of code cannot be read. */
  | 'unreadable'
  /** Keys would be removed without confirmation. */
  | 'unconfirmed'
  /** A source catalog is missing although its translations exist. */
  | 'lost-catalog'
  /** Two parts of `extract:` have the same catalog. */
  | 'shared-catalog'
  /** A namespace in code cannot be a file name on every system. */
  | 'unusable-name';

/** Keys cannot be extracted. */
export class ExtractError extends LocaleSyncError {
  override readonly name = 'ExtractError';
  readonly code: ExtractErrorCode;

  constructor(code: ExtractErrorCode, message: string, options: ErrorOptions & { hint: string }) {
    super(message, options);
    this.code = code;
  }
}

/** Reads a file of the project. @throws ExtractError 'unreadable' */
export function readable<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const { why, advice } = systemFailure(cause, 'the file', 'read');
    const hint = `${advice}, or change the patterns in \`extract\`.`;
    throw new ExtractError('unreadable', `${file} cannot be read: ${why}`, { hint, cause });
  }
}

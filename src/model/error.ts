import type { Hint } from './hint.js';

/** A setting of a call that each host names differently. */
export type Setting = 'files' | 'keys';

export interface ErrorDetails extends ErrorOptions {
  /** A plain text is a hint that is worded the same in every host. */
  readonly hint?: Hint | string | undefined;
  /** The setting that the message is about; its name goes before the message. */
  readonly setting?: Setting | undefined;
}

/** Base of every error that this package throws on purpose. */
export abstract class LocaleSyncError extends Error {
  abstract override readonly name: string;
  abstract readonly code: string;
  /** The next step for the reader; `explain` puts it into words. */
  readonly hint: Hint | undefined;
  readonly setting: Setting | undefined;
  /** The message without the setting. */
  readonly #statement: string;

  constructor(message: string, { hint, setting, ...options }: ErrorDetails = {}) {
    super(setting === undefined ? message : `${setting} ${message}`, options);
    this.hint = typeof hint === 'string' ? { code: 'text', text: hint } : hint;
    this.setting = setting;
    this.#statement = message;
  }

  /** The message with another name for the setting. */
  messageWith(names: Readonly<Record<Setting, string>>): string {
    const { setting } = this;
    return setting === undefined ? this.message : `${names[setting]} ${this.#statement}`;
  }
}

export type FormatErrorCode =
  | 'syntax'
  | 'encoding'
  | 'conflict-markers'
  | 'too-deep'
  | 'too-large'
  | 'several-documents'
  | 'root-key'
  | 'other-times'
  | 'doctype'
  | 'version'
  | 'constraint';

export interface TextPosition {
  /** UTF-16 offset into the document's text. */
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** A locale file that is not valid in its format. */
export class FormatError extends LocaleSyncError {
  override readonly name = 'FormatError';
  readonly code: FormatErrorCode;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly file: string | undefined;
  /** The message without file, line and column. */
  readonly detail: string;

  constructor(
    code: FormatErrorCode,
    message: string,
    at: TextPosition & { readonly file?: string | undefined },
  ) {
    const place = `${at.file ?? ''}:${at.line}:${at.column}`;
    super(`${at.file === undefined ? `line ${at.line}, column ${at.column}` : place}: ${message}`);
    this.code = code;
    this.detail = message;
    this.offset = at.offset;
    this.line = at.line;
    this.column = at.column;
    this.file = at.file;
  }
}

export type EditErrorCode =
  'unknown-key' | 'existing-key' | 'overlap' | 'not-writable' | 'inline-codes';

/** An edit that cannot be applied as asked; the document is left as it was. */
export class EditError extends LocaleSyncError {
  override readonly name = 'EditError';
  readonly code: EditErrorCode;
  readonly key: readonly string[];
  /**
   * The element of an array that cannot be added before the elements that precede it. Those after
   * it cannot be added either.
   */
  readonly element: readonly string[] | undefined;

  constructor(
    code: EditErrorCode,
    key: readonly string[],
    message: string,
    { element }: { readonly element?: readonly string[] } = {},
  ) {
    super(message);
    this.code = code;
    this.key = key;
    this.element = element;
  }
}

/**
 * Line and column (1-based, in UTF-16 units) of an offset. `\r\n`, `\n` and `\r` end lines. A BOM
 * is not a column.
 */
export function locate(text: string, offset: number): TextPosition {
  let line = 1;
  let start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (let i = start; i < offset; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) {
      line += 1;
      start = i + 1;
    }
  }
  return { offset, line, column: Math.max(1, offset - start + 1) };
}

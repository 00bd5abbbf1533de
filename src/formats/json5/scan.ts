import type { Range } from '../../model/index.js';
import { formatError } from '../kit/unusable.js';

const SPACE = /[\t\v\f\n\r\u2028\u2029\ufeff\p{Zs}]+/uy;
const LINE_COMMENT = /\/\/[^\n\r\u2028\u2029]*/y;
const NAME =
  /(?:[$_\p{L}\p{Nl}]|\\u[\da-fA-F]{4})(?:[$_\u200c\u200d\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]|\\u[\da-fA-F]{4})*/uy;
const NUMBER =
  /[+-]?(?:Infinity|NaN|0[xX][\da-fA-F]+|(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)/y;
const WORD = /(?:true|false|null)(?![\w$])/y;
const PLAIN = { '"': /[^"\\\n\r]*/y, "'": /[^'\\\n\r]*/y };
const ESCAPE = /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|0(?!\d)|\r\n|[^xu\d])/y;

/** A scanner for a JSON5 file from an offset on. Collects the comments that it skips. */
export class Scanner {
  readonly text: string;
  /** Start of the current token. */
  at = 0;
  /** End of the previous token. */
  done = 0;
  /** Comments between the two. */
  comments: readonly Range[] = NONE;
  readonly #file: string | undefined;

  constructor(text: string, file: string | undefined) {
    this.text = text;
    this.#file = file;
    this.#skip();
  }

  get character(): string {
    return this.text.charAt(this.at);
  }

  fail(expected: string, offset = this.at): Error {
    const { text } = this;
    const code = expected.startsWith('more than') ? 'too-deep' : 'syntax';
    const lead = offset >= text.length && code === 'syntax' ? 'the file ends here; ' : '';
    return formatError(code, `${lead}${expected}.`, { text, offset, file: this.#file });
  }

  /** Skips a token that ends at `end`. */
  pass(end: number): void {
    this.at = end;
    this.done = end;
    this.#skip();
  }

  /** End of the number or word at this offset; undefined if there is none. */
  endOfLiteral(): number | undefined {
    const end = this.#match(WORD) ?? this.#match(NUMBER);
    NAME.lastIndex = end ?? 0;
    return end !== undefined && NAME.test(this.text) ? undefined : end;
  }

  endOfName(): number | undefined {
    return this.#match(NAME);
  }

  /** @throws FormatError for an unterminated string or an invalid escape */
  endOfString(): number {
    const { text, character } = this;
    const plain = PLAIN[character === '"' ? '"' : "'"];
    let at = this.at + 1;
    for (;;) {
      plain.lastIndex = at;
      plain.test(text);
      at = plain.lastIndex;
      if (text.charAt(at) === character) return at + 1;
      ESCAPE.lastIndex = at;
      if (text.charAt(at) !== '\\')
        throw this.fail(`expected ${character} at the end of this text`, at);
      if (!ESCAPE.test(text))
        throw this.fail('unknown escape; expected one such as \\n, \\x41 or \\u0041', at);
      at = ESCAPE.lastIndex;
    }
  }

  #match(pattern: RegExp): number | undefined {
    pattern.lastIndex = this.at;
    return pattern.test(this.text) ? pattern.lastIndex : undefined;
  }

  #skip(): void {
    const comments: Range[] = [];
    for (;;) {
      this.at = this.#match(SPACE) ?? this.at;
      if (this.character !== '/') break;
      const end = this.#endOfComment();
      comments.push({ start: this.at, end });
      this.at = end;
    }
    this.comments = comments.length === 0 ? NONE : comments;
  }

  #endOfComment(): number {
    const line = this.#match(LINE_COMMENT);
    if (line !== undefined) return line;
    if (this.text.charAt(this.at + 1) !== '*') throw this.fail('expected a comment');
    const end = this.text.indexOf('*/', this.at + 2);
    if (end === -1) throw this.fail('expected */ at the end of this comment');
    return end + 2;
  }
}

const NONE: readonly Range[] = [];

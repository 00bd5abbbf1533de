import type { Range } from '../../model/index.js';
import { isLineEnd, lineEnd, skipLineEnd } from '../kit/layout.js';
import { formatError } from '../kit/unusable.js';
import { scanText, skipBlanks } from './strings.js';

/** A dotted key. */
export interface Names extends Range {
  readonly names: readonly string[];
}

export const MAX_DEPTH = 200;

const BARE = /[A-Za-z0-9_-]+/y;
const WORD = /[^\s,#[\]{}="']+(?: \d\d:[^\s,#[\]{}="']+)?/y;
const NONE: readonly Range[] = [];
const CONTROL = /[\0-\x08\v-\x1f\x7f]/;

/** Words, texts and comments of a TOML file. */
export class Scanner {
  readonly text: string;
  readonly file: string | undefined;
  at: number;
  /** Comments that the last `skip` or `endLine` passed. */
  comments: readonly Range[] = [];

  constructor(text: string, file: string | undefined, at: number) {
    this.text = text;
    this.file = file;
    this.at = at;
  }

  get isOver(): boolean {
    return this.at >= this.text.length;
  }

  is(sign: string): boolean {
    return this.text.startsWith(sign, this.at);
  }

  /** @throws FormatError `syntax` if something else follows */
  expect(sign: string): void {
    if (!this.is(sign)) throw this.fail(`expected "${sign}"`);
    this.at += sign.length;
  }

  /** The error with `expected` and what is there instead. */
  fail(expected: string, offset = this.at): Error {
    return this.failAt(`${expected}, found ${this.#shown(offset)}.`, offset);
  }

  failAt(message: string, offset: number): Error {
    return formatError('syntax', message, { text: this.text, offset, file: this.file });
  }

  blanks(): void {
    this.at = skipBlanks(this.text, this.at);
  }

  tooDeep(offset: number): Error {
    const message = `more than ${MAX_DEPTH} levels of nesting.`;
    return formatError('too-deep', message, { text: this.text, offset, file: this.file });
  }

  /** Skips white space, line ends and comments. */
  skip(): void {
    let comments: Range[] | undefined;
    for (;;) {
      this.blanks();
      if (this.is('#')) (comments ??= []).push(this.#comment());
      else if (!this.#lineEnd()) break;
    }
    this.comments = comments ?? NONE;
  }

  /** Skips the rest of a line, which may only be a comment. */
  endLine(): void {
    this.blanks();
    this.comments = this.is('#') ? [this.#comment()] : NONE;
    if (!this.isOver && !this.#lineEnd()) throw this.fail('expected the end of the line');
  }

  key(): Names {
    const start = this.at;
    const names = [this.#name()];
    let end = this.at;
    this.blanks();
    while (this.is('.')) {
      this.at += 1;
      this.blanks();
      names.push(this.#name());
      if (names.length > MAX_DEPTH) throw this.tooDeep(start);
      end = this.at;
      this.blanks();
    }
    return { start, end, names };
  }

  /** Reads a quoted text. */
  string(): string {
    const found = scanText(this.text, this.at);
    if ('wrong' in found) throw this.fail(found.wrong, found.at);
    this.at = found.end;
    return found.text;
  }

  /** Reads a number, a boolean or a date; '' if there is none. */
  word(): string {
    WORD.lastIndex = this.at;
    const word = WORD.exec(this.text)?.[0] ?? '';
    this.at += word.length;
    return word;
  }

  #name(): string {
    if (this.is('"""') || this.is("'''")) throw this.fail('expected a key on a single line');
    if (this.is('"') || this.is("'")) return this.string();
    BARE.lastIndex = this.at;
    const name = BARE.exec(this.text)?.[0];
    if (name === undefined) throw this.fail('expected a key');
    this.at += name.length;
    return name;
  }

  #lineEnd(): boolean {
    const end = skipLineEnd(this.text, this.at);
    if (end === this.at) return false;
    if (this.text.charCodeAt(end - 1) === 13)
      throw this.failAt('expected a line feed after this carriage return.', this.at);
    this.at = end;
    return true;
  }

  #comment(): Range {
    const start = this.at;
    this.at = lineEnd(this.text, start);
    const control = CONTROL.exec(this.text.slice(start, this.at));
    if (control !== null)
      throw this.fail('a comment cannot contain control characters', start + control.index);
    return { start, end: this.at };
  }

  #shown(offset: number): string {
    const code = this.text.codePointAt(offset);
    if (code === undefined) return 'the end of the file';
    if (isLineEnd(code)) return 'the end of the line';
    if (code < 32 || code === 127) return `U+${code.toString(16).padStart(4, '0')}`;
    const word = /^[\w.+:-]{1,40}/.exec(this.text.slice(offset, offset + 40))?.[0];
    return `"${word ?? String.fromCodePoint(code)}"`;
  }
}

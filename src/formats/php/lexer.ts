import type { Key, Range } from '../../model/index.js';
import { hasBom } from '../kit/layout.js';
import { formatError } from '../kit/unusable.js';
import { heredocAt, isInterpolated, quotedEnd, wrongCodePoint } from './literals.js';

/** Kind of a token. `template` is a string whose value depends on code. */
type TokenKind = 'string' | 'template' | 'number' | 'name' | 'variable' | 'sign' | 'close' | 'end';

export interface Token extends Range {
  readonly kind: TokenKind;
  /** Signs, names and variables as written; '' for other tokens. */
  readonly word: string;
}

const SPACE = /[ \t\n\r\v\f]+/y;
const LINE_COMMENT = /(?:\/\/|#(?!\[))(?:(?!\?>)[^\n\r])*/y;
const NAME = /[A-Za-z_\x80-\uffff\\][\w\x80-\uffff\\]*/y;
const VARIABLE = /\$[A-Za-z_\x80-\uffff][\w\x80-\uffff]*/y;
const NUMBER =
  /0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y;
const SIGN =
  /<=>|===|!==|\?->|\.\.\.|\*\*=|\?\?=|<<=|>>=|=>|->|::|==|!=|<>|<=|>=|&&|\|\||\?\?|\*\*|<<|>>|\+\+|--|[.+*/%&|^-]=|[^]/y;

/**
 * Tokens of a PHP file, one after the other. Outside of `<?php … ?>`, only white space is allowed.
 */
export class Lexer {
  readonly text: string;
  readonly file: string | undefined;
  token: Token;
  /** End of the previous token. */
  done = 0;
  /** Comments between the two tokens, in order. */
  comments: readonly Range[] = [];

  /** @throws FormatError `syntax` for text without `<?php` */
  constructor(text: string, file?: string) {
    this.text = text;
    this.file = file;
    const start = hasBom(text) ? 1 : 0;
    this.token = { kind: 'close', word: '?>', start, end: start };
    const open = text.indexOf('<?', start);
    const other = text.slice(start, open === -1 ? undefined : open);
    const stray = /\S/.exec(other.replace(/^#!.*/, (line) => ' '.repeat(line.length)));
    if (stray !== null)
      throw this.fail('expected "<?php"', { start: start + stray.index, end: start });
    this.next();
  }

  /** Advances and returns the token that was current. @throws FormatError `syntax` */
  next(): Token {
    const { token } = this;
    this.done = token.end;
    let from = token.end;
    if (token.kind === 'close') {
      const open = this.text.indexOf('<?', from);
      // The empty token before the file also covers a line `#!/usr/bin/php`.
      if (token.end > token.start) this.#refuseWords(from, open);
      from = open === -1 ? this.text.length : this.#behindTag(open);
    }
    this.token = this.#tokenAt(this.#skipTrivia(from));
    return token;
  }

  #refuseWords(from: number, open: number): void {
    const stray = this.text.slice(from, open === -1 ? undefined : open).search(/\S/);
    if (stray === -1) return;
    throw this.fail('expected the end of the file', { start: from + stray, end: from });
  }

  /** Whether the current token is a sign. */
  is(sign: string): boolean {
    return this.token.kind === 'sign' && this.token.word === sign;
  }

  /** Whether it is a name. PHP's keywords are case-insensitive. */
  isWord(word: string): boolean {
    return this.token.kind === 'name' && this.token.word.toLowerCase() === word;
  }

  /** @throws FormatError `syntax` if something else follows */
  expect(sign: string): Token {
    if (!this.is(sign)) throw this.fail(`expected "${sign}"`);
    return this.next();
  }

  /** The error with `expected` and what is there instead. */
  fail(expected: string, at: Range = this.token): Error {
    const offset = Math.min(at.start, this.text.length);
    const found =
      offset >= this.text.length ? 'the end of the file' : this.#shown(this.text.slice(offset));
    return formatError('syntax', `${expected}, found ${found}.`, {
      ...{ text: this.text, offset, file: this.file },
    });
  }

  /** The word or sign at the start of a piece of the file. */
  #shown(rest: string): string {
    if (/^\s/.test(rest)) return 'white space';
    if (/^(?:["']|<<<)/.test(rest)) return 'a text';
    return `"${/^\$?[\w\x80-\uffff\\]{1,40}/.exec(rest)?.[0] ?? String.fromCodePoint(rest.codePointAt(0) ?? 0)}"`;
  }

  #behindTag(open: number): number {
    if (this.text.startsWith('<?=', open)) throw this.fail('expected "<?php"', at(open));
    return open + (/^<\?php\b/i.test(this.text.slice(open, open + 6)) ? 5 : 2);
  }

  #skipTrivia(from: number): number {
    const comments: Range[] = [];
    let start = from;
    for (;;) {
      start = matchEnd(SPACE, this.text, start);
      const end = this.#commentEnd(start);
      if (end === start) break;
      comments.push({ start, end });
      start = end;
    }
    this.comments = comments;
    return start;
  }

  #commentEnd(start: number): number {
    if (!this.text.startsWith('/*', start)) return matchEnd(LINE_COMMENT, this.text, start);
    const end = this.text.indexOf('*/', start + 2);
    if (end === -1) throw this.fail('expected "*/" at the end of this comment', at(start));
    return end + 2;
  }

  #tokenAt(start: number): Token {
    const token = this.#read(start);
    if (token.kind === 'string' || token.kind === 'template') this.#checkEscapes(token);
    return token;
  }

  #checkEscapes({ start, end }: Range): void {
    const wrong = wrongCodePoint(this.text.slice(start, end));
    if (wrong !== -1) throw this.fail('expected an escape such as \\u{1F600}', at(start + wrong));
  }

  #read(start: number): Token {
    const { text } = this;
    if (start >= text.length) return { kind: 'end', word: '', start, end: start };
    const first = text.charAt(start);
    if (first === '"' || first === "'") return this.#quoted(start, first);
    if (text.startsWith('<<<', start)) {
      const heredoc = heredocAt(text, start, (wanted, offset) => this.fail(wanted, at(offset)));
      if (heredoc !== undefined)
        return {
          kind: isInterpolated(heredoc) ? 'template' : 'string',
          word: '',
          ...heredoc.range,
        };
    }
    if (text.startsWith('?>', start)) {
      // It includes one line end after it.
      const end = matchEnd(/\?>(?:\r\n|\n|\r)?/y, text, start);
      return { kind: 'close', word: '?>', start, end };
    }
    for (const [kind, pattern] of PATTERNS) {
      const end = matchEnd(pattern, text, start);
      if (end > start)
        return { kind, word: kind === 'number' ? '' : text.slice(start, end), start, end };
    }
    throw this.fail('expected PHP', at(start));
  }

  #quoted(start: number, quote: string): Token {
    const end = quotedEnd(this.text, start);
    if (end === undefined)
      throw this.fail(`expected ${quote} at the end of this string`, at(start));
    const isTemplate =
      quote === '"' && isInterpolated({ body: this.text.slice(start + 1, end - 1) });
    return { kind: isTemplate ? 'template' : 'string', word: '', start, end };
  }
}

const PATTERNS: readonly (readonly [TokenKind, RegExp])[] = [
  ['name', NAME],
  ['variable', VARIABLE],
  ['number', NUMBER],
  ['sign', SIGN],
];

function matchEnd(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}

function at(offset: number): Range {
  return { start: offset, end: offset };
}

/** An expression; `A` describes an array's items. */
export interface Expression<A> extends Range {
  /** Texts joined by `.`, if there is nothing else. */
  readonly literals?: readonly Token[];
  /** The array, if there is nothing else. */
  readonly array?: A;
}

/** Reads an array whose bracket is the current token and whose values have a key. */
type ReadArray<A> = (key: Key) => A;

const MAX_DEPTH = 200;

const BINARY: ReadonlySet<string> = new Set([
  ...['.', '+', '-', '*', '/', '%', '**', '&', '|', '^', '<<', '>>', '<', '>', '<=', '>=', '<=>'],
  ...['==', '!=', '<>', '===', '!==', '&&', '||', '??', '?', ':'],
  ...['and', 'or', 'xor', 'instanceof'],
]);
const LOADERS = ['include', 'include_once', 'require', 'require_once'];
const PREFIXES: ReadonlySet<string> = new Set([
  '!',
  '-',
  '+',
  '~',
  '@',
  '&',
  'new',
  'clone',
  ...LOADERS,
]);
const CASTS = /^(?:int|integer|float|double|string|bool|boolean|array|object)$/i;
/** Keywords that start or end code. */
const CODE =
  /^(?:function|fn|match|class|interface|trait|if|else|elseif|for|foreach|while|do|switch|case|try|catch|throw|echo|print|yield|return|global|unset|exit|die|abstract|final|public|private|protected|goto|break|continue|eval)$/i;

/**
 * Reads expressions without evaluating them: finds texts and arrays, and skips calls, constants and
 * operators.
 */
export class Expressions<A> {
  readonly #lexer: Lexer;
  readonly #array: ReadArray<A>;
  #depth = 0;

  constructor(lexer: Lexer, array: ReadArray<A>) {
    this.#lexer = lexer;
    this.#array = array;
  }

  /**
   * @param key of the values, if it is an array
   * @throws FormatError `syntax` for anything but an expression, `too-deep`
   */
  read(key: Key): Expression<A> {
    const lexer = this.#lexer;
    const { start } = lexer.token;
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) {
      const message = `more than ${MAX_DEPTH} levels of nesting.`;
      throw formatError('too-deep', message, { text: lexer.text, offset: start, file: lexer.file });
    }
    const literals: Token[] = [];
    let isText = true;
    let array: A | undefined;
    for (;;) {
      const operand = this.#operand(key);
      if (operand.literal === undefined) isText = false;
      else literals.push(operand.literal);
      ({ array } = operand);
      if (!BINARY.has(lexer.token.word.toLowerCase())) break;
      isText &&= lexer.is('.');
      this.#operator();
      array = undefined;
      key = [];
    }
    this.#depth -= 1;
    const range = { start, end: lexer.done };
    if (isText) return { ...range, literals };
    // After an operator, an array is part of another expression.
    return array !== undefined && start === this.#arrayStart ? { ...range, array } : range;
  }

  #arrayStart = -1;

  #operator(): void {
    const lexer = this.#lexer;
    const isChoice = lexer.is('?');
    lexer.next();
    if (isChoice && lexer.is(':')) lexer.next();
  }

  #operand(key: Key): { readonly literal?: Token; readonly array?: A } {
    const lexer = this.#lexer;
    while (PREFIXES.has(lexer.token.word.toLowerCase())) lexer.next();
    const { token } = lexer;
    const { kind, start } = token;
    if (lexer.is('[') || this.#isLongArray()) {
      const array = this.#array(key);
      if (this.#calls()) return {};
      this.#arrayStart = start;
      return { array };
    }
    if (lexer.is('(')) {
      lexer.next();
      const isCast = lexer.token.kind === 'name' && CASTS.test(lexer.token.word);
      this.read([]);
      lexer.expect(')');
      if (isCast && !this.#endsHere()) this.read([]);
    } else if (kind === 'string') {
      lexer.next();
      return this.#calls() ? {} : { literal: token };
    } else if (kind === 'name' && CODE.test(token.word)) throw this.#unexpected();
    else if (kind === 'sign' || kind === 'end' || kind === 'close') throw this.#unexpected();
    else lexer.next();
    this.#calls();
    return {};
  }

  #unexpected(): Error {
    return this.#lexer.fail('expected a string, an array or another constant value, not code');
  }

  /** Whether a parenthesized name is not a cast, because nothing follows. */
  #endsHere(): boolean {
    const { kind, word } = this.#lexer.token;
    return kind === 'end' || kind === 'close' || /^(?:[\],);.]|=>)$/.test(word);
  }

  #isLongArray(): boolean {
    const { text, token } = this.#lexer;
    return this.#lexer.isWord('array') && /^\s*\(/.test(text.slice(token.end, token.end + 20));
  }

  /** Skips any sequence of `->name`, `::NAME`, `(…)`, `[…]`. */
  #calls(): boolean {
    const lexer = this.#lexer;
    const from = lexer.done;
    for (;;) {
      if (lexer.is('->') || lexer.is('?->') || lexer.is('::')) {
        lexer.next();
        const { kind } = lexer.token;
        if (kind !== 'name' && kind !== 'variable') throw lexer.fail('expected a name');
        lexer.next();
      } else if (lexer.is('(')) this.#list(')');
      else if (lexer.is('[')) this.#list(']');
      else return lexer.done !== from;
    }
  }

  /** Skips arguments or an index. */
  #list(end: string): void {
    const lexer = this.#lexer;
    lexer.next();
    while (!lexer.is(end)) {
      if (lexer.is('...')) lexer.next();
      if (lexer.is(end)) break;
      this.read([]);
      if (lexer.is(',')) lexer.next();
      else if (!lexer.is(end)) throw lexer.fail(`expected "," or "${end}"`);
    }
    lexer.next();
  }
}

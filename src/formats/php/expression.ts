import type { Key, Range } from '../../model/index.js';
import { formatError } from '../kit/unusable.js';
import type { Lexer, Token } from './lexer.js';

/** An expression; `A` describes an array's items. */
export interface Expression<A> extends Range {
  /** Texts joined by `.`, if there is nothing else. */
  readonly literals?: readonly Token[];
  /** The array, if there is nothing else. */
  readonly array?: A;
}

/** Reads an array whose bracket is the current token and whose values have a key. */
export type ReadArray<A> = (key: Key) => A;

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

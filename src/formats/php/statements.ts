import type { Expressions } from './expression.js';
import type { Lexer, Token } from './lexer.js';
import type { ArrayBody } from './node.js';

/**
 * Skips a statement that may surround the arrays and holds no texts: `declare`, `namespace`, `use`,
 * and conditions that prevent direct access or start with an empty array.
 * @throws FormatError `syntax` for any other statement
 */
export function skipStatement(lexer: Lexer, expressions: Expressions<ArrayBody>): void {
  new Statement(lexer, expressions).skip();
}

export function endOfStatement(lexer: Lexer): void {
  // PHP also ends a statement at `?>`, but not at the end of the file.
  if (lexer.token.kind !== 'close') lexer.expect(';');
}

class Statement {
  readonly #lexer: Lexer;
  readonly #expressions: Expressions<ArrayBody>;

  constructor(lexer: Lexer, expressions: Expressions<ArrayBody>) {
    this.#lexer = lexer;
    this.#expressions = expressions;
  }

  skip(): void {
    const lexer = this.#lexer;
    if (lexer.isWord('declare')) this.#declare();
    else if (lexer.isWord('namespace') || lexer.isWord('use')) this.#use();
    else if (lexer.isWord('defined')) this.#guard();
    else if (lexer.isWord('if')) this.#if();
    else throw this.#unexpected();
  }

  #unexpected(at?: Token): Error {
    return this.#lexer.fail('expected "return [" or an assignment such as "$lang[\'key\'] = "', at);
  }

  #declare(): void {
    const lexer = this.#lexer;
    lexer.next();
    lexer.expect('(');
    while (!lexer.is(')') && lexer.token.kind !== 'end') lexer.next();
    lexer.expect(')');
    endOfStatement(lexer);
  }

  #use(): void {
    const lexer = this.#lexer;
    lexer.next();
    while (lexer.token.kind === 'name' || lexer.is(',')) lexer.next();
    endOfStatement(lexer);
  }

  /** `defined('X') || exit;`, which prevents direct access to the file. */
  #guard(): void {
    const lexer = this.#lexer;
    lexer.next();
    this.#parenthesised();
    if (!lexer.is('||') && !lexer.isWord('or')) throw lexer.fail('expected "||"');
    lexer.next();
    this.#exit();
  }

  #if(): void {
    const lexer = this.#lexer;
    const condition = lexer.next();
    const isGuard = /^\(\s*!\s*defined\b/i.test(lexer.text.slice(lexer.token.start));
    this.#parenthesised();
    const isBlock = lexer.is('{');
    if (isBlock) lexer.next();
    if (isGuard) this.#exit();
    else this.#emptyArray(condition);
    if (isBlock) lexer.expect('}');
  }

  /** phpBB's `if (empty($lang)) { $lang = []; }`. */
  #emptyArray(condition: Token): void {
    const lexer = this.#lexer;
    if (lexer.token.kind !== 'variable') throw this.#unexpected(condition);
    lexer.next();
    if (!lexer.is('=')) throw this.#unexpected(condition);
    lexer.next();
    const { token } = lexer;
    const { array } = this.#expressions.read([]);
    if (array?.children.length !== 0) throw lexer.fail('expected an empty array', token);
    endOfStatement(lexer);
  }

  #parenthesised(): void {
    this.#lexer.expect('(');
    this.#expressions.read([]);
    this.#lexer.expect(')');
  }

  #exit(): void {
    const lexer = this.#lexer;
    if (!/^(?:exit|die|return)$/i.test(lexer.token.word)) throw lexer.fail('expected "exit"');
    lexer.next();
    if (lexer.is('(')) {
      lexer.next();
      if (!lexer.is(')')) this.#expressions.read([]);
      lexer.expect(')');
    }
    endOfStatement(lexer);
  }
}

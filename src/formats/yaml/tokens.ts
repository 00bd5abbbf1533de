import { Lexer, Parser, type CST } from 'yaml';
import type { FormatErrorCode } from '../../model/index.js';

export type Fail = (code: FormatErrorCode, message: string, offset: number) => Error;

/**
 * The composer recurses; its stack ends at about 900 levels, and no locale file nests this deep.
 */
export const MAX_DEPTH = 200;

export const TOO_DEEP = `collections are nested more than ${MAX_DEPTH} levels deep.`;

/** Half a million entries or so: the parser keeps two kilobytes of each. */
const MOST_LEXEMES = 4_000_000;

const TOO_LARGE = 'more than 4,000,000 signs and values; split the file.';

/**
 * Tokens of the file. The parser recurses where many block collections end at once. A file in which
 * quoted texts or flow collections end nowhere is read as libyaml reads it (and so Ruby, Python and
 * PHP): there they may go on in any column.
 * @throws FormatError `too-deep`, `too-large`
 */
export function tokensOf(source: string, fail: Fail): readonly CST.Token[] {
  const strict = readTokens(source, { lexer: new Lexer(), fail });
  if (strict.isSound) return strict.tokens;
  const lenient = readTokens(source, { lexer: lenientLexer(), fail });
  // What is missing is a quote or a bracket, and the error is to say where.
  return lenient.isSound ? lenient.tokens : strict.tokens;
}

/** A lexer that does not want the lines of quoted texts and of flow collections indented. */
function lenientLexer(): Lexer {
  const lexer = new Lexer();
  for (const method of ['parseQuotedScalar', 'parseFlowCollection']) {
    const read: unknown = Reflect.get(lexer, method);
    if (typeof read !== 'function') continue;
    Reflect.set(lexer, method, function* (): Generator<unknown, unknown> {
      const indent: unknown = Reflect.get(lexer, 'indentNext');
      Reflect.set(lexer, 'indentNext', 0);
      const next: unknown = yield* Reflect.apply(read, lexer, []) as Generator<unknown, unknown>;
      Reflect.set(lexer, 'indentNext', indent);
      return next;
    });
  }
  return lexer;
}

interface Read {
  readonly tokens: readonly CST.Token[];
  /**
   * Every quoted text ends in its quote, and nothing that cannot follow one does; every flow
   * collection ends in its bracket.
   */
  readonly isSound: boolean;
}

function readTokens(
  source: string,
  { lexer, fail }: { readonly lexer: Lexer; readonly fail: Fail },
): Read {
  try {
    const parser = new Parser();
    const tokens: CST.Token[] = [];
    let lexemes = 0;
    let isSound = true;
    let open = 0;
    for (const lexeme of lexer.lex(source)) {
      lexemes += 1;
      if (lexemes > MOST_LEXEMES) throw fail('too-large', TOO_LARGE, parser.offset);
      if (lexeme === '[' || lexeme === '{') open += 1;
      else if (lexeme === ']' || lexeme === '}') open -= 1;
      else if (lexeme === FLOW_CUT) isSound = false;
      else if (isSound && isQuoted(lexeme)) isSound = isClosed(source, parser.offset, lexeme);
      for (const token of parser.next(lexeme)) tokens.push(token);
    }
    for (const token of parser.end()) tokens.push(token);
    return { tokens, isSound: isSound && open === 0 };
  } catch (error) {
    if (error instanceof RangeError) throw fail('too-deep', TOO_DEEP, 0);
    throw error;
  }
}

/** Where the lexer gives up on a flow collection. */
const FLOW_CUT = '\u0018';

function isQuoted(lexeme: string): boolean {
  const first = lexeme.charCodeAt(0);
  return first === 34 || first === 39;
}

/** What may stand behind a quoted text; words show that its quote was not meant to close it. */
const FOLLOWING = /[ \t]*(?:[\r\n,\]}:]|$)|[ \t]+#/y;

function isClosed(source: string, offset: number, lexeme: string): boolean {
  if (lexeme.length < 2 || lexeme.charCodeAt(lexeme.length - 1) !== lexeme.charCodeAt(0))
    return false;
  if (!lexeme.includes('\n')) return true;
  FOLLOWING.lastIndex = offset + lexeme.length;
  return FOLLOWING.test(source);
}

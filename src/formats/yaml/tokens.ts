import { Lexer, Parser, type CST } from 'yaml';
import type { FormatErrorCode } from '../../model/index.js';

export type Fail = (code: FormatErrorCode, message: string, offset: number) => Error;

/**
 * The deepest nesting. The composer is recursive and exhausts its stack at about 900 levels; no
 * locale file is nested as deeply.
 */
export const MAX_DEPTH = 200;

export const TOO_DEEP = `collections nested more than ${MAX_DEPTH} levels deep.`;

/** About half a million entries, of which the parser keeps two kilobytes each. */
const MOST_LEXEMES = 4_000_000;

const TOO_LARGE = 'more than 4,000,000 tokens; split the file.';

/**
 * Tokens of the file. The parser is recursive where many block collections end at once. A file with
 * unterminated quoted texts or flow collections is read as by libyaml (and so Ruby, Python and
 * PHP), where they may continue in any column.
 * @throws FormatError `too-deep`, `too-large`
 */
export function tokensOf(source: string, fail: Fail): readonly CST.Token[] {
  const strict = readTokens(source, { lexer: new Lexer(), fail });
  if (strict.isSound) return strict.tokens;
  const lenient = readTokens(source, { lexer: lenientLexer(), fail });
  // A quote or a bracket is missing, and the strict error states where.
  return lenient.isSound ? lenient.tokens : strict.tokens;
}

/** A lexer that does not require lines of quoted texts and flow collections to be indented. */
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
   * Whether every quoted text and flow collection is closed, and nothing invalid follows a quoted
   * text.
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

/** Token with which the lexer gives up on a flow collection. */
const FLOW_CUT = '\u0018';

function isQuoted(lexeme: string): boolean {
  const first = lexeme.charCodeAt(0);
  return first === 34 || first === 39;
}

/** What may follow a quoted text; words show that its quote was not meant to close it. */
const FOLLOWING = /[ \t]*(?:[\r\n,\]}:]|$)|[ \t]+#/y;

function isClosed(source: string, offset: number, lexeme: string): boolean {
  if (lexeme.length < 2 || lexeme.charCodeAt(lexeme.length - 1) !== lexeme.charCodeAt(0))
    return false;
  if (!lexeme.includes('\n')) return true;
  FOLLOWING.lastIndex = offset + lexeme.length;
  return FOLLOWING.test(source);
}

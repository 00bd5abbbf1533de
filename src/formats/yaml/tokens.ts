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

/** Characters that are read again at most, for quoted texts that go on too far to the left. */
const MOST_AGAIN = 50_000_000;

/**
 * Tokens of the file. The parser recurses where many block collections end at once. Quoted texts
 * may go on in any column, as libyaml has it (and so Ruby, Python and PHP): their line ends are
 * hidden from the lexer, which wants them indented.
 * @throws FormatError `too-deep`, `too-large`
 */
export function tokensOf(source: string, fail: Fail): readonly CST.Token[] {
  const first = readTokens(source, source, fail);
  let seen = source;
  let { open, tokens } = first;
  for (let again = source.length; open !== undefined; again += source.length) {
    const end = again > MOST_AGAIN ? undefined : endOfQuoted(source, open);
    // What is missing is a quote: the error says so.
    if (end === undefined) return first.tokens;
    seen = seen.slice(0, open) + seen.slice(open, end).replace(/[\r\n]/g, ' ') + seen.slice(end);
    ({ open, tokens } = readTokens(source, seen, fail));
  }
  return tokens;
}

interface Read {
  readonly tokens: readonly CST.Token[];
  /** Offset of the first quoted text whose end the lexer did not find. */
  readonly open: number | undefined;
}

/** @param seen - what the lexer sees of the source; as long as this is */
function readTokens(source: string, seen: string, fail: Fail): Read {
  try {
    const parser = new Parser();
    const tokens: CST.Token[] = [];
    let lexemes = 0;
    let open: number | undefined;
    for (const lexeme of new Lexer().lex(seen)) {
      lexemes += 1;
      if (lexemes > MOST_LEXEMES) throw fail('too-large', TOO_LARGE, parser.offset);
      const { offset } = parser;
      const first = lexeme.charCodeAt(0);
      const isQuoted = first === 34 || first === 39;
      if (isQuoted && open === undefined && !isClosed(lexeme, first)) open = offset;
      const text = isQuoted ? source.slice(offset, offset + lexeme.length) : lexeme;
      for (const token of parser.next(text)) tokens.push(token);
    }
    for (const token of parser.end()) tokens.push(token);
    return { tokens, open };
  } catch (error) {
    if (error instanceof RangeError) throw fail('too-deep', TOO_DEEP, 0);
    throw error;
  }
}

/** Whether a quoted text ends in its quote. */
function isClosed(lexeme: string, quote: number): boolean {
  return lexeme.length > 1 && lexeme.charCodeAt(lexeme.length - 1) === quote;
}

const SINGLE = /'(?:[^']|'')*'/y;
const DOUBLE = /"(?:[^"\\]|\\[^])*"/y;

/** What may stand behind a quoted text; words show that its quote was not meant to close it. */
const FOLLOWING = /[ \t]*(?:[\r\n,\]}:]|$)|[ \t]+#/y;

/** Behind the quote that closes a text; undefined where there is none before the document ends. */
function endOfQuoted(source: string, start: number): number | undefined {
  const pattern = source.charAt(start) === "'" ? SINGLE : DOUBLE;
  pattern.lastIndex = start;
  const [text] = pattern.exec(source) ?? [];
  if (text === undefined || /\n(?:---|\.\.\.)(?=\s)/.test(text)) return undefined;
  FOLLOWING.lastIndex = start + text.length;
  return FOLLOWING.test(source) ? start + text.length : undefined;
}

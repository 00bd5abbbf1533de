import { Composer, Lexer, Parser, type CST, type ParsedNode } from 'yaml';
import type { FormatErrorCode } from '../../model/index.js';
import { formatError } from '../kit/unusable.js';

/**
 * The composer recurses; its stack ends at about 900 levels, and no locale file nests this deep.
 */
const MAX_DEPTH = 200;

/** Half a million entries or so: the parser keeps two kilobytes of each. */
const MOST_LEXEMES = 4_000_000;

export interface Composed {
  readonly contents: ParsedNode | null;
  /** True under a `%YAML 1.1` directive. */
  readonly yaml11: boolean;
  /** Behind the document's last character. */
  readonly end: number;
}

/**
 * The YAML documents of a file with their source tokens. Aliases are not expanded, plain scalars
 * not resolved.
 * @throws FormatError `syntax` for the first thing that is not YAML, `too-deep`
 */
export function compose(source: string, file: string | undefined): readonly Composed[] {
  const composer = new Composer({
    keepSourceTokens: true,
    prettyErrors: false,
    schema: 'failsafe',
    // Duplicates are found by the walk, in linear time.
    uniqueKeys: false,
  });
  const documents: Composed[] = [];
  const fail: Fail = (code, message: string, offset) =>
    formatError(code, message, { text: source, offset: Math.min(offset, source.length), file });
  for (const token of tokensOf(source, fail)) {
    if (token.type === 'document') {
      const deep = firstTooDeep(token);
      if (deep !== undefined) throw fail('too-deep', tooDeep, deep);
    }
    for (const document of composer.next(token)) documents.push(accept(document, fail));
  }
  for (const document of composer.end()) documents.push(accept(document, fail));
  return documents;
}

type Fail = (code: FormatErrorCode, message: string, offset: number) => Error;
type ComposedDocument = ReturnType<Composer['next']> extends Generator<infer D> ? D : never;

const tooDeep = `collections are nested more than ${MAX_DEPTH} levels deep.`;

const tooLarge = 'more than 4,000,000 signs and values; split the file.';

/** Tokens of the file. The parser recurses where many block collections end at once. */
function tokensOf(source: string, fail: Fail): readonly CST.Token[] {
  try {
    const parser = new Parser();
    const tokens: CST.Token[] = [];
    let lexemes = 0;
    for (const lexeme of new Lexer().lex(source)) {
      lexemes += 1;
      if (lexemes > MOST_LEXEMES) throw fail('too-large', tooLarge, parser.offset);
      for (const token of parser.next(lexeme)) tokens.push(token);
    }
    for (const token of parser.end()) tokens.push(token);
    return tokens;
  } catch (error) {
    if (error instanceof RangeError) throw fail('too-deep', tooDeep, 0);
    throw error;
  }
}

function accept(document: ComposedDocument, fail: Fail): Composed {
  const [error] = document.errors;
  if (error !== undefined) throw fail('syntax', sentence(error.message), error.pos[0]);
  const version = document.directives.yaml;
  return {
    contents: document.contents,
    yaml11: version.explicit === true && version.version === '1.1',
    end: document.range[2],
  };
}

function sentence(message: string): string {
  const text = message
    .trim()
    .replace(/^Missing closing (["'])quote$/, 'Expected a $1 that closes the text in quotes')
    .replace(/^Tabs are not allowed as indentation$/, '$&; expected spaces');
  return text.endsWith('.') ? text : `${text}.`;
}

/**
 * Offset of the first collection below the limit. Walks without recursion: it guards what recurses.
 */
function firstTooDeep(document: CST.Document): number | undefined {
  const stack: { readonly token: CST.Token; readonly depth: number }[] = [];
  const push = (token: CST.Token | null | undefined, depth: number): void => {
    if (token && 'items' in token) stack.push({ token, depth });
  };
  push(document.value, 1);
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { token, depth } = top;
    if (!('items' in token)) continue;
    if (depth > MAX_DEPTH) return token.offset;
    for (const item of token.items) {
      push(item.key, depth + 1);
      push(item.value, depth + 1);
    }
  }
  return undefined;
}

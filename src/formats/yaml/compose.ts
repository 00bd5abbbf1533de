import { Composer, Lexer, Parser } from 'yaml';
import type { CST, ParsedNode } from 'yaml';
import { formatError } from '../kit/unusable.js';
import type { FormatErrorCode } from '../../model/index.js';

export interface Composed {
  readonly contents: ParsedNode | null;
  /** Whether there is a `%YAML 1.1` directive. */
  readonly yaml11: boolean;
  /** Offset after the document's last character. */
  readonly end: number;
}

/**
 * The YAML documents of a file with their source tokens. Aliases are not expanded and plain scalars
 * not resolved.
 * @throws FormatError `syntax` at the first invalid YAML, `too-deep`
 */
export function compose(source: string, file: string | undefined): readonly Composed[] {
  const composer = new Composer({
    keepSourceTokens: true,
    prettyErrors: false,
    schema: 'failsafe',
    // `!!omap` and `!!pairs` stay sequences, as written.
    resolveKnownTags: false,
    // The walk finds duplicates in linear time.
    uniqueKeys: false,
  });
  const documents: Composed[] = [];
  const fail: Fail = (code, message: string, offset) =>
    formatError(code, message, { text: source, offset: Math.min(offset, source.length), file });
  for (const token of tokensOf(source, fail)) {
    if (token.type === 'document') {
      const deep = firstTooDeep(token);
      if (deep !== undefined) throw fail('too-deep', TOO_DEEP, deep);
    }
    for (const document of composer.next(token)) documents.push(accept(document, fail));
  }
  for (const document of composer.end()) documents.push(accept(document, fail));
  return documents;
}

type ComposedDocument = ReturnType<Composer['next']> extends Generator<infer D> ? D : never;

function accept(document: ComposedDocument, fail: Fail): Composed {
  const [error] = document.errors;
  if (error !== undefined) throw fail('syntax', explain(error.message), error.pos[0]);
  const version = document.directives.yaml;
  return {
    contents: document.contents,
    yaml11: version.explicit === true && version.version === '1.1',
    end: document.range[2],
  };
}

/** Messages of the parser, and our wording with what was expected. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^Missing closing (["'])quote$/, 'The quoted text is never closed; expected $1'],
  [/^Tabs are not allowed as indentation$/, '$&; expected spaces'],
  [
    /^Implicit map keys need to be followed by map values$/,
    'A line without a value; expected ":" after a key, or more indentation for a continued text',
  ],
  [
    /^Implicit keys .*need to be on a single line$/,
    'A text of several lines where a key was expected; expected ":" on its first line',
  ],
  [
    /^All (.*) items must start at the same column$/,
    'The indentation differs from the $1 above; expected the same column',
  ],
  [
    /^Nested mappings are not allowed in compact mappings$/,
    'A second ":" on one line; expected quotes around a text that contains ": "',
  ],
  [
    /^Invalid escape sequence .*$/s,
    '$&; expected a YAML escape such as \\n or \\u00e9, or \\\\ for a backslash',
  ],
  [/^Plain value cannot start with .*$/s, '$&; expected quotes around the text'],
  [/^Missing (.*)$/s, 'Expected $1'],
  [/^Unexpected (?:\S*scalar) at node end$/, 'Text after a value; expected the end of the line'],
  [
    /^Unexpected (.*) at node end$/,
    'Unexpected $1 after a value; expected the end of the line, or quotes around the text',
  ],
  [
    /^Comments must be separated .*$/,
    'A # directly after a value; expected a space before a comment, or quotes around the text',
  ],
];

/** A parser message as a sentence that states what was expected. */
function explain(message: string): string {
  const said = message.trim();
  const [pattern, words] = WORDS.find(([one]) => one.test(said)) ?? [/^/, ''];
  const text = said.replace(pattern, words);
  return text.endsWith('.') ? text : `${text}.`;
}

/**
 * Offset of the first collection below the limit. Walks without recursion, because it protects
 * recursive code.
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

type Fail = (code: FormatErrorCode, message: string, offset: number) => Error;

/**
 * The deepest nesting. The composer is recursive and exhausts its stack at about 900 levels; no
 * locale file is nested as deeply.
 */
const MAX_DEPTH = 200;

const TOO_DEEP = `collections nested more than ${MAX_DEPTH} levels deep.`;

/** About half a million entries, of which the parser keeps two kilobytes each. */
const MOST_LEXEMES = 4_000_000;

const TOO_LARGE = 'more than 4,000,000 tokens; split the file.';

/**
 * Tokens of the file. The parser is recursive where many block collections end at once. A file with
 * unterminated quoted texts or flow collections is read as by libyaml (and so Ruby, Python and
 * PHP), where they may continue in any column.
 * @throws FormatError `too-deep`, `too-large`
 */
function tokensOf(source: string, fail: Fail): readonly CST.Token[] {
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

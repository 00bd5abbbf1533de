import { Composer, type CST, Lexer, Parser } from 'yaml';
import type {
  Document,
  FormatErrorCode,
  Key,
  ParseOptions,
  Range,
  References,
  Use,
} from '../../model/index.js';
import { fileFacts } from '../kit/documents.js';
import { hasSectionLike, requireRootKey, sameLocale } from '../kit/root-key.js';
import { formatError, rejectUnusable } from '../kit/unusable.js';
import { baseOf, entriesByName, entryAt, outlines } from './outline.js';
import type { Collection, Entry, Outline } from './outline.js';
import { type Composed, walkDocuments } from './walk.js';

/** Characters that no YAML reader accepts in a file, escaped or not. */

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;

/** @throws FormatError */
export function parseYaml(text: string, options: ParseOptions = {}): Document {
  const { file, locale } = options;
  rejectUnusable(text, file);
  rejectControls(text, file);
  // The parser only knows the line ends \n and \r\n; offsets stay the same.
  const source = text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text;
  const composed = compose(source, file);
  const filled = composed.filter(({ contents }) => hasContent(contents));
  const empty = filled.length === 1 ? emptyCollection(filled[0]?.contents) : undefined;
  const documents = empty === undefined ? filled : [];
  if (documents.length > 1) rejectSeveralRoots(text, documents, options);
  const rootLocale = hasSectionLike(options) ? undefined : locale;
  const walked = walkDocuments({ text, source, documents, file, locale: rootLocale });
  const { units, problems, root, step } = walked;
  if (root === undefined) checkTop(text, walked.documents, options);
  requireAsManyAsSource(text, documents, options);
  const { leaves, aliases, anchors, documents: tops } = walked;
  const emptyAt = empty ?? contentPlace(source, composed);
  const outline: Outline = {
    ...{ source, documents: tops, root, locale, emptyAt, leaves, aliases, anchors },
  };
  const references = referencesOf(outline);
  const document: Document = {
    ...{ ...fileFacts('yaml', text, options), units, problems, indent: ' '.repeat(step) },
    ...(root !== undefined && { targetLanguage: root.name }),
    ...(references !== undefined && { references }),
  };
  return outlines.keep(document, outline);
}

const MERGE = '<<';

/** The longest key. No file is nested as deeply, but aliases of aliases can go on without end. */
const LONGEST_KEY = 200;

/**
 * The keys that aliases and merge keys repeat, followed one key at a time: nothing is ever
 * expanded. Undefined if there are none.
 */
function referencesOf(outline: Outline): References | undefined {
  if (outline.anchors.size === 0 && !outline.source.includes(MERGE)) return undefined;
  const lookup = new Lookup(outline);
  return { shows: (key) => lookup.shows(key), usesOf: (key) => usesOf(outline, key) };
}

/** Looks up keys through references. The names in a collection are indexed once for all keys. */
class Lookup {
  readonly #outline: Outline;
  readonly #merges = new Map<Collection, readonly Entry[]>();

  constructor(outline: Outline) {
    this.#outline = outline;
  }

  /** Whether the key has a value, and only through an alias or a merge key. */
  shows(key: Key): boolean {
    const [base, path] = baseOf(this.#outline, key);
    let collection = base;
    let referred = false;
    for (const name of path) {
      if (collection === undefined) return false;
      const own = entriesByName(collection).get(name);
      const entry = own ?? this.#merged(collection, name);
      if (entry === undefined) return false;
      referred ||= own === undefined || own.style === 'alias';
      collection = this.#contentOf(entry);
    }
    return referred;
  }

  /** The entry with this name in what a mapping merges; each mapping is visited once. */
  #merged(collection: Collection, name: string): Entry | undefined {
    const seen = new Set([collection]);
    for (const map of seen) {
      const found = map === collection ? undefined : entriesByName(map).get(name);
      if (found !== undefined) return found;
      for (const merge of this.#mergesOf(map)) for (const one of this.#mapsOf(merge)) seen.add(one);
    }
    return undefined;
  }

  /** The content of a merge key: a mapping, or several in a sequence. */
  #mapsOf(merge: Entry): readonly Collection[] {
    const content = this.#contentOf(merge);
    if (content?.kind !== 'seq') return content === undefined ? [] : [content];
    return content.entries.flatMap((entry) => this.#contentOf(entry) ?? []);
  }

  #contentOf(entry: Entry): Collection | undefined {
    return entry.style === 'alias' ? this.#outline.anchors.get(entry)?.child : entry.child;
  }

  #mergesOf(collection: Collection): readonly Entry[] {
    const known =
      this.#merges.get(collection) ??
      collection.entries.filter(({ name }) => collection.kind === 'map' && name === MERGE);
    this.#merges.set(collection, known);
    return known;
  }
}

/**
 * Places where aliases repeat a unit, each alias once: further repetitions by an alias bomb are
 * left out.
 */
function usesOf(outline: Outline, key: Key): readonly Use[] {
  const unit = entryAt(outline, key);
  const uses: Use[] = [];
  const seen = new Set<Entry>();
  const queue: { readonly from: Entry | undefined; readonly rest: Key }[] = [
    { from: unit, rest: [] },
  ];
  for (const { from, rest: below } of queue) {
    let rest = below;
    for (let at = from; at !== undefined; at = at.parent.owner) {
      for (const alias of outline.aliases.get(at) ?? []) {
        if (seen.has(alias) || rest.length > LONGEST_KEY) continue;
        seen.add(alias);
        const merging = mergingMap(alias);
        const place = merging === undefined ? alias : merging.owner;
        const shown = [...(place === undefined ? [] : keyOf(outline, place)), ...rest];
        uses.push({ key: shown, isAlias: at === unit && merging === undefined });
        queue.push({ from: place, rest });
      }
      rest = [at.name, ...rest];
    }
  }
  return uses;
}

/** The mapping that an alias is merged into. */
function mergingMap({ name, parent }: Entry): Collection | undefined {
  if (parent.kind === 'map') return name === MERGE ? parent : undefined;
  const { owner } = parent;
  return owner?.name === MERGE && owner.parent.kind === 'map' ? owner.parent : undefined;
}

/** The key of an entry, in the form of unit keys. */
function keyOf({ root, documents }: Outline, entry: Entry): Key {
  const names: string[] = [];
  let top = entry.parent;
  for (let at: Entry | undefined = entry; at !== undefined; at = at.parent.owner) {
    if (at !== root) names.unshift(at.name);
    top = at.parent;
  }
  return documents.length > 1 ? [String(documents.indexOf(top)), ...names] : names;
}

function rejectControls(text: string, file: string | undefined): void {
  const offset = text.search(CONTROL);
  if (offset === -1) return;
  const code = text.charCodeAt(offset).toString(16).padStart(4, '0').toUpperCase();
  throw formatError(
    'syntax',
    `the control character U+${code} is not allowed in YAML; escape it in double quotes.`,
    {
      ...{ text, offset, file },
    },
  );
}

function hasContent(contents: Composed['contents']): boolean {
  if (contents === null) return false;
  return contents.range[0] < contents.range[1];
}

/** An empty top-level collection, which the first content replaces. */
function emptyCollection(contents: Composed['contents'] | undefined): Range | undefined {
  if (!contents || !('items' in contents) || contents.items.length > 0) return undefined;
  return { start: contents.range[0], end: contents.range[1] };
}

function checkTop(text: string, tops: readonly Collection[], options: ParseOptions): void {
  const [top, ...others] = tops;
  const first = top?.entries[0];
  if (top === undefined || first === undefined) return;
  const single = others.length === 0 && top.entries.length === 1;
  const holdsTexts = first.style === 'collection' || first.style === 'empty';
  const onlyKey = single && holdsTexts ? first.name : undefined;
  requireRootKey({ text, offset: first.start, onlyKey }, options);
}

/** Readers of Rails catalogs use the first document and silently ignore the others. */
function rejectSeveralRoots(
  text: string,
  documents: readonly Composed[],
  { locale, file }: ParseOptions,
): void {
  if (locale === undefined) return;
  for (const { contents } of documents.slice(1)) {
    if (contents === null || !('items' in contents)) continue;
    const [first] = contents.items;
    const key = first !== undefined && 'key' in first ? first.key : null;
    if (key === null || !('value' in key) || !sameLocale(String(key.value), locale)) continue;
    throw formatError(
      'several-documents',
      `"${locale}" starts a second YAML document here, whose texts would not be read; expected a single document.`,
      {
        ...{ text, offset: contents.range[0], file },
      },
    );
  }
}

/**
 * A text belongs to its document, and edits create none: texts of a missing document would be
 * written under its index, where no reader finds them.
 */
function requireAsManyAsSource(
  text: string,
  documents: readonly Composed[],
  { source, file }: ParseOptions,
): void {
  const expected = source === undefined ? undefined : outlines.known(source)?.documents.length;
  const count = documents.length;
  if (expected === undefined || count === expected || Math.max(count, expected) < 2) return;
  const offset = documents[expected]?.contents?.range[0] ?? text.trimEnd().length;
  const next =
    count === 0
      ? 'delete the file, and it is created again.'
      : count < expected
        ? 'add the missing ones, each after a `---` line.'
        : 'remove the one that starts here, or add it to the source.';
  throw formatError(
    'several-documents',
    `YAML documents with content: ${count} here, but ${expected} in the source; ${next}`,
    { text, offset, file },
  );
}

/** Where the first content goes: before a document end marker, otherwise at the end of the file. */
function contentPlace(source: string, composed: readonly Composed[]): Range {
  const marker = composed.length === 0 ? null : /^\.\.\.(?=\s|$)/m.exec(source);
  const at = marker?.index ?? source.length;
  return { start: at, end: at };
}

/**
 * The YAML documents of a file with their source tokens. Aliases are not expanded and plain scalars
 * not resolved.
 * @throws FormatError `syntax` at the first invalid YAML, `too-deep`
 */
function compose(source: string, file: string | undefined): readonly Composed[] {
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

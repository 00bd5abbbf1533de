import { SaxesParser } from 'saxes';
import { locate } from '../../../model/index.js';
import type { Encoding, FormatErrorCode } from '../../../model/index.js';
import { firstLoneHalf } from '../encoding.js';
import { formatError, rejectUnusable } from '../unusable.js';
import { innerScope, localName, MAX_DEPTH, namespaceOf, NO_SCOPE } from './scope.js';
import type { Attributes, Opened } from './scope.js';
import { PIECES, tokenize } from './tokens.js';

export interface ReadOptions {
  /** File name for messages. */
  readonly file?: string | undefined;
  /** The encoding of the text's bytes. Default: UTF-8. */
  readonly encoding?: Encoding | undefined;
  /** A DOCTYPE without declarations of its own is skipped. Default: it is refused. */
  readonly allowsDoctype?: boolean | undefined;
}

/** An open element, with what the handler made of it. */
export interface Frame<N> extends Opened {
  node: N;
}

/** Receives the elements of a file in document order, and makes a node of each. */
export interface XmlHandler<N> {
  open(element: Opened, parent: Frame<N> | undefined): N;
  /** `closeStart`: start of the closing tag; the end of the element itself for `<x/>`. */
  close(frame: Frame<N>, at: { readonly closeStart: number; readonly end: number }): void;
  /** Character data directly inside an element: between two pieces of markup, or CDATA. */
  text?(frame: Frame<N>, start: number, end: number): void;
}

/** Shared by all elements without attributes, because the parser creates an object for each. */
const NO_ATTRIBUTES: Attributes = Object.freeze(Object.create(null) as Attributes);

/**
 * Reads well-formed XML with the position of each element. Reads no DTD and expands no entity. An
 * undeclared prefix results in the namespace `?`.
 * @throws FormatError `syntax`, `encoding`, `doctype` for declared entities, `too-deep`,
 * `conflict-markers`
 */
export class XmlReader<N> {
  readonly #text: string;
  readonly #options: ReadOptions;
  readonly #handler: XmlHandler<N>;
  readonly #parser = new SaxesParser({ xmlns: false, position: false } as const);
  readonly #stack: Frame<N>[] = [];
  /** End of the last tag. */
  #cursor = 0;
  #atEnd = false;
  #hasRoot = false;
  /** Names of the current tag's attributes. */
  #names: string[] = [];

  constructor(text: string, options: ReadOptions, handler: XmlHandler<N>) {
    this.#text = text;
    this.#options = options;
    this.#handler = handler;
  }

  run(): { readonly xml11: boolean } {
    const text = this.#text;
    rejectUnusable(text, this.#options.file);
    const half = firstLoneHalf(text);
    if (half !== -1) this.#fail('half of a surrogate pair; the file is damaged.', half, 'encoding');
    this.#listen();
    this.#parser.write(text);
    this.#atEnd = true;
    this.#parser.close();
    return { xml11: this.#parser.xmlDecl.version === '1.1' };
  }

  /**
   * At most six listeners: with more, the parser's fields become slow, and everything takes six
   * times as long.
   */
  #listen(): void {
    const parser = this.#parser;
    parser.on('error', (error) => this.#failSyntax(error.message));
    parser.on('xmldecl', () => {
      this.#cursor = this.#position;
    });
    parser.on('doctype', (said) => {
      if (this.#options.allowsDoctype !== true || said.includes('['))
        this.#fail(
          'XLIFF does not allow a DOCTYPE; remove it.',
          this.#text.indexOf('<!', this.#cursor),
          'doctype',
        );
      this.#cursor = this.#position;
    });
    parser.on('attribute', ({ name }) => this.#names.push(name));
    parser.on('opentag', ({ name, attributes }) => this.#open(name, attributes));
    parser.on('closetag', ({ name, isSelfClosing: empty }) => this.#close(name, empty));
  }

  /** The parser's position as an offset of the text. */
  get #position(): number {
    return Math.min(this.#parser.position, this.#text.length);
  }

  /** Start of the tag that ends at an offset: no "<" can be inside one. */
  #tagStart(end: number): number {
    return this.#text.lastIndexOf('<', end - 1);
  }

  #failSyntax(said: string): never {
    const text = this.#text;
    const position = this.#position;
    const { message, offset } = explain(said, {
      ...{ text, position, cursor: behindMarkup(text, this.#cursor, position) },
      ...{ depth: this.#stack.length, hasRoot: this.#hasRoot, atEnd: this.#atEnd },
    });
    return this.#fail(message, offset, 'syntax');
  }

  #fail(message: string, offset: number, code: FormatErrorCode): never {
    throw formatError(code, message, { text: this.#text, offset, file: this.#options.file });
  }

  /** Passes on the character data since the last tag. */
  #passText(end: number): void {
    const frame = this.#stack.at(-1);
    const start = this.#cursor;
    if (frame === undefined || end <= start || this.#handler.text === undefined) return;
    const markup = this.#text.indexOf('<', start);
    if (markup === -1 || markup >= end) {
      this.#handler.text(frame, start, end);
      return;
    }
    for (const token of tokenize(this.#text.slice(start, end)))
      if (token.kind === 'text' || token.kind === 'cdata')
        this.#handler.text(frame, start + token.start, start + token.end);
  }

  #open(name: string, given: Attributes): void {
    const stack = this.#stack;
    const names = this.#names;
    const openEnd = this.#position;
    const attributes = names.length === 0 ? NO_ATTRIBUTES : given;
    if (names.length > 0) this.#names = [];
    const start = this.#tagStart(openEnd);
    this.#passText(start);
    if (stack.length >= MAX_DEPTH)
      this.#fail(`more than ${MAX_DEPTH} levels of nested elements.`, start, 'too-deep');
    const parent = stack.at(-1);
    const outer = parent?.scope ?? NO_SCOPE;
    const qualified = names.some((name) => name.includes(':') || name === 'xmlns');
    const scope = qualified ? innerScope(attributes, outer) : outer;
    const namespace = namespaceOf(name, scope) ?? '?';
    const local = localName(name);
    this.#hasRoot = true;
    const frame: Frame<N> = {
      name,
      local,
      namespace,
      attributes,
      names,
      qualified,
      scope,
      start,
      openEnd,
      node: undefined as N,
    };
    frame.node = this.#handler.open(frame, parent);
    stack.push(frame);
    this.#cursor = openEnd;
  }

  #close(name: string, empty: boolean): void {
    const end = this.#position;
    const closeStart = empty ? end : this.#tagStart(end);
    if (!empty) this.#passText(closeStart);
    const frame = this.#stack.pop();
    this.#cursor = end;
    if (frame === undefined) return;
    // The parser closes open elements before it reports a mismatched closing tag.
    if (!empty && !this.#text.startsWith(name, closeStart + 2)) {
      const { line } = locate(this.#text, frame.start);
      this.#fail(
        `the wrong end tag; expected </${frame.name}> for the element opened on line ${line}.`,
        closeStart,
        'syntax',
      );
    }
    this.#handler.close(frame, { closeStart, end });
  }
}

/** End of the last comment, CDATA section or processing instruction in a range without tags. */
function behindMarkup(text: string, start: number, end: number): number {
  let done = start;
  for (let at = text.indexOf('<', done); at !== -1 && at < end; at = text.indexOf('<', done)) {
    const piece = PIECES.find(([open]) => text.startsWith(open, at));
    const close = piece === undefined ? -1 : text.indexOf(piece[1], at + piece[0].length);
    if (piece === undefined || close === -1 || close + piece[1].length > end) return done;
    done = close + piece[1].length;
  }
  return done;
}

/** Where the parser was when it stopped. */
interface Stop {
  readonly text: string;
  /** End of the last valid markup. */
  readonly cursor: number;
  /**
   * Offset after the character that the parser refuses; the end of the text if it expected more.
   */
  readonly position: number;
  /** Number of open elements. */
  readonly depth: number;
  /** Whether the root element has been read. */
  readonly hasRoot: boolean;
  /** Whether the end of the text was reached. */
  readonly atEnd: boolean;
}

/** Replacements for parser messages that do not say what was expected. */
const PLAIN: Readonly<Record<string, string>> = {
  'malformed character entity': 'a reference to a character that is not allowed in XML',
  'malformed comment': 'a comment cannot contain "--"; expected "-->"',
  'document must contain a root element': 'expected <xliff>',
};

const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]$/;
const LESS_IN_ATTRIBUTE = /=\s*(?:"[^"]*|'[^']*)<$/;
/** A tag whose name is missing, or contains an invalid character. */
const NO_NAME = /<(?![!?/])[^\s/>]*.$/s;

/**
 * What is wrong with a text that is not well-formed and the place to fix, judged by what is at the
 * parser's position.
 * @param said - the parser's own words, for cases that none of our rules covers
 */
function explain(
  said: string,
  { text, cursor, position, depth, hasRoot, atEnd }: Stop,
): { readonly message: string; readonly offset: number } {
  const words = said.replace(/\.$/, '');
  const read = text.slice(cursor, position);

  // After a bare "&", the parser continues until the next ";".
  const bare = /&(?!(?:#\d+|#x[\da-f]+|[\w:.-]+);)/i.exec(read);
  if (bare !== null)
    return { message: 'an unescaped "&"; expected &amp;.', offset: cursor + bare.index };
  const entity = /&[^#&;][^&;]*;$/.exec(read);
  if (entity !== null) {
    const message =
      'an unknown entity; expected &amp;, &lt;, &gt;, &quot;, &apos; or a character reference.';
    return { message, offset: cursor + entity.index };
  }

  if (depth === 0) {
    const stray = /[^\s\ufeff]/.exec(text.slice(cursor));
    if (stray === null && !hasRoot)
      return { message: 'the file contains no element; expected <xliff>.', offset: text.length };
    if (stray !== null) {
      const offset = cursor + stray.index;
      if (stray[0] !== '<' || text.startsWith('<![CDATA[', offset))
        return { message: 'text outside <xliff>.', offset };
      if (hasRoot && /[\p{L}_:]/u.test(text.charAt(offset + 1)))
        return { message: 'a second element after <xliff>; expected the end of the file.', offset };
    }
  }

  if (atEnd && (depth > 0 || text.includes('<', cursor))) {
    const open = /^unclosed tag: (\S+)$/.exec(words)?.[1];
    const expected = open === undefined ? (PLAIN[words] ?? words) : `expected </${open}>`;
    return { message: `the file ends too early; ${expected}.`, offset: text.length };
  }

  if (FORBIDDEN.test(read) || LESS_IN_ATTRIBUTE.test(read))
    return { message: 'a character that is not allowed here in XML.', offset: position - 1 };
  if (NO_NAME.test(read)) {
    const offset = text.lastIndexOf('<', position - 1);
    return { message: 'an unescaped "<"; expected &lt;.', offset };
  }

  const message = `${PLAIN[words] ?? `not well-formed XML: ${words}`}.`;
  const before = /(?:\]\]>|&[^&;]*;)$/.exec(read);
  return { message, offset: before === null ? Math.max(0, position - 1) : cursor + before.index };
}

/** Records a problem and its position; reading continues. */
export type Warn = (message: string, offset: number) => void;

import { SaxesParser } from 'saxes';
import type { Encoding, FormatErrorCode } from '../../../model/index.js';
import { encodingNamed } from '../encoding.js';
import { hasBom } from '../layout.js';
import { formatError, rejectUnusable } from '../unusable.js';
import type { Attributes, Opened } from './element.js';
import { explain } from './explain.js';
import { MAX_DEPTH, localName } from './names.js';
import { NO_SCOPE, innerScope, namespaceOf } from './scope.js';

export interface ReadOptions {
  /** File name for messages. */
  readonly file?: string | undefined;
  /** How the text was bytes, to compare with what it declares. Default: UTF-8. */
  readonly encoding?: Encoding | undefined;
  /** A DOCTYPE that declares nothing itself is passed over, and not read. Default: it is refused. */
  readonly allowsDoctype?: boolean | undefined;
}

/** Takes the elements of a file in document order; `F` is what it remembers of an open one. */
export interface XmlHandler<F extends Opened> {
  open(element: Opened, parent: F | undefined): F;
  /** `closeStart`: start of the closing tag; the end of the element itself for `<x/>`. */
  close(frame: F, at: { readonly closeStart: number; readonly end: number }): void;
  /** Character data directly inside an element: between two pieces of markup, or CDATA. */
  text?(frame: F, start: number, end: number): void;
}

/** Shared by the many elements without attributes: the parser makes an object for each. */
const NO_ATTRIBUTES: Attributes = Object.freeze(Object.create(null) as Attributes);

/** Part of ES2024; every Node that this runs on has it. */
type WellFormed = string & { isWellFormed(): boolean };

/**
 * Reads well-formed XML with the position of each element. No DTD is read and no entity expanded.
 * A prefix that is not declared gives the namespace `?`.
 * @throws FormatError `syntax`, `encoding`, `doctype` for declared entities, `too-deep`,
 * `conflict-markers`
 */
export class XmlReader<F extends Opened> {
  readonly #text: string;
  readonly #options: ReadOptions;
  readonly #handler: XmlHandler<F>;
  readonly #parser = new SaxesParser({ xmlns: false, position: false } as const);
  readonly #stack: F[] = [];
  /** End of the last tag, comment, CDATA section or processing instruction. */
  #cursor = 0;
  #atEnd = false;
  #hasRoot = false;
  /** Names of the attributes of the tag that is being read. */
  #names: string[] = [];

  constructor(text: string, options: ReadOptions, handler: XmlHandler<F>) {
    this.#text = text;
    this.#options = options;
    this.#handler = handler;
  }

  run(): { readonly xml11: boolean } {
    const text = this.#text;
    rejectUnusable(text, this.#options.file);
    if (!(text as WellFormed).isWellFormed())
      this.fail(
        'half of a surrogate pair; the file is damaged.',
        text.search(/[\ud800-\udfff]/u),
        'encoding',
      );
    this.#listen();
    this.#parser.write(text);
    this.#atEnd = true;
    this.#parser.close();
    return { xml11: this.#parser.xmlDecl.version === '1.1' };
  }

  #listen(): void {
    const parser = this.#parser;
    parser.on('error', (error) => this.#failSyntax(error.message));
    parser.on('xmldecl', ({ encoding }) => {
      if (encoding !== undefined && !isDeclared(encoding, this.#options.encoding))
        this.fail(
          `the file says that its encoding is ${encoding}; save it as UTF-8 and say so.`,
          hasBom(this.#text) ? 1 : 0,
          'encoding',
        );
      this.#cursor = this.#position;
    });
    parser.on('doctype', (said) => {
      if (this.#options.allowsDoctype !== true || said.includes('['))
        this.fail(
          'a DOCTYPE; XLIFF has none, and none is read. Expected <xliff> without it.',
          this.#markupStart(),
          'doctype',
        );
      this.#cursor = this.#position;
    });
    // The parser speaks of a comment before it has read the ">" that ends it.
    parser.on('comment', () => this.#skip(this.#position + 1));
    parser.on('processinginstruction', () => this.#skip(this.#position));
    parser.on('cdata', () => {
      const start = this.#markupStart();
      this.#passText(start);
      this.#passCdata(start);
    });
    parser.on('attribute', ({ name }) => this.#names.push(name));
    parser.on('opentag', ({ name, attributes }) => this.#open(name, attributes));
    parser.on('closetag', ({ name, isSelfClosing: empty }) => this.#close(name, empty));
  }

  /** Where the parser is, as an offset of the text. */
  get #position(): number {
    return Math.min(this.#parser.position, this.#text.length);
  }

  /**
   * Start of the markup that has been read: text holds no "<", so it is the first one behind the
   * markup before.
   */
  #markupStart(): number {
    const found = this.#text.indexOf('<', this.#cursor);
    return found === -1 ? this.#text.length : found;
  }

  #failSyntax(said: string): never {
    const text = this.#text;
    const cursor = this.#cursor;
    const position = this.#position;
    const atEnd = this.#atEnd;
    const depth = this.#stack.length;
    const hasRoot = this.#hasRoot;
    const { message, offset } = explain(said, { text, cursor, position, depth, hasRoot, atEnd });
    return this.fail(message, offset, 'syntax');
  }

  fail(message: string, offset: number, code: FormatErrorCode): never {
    throw formatError(code, message, { text: this.#text, offset, file: this.#options.file });
  }

  #skip(end: number): void {
    this.#passText(this.#markupStart());
    this.#cursor = end;
  }

  #passText(end: number): void {
    const frame = this.#stack.at(-1);
    if (frame !== undefined && end > this.#cursor) this.#handler.text?.(frame, this.#cursor, end);
  }

  #passCdata(start: number): void {
    const frame = this.#stack.at(-1);
    this.#cursor = this.#position;
    if (frame !== undefined) this.#handler.text?.(frame, start, this.#cursor);
  }

  #open(name: string, given: Attributes): void {
    const stack = this.#stack;
    const names = this.#names;
    const openEnd = this.#position;
    const attributes = names.length === 0 ? NO_ATTRIBUTES : given;
    if (names.length > 0) this.#names = [];
    const start = this.#markupStart();
    this.#passText(start);
    if (stack.length >= MAX_DEPTH)
      this.fail(`elements nested deeper than ${MAX_DEPTH}.`, start, 'too-deep');
    const parent = stack.at(-1);
    const outer = parent?.scope ?? NO_SCOPE;
    const qualified = names.some((name) => name.includes(':') || name === 'xmlns');
    const scope = qualified ? innerScope(attributes, outer) : outer;
    const namespace = namespaceOf(name, scope) ?? '?';
    const local = localName(name);
    this.#hasRoot = true;
    const opened = { name, local, namespace, attributes, names, qualified, scope, start, openEnd };
    stack.push(this.#handler.open(opened, parent));
    this.#cursor = openEnd;
  }

  #close(name: string, empty: boolean): void {
    const end = this.#position;
    const closeStart = empty ? end : this.#markupStart();
    if (!empty) this.#passText(closeStart);
    const frame = this.#stack.pop();
    this.#cursor = end;
    if (frame === undefined) return;
    // The parser closes what is still open before it says that a closing tag does not fit.
    if (!empty && !this.#text.startsWith(name, closeStart + 2))
      this.fail(
        `this closes another element; expected </${frame.name}> for the one that line ${String(this.#lineOf(frame.start))} opens.`,
        closeStart,
        'syntax',
      );
    this.#handler.close(frame, { closeStart, end });
  }

  #lineOf(offset: number): number {
    return formatError('syntax', '', { text: this.#text, offset }).line;
  }
}

/** A text in Unicode was decoded by what its bytes show; any other by what the file declares. */
function isDeclared(label: string, encoding: Encoding = 'utf-8'): boolean {
  const named = encodingNamed(label);
  return named === encoding || (named?.slice(0, 6) === 'utf-16' && encoding.startsWith('utf-16'));
}

import type { Codec, Document, FormatErrorCode, Key, Range } from '../../model/index.js';
import { EditError } from '../../model/index.js';
import { outlives } from './comments-above.js';
import { hasBom, isLineEnd, skipLineEnd } from './layout.js';
import type { Splice } from './splices.js';
import { formatError } from './unusable.js';
import { blankEnd, blankStart } from './xml/blocks.js';
import { lineFeeds, NOT_XML, PREDEFINED } from './xml/escape.js';

/** A value of an XML property list, with its range and content. */
export interface PlistValue extends Range {
  readonly kind: 'dict' | 'string' | 'other';
  /** The content between its tags. Absent for an empty-element tag, `<string/>`. */
  readonly inner?: Range;
  /** Decoded text of a string; '' for other values. */
  readonly text: string;
  /** Entries of a dict, in file order; empty for other values. */
  readonly entries: readonly PlistEntry[];
}

export interface PlistEntry {
  readonly key: string;
  /** Start of the comments directly above, or of its `<key>`. */
  readonly start: number;
  /** Start of its `<key>`. */
  readonly keyStart: number;
  /** Words of the comments directly above. */
  readonly note: string;
  readonly value: PlistValue;
}

/** The deepest file. No locale file is deeper. */
const MAX_DEPTH = 100;

/**
 * Reads an XML property list. Internal DTDs are refused, so no entity can expand.
 * @throws FormatError
 */
export function readPlist(text: string, file: string | undefined): PlistValue {
  return new Reader(text, file).run();
}

const TAG = /<([A-Za-z]+)(?:\s[^<>]*?)?(\/?)>/y;
/** The part of an entity after `&`. */
const ENTITY = /^(?:#x([\da-fA-F]{1,6})|#(\d{1,7})|(\w{1,10}));/;

/** How a commented-out entry starts. */
const OUT = /^<key>/;

class Reader {
  readonly #text: string;
  readonly #file: string | undefined;
  #at: number;
  /** Comments since the last element, unless an empty line separates them from the next. */
  #comments: Range[] = [];

  constructor(text: string, file: string | undefined) {
    this.#text = text;
    this.#file = file;
    this.#at = hasBom(text) ? 1 : 0;
  }

  run(): PlistValue {
    const odd = NOT_XML.exec(this.#text)?.index;
    if (odd !== undefined) {
      this.#at = odd;
      throw this.#fail('a character that is not allowed in XML; the file is damaged', 'encoding');
    }
    this.#misc();
    if (this.#text.startsWith('<!DOCTYPE', this.#at)) {
      const end = this.#text.indexOf('>', this.#at);
      const own = this.#text.slice(this.#at, end === -1 ? undefined : end);
      if (end === -1 || own.includes('['))
        throw this.#fail('a DOCTYPE cannot contain declarations', 'doctype');
      this.#at = end + 1;
      this.#misc();
    }
    const isWrapped = /<plist[\s>]/y.test(this.#text.slice(this.#at, this.#at + 7));
    if (isWrapped) this.#open('a property list');
    this.#misc();
    const value = this.#value(0);
    this.#misc();
    if (isWrapped) this.#close('plist');
    this.#misc();
    if (this.#at < this.#text.length) throw this.#fail('expected the end of the file');
    return value;
  }

  #value(depth: number): PlistValue {
    if (depth > MAX_DEPTH) throw this.#fail(`more than ${MAX_DEPTH} levels of nesting`, 'too-deep');
    const start = this.#at;
    const { name, isClosed } = this.#open('a value');
    const kind = name === 'dict' || name === 'string' ? name : 'other';
    if (isClosed) return { kind, start, end: this.#at, text: '', entries: [] };
    const from = this.#at;
    const entries = name === 'dict' ? this.#entries(depth) : [];
    if (name === 'array') this.#items(depth);
    const text = name === 'dict' || name === 'array' ? '' : this.#content(name);
    const inner = { start: from, end: this.#at };
    this.#close(name);
    return { kind, start, end: this.#at, inner, text: kind === 'string' ? text : '', entries };
  }

  #entries(depth: number): PlistEntry[] {
    const entries: PlistEntry[] = [];
    const text = this.#text;
    for (;;) {
      this.#misc();
      if (this.#text.startsWith('</', this.#at)) return entries;
      const keyStart = this.#at;
      const comments = this.#comments;
      const stays = comments.findLastIndex((one) => outlives(text.slice(one.start, one.end), OUT));
      const start = comments[stays + 1]?.start ?? keyStart;
      const { name, isClosed } = this.#open('a <key>');
      if (name !== 'key') {
        this.#at = keyStart;
        throw this.#fail(`expected a <key>, found <${name}>`);
      }
      const key = isClosed ? '' : this.#content('key');
      if (!isClosed) this.#close('key');
      this.#misc();
      const note = this.#noteOf(comments, this.#comments);
      entries.push({ key, start, keyStart, note, value: this.#value(depth + 1) });
    }
  }

  #items(depth: number): void {
    this.#misc();
    while (!this.#text.startsWith('</', this.#at)) {
      this.#value(depth + 1);
      this.#misc();
    }
  }

  /** Decoded text up to the next closing tag. */
  #content(name: string): string {
    const text = this.#text;
    let out = '';
    for (;;) {
      const next = text.indexOf('<', this.#at);
      if (next === -1) throw this.#fail(`<${name}> is never closed; expected </${name}>`);
      out += this.#decoded(next);
      this.#at = next;
      if (text.startsWith('</', next)) return out;
      if (text.startsWith('<![CDATA[', next)) {
        const end = this.#behind(']]>');
        out += lineFeeds(text.slice(next + 9, end - 3));
        this.#at = end;
      } else if (text.startsWith('<!--', next)) this.#at = this.#behind('-->');
      else throw this.#fail(`expected "</${name}>": a string cannot contain elements`);
    }
  }

  /** Text without elements from here to `end`. */
  #decoded(end: number): string {
    const raw = this.#text.slice(this.#at, end);
    if (!raw.includes('&')) {
      this.#at = end;
      return lineFeeds(raw);
    }
    const [first = '', ...rest] = raw.split('&');
    let out = lineFeeds(first);
    this.#at += first.length;
    for (const part of rest) {
      const [entity = '', hex, decimal, word = ''] = ENTITY.exec(part) ?? [];
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      const isCode = code > 0 && code <= 0x10ffff && !NOT_XML.test(String.fromCodePoint(code));
      const found = PREDEFINED.get(word) ?? (isCode ? String.fromCodePoint(code) : undefined);
      if (found === undefined)
        throw this.#fail('expected an entity such as "&amp;"; write "&amp;" for a literal "&"');
      out += found + lineFeeds(part.slice(entity.length));
      this.#at += 1 + part.length;
    }
    return out;
  }

  #open(expected: string): { readonly name: string; readonly isClosed: boolean } {
    TAG.lastIndex = this.#at;
    const match = TAG.exec(this.#text);
    if (match === null) throw this.#fail(`expected ${expected}, found ${this.#found()}`);
    this.#at = TAG.lastIndex;
    return { name: match[1] ?? '', isClosed: match[2] === '/' };
  }

  #close(name: string): void {
    const text = this.#text;
    let end = this.#at + 2 + name.length;
    const isOwn = text.startsWith('</', this.#at) && text.startsWith(name, this.#at + 2);
    while (isOwn && isSpace(text.charCodeAt(end))) end += 1;
    if (!isOwn || text.charCodeAt(end) !== 62)
      throw this.#fail(`expected "</${name}>", found ${this.#found()}`);
    this.#at = end + 1;
  }

  /** Skips white space, comments and processing instructions. */
  #misc(): void {
    const text = this.#text;
    if (this.#comments.length > 0) this.#comments = [];
    for (;;) {
      this.#space();
      if (text.startsWith('<!--', this.#at)) {
        const end = this.#behind('-->');
        this.#comments.push({ start: this.#at, end });
        this.#at = end;
      } else if (text.startsWith('<?', this.#at)) this.#at = this.#behind('?>');
      else return;
    }
  }

  /** Skips white space. Comments above an empty line do not belong to what follows. */
  #space(): void {
    const text = this.#text;
    let at = this.#at;
    let lines = 0;
    for (let code = text.charCodeAt(at); isSpace(code); code = text.charCodeAt(at)) {
      if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) lines += 1;
      at += 1;
    }
    this.#at = at;
    if (lines > 1 && this.#comments.length > 0) this.#comments = [];
  }

  #noteOf(above: readonly Range[], between: readonly Range[]): string {
    if (above.length === 0 && between.length === 0) return '';
    return [...above, ...between]
      .map(({ start, end }) => this.#text.slice(start + 4, end - 3).trim())
      .filter((one) => !OUT.test(one))
      .join('\n');
  }

  #behind(end: string): number {
    const found = this.#text.indexOf(end, this.#at);
    if (found === -1) throw this.#fail(`what starts here is never closed; expected "${end}"`);
    return found + end.length;
  }

  #found(): string {
    if (this.#at >= this.#text.length) return 'the end of the file: it is cut off';
    const tag = /^<\/?[A-Za-z]*/.exec(this.#text.slice(this.#at, this.#at + 20))?.[0];
    return `"${tag ?? String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 32)}"`;
  }

  #fail(message: string, code: FormatErrorCode = 'syntax'): Error {
    const at = { text: this.#text, offset: Math.min(this.#at, this.#text.length) };
    return formatError(code, `${message}.`, { ...at, file: this.#file });
  }
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13;
}

/** The block of a dict's entry: its lines, and the comments directly above. */
export function blockOf(text: string, { start, value }: PlistEntry): Range {
  const line = blankStart(text, start);
  const end = blankEnd(text, value.end);
  const isAlone = line === 0 || isLineEnd(text.charCodeAt(line - 1));
  const isLast = end >= text.length || isLineEnd(text.charCodeAt(end));
  if (!isAlone) return { start, end: value.end };
  return { start: line, end: isLast ? skipLineEnd(text, end) : value.end };
}

/**
 * Where to insert a dict's first entry: after the line of its tag. Undefined for an empty-element
 * tag.
 */
export function insideOf(text: string, { inner, entries }: PlistValue): number | undefined {
  const last = entries.at(-1);
  if (last !== undefined) return blockOf(text, last).end;
  return inner && skipLineEnd(text, blankEnd(text, inner.start));
}

/** White space before an entry on its line. */
export function indentOf(text: string, { keyStart }: PlistEntry): string {
  return text.slice(blankStart(text, keyStart), keyStart);
}

/** One level of indentation; a tab if the file shows none. */
export function indentIn(text: string, root: PlistValue): string {
  for (const entry of root.entries) {
    const [first] = entry.value.entries;
    if (first === undefined) continue;
    const [outer, inner] = [indentOf(text, entry), indentOf(text, first)];
    if (inner.length > outer.length && inner.startsWith(outer)) return inner.slice(outer.length);
  }
  return '\t';
}

/**
 * Replaces the text of a `<string>`.
 * @throws EditError `not-writable` for characters that XML cannot contain
 */
export function setString(
  text: string,
  {
    key,
    value,
    newline,
  }: { readonly key: Key; readonly value: PlistValue; readonly newline: string },
): Splice {
  const { inner, start, end } = value;
  const escaped = escapeXml(text, { key, newline });
  if (inner === undefined) return { start, end, text: `<string>${escaped}</string>` };
  return { ...inner, text: escaped };
}

/** A text as XML. @throws EditError `not-writable` */
export function escapeXml(
  text: string,
  { key, newline }: { readonly key: Key; readonly newline: string },
): string {
  if (NOT_XML.test(text)) {
    const message = 'XML cannot contain control characters or half of a surrogate pair.';
    throw new EditError('not-writable', key, message);
  }
  return text.replace(/[&<>\r\n]/g, (one) => {
    if (one === '\n') return newline;
    if (one === '\r') return '&#13;';
    return one === '&' ? '&amp;' : one === '<' ? '&lt;' : '&gt;';
  });
}

/** The same codec, but files that consist of `<dict/>` are expanded for their first text. */
export function withRoom(codec: Codec, isPlist: (text: string) => boolean = () => true): Codec {
  const opened = (document: Document): Document => {
    const { text, units, newline } = document;
    if (units.length > 0 || !isPlist(text)) return document;
    const { kind, inner, start, end } = readPlist(text, undefined);
    if (kind !== 'dict' || inner !== undefined) return document;
    return codec.parse(`${text.slice(0, start)}<dict>${newline}</dict>${text.slice(end)}`);
  };
  return {
    ...codec,
    edit: (document, edits) => codec.edit(edits.length > 0 ? opened(document) : document, edits),
  };
}

import { GETTEXT_FORMATS, isPluralCategory } from '../../model/index.js';
import type { Key, MessageSyntax, Range } from '../../model/index.js';
import { hasBom, lineEnd, lineStart, skipLineEnd } from '../kit/layout.js';
import { formatError, MOST_VALUES, TOO_LARGE } from '../kit/unusable.js';
import { unescape } from './escapes.js';

/** A keyword and the text after it. */
export interface Field {
  /** Start of its keyword. */
  readonly at: number;
  /** From the first quote to after the last. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Comments behind its texts, except behind the last one. */
  readonly behind?: readonly Range[];
}

/** A line that starts with `#`, without its line end. */
export interface Comment extends Range {
  /** The character after `#`: `.`, `:`, `,`, `|`; a space for a translator's comment. */
  readonly kind: string;
}

/** One message: `msgid` and its translation, with the comments above it. */
export interface Entry {
  /** Its lines, and its own comments. */
  readonly block: Range;
  readonly comments: readonly Comment[];
  readonly context: Field | undefined;
  readonly id: Field;
  readonly plural: Field | undefined;
  /** `msgstr`, or `msgstr[0]` and so on by index. */
  readonly texts: readonly (Field | undefined)[];
  /** All words of `#, fuzzy, c-format`. */
  readonly flags: readonly string[];
}

export interface Entries {
  readonly text: string;
  /** In file order, including the header, without obsolete ones (`#~`). */
  readonly entries: readonly Entry[];
  readonly obsolete: readonly Range[];
}

/**
 * The entries of a PO file.
 * @throws FormatError `syntax` with what was expected
 */
export function readEntries(text: string, file?: string): Entries {
  return new Reader(text, file).read();
}

interface OpenEntry {
  start: number;
  comments: readonly Comment[];
  context?: Field;
  id?: Field;
  plural?: Field;
  texts: (Field | undefined)[];
  /** A `msgstr` has started. */
  hasText: boolean;
}

/** A field whose text may continue on the next line. */
interface OpenField {
  readonly at: number;
  start: number;
  end: number;
  parts: string[];
  behind: Range[];
  readonly put: (field: Field) => void;
  readonly name: string;
}

const KEYWORD =
  /(msgctxt|msgid_plural|msgid|msgstr|domain)(?![\w])(?:[ \t]*\[[ \t]*(\d{1,4})[ \t]*\])?/y;
/** More plural forms than any language has. */
const MOST_FORMS = 100;

class Reader {
  readonly #text: string;
  readonly #file: string | undefined;
  readonly #entries: Entry[] = [];
  readonly #obsolete: Range[] = [];
  #comments: Comment[] = [];
  #entry: OpenEntry | undefined;
  #field: OpenField | undefined;
  /** End of the open entry's last line. */
  #end = 0;

  constructor(text: string, file: string | undefined) {
    this.#text = text;
    this.#file = file;
  }

  read(): Entries {
    const text = this.#text;
    let at = hasBom(text) ? 1 : 0;
    while (at < text.length) {
      const end = lineEnd(text, at);
      this.#readLine(at, end);
      at = skipLineEnd(text, end);
    }
    this.#closeEntry(text.length);
    this.#refuseCutOff();
    return { text, entries: this.#entries, obsolete: this.#obsolete };
  }

  /** Refuses a tool's comment on an unterminated last line: the file is cut off. */
  #refuseCutOff(): void {
    const last = this.#comments.findLast(({ kind }) => kind !== ' ');
    if (last?.end !== this.#text.length) return;
    throw this.#error(last.start, 'the file is cut off after this comment; expected msgid');
  }

  #readLine(line: number, end: number): void {
    const text = this.#text;
    const next = skipLineEnd(text, end);
    const first = skipBlanks(text, line);
    if (first >= end) this.#leaveComments();
    for (let at = first; at < end; at = skipBlanks(text, at)) {
      const code = text.charCodeAt(at);
      if (code === 35) {
        if (at === first) this.#comment(line, at, end);
        else this.#field?.behind.push({ start: at, end });
        break;
      }
      at = code === 34 ? this.#string(at, end) : this.#keyword(at, end);
      this.#end = skipBlanks(text, at) < end ? at : next;
    }
    if (first < end && text.charCodeAt(first) !== 35) this.#end = next;
  }

  /** Leaves comments to the file if a blank line follows, unless a tool wrote them. */
  #leaveComments(): void {
    if (this.#comments.every(({ kind }) => kind === ' ')) this.#comments = [];
  }

  #comment(line: number, start: number, end: number): void {
    const mark = this.#text.charAt(start + 1);
    if (mark === '~') {
      this.#closeEntry(start);
      const from = this.#comments[0]?.start ?? line;
      this.#comments = [];
      this.#obsolete.push({ start: from, end: skipLineEnd(this.#text, end) });
      return;
    }
    // A comment inside an entry stays where it is.
    if (this.#entry?.hasText === false) return;
    this.#closeEntry(start);
    const kind = start + 1 < end && '.:,|='.includes(mark) ? mark : ' ';
    this.#comments.push({ kind, start: line, end });
  }

  /** @returns the end of the keyword */
  #keyword(start: number, end: number): number {
    KEYWORD.lastIndex = start;
    const match = KEYWORD.exec(this.#text);
    const name = match?.[1];
    if (match === null || name === undefined || KEYWORD.lastIndex > end)
      throw this.#error(start, 'expected a comment, a quoted text, msgctxt, msgid or msgstr');
    const last = KEYWORD.lastIndex;
    this.#closeField();
    const put = this.#fieldOf(name, match[2], start);
    this.#field = { at: start, start: -1, end: -1, parts: [], behind: [], put, name };
    return last;
  }

  /** Where the text of a keyword goes. */
  #fieldOf(name: string, index: string | undefined, at: number): (field: Field) => void {
    if (index !== undefined && name !== 'msgstr') throw this.#error(at, `expected ${name} alone`);
    if (name === 'domain') {
      this.#closeEntry(at);
      return () => undefined;
    }
    const isNew = name === 'msgctxt' || (name === 'msgid' && !this.#awaitsId());
    if (isNew) this.#open(at);
    const entry = this.#entry;
    if (entry === undefined) throw this.#error(at, `expected msgid before ${name}`);
    if (name === 'msgctxt') return (field) => (entry.context = field);
    if (name === 'msgid') return (field) => (entry.id = field);
    if (entry.id === undefined) throw this.#error(at, `expected msgid before ${name}`);
    if (name === 'msgid_plural') {
      if (entry.plural !== undefined || entry.hasText)
        throw this.#error(at, 'expected msgid_plural once, between msgid and msgstr');
      return (field) => (entry.plural = field);
    }
    return this.#textOf(entry, index, at);
  }

  #textOf(entry: OpenEntry, index: string | undefined, at: number): (field: Field) => void {
    if (entry.plural === undefined && index !== undefined)
      throw this.#error(at, 'msgstr[…] without msgid_plural; expected msgstr');
    if (entry.plural !== undefined && index === undefined)
      throw this.#error(
        at,
        'an entry with msgid_plural cannot have a plain msgstr; expected msgstr[0]',
      );
    const place = Number(index ?? 0);
    if (place >= MOST_FORMS) throw this.#error(at, `expected a number below ${MOST_FORMS}`);
    if (entry.texts[place] !== undefined) throw this.#error(at, 'a second msgstr for this entry');
    entry.hasText = true;
    return (field) => {
      while (entry.texts.length < place) entry.texts.push(undefined);
      entry.texts[place] = field;
    };
  }

  #awaitsId(): boolean {
    return this.#entry !== undefined && this.#entry.id === undefined;
  }

  #open(at: number): void {
    this.#closeEntry(at);
    const comments = this.#comments;
    this.#comments = [];
    this.#entry = {
      start: comments[0]?.start ?? lineOf(this.#text, at),
      comments,
      texts: [],
      hasText: false,
    };
  }

  #closeField(): void {
    const field = this.#field;
    if (field === undefined) return;
    const { at, start, end, name, parts } = field;
    if (start < 0) throw this.#error(at, `expected a quoted text after ${name}`);
    const behind = field.behind.filter((comment) => comment.start < end);
    field.put({ at, start, end, text: parts.join(''), ...(behind.length > 0 && { behind }) });
    this.#field = undefined;
  }

  #closeEntry(at: number): void {
    this.#closeField();
    const entry = this.#entry;
    if (entry === undefined) return;
    const { id, texts, start, comments, context, plural } = entry;
    if (id === undefined) throw this.#error(at, 'msgctxt without msgid; expected msgid');
    if (texts.length === 0) throw this.#error(at, 'msgid without msgstr; expected msgstr');
    const flags = flagsOf(this.#text, comments);
    const block = { start, end: this.#end };
    this.#entries.push({ block, comments, context, id, plural, texts, flags });
    if (this.#entries.length > MOST_VALUES) throw this.#error(at, TOO_LARGE);
    this.#entry = undefined;
  }

  /** @returns the end of the text in quotes */
  #string(at: number, end: number): number {
    const field = this.#field;
    if (field === undefined)
      throw this.#error(at, 'a text without a keyword; expected msgid or msgstr before it');
    const close = closingQuote(this.#text, at, end);
    if (close === -1) throw this.#error(at, 'a text that does not end on its line; expected "');
    field.parts.push(
      unescape(this.#text.slice(at + 1, close), (place) => {
        const message = 'an escape that does not exist in C; write \\\\ for a literal backslash';
        throw this.#error(at + 1 + place, message);
      }),
    );
    if (field.start < 0) field.start = at;
    field.end = close + 1;
    return field.end;
  }

  #error(offset: number, message: string): Error {
    return formatError('syntax', `${message}.`, { text: this.#text, offset, file: this.#file });
  }
}

function closingQuote(text: string, from: number, end: number): number {
  for (let at = from + 1; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 34) return at;
    if (code === 92) at += 1;
  }
  return -1;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 9 && code !== 12 && code !== 11) break;
  }
  return at;
}

/** The start of an entry's line, if nothing else is before it there. */
function lineOf(text: string, offset: number): number {
  let at = lineStart(text, offset);
  if (text.charCodeAt(at) === 0xfeff) at += 1;
  return text.slice(at, offset).trim() === '' ? at : offset;
}

function flagsOf(text: string, comments: readonly Comment[]): readonly string[] {
  const lines = comments.filter(({ kind }) => kind === ',');
  if (lines.length === 0) return NO_FLAGS;
  return lines.flatMap(({ start, end }) =>
    text
      .slice(text.indexOf(',', start) + 1, end)
      .split(',')
      .map((flag) => flag.trim())
      .filter((flag) => flag !== ''),
  );
}

const NO_FLAGS: readonly string[] = [];

/**
 * `[msgid]`, or `[msgctxt, msgid]`. A plural form adds one segment. A context whose text is the
 * name of a plural form gets an empty segment in between.
 */
export function keyOf({ context, id }: Entry): Key {
  if (context === undefined) return [id.text];
  return isPluralCategory(id.text) ? [context.text, '', id.text] : [context.text, id.text];
}

export function isFuzzy({ flags }: Entry): boolean {
  return flags.includes('fuzzy');
}

/** The non-empty texts of an entry. */
export function filledIn({ texts }: Entry): readonly Field[] {
  return texts.flatMap((field) => (field === undefined || field.text === '' ? [] : [field]));
}

/** The syntax in its flags: `c-format`, or `possible-c-format`, which msgfmt also checks. */
export function syntaxOf({ flags }: Entry): MessageSyntax | undefined {
  const formats = flags.map((flag) => flag.replace(/^possible-/, ''));
  return GETTEXT_FORMATS.find((format) => formats.includes(format));
}

export function isHeader({ id, context }: Entry): boolean {
  return id.text === '' && context === undefined;
}

/** A field of the header, such as `Plural-Forms`; undefined if it is missing. */
export function headerValue(header: Entry | undefined, name: string): string | undefined {
  const text = header?.texts[0]?.text ?? '';
  return new RegExp(`^${name}:[ \\t]*(.*?)[ \\t]*$`, 'im').exec(text)?.[1];
}

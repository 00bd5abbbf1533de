import { type Codec, type Document, EditError, type Key, type Range } from '../../model/index.js';
import { outlives } from './comments-above.js';
import { isLineEnd, skipLineEnd } from './layout.js';
import type { Splice } from './splices.js';
import { formatError } from './unusable.js';
import { blankEnd, blankStart } from './xml/blocks.js';
import { charactersIn, elementsIn, readXml } from './xml/elements.js';
import type { XmlElement, XmlPiece } from './xml/elements.js';
import { NOT_XML } from './xml/escape.js';

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

/**
 * Reads an XML property list. Entities that it declares are refused.
 * @throws FormatError
 */
export function readPlist(text: string, file: string | undefined): PlistValue {
  const { root } = readXml(text, { what: 'a property list', hasEntities: false, file });
  const reading = { text, file };
  if (root.name !== 'plist') return valueOf(root, reading);
  const [value, other] = contentOf(root, reading, 'a value');
  if (value === undefined) throw fail('expected a value, found "</plist"', root.close, reading);
  if (other !== undefined) throw fail('expected "</plist>"', other.element.start, reading);
  return valueOf(value.element, reading);
}

interface PlistText {
  readonly text: string;
  readonly file: string | undefined;
}

function fail(message: string, offset: number, { text, file }: PlistText): Error {
  return formatError('syntax', `${message}.`, { text, offset, file });
}

/** How a commented-out entry starts. */
const OUT = /^<key>/;

/** An element with the comments above it, unless an empty line separates them. */
interface Commented {
  readonly element: XmlElement;
  readonly comments: readonly XmlPiece[];
}

/** The elements of a container that has no text. */
function contentOf(
  { children }: XmlElement,
  reading: PlistText,
  expected: string,
): readonly Commented[] {
  const { text } = reading;
  const elements: Commented[] = [];
  let comments: XmlPiece[] = [];
  for (const node of children) {
    if (node.kind === 'element') {
      elements.push({ element: node, comments });
      comments = [];
    } else if (node.kind === 'comment') comments.push(node);
    else if (node.kind !== 'instruction') {
      const raw = text.slice(node.start, node.end);
      const stray = raw.search(/[^ \t\n\r]/);
      if (stray !== -1) throw fail(`expected ${expected}, found text`, node.start + stray, reading);
      if ((raw.match(/\r\n|\n|\r/g)?.length ?? 0) > 1) comments = [];
    }
  }
  return elements;
}

function valueOf(element: XmlElement, reading: PlistText): PlistValue {
  const { name, start, open, close, end } = element;
  const kind = name === 'dict' || name === 'string' ? name : 'other';
  const entries = kind === 'dict' ? entriesOf(element, reading) : [];
  const text = kind === 'string' ? stringOf(element, reading) : '';
  return {
    ...{ kind, start, end, text, entries },
    ...(open < end && { inner: { start: open, end: close } }),
  };
}

function entriesOf(dict: XmlElement, reading: PlistText): readonly PlistEntry[] {
  const { text } = reading;
  const elements = contentOf(dict, reading, 'a <key>');
  const entries: PlistEntry[] = [];
  for (let at = 0; at < elements.length; at += 2) {
    const [name, value] = [elements[at], elements[at + 1]];
    if (name === undefined) break;
    const { element, comments } = name;
    const keyStart = element.start;
    if (element.name !== 'key')
      throw fail(`expected a <key>, found <${element.name}>`, keyStart, reading);
    if (value === undefined) throw fail('expected a value, found "</dict"', dict.close, reading);
    const stays = comments.findLastIndex((one) => outlives(text.slice(one.start, one.end), OUT));
    const note = [...comments, ...value.comments]
      .map((one) => text.slice(one.start + 4, one.end - 3).trim())
      .filter((one) => !OUT.test(one))
      .join('\n');
    const start = comments[stays + 1]?.start ?? keyStart;
    const key = stringOf(element, reading);
    entries.push({ key, start, keyStart, note, value: valueOf(value.element, reading) });
  }
  return entries;
}

function stringOf(element: XmlElement, reading: PlistText): string {
  const [inner] = elementsIn(element);
  if (inner === undefined) return charactersIn(reading.text, element);
  const message = `expected "</${element.name}>": a string cannot contain elements`;
  throw fail(message, inner.start, reading);
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

import { EditError, type Key, type Range } from '../../model/index.js';
import { isLineEnd, skipLineEnd } from './layout.js';
import { NOT_XML, type PlistEntry, type PlistValue } from './plist.js';
import type { Splice } from './splices.js';

/** The block of a dict's entry: its lines, and the comments directly above. */
export function blockOf(text: string, { start, value }: PlistEntry): Range {
  const line = beforeSpaces(text, start);
  const end = afterSpaces(text, value.end);
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
  return inner && skipLineEnd(text, afterSpaces(text, inner.start));
}

/** White space before an entry on its line. */
export function indentOf(text: string, { keyStart }: PlistEntry): string {
  return text.slice(beforeSpaces(text, keyStart), keyStart);
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

function beforeSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at - 1) === 32 || text.charCodeAt(at - 1) === 9) at -= 1;
  return at;
}

function afterSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at += 1;
  return at;
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

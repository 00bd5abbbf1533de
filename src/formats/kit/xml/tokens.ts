import type { Splice } from '../splices.js';
import { decodeAttribute } from './escape.js';

/** A piece of well-formed XML. */
export interface Token {
  readonly kind: 'text' | 'cdata' | 'comment' | 'instruction' | 'open' | 'close' | 'empty';
  readonly start: number;
  readonly end: number;
  /** Name of an element as written; '' for other tokens. */
  readonly name: string;
}

/** Splits well-formed XML, or a balanced piece of it, into tokens that cover it. */
export function tokenize(xml: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < xml.length) {
    const open = xml.indexOf('<', at);
    const end = open === -1 ? xml.length : open;
    if (end > at) tokens.push({ kind: 'text', start: at, end, name: '' });
    if (open === -1) break;
    const token = markupAt(xml, open);
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

/** Index of the piece that closes the one at `start`; the number of pieces if none does. */
export function closingOf(pieces: readonly { readonly kind: string }[], start: number): number {
  let depth = 0;
  for (let at = start; at < pieces.length; at += 1) {
    const kind = pieces[at]?.kind;
    if (kind === 'open') depth += 1;
    else if (kind === 'close') depth -= 1;
    if (depth === 0) return at;
  }
  return pieces.length;
}

/** Markup other than tags: its start and end. */
const PIECES = [
  ['<!--', '-->', 'comment'],
  ['<![CDATA[', ']]>', 'cdata'],
  ['<?', '?>', 'instruction'],
] as const;

function markupAt(xml: string, start: number): Token {
  const piece = PIECES.find(([open]) => xml.startsWith(open, start));
  if (piece !== undefined) {
    const [, by, kind] = piece;
    const at = xml.indexOf(by, start);
    return { kind, start, end: at === -1 ? xml.length : at + by.length, name: '' };
  }
  const end = tagEnd(xml, start);
  const close = xml.charCodeAt(start + 1) === 47;
  const empty = xml.charCodeAt(end - 2) === 47;
  const from = close ? start + 2 : start + 1;
  let to = from;
  while (to < end && !/[ \t\r\n/>]/.test(xml.charAt(to))) to += 1;
  const kind = close ? 'close' : empty ? 'empty' : 'open';
  return { kind, start, end, name: xml.slice(from, to) };
}

/** Offset after the tag that starts at `start`. */
export function tagEnd(xml: string, start: number): number {
  const stop = /["'>]/g;
  stop.lastIndex = start;
  for (let match = stop.exec(xml); match !== null; match = stop.exec(xml)) {
    if (match[0] === '>') return match.index + 1;
    const quote = xml.indexOf(match[0], match.index + 1);
    if (quote === -1) break;
    stop.lastIndex = quote + 1;
  }
  return xml.length;
}

interface RawAttribute {
  readonly name: string;
  /** As a reader sees it. */
  readonly value: string;
  /** Start of the white space before the name. */
  readonly start: number;
  readonly end: number;
  /** Range of the value between its quotes. */
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly quote: string;
}

/** XML white space. JavaScript also includes U+FEFF, which XML allows in names. */
const ATTRIBUTE = /[ \t\r\n]+([^ \t\r\n=/<>"']+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)')/y;

/** Attributes of a start tag, with offsets into it. */
export function readAttributes(tag: string): readonly RawAttribute[] {
  const attributes: RawAttribute[] = [];
  ATTRIBUTE.lastIndex = /^<[^ \t\r\n/>]+/.exec(tag)?.[0].length ?? 0;
  for (let match = ATTRIBUTE.exec(tag); match !== null; match = ATTRIBUTE.exec(tag)) {
    const [whole, name = '', double, single] = match;
    const raw = double ?? single ?? '';
    const end = match.index + whole.length;
    attributes.push({
      ...{ name, value: decodeAttribute(raw), start: match.index, end },
      ...{ valueStart: end - 1 - raw.length, valueEnd: end - 1 },
      quote: double === undefined ? "'" : '"',
    });
  }
  return attributes;
}

/** A start tag, by its position in the text. */
interface StartTag {
  readonly name: string;
  readonly start: number;
  readonly openEnd: number;
}

/** Offset of an attribute's name; undefined if the tag does not have it. */
export function attributeAt(tag: StartTag, name: string, text: string): number | undefined {
  const attributes = readAttributes(text.slice(tag.start, tag.openEnd));
  const found = attributes.find((one) => one.name === name);
  return found && text.indexOf(name, tag.start + found.start);
}

/** Sets an attribute in its existing quotes, or adds it after another one. */
export function setAttribute(
  tag: StartTag,
  {
    name,
    value,
    after,
  }: { readonly name: string; readonly value: string; readonly after?: string },
  text: string,
): Splice {
  const attributes = readAttributes(text.slice(tag.start, tag.openEnd));
  const old = attributes.find((attribute) => attribute.name === name);
  if (old !== undefined)
    return { start: tag.start + old.valueStart, end: tag.start + old.valueEnd, text: value };
  const neighbour = attributes.find((attribute) => attribute.name === after) ?? attributes.at(-1);
  const quote = neighbour?.quote ?? '"';
  const at = tag.start + (neighbour?.end ?? tag.name.length + 1);
  return { start: at, end: at, text: ` ${name}=${quote}${value}${quote}` };
}

/** Adds namespace declarations, as returned by `missingDeclarations`, to a start tag. */
export function setNamespaces(tag: StartTag, declared: string): Splice {
  const at = tag.start + tag.name.length + 1;
  return { start: at, end: at, text: declared };
}

export function dropAttribute(tag: StartTag, name: string, text: string): Splice {
  const attributes = readAttributes(text.slice(tag.start, tag.openEnd));
  const old = attributes.find((attribute) => attribute.name === name);
  const end = tag.start + (old?.end ?? 0);
  return { start: old === undefined ? end : tag.start + old.start, end, text: '' };
}

/**
 * New content with the comments and processing instructions of the old one: those at its start come
 * first, the others last.
 */
export function withComments(old: string, inner: string): string {
  if (!old.includes('<!--') && !old.includes('<?')) return inner;
  const before: string[] = [];
  const behind: string[] = [];
  let list = before;
  for (const { kind, start, end } of tokenize(old)) {
    if (kind === 'comment' || kind === 'instruction') list.push(old.slice(start, end));
    else if (kind !== 'text' || old.slice(start, end).trim() !== '') list = behind;
  }
  return before.join('') + inner + behind.join('');
}

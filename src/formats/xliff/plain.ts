import type { Attributes } from './tree.js';

/** A start tag that needs no parser to be understood. */
export interface PlainTag {
  readonly name: string;
  readonly attributes: Attributes;
  /** Names of the attributes, as written. */
  readonly names: readonly string[];
  /** `<x/>` */
  readonly empty: boolean;
  readonly end: number;
}

export const NO_NAMES: readonly string[] = [];
export const NO_ATTRIBUTES: Attributes = Object.freeze(
  Object.create(null) as Record<string, string>,
);

const [NAME_START, NAME_PART, SPACE] = [1, 2, 4];

/** What each ASCII character may be: the names in use are of these, and any other is left to the parser. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_]/.test(character)) return NAME_START | NAME_PART;
  if (/[-.:\d]/.test(character)) return NAME_PART;
  return /[ \t\n\r]/.test(character) ? SPACE : 0;
});

/** What changes on its way from an attribute to its value, or may not stand there. */
const NOT_LITERAL = /[&<\t\n\r\u2028]/;

const REFERENCE = /&(?:amp|lt|gt|quot|apos|#(\d{1,7})|#x([\da-fA-F]{1,6}));/y;

const [QUOTE, APOSTROPHE, SLASH, EQUALS, GREATER] = [34, 39, 47, 61, 62];

/** The start tag at an offset; undefined if a parser has to look at it. */
export function plainTag(text: string, start: number): PlainTag | undefined {
  let at = nameEnd(text, start + 1);
  if (at === -1) return undefined;
  const name = text.slice(start + 1, at);
  let names: string[] | undefined;
  let attributes: Record<string, string> | undefined;
  for (;;) {
    const gap = at;
    at = spaceEnd(text, at);
    const code = text.charCodeAt(at);
    const empty = code === SLASH;
    if (empty || code === GREATER) {
      if (empty && text.charCodeAt(at + 1) !== GREATER) return undefined;
      const end = empty ? at + 2 : at + 1;
      return {
        name,
        attributes: attributes ?? NO_ATTRIBUTES,
        names: names ?? NO_NAMES,
        empty,
        end,
      };
    }
    const from = at;
    at = from === gap ? -1 : nameEnd(text, from);
    if (at === -1 || text.charCodeAt(at) !== EQUALS) return undefined;
    const quote = text.charCodeAt(at + 1);
    if (quote !== QUOTE && quote !== APOSTROPHE) return undefined;
    const close = text.indexOf(quote === QUOTE ? '"' : "'", at + 2);
    if (close === -1) return undefined;
    const attribute = text.slice(from, at);
    const value = text.slice(at + 2, close);
    attributes ??= Object.create(null) as Record<string, string>;
    if (NOT_LITERAL.test(value) || attribute in attributes) return undefined;
    attributes[attribute] = value;
    if (names === undefined) names = [attribute];
    else names.push(attribute);
    at = close + 1;
  }
}

/** End of `</name>` at an offset; -1 if it is something else. */
export function plainEndTag(text: string, start: number, name: string): number {
  if (!text.startsWith(name, start + 2)) return -1;
  const end = spaceEnd(text, start + 2 + name.length);
  return text.charCodeAt(end) === GREATER ? end + 1 : -1;
}

/** A reference to a character that any XML may hold stands at an offset. */
export function isPlainReference(text: string, at: number): boolean {
  REFERENCE.lastIndex = at;
  const found = REFERENCE.exec(text);
  if (found === null) return false;
  const [, decimal, hex] = found;
  if (decimal === undefined && hex === undefined) return true;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  if (code < 32) return code === 9 || code === 10 || code === 13;
  return code < 0xd800 || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code < 0x110000);
}

function nameEnd(text: string, start: number): number {
  if (((KINDS[text.charCodeAt(start)] ?? 0) & NAME_START) === 0) return -1;
  let at = start + 1;
  while (((KINDS[text.charCodeAt(at)] ?? 0) & NAME_PART) !== 0) at += 1;
  return at;
}

function spaceEnd(text: string, start: number): number {
  let at = start;
  while (((KINDS[text.charCodeAt(at)] ?? 0) & SPACE) !== 0) at += 1;
  return at;
}

import type { Range } from '../../../model/index.js';

/** Optional entities that a file uses, so that new text looks like the old. */
export interface EscapeStyle {
  readonly apos: boolean;
  readonly quot: boolean;
  readonly gt: boolean;
}

export interface EscapeOptions {
  /** Written for every line feed. */
  readonly newline: string;
  readonly style?: EscapeStyle;
  /** Prefix of core elements' names with its colon, or ''. */
  readonly prefix: string;
  readonly xml11: boolean;
}

export const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

export function styleOf(raw: string): EscapeStyle {
  return {
    apos: raw.includes('&apos;'),
    quot: raw.includes('&quot;'),
    gt: raw.includes('&gt;'),
  };
}

/** Character data for a text. Characters that XML cannot contain become `<cp hex="…"/>`. */
export function escapeText(text: string, options: EscapeOptions): string {
  const special = options.xml11 ? SPECIAL_11 : SPECIAL_10;
  return text.replace(special, (found, offset: number) => {
    switch (found) {
      case '>':
        return text.slice(offset - 2, offset) === ']]' ? '&gt;' : asWritten(found, options.style);
      case '&':
      case '<':
      case "'":
      case '"':
        return asWritten(found, options.style);
      case '\n':
        return options.newline;
      case '\r':
        return '&#13;';
      case '\u0085':
      case '\u2028':
        return `&#x${hexOf(found)};`;
      default:
        return `<${options.prefix}cp hex="${hexOf(found)}"/>`;
    }
  });
}

/**
 * One of the five characters with a predefined entity, of which only the first two must be escaped.
 */
function asWritten(sign: '&' | '<' | '>' | "'" | '"', style: EscapeStyle | undefined): string {
  switch (sign) {
    case '&':
      return '&amp;';
    case '<':
      return '&lt;';
    case '>':
      return style?.gt === true ? '&gt;' : sign;
    case "'":
      return style?.apos === true ? '&apos;' : sign;
    default:
      return style?.quot === true ? '&quot;' : sign;
  }
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/** Includes lone surrogates: under the `u` flag, the class matches no pair. */
const SPECIAL_10 = /[&<>'"\n\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ud800-\udfff]/gu;
const SPECIAL_11 =
  /[&<>'"\n\r\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\ufffe\uffff\ud800-\udfff]/gu;

/** A character that XML cannot contain; under the `u` flag, the class matches no pair. */
export const NOT_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]/u;

/** Why XML cannot contain a text; undefined if it can. */
export function notInXml(text: string): string | undefined {
  const lacking = NOT_XML.exec(text)?.[0];
  return lacking && `The character U+${hexOf(lacking)} is not allowed in XML.`;
}

/** The value of an attribute, for double quotes. */
export function escapeAttribute(value: string, style?: EscapeStyle): string {
  return value.replace(/[&<>'"\n\r\t]/g, (found) => {
    switch (found) {
      case '"':
        return '&quot;';
      case '&':
      case '<':
      case '>':
      case "'":
        return asWritten(found, style);
      default:
        return `&#${String(found.charCodeAt(0))};`;
    }
  });
}

/** What a reader sees of a piece of markup: the characters of text and CDATA, '' for others. */
export function charactersOf(
  source: string,
  { kind, start, end }: Range & { readonly kind: string },
): string {
  if (kind === 'text') return decodeText(source.slice(start, end));
  return kind === 'cdata' ? lineFeeds(source.slice(start + 9, end - 3)) : '';
}

export function lineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Character data as a reader sees it: line ends are line feeds, references are resolved. */
export function decodeText(raw: string): string {
  const text = lineFeeds(raw);
  return text.includes('&') ? resolve(text) : text;
}

/** An attribute's value as a reader sees it. */
export function decodeAttribute(raw: string): string {
  return resolve(raw.replace(/\r\n|[\t\n\r]/g, ' '));
}

function resolve(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (found, hex, decimal, name) => {
    if (typeof hex === 'string') return String.fromCodePoint(Number.parseInt(hex, 16));
    if (typeof decimal === 'string') return String.fromCodePoint(Number.parseInt(decimal, 10));
    return PREDEFINED.get(String(name)) ?? found;
  });
}

/** Whether content is exactly one CDATA section. */
export function isOneCdata(raw: string): boolean {
  return raw.startsWith('<![CDATA[') && raw.indexOf(']]>') === raw.length - 3;
}

import { FormatError } from '../../model/index.js';
import type { Capabilities, Encoding, ParseOptions } from '../../model/index.js';
import { iconv } from './iconv.js';
import { formatError, rejectUnusable } from './unusable.js';
import { decodeUtf8, failAtBadByte } from './utf8.js';

export interface DecodeOptions {
  /** What is special about the file's format. Default: nothing, so UTF-8 or UTF-16. */
  readonly capabilities?:
    | Pick<Capabilities, 'encodings' | 'declaredEncoding' | 'correctsEncoding' | 'fallbackEncoding'>
    | undefined;
  /** From the config (`encoding:` of a catalog), for a file without a BOM that declares none. */
  readonly encoding?: Encoding | undefined;
  /** File name for messages. */
  readonly file?: string | undefined;
  /** Reads UTF-8; returns undefined for anything else. Default: the web's decoder. */
  readonly utf8?: ((bytes: Uint8Array) => string | undefined) | undefined;
}

export interface Decoded {
  /** Starts with U+FEFF if there is a BOM. */
  readonly text: string;
  readonly encoding: Encoding;
}

/** The first bytes of a file, which contain its format's encoding declaration. */
const HEAD = 65_536;

/**
 * Text of a locale file's bytes, and the encoding to write it back in: from a BOM, the file itself
 * or the config, else UTF-8, else the format's own. For a codec, which itself checks for unusable
 * characters.
 * @throws FormatError `encoding` at the first invalid byte, and in multi-byte encodings at a
 * character that Unicode lacks
 */
export function decodeAs(bytes: Uint8Array, options: DecodeOptions = {}): Decoded {
  if (isMo(bytes)) return { text: poOfMo(bytes, options.file, inCharset), encoding: 'utf-8' };
  rejectBinary(bytes, options.file);
  const { capabilities, file, utf8 = decodeUtf8 } = options;
  const encoding = encodingOf(bytes, options);
  if (encoding === undefined || encoding === 'utf-8') {
    const text = utf8(bytes);
    if (text !== undefined) return { text, encoding: 'utf-8' };
    const fallback = encoding === undefined ? capabilities?.fallbackEncoding : undefined;
    if (fallback === undefined) return failAtBadByte(bytes, file, adviceFor(capabilities));
    return { text: decodeOld(bytes, fallback), encoding: fallback };
  }
  if (encoding === 'utf-16le' || encoding === 'utf-16be')
    return { text: utf16Of(bytes, encoding, file), encoding };
  if (encoding === ASCII && !bytes.every(isAscii)) return failBeyondAscii(bytes, file);
  return { text: oldTextOf(bytes, encoding, file), encoding };
}

function inCharset(bytes: Uint8Array, charset: string): string {
  return decodeAs(bytes, { encoding: encodingNamed(charset) }).text;
}

/**
 * Only the text, for a file of any format.
 * @throws FormatError `encoding`; `conflict-markers` for an unfinished merge
 */
export function decodeText(
  bytes: Uint8Array,
  file?: string,
  capabilities?: DecodeOptions['capabilities'],
): string {
  const { text } = decodeAs(bytes, { file, capabilities });
  rejectUnusable(text, file);
  return text;
}

/**
 * Bytes of a text in an encoding.
 * @throws FormatError `encoding` at the first character that the encoding lacks
 */
export function encode(text: string, encoding: Encoding = 'utf-8'): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return utf16Bytes(text, encoding);
  const bytes = new Uint8Array(4 * text.length);
  let length = 0;
  for (const character of text) {
    const written = oldBytes(character, encoding);
    if (written === undefined) throw lacks(text, { character, encoding });
    for (const byte of written) bytes[length++] = byte;
  }
  return bytes.subarray(0, length);
}

/**
 * The text with every character that the encoding lacks escaped as the format does. Returns the
 * same text if nothing has to be escaped.
 */
export function withEscapes(
  text: string,
  encoding: Encoding,
  escape: (character: string, file: string) => string,
): string {
  if (isUnicode(encoding)) return text;
  return text.replace(/[^\0-\x7f]/gu, (character) =>
    oldBytes(character, encoding) === undefined ? escape(character, text) : character,
  );
}

/** Offset of the first character that an encoding lacks; -1 if it has all. */
export function firstLacking(text: string, encoding: Encoding): number {
  if (isUnicode(encoding)) return firstLoneHalf(text);
  let at = 0;
  for (const character of text) {
    if (oldBytes(character, encoding) === undefined) return at;
    at += character.length;
  }
  return -1;
}

/** Part of ES2024; every Node that this runs on has it. */
type WellFormed = string & { isWellFormed(): boolean };

/** Offset of the first half of a surrogate pair without its other half; -1 if there is none. */
function firstLoneHalf(text: string): number {
  return (text as WellFormed).isWellFormed() ? -1 : text.search(/[\ud800-\udfff]/u);
}

/** The name of an encoding, as in `Document.encoding`, for a label; undefined if unknown. */
export function encodingNamed(label: string): Encoding | undefined {
  const lower = label.trim().toLowerCase();
  if (/^utf-?8$/.test(lower)) return 'utf-8';
  if (/^utf-?16(?:-?le)?$/.test(lower)) return 'utf-16le';
  if (/^utf-?16-?be$/.test(lower)) return 'utf-16be';
  return oldName(lower);
}

/** The encoding of a document, as part of it. */
export function encodingIn({ encoding = 'utf-8' }: Pick<ParseOptions, 'encoding'>): {
  readonly encoding?: Encoding;
} {
  return encoding === 'utf-8' ? {} : { encoding };
}

function isUnicode(encoding: Encoding): boolean {
  return encoding.startsWith('utf-');
}

/**
 * The encoding that the bytes show, the file declares or the config sets; undefined if none of them
 * says anything.
 * @throws FormatError `encoding` if the declaration contradicts the bytes
 */
function encodingOf(
  bytes: Uint8Array,
  { capabilities, encoding, file }: DecodeOptions,
): Encoding | undefined {
  const shown = shownEncoding(bytes);
  const head = latin1Of(bytes.subarray(0, HEAD));
  const isWide = shown?.startsWith('utf-16') === true;
  const { encodings, declaredEncoding, correctsEncoding = false } = capabilities ?? {};
  if (isWide && encodings !== undefined) {
    const message = 'this format cannot be in UTF-16; save the file as UTF-8.';
    throw new FormatError('encoding', message, { offset: 0, line: 1, column: 1, file });
  }
  const label = declaredEncoding?.exec(isWide ? head.replaceAll('\0', '') : head)?.[1];
  if (label === undefined) {
    if (shown !== undefined || encoding === undefined || encodings === 'utf-8') return shown;
    if (isUnicode(encoding) || declaredEncoding === undefined || correctsEncoding) return encoding;
    // Without a declaration, every reader of the format assumes UTF-8. What ASCII lacks is escaped.
    return bytes.every(isAscii) ? ASCII : 'utf-8';
  }
  const fail = (message: string): never => {
    const text = isWide ? head : latin1Of(bytes);
    throw formatError('encoding', message, { text, offset: text.indexOf(label), file });
  };
  const named = encodingNamed(label);
  if (named !== undefined) {
    const fits = shown === undefined ? !named.startsWith('utf-16') : isSame(named, shown);
    if (fits) return shown ?? named;
    const actual = (shown ?? 'utf-8').toUpperCase();
    return fail(
      `the file declares the encoding ${label}, but is ${actual}; save it as UTF-8 and declare that.`,
    );
  }
  // All known encodings include ASCII. Other characters are escaped as long as the declaration
  // stays.
  if (bytes.every(isAscii)) return correctsEncoding ? 'utf-8' : ASCII;
  return fail(
    `the file declares the unknown encoding ${label}; save it as UTF-8 and declare that.`,
  );
}

/** The encoding that a BOM shows or, in UTF-16, that every other byte of ASCII is NUL. */
function shownEncoding(bytes: Uint8Array): Encoding | undefined {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (bytes.length < 4) return undefined;
  // No text starts with NUL.
  if (second === 0 && fourth === 0 && first > 0 && third > 0) return 'utf-16le';
  if (first === 0 && third === 0 && second > 0 && fourth > 0) return 'utf-16be';
  return undefined;
}

/** Whether two encodings are equal. A declared UTF-16 may be in either byte order. */
function isSame(declared: Encoding, shown: Encoding): boolean {
  const isWide = declared.startsWith('utf-16') && shown.startsWith('utf-16');
  return isWide || declared === shown;
}

function isAscii(byte: number): boolean {
  return byte < 0x80;
}

/** @throws FormatError `encoding` at the first byte that is not ASCII */
function failBeyondAscii(bytes: Uint8Array, file: string | undefined): never {
  const offset = bytes.findIndex((byte) => !isAscii(byte));
  const byte = (bytes[offset] ?? 0).toString(16).toUpperCase();
  const message = `byte 0x${byte} is not ASCII, although the file declares ASCII; declare its real encoding, such as UTF-8.`;
  throw formatError('encoding', message, { text: latin1Of(bytes), offset, file });
}

/** Refuses a binary property list, as Xcode builds it into apps. */
function rejectBinary(bytes: Uint8Array, file: string | undefined): void {
  if (bytes[0] !== 98 || latin1Of(bytes.subarray(0, 6)) !== 'bplist') return;
  const message = 'a binary property list; convert it to text with "plutil -convert xml1".';
  throw new FormatError('encoding', message, { offset: 0, line: 1, column: 1, file });
}

/** What helps a file whose bytes are not UTF-8. */
function adviceFor(capabilities: DecodeOptions['capabilities']): string {
  if (capabilities?.encodings === 'utf-8') return 'convert the file to UTF-8.';
  return capabilities?.declaredEncoding === undefined
    ? 'convert the file to UTF-8, or set its encoding (such as Windows-1252) as `encoding:` of its catalog.'
    : 'convert the file to UTF-8, or declare its real encoding in it.';
}

function utf16Of(
  bytes: Uint8Array,
  encoding: 'utf-16le' | 'utf-16be',
  file: string | undefined,
): string {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  if (bytes.length % 2 === 1) {
    const message = 'the file is cut off: it ends with half of a UTF-16 character.';
    const text = decoder.decode(bytes.subarray(0, -1));
    throw formatError('encoding', message, { text, offset: text.length, file });
  }
  const text = decoder.decode(bytes);
  if (text.includes('\ufffd')) rejectLoneHalf(text, bytes, { encoding, file });
  return text;
}

/**
 * Refuses lone surrogates: the decoder replaces them by U+FFFD, which would be written back.
 * @throws FormatError `encoding`
 */
function rejectLoneHalf(
  text: string,
  bytes: Uint8Array,
  { encoding, file }: { readonly encoding: Encoding; readonly file: string | undefined },
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < text.length; at += 1) {
    if (view.getUint16(2 * at, encoding === 'utf-16le') === text.charCodeAt(at)) continue;
    const message = 'half of a UTF-16 surrogate pair; the other half is missing.';
    throw formatError('encoding', message, { text, offset: at, file });
  }
}

function utf16Bytes(text: string, encoding: 'utf-16le' | 'utf-16be'): Uint8Array {
  const bytes = new Uint8Array(2 * text.length);
  const view = new DataView(bytes.buffer);
  const isLittle = encoding === 'utf-16le';
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at), isLittle);
  return bytes;
}

/**
 * @throws FormatError `encoding` at the first bytes that the encoding would not write for their
 * text
 */
function oldTextOf(bytes: Uint8Array, encoding: Encoding, file: string | undefined): string {
  const text = decodeOld(bytes, encoding);
  let [at, offset] = [0, 0];
  for (const character of text) {
    const written = oldBytes(character, encoding);
    if (written?.every((byte, i) => byte === bytes[at + i]) !== true) {
      const message = `byte 0x${(bytes[at] ?? 0).toString(16).toUpperCase()} cannot be read as ${encoding} and written back; save the file as UTF-8 and declare that.`;
      throw formatError('encoding', message, { text, offset, file });
    }
    at += written.length;
    offset += character.length;
  }
  return text;
}

function lacks(
  text: string,
  { character, encoding }: { readonly character: string; readonly encoding: Encoding },
): FormatError {
  const message = `"${character}" cannot be encoded in ${encoding}, the encoding of the file; save it as UTF-8.`;
  return formatError('encoding', message, { text, offset: text.indexOf(character) });
}

/** In these encodings, every byte is a code point, so they need no library. */
const ASCII = 'us-ascii';
const LATIN1 = 'iso-8859-1';

/** Labels in lower case with hyphens, and the encoding's name. */
const NAMES: readonly (readonly [label: RegExp, name: string])[] = [
  [/^(?:us-)?ascii$/, ASCII],
  [/^(?:iso-?8859-?1|latin-?1|l1)$/, LATIN1],
  [/^iso-?8859-?([2-9]|1[013-6])$/, 'iso-8859-$1'],
  [/^(?:latin-?5|l5)$/, 'iso-8859-9'],
  [/^(?:windows-?|cp)(874|125[0-8])$/, 'windows-$1'],
  [/^(?:ibm|cp)(850|866)$/, 'ibm$1'],
  [/^koi8-([rtu])$/, 'koi8-$1'],
  [/^(georgian-ps|macintosh|viscii)$/, '$1'],
  [/^tcvn(?:-?5712(?:-1)?)?$/, 'tcvn'],
  [/^tis-?620(?:-0)?$/, 'tis-620'],
  [/^(?:x-)?euc-?jp$/, 'euc-jp'],
  [/^(?:x-)?(?:shift-?jis|sjis|windows-31j|cp-?932)$/, 'shift_jis'],
  [/^(?:euc-?kr|ks-c-5601-1987)$/, 'euc-kr'],
  [/^(?:(?:cp|ms|windows-)949|uhc)$/, 'cp949'],
  [/^(?:gb-?2312(?:-80)?|euc-?cn)$/, 'gb2312'],
  [/^(?:gbk|(?:cp|windows-)936)$/, 'gbk'],
  [/^gb-?18030$/, 'gb18030'],
  [/^(?:(?:cn-)?big-?5|(?:cp|windows-)950)$/, 'big5'],
  [/^big-?5-?hkscs$/, 'big5-hkscs'],
];

/** Encodings that are a subset of one in the library. */
const WHOLE: Readonly<Record<string, string>> = {
  'euc-kr': 'cp949',
  gb2312: 'cp936',
  gbk: 'cp936',
  big5: 'cp950',
};

const isHigh = (byte = 0): boolean => byte >= 0xa1;

/** Whether non-ASCII bytes are in the subset. Other tools, such as gettext, refuse the rest. */
const PART: Readonly<Record<string, (bytes: readonly number[]) => boolean>> = {
  'euc-kr': (bytes) => bytes.every(isHigh),
  gb2312: (bytes) => bytes.every(isHigh) && !isBehindGb2312(bytes),
  'euc-jp': ([lead = 0, , third]) =>
    third !== undefined || lead === 0x8e || (isHigh(lead) && lead !== 0xad && lead < 0xf9),
};

function isBehindGb2312([lead = 0, trail = 0]: readonly number[]): boolean {
  if (lead === 0xa2) return trail < 0xb1;
  if (lead === 0xa6) return trail > 0xd8;
  return lead > 0xf7 || (lead === 0xa8 && trail > 0xba && trail < 0xc5);
}

/** Characters that tools decode from different bytes, or not at all. */
const DISPUTED: Readonly<Record<string, RegExp>> = {
  'big5-hkscs': /[\u02cd\u20ac\u2400-\u2421\u2574\uff0f\uff3c\uffe3]/,
  gb18030: /[\u9fb4-\u9fbb\ufe10-\ufe19\u{20087}\u{20089}\u{200cc}\u{215d7}\u{2298f}\u{241fe}]/u,
  macintosh: /[\u00a4\u2126\u2206]/,
  shift_jis: /\x80/,
  'windows-1255': /\u05ba/,
};

/**
 * The usual bytes of characters that an encoding has twice, where the library writes the others.
 */
const USUAL: Readonly<Record<string, ReadonlyMap<string, readonly number[]>>> = {
  big5: new Map([
    ['\u5341', [0xa4, 0x51]],
    ['\u5345', [0xa4, 0xca]],
  ]),
  'big5-hkscs': new Map([
    ['\u4edd', [0xc9, 0x69]],
    ['\u5605', [0x9d, 0xef]],
    ['\u5ed0', [0x9d, 0xfb]],
    ['\u5ef4', [0xfb, 0xfd]],
    ['\u60a4', [0xa0, 0xdc]],
    ['\u65e0', [0xfc, 0xd3]],
    ['\u732a', [0x99, 0x75]],
    ['\u7676', [0xfe, 0xc1]],
    ['\u96b6', [0x90, 0xc4]],
  ]),
};

/** Private-use and replacement characters: unreadable, or decoded differently by other tools. */
const NO_CHARACTER = /[\ue000-\uf8ff\ufffd]/;

/** The name of an encoding; undefined if the label is none of these. */
export function oldName(label: string): string | undefined {
  const plain = label.toLowerCase().replace(/_/g, '-');
  const found = NAMES.find(([one]) => one.test(plain));
  return found && plain.replace(...found);
}

/** Decodes bytes. Bytes that are invalid in the encoding result in arbitrary characters. */
function decodeOld(bytes: Uint8Array, encoding: string): string {
  if (encoding === LATIN1 || encoding === ASCII) return latin1Of(bytes);
  return iconv().decode(bytes, WHOLE[encoding] ?? encoding, { stripBOM: false });
}

const known = new Map<string, Map<string, readonly number[] | undefined>>();

/** The bytes of a character; undefined if the encoding lacks it. */
export function oldBytes(character: string, encoding: string): readonly number[] | undefined {
  const code = character.codePointAt(0) ?? 0;
  if (encoding === LATIN1 || encoding === ASCII)
    return code < (encoding === ASCII ? 0x80 : 0x100) ? [code] : undefined;
  const all = known.get(encoding) ?? new Map<string, readonly number[] | undefined>();
  known.set(encoding, all);
  if (!all.has(character)) all.set(character, written(character, encoding));
  return all.get(character);
}

function written(character: string, encoding: string): readonly number[] | undefined {
  if (NO_CHARACTER.test(character) || DISPUTED[encoding]?.test(character) === true)
    return undefined;
  const bytes = USUAL[encoding]?.get(character) ?? [
    ...iconv().encode(character, WHOLE[encoding] ?? encoding),
  ];
  // The library writes characters that it lacks as question marks.
  if (decodeOld(Uint8Array.from(bytes), encoding) !== character) return undefined;
  const isAscii = bytes.length === 1 && (bytes[0] ?? 0) < 0x80;
  return isAscii || PART[encoding]?.(bytes) !== false ? bytes : undefined;
}

/** The most arguments per call. */
const CHUNK = 8192;

/** Each byte as the code point with its number. */
function latin1Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return text;
}

const MAGIC = ['222,18,4,149', '149,4,18,222'];

/** Whether bytes are a compiled catalog of gettext, in either byte order. */
function isMo(bytes: Uint8Array): boolean {
  return MAGIC.includes(bytes.subarray(0, 4).join());
}

/**
 * The entries of a compiled catalog as a PO file.
 * @param decode a text in the charset with this name; '' where the header says none
 * @throws FormatError `syntax` for one that is cut off
 */
function poOfMo(
  bytes: Uint8Array,
  file: string | undefined,
  decode: (bytes: Uint8Array, charset: string) => string,
): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = bytes[0] === 0xde;
  const number = (at: number): number => view.getUint32(at, isLittle);
  const stringAt = (table: number, index: number): Uint8Array => {
    const [length, start] = [number(table + 8 * index), number(table + 8 * index + 4)];
    if (start + length > bytes.length) throw new RangeError();
    return bytes.subarray(start, start + length);
  };
  try {
    const [count, ids, texts] = [number(8), number(12), number(16)];
    const pairs = Array.from({ length: Math.min(count, bytes.length) }, (_, at) => {
      return [stringAt(ids, at), stringAt(texts, at)] as const;
    });
    const header = pairs.find(([id]) => id.length === 0)?.[1] ?? new Uint8Array();
    const charset = /charset=([\w.:-]+)/i.exec(String.fromCharCode(...header.subarray(0, 4096)));
    const shown = (one: Uint8Array): string => decode(one, charset?.[1] ?? '');
    return pairs.map(([id, text]) => entryOf(id, text, shown)).join('\n');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw formatError('syntax', 'this compiled catalog is cut off.', { text: '', offset: 0, file });
  }
}

function entryOf(id: Uint8Array, text: Uint8Array, shown: (one: Uint8Array) => string): string {
  const end = id.indexOf(4);
  const [first, plural] = split(id.subarray(end + 1)).map(shown);
  const lines = end === -1 ? [] : [`msgctxt "${escape(shown(id.subarray(0, end)))}"`];
  lines.push(`msgid "${escape(first ?? '')}"`);
  const texts = split(text).map((one) => escape(shown(one)));
  // The text is Unicode from here on.
  const own =
    id.length === 0 ? texts.map((one) => one.replace(/(?<=charset=)[\w.:-]+/i, 'UTF-8')) : texts;
  if (plural === undefined) lines.push(`msgstr "${own[0] ?? ''}"`);
  else
    lines.push(
      `msgid_plural "${escape(plural)}"`,
      ...own.map((one, at) => `msgstr[${at}] "${one}"`),
    );
  return `${lines.join('\n')}\n`;
}

const ESCAPED: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' };

function escape(text: string): string {
  return text.replace(/["\\\n\t\r]/g, (one) => ESCAPED[one] ?? `\\${one}`);
}

/** The pieces between NULs. */
function split(bytes: Uint8Array): readonly Uint8Array[] {
  const end = bytes.indexOf(0);
  return end === -1 ? [bytes] : [bytes.subarray(0, end), ...split(bytes.subarray(end + 1))];
}

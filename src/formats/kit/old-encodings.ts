import { iconv } from './iconv.js';
import { latin1Of } from './latin1.js';

/** In these encodings, every byte is a code point, so they need no library. */
export const ASCII = 'us-ascii';
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
export function decodeOld(bytes: Uint8Array, encoding: string): string {
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

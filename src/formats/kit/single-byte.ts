/** Windows' encodings and their relatives, in which every character is a byte. */
const SINGLE_BYTE =
  /^(?:iso-?8859-?(?:[2-8]|1[013456])|windows-?(?:874|125[0-8])|cp125[0-8]|koi8-[ru]|macintosh|ibm866)$/;

/** These are what they say here: decoders of the web take encodings of Windows for them. */
export const ASCII = 'us-ascii';
const LATIN1 = /^(?:iso-?8859-?1|latin-?1|l1)$/;

const LATIN5 = /^(?:iso-?8859-?9|latin-?5|l5)$/;
/** Where Turkish letters are in it instead of those of Latin-1. */
const TURKISH: Readonly<Record<string, string>> = {
  ...{ Ð: 'Ğ', Ý: 'İ', Þ: 'Ş' },
  ...{ ð: 'ğ', ý: 'ı', þ: 'ş' },
};

/** 0x80 to 0x9f of Windows-1252. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** A single-byte encoding's own name; undefined where the label names none. */
export function singleByteName(label: string): string | undefined {
  const lower = label.toLowerCase().replace(/_/g, '-');
  if (LATIN1.test(lower)) return 'iso-8859-1';
  if (LATIN5.test(lower)) return 'iso-8859-9';
  if (/^(?:us-)?ascii$/.test(lower)) return ASCII;
  if (!SINGLE_BYTE.test(lower)) return undefined;
  const known = lower
    .replace(/^cp/, 'windows-')
    .replace(/^(iso|windows)-?(?:8859-?)?/, (_, kind: string) =>
      kind === 'iso' ? 'iso-8859-' : 'windows-',
    );
  try {
    return new TextDecoder(known).encoding;
  } catch {
    // Node lacks it: ISO-8859-16.
    return undefined;
  }
}

export function decodeSingleByte(bytes: Uint8Array, encoding: string): string {
  if (encoding === 'iso-8859-1' || encoding === ASCII) return latin1Of(bytes);
  if (encoding === 'iso-8859-9')
    return latin1Of(bytes).replace(/[ÐÝÞðýþ]/g, (one) => TURKISH[one] ?? one);
  // Some versions of Node read it as Latin-1.
  if (encoding === 'windows-1252')
    return latin1Of(bytes).replace(
      /[\x80-\x9f]/g,
      (one) => WINDOWS_1252[one.charCodeAt(0) - 0x80] ?? one,
    );
  return new TextDecoder(encoding).decode(bytes);
}

/** So many arguments a call takes. */
const CHUNK = 8192;

/** Each byte as the code point of its number. */
export function latin1Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return text;
}

/** Bytes by code point. */
export function singleByteTable(encoding: string): ReadonlyMap<number, number> {
  const known = encoding === ASCII ? 0x80 : 0x100;
  const all = decodeSingleByte(
    Uint8Array.from({ length: known }, (_, byte) => byte),
    encoding,
  );
  const bytes = new Map(
    Array.from(all, (character, byte): [number, number] => [character.codePointAt(0) ?? 0, byte]),
  );
  bytes.delete(0xfffd);
  return bytes;
}

import { formatError } from './unusable.js';

const MAGIC = ['222,18,4,149', '149,4,18,222'];

/** Whether bytes are a compiled catalog of gettext, in either byte order. */
export function isMo(bytes: Uint8Array): boolean {
  return MAGIC.includes(bytes.subarray(0, 4).join());
}

/**
 * The entries of a compiled catalog as a PO file.
 * @param decode a text in the charset with this name; '' where the header says none
 * @throws FormatError `syntax` for one that is cut off
 */
export function poOfMo(
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

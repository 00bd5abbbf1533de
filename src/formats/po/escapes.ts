const NAMED: Readonly<Record<string, string>> = {
  ...{ n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' },
  ...{ '"': '"', '\\': '\\', '?': '?', "'": "'" },
};

/** One C escape, or a run of byte escapes. */
const ESCAPE = /((?:\\x[0-9a-fA-F]{1,2}|\\[0-7]{1,3})+)|\\([^])/g;

/**
 * Unescapes text between two quotes as gettext does. Numeric escapes are bytes: of UTF-8 if valid,
 * else of Latin-1.
 *
 * @param refuse called with the position of an escape that C does not have
 */
export function unescape(raw: string, refuse: (at: number) => void): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(
    ESCAPE,
    (_, bytes: string | undefined, letter: string | undefined, at: number) => {
      if (bytes !== undefined) return textOfBytes(bytes);
      const named = letter === undefined ? undefined : NAMED[letter];
      if (named === undefined) refuse(at);
      return named ?? '';
    },
  );
}

function textOfBytes(escapes: string): string {
  const bytes = Array.from(escapes.matchAll(/\\(?:x([0-9a-fA-F]+)|([0-7]+))/g), ([, hex, octal]) =>
    hex === undefined ? Number.parseInt(octal ?? '', 8) & 0xff : Number.parseInt(hex, 16),
  );
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(bytes));
  } catch {
    return String.fromCharCode(...bytes);
  }
}

const LETTERS: Readonly<Record<string, string>> = {
  ...{ '\n': '\\n', '\t': '\\t', '\r': '\\r', '\x07': '\\a', '\b': '\\b', '\f': '\\f' },
  ...{ '\v': '\\v', '"': '\\"', '\\': '\\\\', '\0': '\\000' },
};

/** A text as written between two quotes. */
export function escape(text: string): string {
  return text.replace(/[\0\x07-\r"\\]/g, (one) => LETTERS[one] ?? one);
}

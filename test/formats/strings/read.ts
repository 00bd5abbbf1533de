/** A pair, its quotes and what stands between; comments and the rest are skipped. */
const TOKEN =
  /\/\*[^]*?\*\/|\/\/[^\r\n]*|"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|([\w$/:.-]+)|([=;])/g;
const NAMED: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
};

function decoded(raw: string): string {
  return raw.replace(
    /\\(?:[uU]([0-9A-Fa-f]{4})|([0-7]{1,3})|([^]))/g,
    (_, hex?: string, octal?: string, one?: string) => {
      if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16));
      if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8));
      return NAMED[one ?? ''] ?? one ?? '';
    },
  );
}

/** Values of a .strings file, by a reader of another make: one pattern over the whole text. */
export function readStrings(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let parts: string[] = [];
  for (const [whole, double, single, word, sign] of text.matchAll(TOKEN)) {
    const quoted = double ?? single;
    if (sign === ';') {
      const [key = '', value = key] = parts;
      values.set(key, value);
      parts = [];
    } else if (quoted !== undefined) parts.push(decoded(quoted));
    else if (word !== undefined && !whole.startsWith('/*') && !whole.startsWith('//'))
      parts.push(word);
  }
  return values;
}

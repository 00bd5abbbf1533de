import JSON5 from 'json5';

/** Texts of a file as json5 reads them, by path: a parser of another make. */
export function readJson5(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const body = text.replace(/^\ufeff/, '');
  walk(JSON5.parse(body), [], values);
  return values;
}

function walk(value: unknown, path: readonly string[], values: Map<string, string>): void {
  if (typeof value === 'string') values.set(path.join('\0'), value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key], values);
}

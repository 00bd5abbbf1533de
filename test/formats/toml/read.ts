import { getStaticTOMLValue, parseTOML } from 'toml-eslint-parser';

/** Texts of a file as toml-eslint-parser reads them, by path: a parser of another make. */
export function readToml(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const tree: unknown = getStaticTOMLValue(parseTOML(text.replace(/^\ufeff/, '')));
  walk(tree, [], values);
  return values;
}

function walk(value: unknown, path: readonly string[], values: Map<string, string>): void {
  if (typeof value === 'string') values.set(path.join('\0'), value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return;
  const isMessage = !Array.isArray(value) && 'other' in value;
  for (const [key, inner] of Object.entries(value))
    if (!isMessage || !/^(?:description|hash)$/.test(key)) walk(inner, [...path, key], values);
}

/** `- label: home  # comment`, `label: home` */
const SCALAR = /^[ \t]*(?:-[ \t]+)*(?:[\w.-]+:[ \t]+)?([^\s#'"[\]{},&*!|>][^#\n]*)/gm;
/** Between two tags. */
const CONTENT = />\s{0,200}([^<>{}\s][^<>{}]{0,200})</g;

/** Texts of data and markup that need no quotes: YAML scalars, and the content of HTML elements. */
export function unquotedIn(file: string, code: string): readonly string[] {
  const pattern = /\.ya?ml$/i.test(file) ? SCALAR : /\.html?$/i.test(file) ? CONTENT : undefined;
  if (pattern === undefined) return [];
  return [...code.matchAll(pattern)].map(([, text = '']) => text.trim());
}

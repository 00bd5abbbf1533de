/** `- label: home  # comment`, `label: home` */
const SCALAR = /^[ \t]*(?:-[ \t]+)*(?:[\w.-]+:[ \t]+)?([^\s#'"[\]{},&*!|>][^#\n]*)/gm;
/** Behind a tag, before another one. */
const CONTENT = />\s{0,200}([^<>{}\s][^<>{}]{0,200})</g;

/** Texts of data and markup that need no quotes: scalars of YAML, what is in elements of HTML. */
export function unquotedIn(file: string, code: string): readonly string[] {
  const pattern = /\.ya?ml$/i.test(file) ? SCALAR : /\.html?$/i.test(file) ? CONTENT : undefined;
  if (pattern === undefined) return [];
  return [...code.matchAll(pattern)].map(([, text = '']) => text.trim());
}

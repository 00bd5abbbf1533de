export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** The deepest nesting. No tool writes more, so the file is an attack or damaged. */
export const MAX_DEPTH = 1_000;

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The prefix with its colon; '' if there is none. */
export function prefixOf(name: string): string {
  return name.slice(0, name.indexOf(':') + 1);
}

/** XML whose elements change their prefix. */
export function withPrefix(raw: string, from: string, to: string): string {
  if (from === to) return raw;
  return raw.replace(/<(\/?)([\w.:-]+)/g, (found, slash: string, name: string) =>
    prefixOf(name) === from ? `<${slash}${to}${localName(name)}` : found,
  );
}

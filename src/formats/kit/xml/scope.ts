import { escapeAttribute } from './escape.js';

export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

export const NO_SCOPE: Scope = { names: new Map([['xml', XML_NAMESPACE]]), parent: undefined };

/** The scope inside an element with these attributes; the same object if they declare nothing. */
export function innerScope(attributes: Attributes, outer: Scope): Scope {
  let names: Map<string, string> | undefined;
  for (const name in attributes) {
    if (!name.startsWith('xmlns')) continue;
    if (name.length !== 5 && name.charCodeAt(5) !== 58) continue;
    names ??= new Map();
    names.set(name.slice(6), attributes[name] ?? '');
  }
  return names === undefined ? outer : { names, parent: outer };
}

/** Namespace of a prefix ('' for the default one); undefined if it is not declared. */
export function lookup(prefix: string, scope: Scope): string | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    const found = at.names.get(prefix);
    if (found !== undefined) return found;
  }
  return prefix === '' ? '' : undefined;
}

/** Namespace of an element. Attributes without a prefix have none; use `lookup` for the others. */
export function namespaceOf(name: string, scope: Scope): string | undefined {
  const colon = name.indexOf(':');
  return lookup(colon === -1 ? '' : name.slice(0, colon), scope);
}

/**
 * Namespace declarations that `raw` needs at its destination, as attributes with a leading space
 * each.
 */
export function missingDeclarations(raw: string, from: Scope, to: Scope): string {
  const used = new Set<string>();
  for (const [, name = ''] of raw.matchAll(/<([^\s/>!?]+)/g)) used.add(prefixOf(name).slice(0, -1));
  for (const [, name = ''] of raw.matchAll(/\s([^\s=<>"'/:]+):[^\s=<>"'/]+\s*=\s*["']/g))
    used.add(name);
  const own = /^<[^>]*>/.exec(raw)?.[0] ?? '';
  const declared: string[] = [];
  for (const prefix of [...used].sort()) {
    if (prefix === 'xml' || prefix === 'xmlns') continue;
    const attribute = `xmlns${prefix === '' ? '' : ':'}${prefix}`;
    const namespace = lookup(prefix, from);
    if (namespace === undefined || namespace === lookup(prefix, to)) continue;
    if (new RegExp(`\\s${attribute.replaceAll('.', String.raw`\.`)}\\s*=`).test(own)) continue;
    declared.push(` ${attribute}="${escapeAttribute(namespace)}"`);
  }
  return declared.join('');
}

export type Attributes = Readonly<Record<string, string>>;

/** Namespace declarations in scope: prefix ('' for the default one) → namespace. */
export interface Scope {
  readonly names: ReadonlyMap<string, string>;
  readonly parent: Scope | undefined;
}

/** An element's start tag, with what its names resolve to. Offsets are UTF-16. */
export interface Opened {
  readonly name: string;
  readonly local: string;
  readonly namespace: string;
  readonly attributes: Attributes;
  /** Names of the attributes, as written. */
  readonly names: readonly string[];
  /** Whether some attribute has a prefix or declares one. */
  readonly qualified: boolean;
  readonly scope: Scope;
  readonly start: number;
  readonly openEnd: number;
}

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

import { escapeAttribute } from './escape.js';
import { XML_NAMESPACE, prefixOf } from './names.js';
import type { Attributes, Scope } from './element.js';

const BASE: Scope = { names: new Map([['xml', XML_NAMESPACE]]), parent: undefined };

export const NO_SCOPE = BASE;

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

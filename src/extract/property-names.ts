import { hashOf } from './hash.js';

/** Prefix in hashes of property names. */
const PROPERTY = '\u0005';

/**
 * `home` in `{ home: 1 }` and `{ home?: string }`; quoted names are texts anyway. Looks back from
 * colons, of which there are fewer than names.
 */
const NAMES = /:(?<=(?<![\w$.-])([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*)\s{0,20}\??:)(?!:)/g;
/** `enum Tab { home, about = 1 }` */
const ENUMS = /\benum\s+[\w$]+\s*\{([^{}]{0,5000})\}/g;

/** Hashes of names that code may use as texts: those of properties and enums. Pure, and linear. */
export function propertyNamesIn(code: string): readonly number[] {
  const members = [...code.matchAll(ENUMS)].flatMap(([, body = '']) => body.match(/[\w$]+/g) ?? []);
  const names = [...code.matchAll(NAMES)].map(([, name = '']) => name);
  return [...new Set([...names, ...members])].map((name) => hashOf(`${PROPERTY}${name}`));
}

export function hasPropertyName(literals: ReadonlySet<number>, key: string): boolean {
  return literals.has(hashOf(`${PROPERTY}${key}`));
}

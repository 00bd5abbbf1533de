import type { Document } from '../../model/index.js';
import type { Use } from './reading/use.js';
import type { KeyPattern } from './types.js';

/** `$t(key)` and `$t(key, { "count": 1 })` of i18next */
const NESTED = /\$t\(\s*([^,(){}'"`$\n]+?)\s*(?:[,)]|(\{\{|\$\{))/g;
/** `@:key`, `@.lower:key` and `@:(key)` of vue-i18n */
const LINKED = /@(?:\.\w+)?:(?:\(([^()\n]+)\)|\{\s*['"]([^'"\n]+)['"]\s*\}|([\w.-]*\w))/g;

/** `@string/app_name` of Android */
const RESOURCE = /^@(?:string|plurals|array)\/([\w.]+)$/;

/** Keys that the texts of a catalog refer to, and starts of keys. */
export interface NamedKeys {
  readonly keys: readonly string[];
  /** `status.` for `$t(status.{{kind}})` */
  readonly patterns: readonly KeyPattern[];
}

export function keysNamedIn(documents: readonly Document[]): NamedKeys {
  const texts = documents.flatMap(({ units }) =>
    units.flatMap(({ text }) => (/\$t\(|@[.:]|^@\w+\//.test(text) ? [text] : [])),
  );
  const nested = texts.flatMap((text) => [...text.matchAll(NESTED)]);
  const linked = texts.flatMap((text) => [...text.matchAll(LINKED)]);
  const named = nested.map(([, key = '', open]) => ({ key: key.replace(/^[\w-]+:/, ''), open }));
  return {
    keys: [
      ...texts.flatMap((text) => RESOURCE.exec(text)?.[1] ?? []),
      ...named.map(({ key }) => key),
      ...linked.map(([, a, b, c]) => a ?? b ?? c ?? ''),
    ],
    patterns: named.flatMap(({ key, open }) => (open === undefined ? [] : [{ parts: [key, ''] }])),
  };
}

/**
 * Keys that texts in code refer to, such as `t('a', 'See $t(item, { "count": 2 })')`: with their
 * plural forms and contexts.
 */
export function usesNamedIn(code: string): readonly Use[] {
  if (!code.includes('$t(')) return [];
  const found = new Set(
    [...code.matchAll(NESTED)].map(([, key = '', open]) => `${key}${open ? '\n' : ''}`),
  );
  return [...found].map((key): Use => {
    const contexts = { names: [], only: false };
    return { key: key.split('\n'), library: 'i18next', count: true, contexts, asks: true, line: 1 };
  });
}

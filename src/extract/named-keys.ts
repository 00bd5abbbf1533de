import type { Document } from '../model/index.js';
import type { KeyPattern } from './wanted.js';

/** `$t(key)` of i18next; `@:key`, `@.lower:key` and `@:(key)` of vue-i18n. */
const NAMED =
  /\$t\(\s*(?:[\w-]+:)?([^\s,(){}]+)(\{\{)?|@(?:\.\w+)?:(?:\(([^()\n]+)\)|\{\s*['"]([^'"\n]+)['"]\s*\}|([\w.-]*\w))/g;

/** Keys that the texts of a catalog refer to, and starts of keys. */
export interface NamedKeys {
  readonly keys: readonly string[];
  /** `status.` for `$t(status.{{kind}})` */
  readonly patterns: readonly KeyPattern[];
}

export function keysNamedIn(documents: readonly Document[]): NamedKeys {
  const found = documents.flatMap(({ units }) =>
    units.flatMap(({ text }) => (/\$t\(|@[.:]/.test(text) ? [...text.matchAll(NAMED)] : [])),
  );
  return {
    keys: found.map(([, a, , b, c, d]) => a ?? b ?? c ?? d ?? ''),
    patterns: found.flatMap(([, head, open]) =>
      head === undefined || open === undefined ? [] : [{ parts: [head, ''] }],
    ),
  };
}

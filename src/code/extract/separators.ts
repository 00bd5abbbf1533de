import type { Key } from '../../model/index.js';

/** Separators between the names of a key, and before plural forms and contexts; false: not used. */
export interface KeySeparators {
  readonly key: string | false;
  readonly plural: string | false;
  readonly context: string | false;
}

/** The separator of names in a catalog when keys are compared; a dot if code has none. */
export function keySign(key: KeySeparators['key']): string {
  return key === false ? '.' : key;
}

/** Splits a name that starts with one of these groups into the group and the rest. */
export function splitGroup(
  name: string,
  groups: ReadonlySet<string>,
  separators: Pick<KeySeparators, 'key'>,
): { readonly group: string; readonly rest: string } | undefined {
  const sign = keySign(separators.key);
  const at = name.indexOf(sign);
  const group = name.slice(0, Math.max(0, at));
  return groups.has(group) ? { group, rest: name.slice(at + sign.length) } : undefined;
}

/** A catalog's key as code writes it. */
export function writtenKey(key: Key, separators: Pick<KeySeparators, 'key'>): string {
  return key.join(keySign(separators.key));
}

/** Plural forms, as suffixes or as names in a group. */
export const PLURAL_FORM = /^(?:zero|one|two|few|many|other)$/;

/**
 * Matches the plural form at the end of a key. `plural` and numbers belong to older versions of
 * i18next, `#one` to next-international. Undefined: keys have none.
 */
export function pluralForm(separator: KeySeparators['plural']): RegExp | undefined {
  if (separator === false) return undefined;
  const sign = separator.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `(?:${sign}ordinal)?(?:${sign}|#)(?:zero|one|two|few|many|other)$|${sign}plural$|${sign}\\d+$`,
  );
}

/** `a.b.c`, `a.b`, `a`. */
export function wholesOf(name: string, sign: string): readonly string[] {
  const parts = name.split(sign);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join(sign));
}

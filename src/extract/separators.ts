import type { Key } from '../model/index.js';

/** Between the names of a key, and before its plural forms and contexts; false: none has any. */
export interface KeySeparators {
  readonly key: string | false;
  readonly plural: string | false;
  readonly context: string | false;
}

/** What parts the names of a catalog where keys are compared; a dot where code has nothing for it. */
export function keySign(key: KeySeparators['key']): string {
  return key === false ? '.' : key;
}

/** A name that begins with one of these groups: the group, and the rest. */
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

/** A key of a catalog as code writes it. */
export function writtenKey(key: Key, separators: Pick<KeySeparators, 'key'>): string {
  return key.join(keySign(separators.key));
}

/** The forms of a plural, as suffixes or as names in a group of them. */
export const PLURAL_FORM = /^(?:zero|one|two|few|many|other)$/;

/**
 * The forms of a plural at the end of a key; `plural` and numbers are those of older versions of
 * i18next, `#one` is next-international's. Undefined: keys have none.
 */
export function pluralForm(separator: KeySeparators['plural']): RegExp | undefined {
  if (separator === false) return undefined;
  const sign = separator.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `(?:${sign}ordinal)?(?:${sign}|#)(?:zero|one|two|few|many|other)$|${sign}plural$|${sign}\\d+$`,
  );
}

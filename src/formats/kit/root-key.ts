import type { ParseOptions } from '../../model/index.js';
import { formatError } from './unusable.js';

/** Whether two spellings are one locale: `zh-CN`, `zh_CN` and `zh-cn`. */
export function sameLocale(a: string, b: string): boolean {
  return normal(a) === normal(b);
}

function normal(locale: string): string {
  return locale.toLowerCase().replaceAll('_', '-');
}

/**
 * Whether a source without a root key has a section named like the target's locale. Then `id`, `it`
 * and `no` are words and not root keys.
 */
export function hasSectionLike({ locale, source }: ParseOptions): boolean {
  if (locale === undefined || source === undefined || source.targetLanguage !== undefined)
    return false;
  let last: string | undefined;
  return source.units.some(({ key: [name] }) => {
    if (name === undefined || name === last) return false;
    last = name;
    return sameLocale(name, locale);
  });
}

/** The start of a file without a root key. */
export interface RootlessTop {
  readonly text: string;
  /** Start of its content. */
  readonly offset: number;
  /** Its only top-level key, if the value is not a text. */
  readonly onlyKey: string | undefined;
}

/**
 * Requires a root key in a target whose source has one: readers would not find texts beside those
 * of another locale, or outside of any.
 * @throws FormatError `root-key`
 */
export function requireRootKey(
  { text, offset, onlyKey }: RootlessTop,
  { locale, source, file }: ParseOptions,
): void {
  const sourceRoot = source?.targetLanguage;
  if (locale === undefined || source === undefined || sourceRoot === undefined) return;
  const isText = source.units.some(({ key }) => key[0] === onlyKey);
  const message =
    onlyKey !== undefined && !isText && LIKE_A_LOCALE.test(onlyKey)
      ? `the root key is "${onlyKey}" instead of "${locale}"; rename it.`
      : `everything must be below the root key "${locale}", as it is below "${sourceRoot}" in the source.`;
  throw formatError('root-key', message, { text, offset, file });
}

export const LIKE_A_LOCALE = /^[a-z]{2,3}(?:[-_@][a-z0-9]+)*$/i;

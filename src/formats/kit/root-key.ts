import type { ParseOptions } from '../../model/index.js';
import { formatError } from './unusable.js';

/** `zh-CN`, `zh_CN` and `zh-cn` are one locale. */
export function sameLocale(a: string, b: string): boolean {
  return normal(a) === normal(b);
}

function normal(locale: string): string {
  return locale.toLowerCase().replaceAll('_', '-');
}

/**
 * Whether a source without a root key has a section that is named like the target's locale: `id`,
 * `it` and `no` are words, too, and no root keys then.
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

/** What a file without a root key starts with. */
export interface RootlessTop {
  readonly text: string;
  /** Where its content starts. */
  readonly offset: number;
  /** Its only top-level key, where that holds no text itself. */
  readonly onlyKey: string | undefined;
}

/**
 * A target has a root key where its source has one: no reader would find what is written beside the
 * texts of another locale, or outside any.
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
      ? `the root key is "${onlyKey}", expected "${locale}"; rename it.`
      : `everything here is expected below the root key "${locale}", as it is below "${sourceRoot}" in the source.`;
  throw formatError('root-key', message, { text, offset, file });
}

const LIKE_A_LOCALE = /^[a-z]{2,3}(?:[-_@][a-z0-9]+)*$/i;

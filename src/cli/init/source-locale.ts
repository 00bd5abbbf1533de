import { parseLocale } from '../../config/languages.js';
import type { FoundLocale } from './layout.js';

const USUAL = ['en', 'en-US', 'en_US', 'en-us', 'en-GB', 'en_GB', 'en-gb'];

/**
 * The locale that the others are probably translated from: the English variant with the most texts,
 * or else the largest locale. English with less than a third of the texts is itself a translation,
 * unless some of its files cannot be read.
 */
export function guessSource(locales: Readonly<Record<string, FoundLocale>>): string {
  const bySize = Object.entries(locales)
    .filter(([locale]) => locale !== '')
    .sort(([, a], [, b]) => b.strings - a.strings);
  const [largest] = bySize;
  const english = bySize.filter(([locale]) => parseLocale(locale)?.language === 'en');
  const most = english[0]?.[1].strings ?? 0;
  const isSmall = most * 3 < (largest?.[1].strings ?? 0);
  const isWhole = english.every(([, { broken }]) => broken !== true);
  if (english.length === 0 || (isSmall && isWhole)) return largest?.[0] ?? 'en';
  // A variant with only differences (`en-GB`) is not a source; among complete ones, the usual one
  // is.
  const full = english.filter(([, { strings }]) => strings * 2 >= most).map(([locale]) => locale);
  return USUAL.find((locale) => full.includes(locale)) ?? full[0] ?? 'en';
}

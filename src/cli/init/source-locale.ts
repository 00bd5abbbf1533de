import { parseLocale } from '../../config/languages.js';
import type { FoundLocale } from './layout.js';

const USUAL = ['en', 'en-US', 'en_US', 'en-us', 'en-GB', 'en_GB', 'en-gb'];

/** The locale that the others are probably translated from: English, else the largest. */
export function guessSource(
  locales: Readonly<Record<string, FoundLocale>>,
  preferred: readonly string[],
): string {
  const usual = [...preferred, ...USUAL].find((locale) => Object.hasOwn(locales, locale));
  if (usual !== undefined) return usual;
  const english = Object.keys(locales).find((locale) => parseLocale(locale)?.language === 'en');
  if (english !== undefined) return english;
  const [first] = Object.entries(locales).sort(([, a], [, b]) => b.strings - a.strings);
  return first?.[0] ?? 'en';
}

import type { PluralCategory } from '../../model/index.js';
import { CLDR } from './cldr.js';
import { FAMILIES, type PluralFamily } from './families.js';
import { v3Family } from './i18next-v3.js';
import { qtFamily } from './qt.js';
import { RAILS } from './rails.js';

/**
 * Whose rule chooses among plural forms. cldr: `Intl.PluralRules` (ICU messages, i18next, and
 * compatible libraries) · rails: rails-i18n · i18next-v3: i18next up to version 20 · flutter:
 * CLDR's categories, with `=0`, `=1` and `=2` as other names of `zero`, `one` and `two` · gettext:
 * CLDR's, without forms that no whole number below a million has · qt: Qt Linguist.
 */
export type PluralLibrary = 'cldr' | 'rails' | 'i18next-v3' | 'flutter' | 'gettext' | 'qt';

/** By message syntax. Default: CLDR's. */
const LIBRARIES: Readonly<Partial<Record<string, PluralLibrary>>> = {
  arb: 'flutter',
  'i18next-v3': 'i18next-v3',
  rails: 'rails',
};

export function libraryOf(syntax: string): PluralLibrary {
  return LIBRARIES[syntax] ?? 'cldr';
}

export interface PluralRule {
  readonly categories: readonly PluralCategory[];
  readonly select: (n: number) => PluralCategory;
}

/**
 * The cardinal rule of a language in a library with its own rules; undefined if it follows CLDR.
 */
export function ownRule(library: PluralLibrary, locale: string): PluralRule | undefined {
  if (library === 'rails') return ruleOf(RAILS.get(languageOf(locale)) ?? FAMILIES.one);
  if (library === 'qt') return ruleOf(qtFamily(locale));
  return library === 'i18next-v3' ? ruleOf(v3Family(locale)) : undefined;
}

/** The rule for a language that the running Node does not know. */
export function spareRule(locale: string, ordinal: boolean): PluralRule {
  return ruleOf(ordinal ? FAMILIES.other : (CLDR.get(languageOf(locale)) ?? FAMILIES.one));
}

function languageOf(locale: string): string {
  return locale.toLowerCase().split(/[-_]/)[0] ?? '';
}

function ruleOf({ categories, whole, fraction = 'other' }: PluralFamily): PluralRule {
  return { categories, select: (n) => (Number.isInteger(n) ? whole(n) : fraction) };
}

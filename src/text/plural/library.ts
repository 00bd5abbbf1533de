import type { PluralCategory } from '../../model/index.js';
import { qtForms } from '../../model/index.js';
import {
  FAMILIES,
  type PluralFamily,
  familiesOf,
  languageOf,
  type FamilyTable,
} from './families.js';
import { v3Family } from './i18next-v3.js';
import { laravelFamily, polyglotFamily, symfonyFamily } from './segments.js';

/**
 * Whose rule chooses among plural forms. cldr: `Intl.PluralRules` (ICU messages, i18next, and
 * compatible libraries) · rails: rails-i18n · i18next-v3: i18next up to version 20 · flutter:
 * CLDR's categories, with `=0`, `=1` and `=2` as other names of `zero`, `one` and `two` · gettext:
 * CLDR's, without forms that no whole number below a million has · qt: Qt Linguist · laravel,
 * symfony, polyglot, vue: their own, for forms between bars · html10n: CLDR's of 2012.
 */
export type PluralLibrary =
  | 'cldr'
  | 'rails'
  | 'i18next-v3'
  | 'flutter'
  | 'gettext'
  | 'qt'
  | 'laravel'
  | 'symfony'
  | 'polyglot'
  | 'vue'
  | 'html10n';

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
 * The rules of rails-i18n (its `rails/pluralization`). They differ from CLDR: no `many` for French,
 * Spanish, Italian, Portuguese, Catalan, Czech, Slovak and Lithuanian, no `two` for Hebrew, no
 * `zero` for Latvian. For a language without a rule, Rails uses `one` and `other`.
 */
const RAILS_TABLE: FamilyTable = {
  other: 'bm bo dz id ig ii ja jv kde kea km ko lo ms my sah ses sg th to vi wo yo yue zh',
  zeroAndOne: 'ak am bh ff fil fr guw hi kab ln mg ml mr nso or pa shi ti tl wa',
  endsInOne: 'lv mk',
  oneTwo: 'iu kw naq se sma smi smj smn sms',
  twoToFour: 'cs sk',
  eastSlavic: 'be ru uk',
  southSlavic: 'bs hr sh sr',
  polish: 'pl',
  slovenian: 'hsb sl',
  lithuanian: 'lt',
  romanian: 'mo ro',
  arabic: 'ar',
  welsh: 'cy',
  gaelic: 'gd',
  breton: 'br',
  maltese: 'mt',
};

const RAILS = familiesOf(RAILS_TABLE);

/** Where html10n has a form that CLDR has no longer: it shows nothing for a number without a form. */
const HTML10N = new Map<string, PluralFamily>([
  ...familiesOf({ eastSlavic: 'bs hr sh sr' }),
  [
    'he',
    {
      categories: ['one', 'two', 'many', 'other'],
      whole: (n) => (n > 0 && n % 10 === 0 ? 'many' : n === 1 ? 'one' : n === 2 ? 'two' : 'other'),
    },
  ],
]);

/** The libraries with rules of their own; all others follow CLDR. */
const OWN_RULES: Readonly<
  Partial<Record<PluralLibrary, (locale: string) => PluralFamily | undefined>>
> = {
  html10n: (locale) => HTML10N.get(languageOf(locale)),
  'i18next-v3': v3Family,
  laravel: laravelFamily,
  polyglot: polyglotFamily,
  qt: qtFamily,
  rails: (locale) => RAILS.get(languageOf(locale)) ?? FAMILIES.one,
  symfony: symfonyFamily,
  vue: () => FAMILIES.zeroOne,
};

/**
 * The cardinal rule of a language in a library with its own rules; undefined if it follows CLDR.
 */
export function ownRule(library: PluralLibrary, locale: string): PluralRule | undefined {
  const family = OWN_RULES[library]?.(locale);
  return family && ruleOf(family);
}

/** Rules of Qt Linguist's numerus.cpp (Qt 6), for the languages of `qtForms`. */
const QT_TABLE: FamilyTable = {
  other: 'bi bo dz fa fj gn hu id in ja jv ko ms my na om su th tr tt vi yo za zh',
  zeroAndOne: 'br fil fr hy pt ti tl wa',
  endsInOne: 'is',
  oneTwo: 'dv ga gv ik iu mi sa se sm',
  twoToFour: 'cs sk',
  eastSlavic: 'be ru uk',
  southSlavic: 'bs hr sh sr',
  polish: 'pl',
  slovenian: 'sl',
  lithuanian: 'lt',
  romanian: 'mo ro',
  arabic: 'ar',
  gaelic: 'gd',
  latvianWithZero: 'lv',
};

const OWN: readonly (readonly [string, PluralFamily])[] = [
  [
    'mk',
    {
      categories: ['one', 'two', 'other'],
      whole: (n) => (n % 10 === 1 ? 'one' : n % 10 === 2 ? 'two' : 'other'),
    },
  ],
  [
    'mt',
    {
      categories: ['one', 'few', 'many', 'other'],
      whole: (n) => {
        const end = n % 100;
        if (n === 1) return 'one';
        if (n === 0 || (end >= 1 && end <= 10)) return 'few';
        return end >= 11 && end <= 19 ? 'many' : 'other';
      },
    },
  ],
  [
    'cy',
    {
      categories: ['zero', 'one', 'few', 'many', 'other'],
      whole: (n) => (['zero', 'one', 'few', 'few', 'few', 'few', 'many'] as const)[n] ?? 'other',
    },
  ],
];

const QT = new Map([...familiesOf(QT_TABLE), ...OWN]);

/** The plural forms of a language in Qt. */
function qtFamily(locale: string): PluralFamily {
  const usual = qtForms(locale).length === 1 ? FAMILIES.other : FAMILIES.one;
  return QT.get(languageOf(locale)) ?? usual;
}

/**
 * CLDR's rules for whole numbers (supplemental/plurals.xml, cardinals), for a Node that was built
 * without a language's data. Without forms for millions.
 */
const CLDR_TABLE: FamilyTable = {
  other: 'bm bo dz id ig ja jv km ko lo ms my sah ses sg su th to vi wo yo yue zh',
  zeroAndOne: 'ak am as bn fa ff fr gu hi hy kab kn ln mg nso pa pt si ti wa zu',
  endsInOne: 'is mk',
  oneTwo: 'he iu iw naq sat se sma smi smj smn sms',
  twoToFourWithFractions: 'cs sk',
  eastSlavic: 'be ru uk',
  southSlavic: 'bs hr sh sr',
  polish: 'pl',
  slovenian: 'dsb hsb sl',
  lithuanianWithFractions: 'lt',
  latvian: 'lv prg',
  romanian: 'mo ro',
  arabic: 'ar ars',
  welsh: 'cy',
  irish: 'ga',
  gaelic: 'gd',
  breton: 'br',
  malteseWithTwo: 'mt',
};

export const CLDR = familiesOf(CLDR_TABLE);

/** The rule for a language that the running Node does not know. */
export function spareRule(locale: string, ordinal: boolean): PluralRule {
  return ruleOf(ordinal ? FAMILIES.other : (CLDR.get(languageOf(locale)) ?? FAMILIES.one));
}

function ruleOf({ categories, whole, fraction = 'other' }: PluralFamily): PluralRule {
  return { categories, select: (n) => (Number.isInteger(n) ? whole(n) : fraction) };
}

import type { PluralCategory } from '../../model/index.js';
import {
  FAMILIES,
  familiesOf,
  languageOf,
  type FamilyTable,
  type PluralFamily,
} from './families.js';

/**
 * The rules of i18next up to version 20, and later with `compatibilityJSON: v3`. A language with
 * one form for 1 and one for the rest has `key` and `key_plural`; all others number their forms
 * from `key_0`.
 */
const TABLE: FamilyTable = {
  other: 'ay bo cgg fa ht id ja jbo ka km ko ky lo ms sah su th tt ug vi wo zh',
  zeroAndOne: 'ach ak am arn br fil fr gun ln mfe mg mi oc pt tg ti tl tr uz wa',
  one:
    'af an ast az bg bn ca da de dev el en eo es et eu fi fo fur fy gl gu ha hi hu hy ia it kk kn ku lb ' +
    'mai ml mn mr nah nap nb ne nl nn no nso or pa pap pms ps rm sco se si so son sq sv sw ta te tk ur yo',
  endsInOne: 'is mk',
  southSlavic: 'be bs cnr dz hr ru sr uk',
  twoToFour: 'cs sk',
  lithuanian: 'lt',
  slovenian: 'sl',
  romanian: 'ro',
  arabic: 'ar',
  irish: 'ga',
  gaelic: 'gd',
  maltese: 'mt',
  polishWithOther: 'csb pl',
  latvianWithZero: 'lv',
  welshWithoutZero: 'cy',
  zeroOne: 'mnk',
};

/* Rules that no other library has. */
const OWN: Readonly<Record<string, PluralFamily>> = {
  he: {
    categories: ['one', 'two', 'many', 'other'],
    whole: (n) => {
      if (n === 1 || n === 2) return n === 1 ? 'one' : 'two';
      return n > 10 && n % 10 === 0 ? 'many' : 'other';
    },
  },
  kw: {
    categories: ['one', 'two', 'few', 'other'],
    whole: (n) => (['other', 'one', 'two', 'few'] as const)[n] ?? 'other',
  },
  jv: { categories: ['zero', 'other'], whole: (n) => (n === 0 ? 'zero' : 'other') },
};

const FAMILY: ReadonlyMap<string, PluralFamily> = new Map([
  ...familiesOf(TABLE),
  ...Object.entries({ ...OWN, iw: OWN['he'] }).flatMap(([name, family]) =>
    family === undefined ? [] : [[name, family] as const],
  ),
]);

/** Languages whose forms are not numbered in CLDR's order. */
const NUMBERED: Readonly<Record<string, readonly PluralCategory[]>> = {
  cy: ['one', 'two', 'other', 'many'],
  lv: ['one', 'other', 'zero'],
  sl: ['other', 'one', 'two', 'few'],
};
/** Languages whose two forms are numbered, because the number for the first is not 1. */
const WITH_NUMBERS = new Set(['jv', 'or']);

/** The rule of a language. Languages without a rule have one form. */
export function v3Family(locale: string): PluralFamily {
  if (/^pt[-_]pt$/i.test(locale)) return FAMILIES.one;
  return FAMILY.get(languageOf(locale)) ?? FAMILIES.other;
}

/**
 * The key suffix of a form: ``, `_plural` or `_2`; undefined if the library does not read the form.
 */
export function v3Suffix(locale: string, category: PluralCategory): string | undefined {
  const language = languageOf(locale);
  const { categories } = v3Family(locale);
  if (!categories.includes(category)) return undefined;
  if (!FAMILY.has(language)) return '';
  if (categories.length === 2 && !WITH_NUMBERS.has(language)) {
    return category === 'one' ? '' : '_plural';
  }
  return `_${(NUMBERED[language] ?? categories).indexOf(category)}`;
}

import type { PluralCategory } from '../../model/index.js';

/** A plural rule that languages or libraries share. */
export interface PluralFamily {
  /** In CLDR's order. */
  readonly categories: readonly PluralCategory[];
  /** @param n a non-negative integer */
  readonly whole: (n: number) => PluralCategory;
  /** The category of numbers with decimals. Default: `other`. */
  readonly fraction?: PluralCategory;
}

const isIn = (n: number, from: number, to: number): boolean => n >= from && n <= to;
const endsInOne = (n: number): boolean => n % 10 === 1 && n % 100 !== 11;
const endsInFew = (n: number): boolean => isIn(n % 10, 2, 4) && !isIn(n % 100, 12, 14);
const isTeen = (n: number): boolean => isIn(n % 100, 11, 19);

/** Rules of more than one language or library. */
export const FAMILIES = {
  other: { categories: ['other'], whole: () => 'other' },
  one: { categories: ['one', 'other'], whole: (n) => (n === 1 ? 'one' : 'other') },
  zeroAndOne: { categories: ['one', 'other'], whole: (n) => (n < 2 ? 'one' : 'other') },
  /** 1, 21, 31, … */
  endsInOne: { categories: ['one', 'other'], whole: (n) => (endsInOne(n) ? 'one' : 'other') },
  /** 1, 11, 21, … */
  lastDigitOne: {
    categories: ['one', 'other'],
    whole: (n) => (n % 10 === 1 ? 'one' : 'other'),
  },
  /** Of vue-i18n: 0 and 1 have forms of their own in every language. */
  zeroOne: {
    categories: ['zero', 'one', 'other'],
    whole: (n) => (n === 0 ? 'zero' : n === 1 ? 'one' : 'other'),
  },
  oneTwo: {
    categories: ['one', 'two', 'other'],
    whole: (n) => (n === 1 ? 'one' : n === 2 ? 'two' : 'other'),
  },
  twoToFour: {
    categories: ['one', 'few', 'other'],
    whole: (n) => (n === 1 ? 'one' : isIn(n, 2, 4) ? 'few' : 'other'),
  },
  twoToFourWithFractions: {
    categories: ['one', 'few', 'many', 'other'],
    whole: (n) => (n === 1 ? 'one' : isIn(n, 2, 4) ? 'few' : 'other'),
    fraction: 'many',
  },
  eastSlavic: {
    categories: ['one', 'few', 'many', 'other'],
    whole: (n) => (endsInOne(n) ? 'one' : endsInFew(n) ? 'few' : 'many'),
  },
  southSlavic: {
    categories: ['one', 'few', 'other'],
    whole: (n) => (endsInOne(n) ? 'one' : endsInFew(n) ? 'few' : 'other'),
  },
  polish: {
    categories: ['one', 'few', 'many', 'other'],
    whole: (n) => (n === 1 ? 'one' : endsInFew(n) ? 'few' : 'many'),
  },
  polishWithOther: {
    categories: ['one', 'few', 'other'],
    whole: (n) => (n === 1 ? 'one' : endsInFew(n) ? 'few' : 'other'),
  },
  slovenian: {
    categories: ['one', 'two', 'few', 'other'],
    whole: (n) => {
      const end = n % 100;
      return end === 1 ? 'one' : end === 2 ? 'two' : isIn(end, 3, 4) ? 'few' : 'other';
    },
  },
  lithuanian: {
    categories: ['one', 'few', 'other'],
    whole: (n) => (isTeen(n) || n % 10 === 0 ? 'other' : n % 10 === 1 ? 'one' : 'few'),
  },
  lithuanianWithFractions: {
    categories: ['one', 'few', 'many', 'other'],
    whole: (n) => (isTeen(n) || n % 10 === 0 ? 'other' : n % 10 === 1 ? 'one' : 'few'),
    fraction: 'many',
  },
  latvian: {
    categories: ['zero', 'one', 'other'],
    whole: (n) => (isTeen(n) || n % 10 === 0 ? 'zero' : n % 10 === 1 ? 'one' : 'other'),
  },
  latvianWithZero: {
    categories: ['zero', 'one', 'other'],
    whole: (n) => (n === 0 ? 'zero' : endsInOne(n) ? 'one' : 'other'),
  },
  romanian: {
    categories: ['one', 'few', 'other'],
    whole: (n) => (n === 1 ? 'one' : n === 0 || isIn(n % 100, 1, 19) ? 'few' : 'other'),
    fraction: 'few',
  },
  arabic: {
    categories: ['zero', 'one', 'two', 'few', 'many', 'other'],
    whole: (n) => {
      if (n < 3) return n === 0 ? 'zero' : n === 1 ? 'one' : 'two';
      return isIn(n % 100, 3, 10) ? 'few' : isIn(n % 100, 11, 99) ? 'many' : 'other';
    },
  },
  welsh: {
    categories: ['zero', 'one', 'two', 'few', 'many', 'other'],
    whole: (n) => (['zero', 'one', 'two', 'few', 'other', 'other', 'many'] as const)[n] ?? 'other',
  },
  welshWithoutZero: {
    categories: ['one', 'two', 'many', 'other'],
    whole: (n) => {
      if (n === 1 || n === 2) return n === 1 ? 'one' : 'two';
      return n === 8 || n === 11 ? 'many' : 'other';
    },
  },
  irish: {
    categories: ['one', 'two', 'few', 'many', 'other'],
    whole: (n) => {
      if (n < 3) return n === 1 ? 'one' : n === 2 ? 'two' : 'other';
      return n < 7 ? 'few' : n < 11 ? 'many' : 'other';
    },
  },
  gaelic: {
    categories: ['one', 'two', 'few', 'other'],
    whole: (n) =>
      n === 1 || n === 11 ? 'one' : n === 2 || n === 12 ? 'two' : isIn(n, 3, 19) ? 'few' : 'other',
  },
  breton: {
    categories: ['one', 'two', 'few', 'many', 'other'],
    whole: (n) => {
      const isSeventyOrNinety = isIn(n % 100, 70, 79) || isIn(n % 100, 90, 99);
      const end = isTeen(n) || n % 100 === 10 || isSeventyOrNinety ? 0 : n % 10;
      if (end === 1 || end === 2) return end === 1 ? 'one' : 'two';
      if (end === 3 || end === 4 || end === 9) return 'few';
      return n !== 0 && n % 1_000_000 === 0 ? 'many' : 'other';
    },
  },
  maltese: {
    categories: ['one', 'few', 'many', 'other'],
    whole: (n) =>
      n === 1 ? 'one' : n === 0 || isIn(n % 100, 2, 10) ? 'few' : isTeen(n) ? 'many' : 'other',
  },
  malteseWithTwo: {
    categories: ['one', 'two', 'few', 'many', 'other'],
    whole: (n) => {
      if (n === 1 || n === 2) return n === 1 ? 'one' : 'two';
      return n === 0 || isIn(n % 100, 3, 10) ? 'few' : isTeen(n) ? 'many' : 'other';
    },
  },
} as const satisfies Readonly<Record<string, PluralFamily>>;

export type FamilyName = keyof typeof FAMILIES;

/** Languages by family, separated by spaces: the shape in which tables are written. */
export type FamilyTable = Readonly<Partial<Record<FamilyName, string>>>;

/** Maps each language of a table to its family. */
export function familiesOf(table: FamilyTable): ReadonlyMap<string, PluralFamily> {
  return new Map(
    Object.entries(table).flatMap(([name, languages]) =>
      languages.split(' ').map((one) => [one, FAMILIES[name as FamilyName]] as const),
    ),
  );
}

/** `pt` of `pt-BR`. */
export function languageOf(locale: string): string {
  return locale.toLowerCase().split(/[-_]/)[0] ?? '';
}

import { FAMILIES, familiesOf, type FamilyTable, type PluralFamily } from './families.js';

/** Rules of Qt Linguist's numerus.cpp; `one` and `other` for a language that is not listed. */
const TABLE: FamilyTable = {
  other: 'bi bo dz fa fj gn hu id ja jv ko ms my na om su th tr tt vi yo za zh',
  zeroAndOne: 'br fil fr hy ti wa',
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
  maltese: 'mt',
};

const OWN: readonly (readonly [string, PluralFamily])[] = [
  [
    'lv',
    {
      categories: ['zero', 'one', 'other'],
      whole: (n) => (n % 10 === 1 && n % 100 !== 11 ? 'one' : n === 0 ? 'zero' : 'other'),
    },
  ],
  [
    'mk',
    {
      categories: ['one', 'two', 'other'],
      whole: (n) => (n % 10 === 1 ? 'one' : n % 10 === 2 ? 'two' : 'other'),
    },
  ],
  [
    'cy',
    {
      categories: ['zero', 'one', 'few', 'many', 'other'],
      whole: (n) => (['zero', 'one', 'few', 'few', 'few', 'few', 'many'] as const)[n] ?? 'other',
    },
  ],
  [
    'tl',
    {
      categories: ['one', 'few', 'other'],
      whole: (n) => (n === 1 ? 'one' : [4, 6, 9].includes(n % 10) ? 'few' : 'other'),
    },
  ],
];

const QT = new Map([...familiesOf(TABLE), ...OWN]);

/** The plural forms of a language in Qt. */
export function qtFamily(locale: string): PluralFamily {
  const [language = '', region] = locale.toLowerCase().split(/[-_]/);
  if (language === 'pt' && region === 'br') return FAMILIES.zeroAndOne;
  return QT.get(language) ?? FAMILIES.one;
}

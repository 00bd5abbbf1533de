import { qtForms } from '../../model/index.js';
import { FAMILIES, familiesOf, type FamilyTable, type PluralFamily } from './families.js';

/** Rules of Qt Linguist's numerus.cpp (Qt 6), for the languages of `qtForms`. */
const TABLE: FamilyTable = {
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

const QT = new Map([...familiesOf(TABLE), ...OWN]);

/** The plural forms of a language in Qt. */
export function qtFamily(locale: string): PluralFamily {
  const [language = ''] = locale.toLowerCase().split(/[-_]/);
  const family = QT.get(language);
  if (family !== undefined) return family;
  return qtForms(locale).length === 1 ? FAMILIES.other : FAMILIES.one;
}

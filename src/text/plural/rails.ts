import { familiesOf, type FamilyTable } from './families.js';

/**
 * The rules of rails-i18n (its `rails/pluralization`). They differ from CLDR: no `many` for French,
 * Spanish, Italian, Portuguese, Catalan, Czech, Slovak and Lithuanian, no `two` for Hebrew, no
 * `zero` for Latvian. For a language without a rule, Rails uses `one` and `other`.
 */
const TABLE: FamilyTable = {
  other: 'bm bo dz id ig ii ja jv kde kea km ko lo ms my sah ses sg th to vi wo yo yue zh',
  zeroAndOne: 'ak am bh ff fil fr guw hi kab ln mg nso shi ti tl wa',
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

export const RAILS = familiesOf(TABLE);

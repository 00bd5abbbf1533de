import { familiesOf, type FamilyTable } from './families.js';

/**
 * CLDR's rules for whole numbers (supplemental/plurals.xml, cardinals), for a Node that was built
 * without a language's data. Without forms for millions.
 */
const TABLE: FamilyTable = {
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

export const CLDR = familiesOf(TABLE);

import { FAMILIES, familiesOf, type FamilyTable, type PluralFamily } from './families.js';

/*
 * The rules by which libraries choose among forms in one text, `one|many`. A language that a
 * library does not know has its default, which is not CLDR's.
 */

/**
 * Laravel's `MessageSelector::getPluralIndex` and Symfony's `TranslatorTrait`, which share their
 * rules. A language without a rule has one form.
 */
const PHP_TABLE: FamilyTable = {
  one:
    'af bg bn ca da de el en eo es et eu fa fi fo fur fy gl gu ha he hu is it ku lb ml mn mr nah nb ne ' +
    'nl nn no om or pa pap ps pt so sq sv sw ta te tk ur zu',
  zeroAndOne: 'am bh fil fr gun hi hy ln mg nso ti wa xbr',
  southSlavic: 'be bs hr ru sr uk',
  twoToFour: 'cs sk',
  oneTwo: 'ga',
  lithuanian: 'lt',
  slovenian: 'sl',
  lastDigitOne: 'mk',
  maltese: 'mt',
  latvianWithZero: 'lv',
  polishWithOther: 'pl',
  welshWithoutZero: 'cy',
  romanian: 'ro',
  arabic: 'ar',
};
const PHP = familiesOf(PHP_TABLE);

/** The regions that Laravel knows of these languages. In any other it shows the first form. */
const LARAVEL_REGIONS = new Set(
  (
    'af_za bg_bg bn_bd bn_in ca_ad ca_es ca_fr ca_it da_dk de_at de_be de_ch de_de de_li de_lu el_cy el_gr ' +
    'en_ag en_au en_bw en_ca en_dk en_gb en_hk en_ie en_in en_ng en_nz en_ph en_sg en_us en_za en_zm en_zw ' +
    'eo_us es_ar es_bo es_cl es_co es_cr es_cu es_do es_ec es_es es_gt es_hn es_mx es_ni es_pa es_pe es_pr ' +
    'es_py es_sv es_us es_uy es_ve et_ee eu_es eu_fr fa_ir fi_fi fo_fo fur_it fy_de fy_nl gl_es gu_in ha_ng ' +
    'he_il hu_hu is_is it_ch it_it ku_tr lb_lu ml_in mn_mn mr_in nb_no ne_np nl_aw nl_be nl_nl nn_no om_et ' +
    'om_ke or_in pa_in pa_pk pap_an pap_aw pap_cw ps_af pt_br pt_pt so_dj so_et so_ke so_so sq_al sq_mk ' +
    'sv_fi sv_se sw_ke sw_tz ta_in ta_lk te_in tk_tm ur_in ur_pk zu_za am_et fil_ph fr_be fr_ca fr_ch fr_fr ' +
    'fr_lu hi_in hy_am ln_cd mg_mg nso_za ti_er ti_et wa_be be_by bs_ba hr_hr ru_ru ru_ua sr_me sr_rs uk_ua ' +
    'cs_cz sk_sk ga_ie lt_lt sl_si mk_mk mt_mt lv_lv pl_pl cy_gb ro_ro ar_ae ar_bh ar_dz ar_eg ar_in ar_iq ' +
    'ar_jo ar_kw ar_lb ar_ly ar_ma ar_om ar_qa ar_sa ar_sd ar_ss ar_sy ar_tn ar_ye'
  ).split(' '),
);

export function laravelFamily(locale: string): PluralFamily {
  const name = locale.toLowerCase().replaceAll('-', '_');
  const [language = ''] = name.split('_');
  const isKnown = name === language || LARAVEL_REGIONS.has(name);
  return (isKnown ? PHP.get(language) : undefined) ?? FAMILIES.other;
}

export function symfonyFamily(locale: string): PluralFamily {
  const name = locale.toLowerCase().replaceAll('-', '_');
  if (name === 'pt_br') return FAMILIES.zeroAndOne;
  const [language = ''] = name.split('_');
  if (language === 'oc') return FAMILIES.one;
  return PHP.get(language === 'sh' ? 'sr' : language) ?? FAMILIES.other;
}

/**
 * Polyglot.js 2.6, its `pluralTypeToLanguages`. A locale that is not listed has the rule of its
 * language; a language that is not listed counts as English. Polyglot distinguishes `pt-br`, where
 * 0 has the form of 1, from `pt-BR`; both are read as the former, where "one" must not be in words.
 */
const POLYGLOT_TABLE: FamilyTable = {
  other: 'id ja ko lo ms th zh',
  zeroAndOne: 'fr pt-br tl',
  endsInOne: 'is mk',
  southSlavic: 'bs-cyrl-ba bs-latn-ba hr ru sr-rs uk',
  twoToFour: 'cs sk',
  lithuanian: 'lt',
  polishWithOther: 'pl',
  slovenian: 'sl-sl',
  romanian: 'ro',
  arabic: 'ar',
};
const POLYGLOT = familiesOf(POLYGLOT_TABLE);

export function polyglotFamily(locale: string): PluralFamily {
  const name = locale.toLowerCase().replaceAll('_', '-');
  return POLYGLOT.get(name) ?? POLYGLOT.get(name.split('-')[0] ?? '') ?? FAMILIES.one;
}

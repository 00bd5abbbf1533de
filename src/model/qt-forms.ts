import type { PluralCategory } from './message.js';

/**
 * The `<numerusform>` elements of Qt translation files, in order, and the languages that have them
 * (numerus.cpp of Qt Linguist 6).
 */
const FORMS: Readonly<Record<string, string>> = {
  other: 'bi bo dz fa fj gn hu id in ja jv ko ms my na om su th tr tt vi yo za zh',
  'one other': [
    'aa ab af am as ay az ba bg bn br ca co da de el en eo es et eu fi fil fo fr fur',
    'fy gl gu ha he hi hy ia ie is it iw ka kk kl km kn ks ku kw ky la lb ln lo mg ml',
    'mn mr nb ne nl nn no nso oc or pa ps pt qu rm rn rw sd si sn so sq ss st sv sw',
    'ta te tg ti tk tl tn to ts ug ur uz vo wa wo xh yi zu',
  ].join(' '),
  'one few many': 'be pl ru uk',
  'one few other': 'bs cs hr lt mo ro sh sk sr',
  'one other zero': 'lv',
  'one two other': 'dv ga gv ik iu mi mk sa se sm',
  'one two few other': 'gd sl',
  'one few many other': 'mt',
  'zero one few many other': 'cy',
  'zero one two few many other': 'ar',
};

const BY_LANGUAGE = new Map(
  Object.entries(FORMS).flatMap(([forms, languages]) =>
    languages.split(' ').map((one) => [one, forms.split(' ') as PluralCategory[]] as const),
  ),
);
/** For a language without a rule, Qt uses only the first form. */
const WITHOUT_RULE: readonly PluralCategory[] = ['other'];

/**
 * The plural forms of a Qt file in a language, in file order. A file that names no language counts
 * as English.
 */
export function qtForms(language: string): readonly PluralCategory[] {
  const [name = ''] = language.toLowerCase().split(/[-_]/);
  return BY_LANGUAGE.get(name || 'en') ?? WITHOUT_RULE;
}

import type { PluralCategory } from './message.js';

/**
 * The `<numerusform>`s of a Qt translation file, in their order, by the languages that have them
 * (numerus.cpp of Qt Linguist). A language that is not listed has `one other`.
 */
const FORMS: Readonly<Record<string, string>> = {
  other: 'bi bo dz fa fj gn hu id ja jv ko ms my na om su th tr tt vi yo za zh',
  'one few many': 'be pl ru uk',
  'one few other': 'bs cs hr lt mo ro sh sk sr tl',
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
const USUAL: readonly PluralCategory[] = ['one', 'other'];

/** The plural forms that a Qt file in a language has, in the order of the file. */
export function qtForms(language: string): readonly PluralCategory[] {
  return BY_LANGUAGE.get(language.toLowerCase().split(/[-_]/)[0] ?? '') ?? USUAL;
}

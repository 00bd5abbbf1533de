import { categoriesOf, holdsWhole } from '../plural.js';
import { areAlike } from './names.js';

/** Part of the keys of such arrays in Nextcloud catalogs: `_%n file_::_%n files_`. */
const NAMED = '_::_';

/** Placeholders for a number. */
const COUNT = /%(?:\d+\$)?[ndiu]|[%$]?\{+\s*(?:\w*(?:count|num|total|amount)\w*|n|0)\s*\}+/i;
const SAYS_ONE = /\b(?:1|one|an?)\b/i;

/** An array of the source, and its state in a target. */
export interface ArrayOfForms {
  /** Last segment of its key. */
  readonly name: string;
  /** The source's texts, in order. */
  readonly texts: readonly string[];
  /** Number of elements in the target. */
  readonly count: number;
  /** BCP 47 tag. */
  readonly source: string;
  /** BCP 47 tag. */
  readonly target: string;
}

/**
 * Whether an array contains plural forms in the order of each language's forms, and the target has
 * all of its own: one in Japanese, where English has two.
 */
export function hasAllForms({ name, texts, count, source, target }: ArrayOfForms): boolean {
  if (count === 0 || count !== formsIn(target)) return false;
  return name.includes(NAMED) || (texts.length === formsIn(source) && areForms(texts));
}

/** Number of a language's forms that whole numbers use. */
function formsIn(language: string): number {
  const isWhole = (category: ReturnType<typeof categoriesOf>[number]): boolean =>
    holdsWhole(language, { category, ordinal: false });
  return categoriesOf(language, false).filter(isWhole).length;
}

/**
 * Whether texts are plural forms: all but the first show the count, the first shows it or says
 * "one", and they are alike.
 */
function areForms(texts: readonly string[]): boolean {
  const [first = '', ...others] = texts;
  if (others.length === 0 || !others.every((text) => COUNT.test(text))) return false;
  if (!COUNT.test(first) && !SAYS_ONE.test(first)) return false;
  const [own = '', ...rest] = texts.map((text) => text.replace(COUNT, '').replace(SAYS_ONE, ''));
  return rest.every((text) => areAlike(own, text));
}

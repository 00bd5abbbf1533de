import { categoriesOf, holdsWhole } from '../plural.js';
import { areAlike } from './names.js';

/** How catalogs of Nextcloud name such arrays: `_%n file_::_%n files_`. */
const NAMED = '_::_';

/** What a number is put in for. */
const COUNT = /%(?:\d+\$)?[ndiu]|[%$]?\{+\s*(?:\w*(?:count|num|total|amount)\w*|n|0)\s*\}+/i;
const SAYS_ONE = /\b(?:1|one|an?)\b/i;

/** An array of a source, and what a target has of it. */
export interface ArrayOfForms {
  /** Last segment of its key. */
  readonly name: string;
  /** The source's texts, in order. */
  readonly texts: readonly string[];
  /** Elements of the target. */
  readonly count: number;
  /** BCP 47. */
  readonly source: string;
  /** BCP 47. */
  readonly target: string;
}

/**
 * Whether an array holds the plural forms of one text by their number in each language, and the
 * target has all of its own: in Japanese one, where English has two.
 */
export function hasAllForms({ name, texts, count, source, target }: ArrayOfForms): boolean {
  if (count === 0 || count !== formsIn(target)) return false;
  return name.includes(NAMED) || (texts.length === formsIn(source) && areForms(texts));
}

/** Forms of a language that whole numbers have. */
function formsIn(language: string): number {
  const isWhole = (category: ReturnType<typeof categoriesOf>[number]): boolean =>
    holdsWhole(language, { category, ordinal: false });
  return categoriesOf(language, false).filter(isWhole).length;
}

/** All but the first show the count, that one does or speaks of one, and they say the same. */
function areForms(texts: readonly string[]): boolean {
  const [first = '', ...others] = texts;
  if (others.length === 0 || !others.every((text) => COUNT.test(text))) return false;
  if (!COUNT.test(first) && !SAYS_ONE.test(first)) return false;
  const [own = '', ...rest] = texts.map((text) => text.replace(COUNT, '').replace(SAYS_ONE, ''));
  return rest.every((text) => areAlike(own, text));
}

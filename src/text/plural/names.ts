import type { Key, PluralCategory } from '../../model/index.js';
import { categoriesOf, holdsWhole } from '../plural.js';

/**
 * Keys that end like plural forms (`step_one`, `step_other`), with the evidence for and against it.
 */
interface SuffixGroup {
  readonly texts: ReadonlyMap<PluralCategory, string>;
  /** The form for most numbers, which is `other` in most languages. */
  readonly other: string | undefined;
  /** It has a placeholder for the count. */
  readonly showsCount: boolean;
  /** Categories of the source language. */
  readonly categories: readonly PluralCategory[];
  /** Other endings after the same stem: `three` of `step_three`. */
  readonly siblings: ReadonlySet<string>;
}

const ENUMERATED =
  /^(?:three|four|five|six|seven|eight|nine|ten|first|second|third|last|none|all|any|both|single|multiple|custom)$/;
/**
 * The categories' names as words: a text that contains its own name is an option in a list, not a
 * count.
 */
const SAYS_ONE = /\b(?:1|one|single)\b/i;
const SAYS_OTHER = /\b(?:(?:an)?others?|else)\b/i;

/**
 * Whether such keys are plural forms of one text. They are if `other` shows a count, or if all of
 * these hold: the source language has all these forms (English has no `two`), no other key
 * continues the count (`step_three`), and `one` says "one" or is much like `other`.
 */
export function isPluralGroup(group: SuffixGroup): boolean {
  const { texts, other, categories, siblings } = group;
  if (other === undefined) return false;
  const rest = [...texts].filter(([category]) => category !== 'other');
  const own = texts.get('one') ?? rest.at(-1)?.[1] ?? '';
  if (group.showsCount || other === '' || own === '' || other === own) return true;
  const isForeign = ([category]: readonly [PluralCategory, string]): boolean =>
    category !== 'zero' && !categories.includes(category);
  if (rest.some(isForeign) || [...siblings].some((one) => ENUMERATED.test(one))) return false;
  if (SAYS_OTHER.test(other) && !SAYS_OTHER.test(own)) return false;
  return SAYS_ONE.test(own) || areAlike(own, other);
}

/**
 * Whether more than half of the words of the shorter text are in the longer one, whatever their
 * endings.
 */
function areAlike(a: string, b: string): boolean {
  const [short = [], long = []] = [wordsOf(a), wordsOf(b)].sort((x, y) => x.length - y.length);
  const shared = short.filter((word) => long.some((one) => isSameWord(word, one)));
  return shared.length * 2 > short.length;
}

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['are', 'is'],
  ['were', 'was'],
  ['have', 'has'],
  ['these', 'this'],
  ['those', 'that'],
  ['they', 'it'],
  ['them', 'it'],
  ['their', 'its'],
  ['people', 'person'],
  ['men', 'man'],
  ['women', 'woman'],
  ['mice', 'mouse'],
  ['feet', 'foot'],
  ['teeth', 'tooth'],
  ['geese', 'goose'],
]);

function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.map((word) => IRREGULAR.get(word) ?? word).filter((word) => !/^an?$/.test(word));
}

const STEM = 3;

/**
 * Whether two words differ only in their ending: "entry" and "entries". In scripts without spaces,
 * whether they share a character.
 */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  if (/[\u3040-\u9fff]/.test(a)) return Array.from(a).some((char) => b.includes(char));
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  return same >= Math.min(STEM, a.length, b.length) && same * 2 >= Math.max(a.length, b.length);
}

const FOR_ONE = /(?:[._-]1|(?:^|[._-])(?:one|single|singular))(?:[._-](?:\d|n|other|many))?$|^0$/i;

/**
 * Whether a key names a form for one item, or the first of a list of forms, in catalogs with a
 * program's own plural convention: `items.1`, `days.0`.
 */
export function isForOne(key: Key): boolean {
  return FOR_ONE.test(key.at(-1) ?? '');
}

/** Part of the keys of such arrays in Nextcloud catalogs: `_%n file_::_%n files_`. */
const NAMED = '_::_';

/** Placeholders for a number. */
const COUNT =
  /%(?:\d+\$)?[ndiu](?!\w*%|\w{2})|[%$]?\{+\s*(?:\w*(?:count|num|total|amount)\w*|n|0)\s*\}+/i;
const COLON_COUNT = /(?<![\w:]):\w*(?:count|num|total|amount)\w*|%(?:\w*(?:count|num)\w*|limit)%/i;
const ONE = /\b(?:1|one|an?)\b/i;
const QUANTITY = /\b(?:1|one|an?|no|some|many|several|multiple)\b/gi;

/** An array of the source, and its state in a target. */
interface ArrayOfForms {
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
  return name.includes(NAMED) || (texts.length === formsIn(source) && showCounts(texts));
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
function showCounts(texts: readonly string[]): boolean {
  const [first = '', ...others] = texts;
  if (others.length === 0 || !others.every((text) => COUNT.test(text))) return false;
  if (!COUNT.test(first) && !ONE.test(first)) return false;
  const [own = '', ...rest] = texts.map((text) => text.replace(COUNT, '').replace(ONE, ''));
  return rest.every((text) => areAlike(own, text));
}

/**
 * Whether alternatives in one text are plural forms: one shows a count, one is empty, or they are
 * alike. `Sign in | Shop` is a title.
 */
export function areForms(texts: readonly string[]): boolean {
  if (texts.some((text) => text === '' || COUNT.test(text) || COLON_COUNT.test(text))) return true;
  const [own = '', ...rest] = texts.map((text) => text.replace(QUANTITY, ''));
  return rest.every((text) => areAlike(own, text));
}

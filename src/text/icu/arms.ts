import { isPluralCategory } from '../../model/index.js';
import {
  isArgumentElement,
  isNumberElement,
  isPluralElement,
  isPoundElement,
} from '@formatjs/icu-messageformat-parser';
import type { PluralCategory } from '../../model/index.js';
import type { PluralLibrary } from '../plural/library.js';
import { categoriesOf, countsOf, holdsMoreThanItSays, rank } from '../plural.js';
import type { IcuElement } from './parse.js';

export type Choice = Extract<IcuElement, { options: unknown }>;
export type Plural = Extract<Choice, { offset: number }>;

/** A half-open range of offsets. */
export interface Bounds {
  readonly start: number;
  readonly end: number;
}

export function boundsOf(element: {
  readonly location?: { start: { offset: number }; end: { offset: number } };
}): Bounds {
  return { start: element.location?.start.offset ?? 0, end: element.location?.end.offset ?? 0 };
}

export interface Arm extends Bounds {
  readonly selector: string;
  readonly elements: readonly IcuElement[];
  /** Start of the selector; `start` is the opening brace, `end` is after the closing one. */
  readonly from: number;
}

/** The arms of a choice, as written in `raw`. */
export function armsOf(element: Choice, raw: string): Arm[] {
  const arms = Object.entries(element.options).map(([selector, option]) => {
    const { start, end } = boundsOf(option);
    let from = start;
    while (from > 0 && /\s/.test(raw.charAt(from - 1))) from -= 1;
    return { selector, elements: option.value, start, end, from: from - selector.length };
  });
  // Objects reorder integer-like keys.
  return arms.sort((a, b) => a.start - b.start);
}

export function gapStart(raw: string, from: number): number {
  let start = from;
  while (start > 0 && /\s/.test(raw.charAt(start - 1))) start -= 1;
  return start;
}

/** The source's separator between arms, and between a selector and its brace. */
export function styleOf(raw: string, arms: readonly Arm[]): { gap: string; spacing: string } {
  const last = arms.at(-1);
  if (last === undefined) return { gap: ' ', spacing: ' ' };
  return {
    gap: raw.slice(gapStart(raw, last.from), last.from) || ' ',
    spacing: raw.slice(last.from + last.selector.length, last.start),
  };
}

/** The treatment of one place of a choice. */
export interface Step {
  /** The arm that provides the text. */
  readonly arm: Arm;
  readonly selector: string;
  /** The source's arm at this place; a new arm is inserted before it. */
  readonly place: Arm;
  readonly does: 'keep' | 'drop' | 'add';
}

export const keep = (arm: Arm): Step => ({
  arm,
  selector: arm.selector,
  place: arm,
  does: 'keep',
});

export interface StepOptions {
  /** BCP 47 tag. */
  readonly target: string;
  readonly library?: PluralLibrary | undefined;
  /** Whether an arm shows the count. Default: under its own name. */
  readonly shows?: (arm: Arm) => boolean;
}

/** Codes of a format have no telling name, other arguments must have one. */
const TELLING = /^(?:[^{]|\{(?:\d|n|\w*(?:count|num|total|amount|quantity)\w*)[,}])/i;

/**
 * The code that shows the count of a plural under another name, as Angular writes all plurals:
 * `{VAR_PLURAL, plural, =1 {one file} other {<x id="INTERPOLATION"/> files}}`. It is the only one in
 * its arms, and a noun after it has an s that the arm for one lacks. A name has none:
 * `=1 {<x/> likes it} other {<x/> like it}`.
 */
export function shownAs(
  { value }: Plural,
  arms: readonly Arm[],
  {
    codesIn,
    raw,
  }: {
    readonly codesIn: (arm: Arm) => readonly (Bounds & { readonly name: string })[];
    readonly raw: string;
  },
): string | undefined {
  if (arms.some(({ elements }) => showsCount(elements, value))) return undefined;
  const [one, other] = [/^(?:one|=1)$/, /^other$/].map((selector) =>
    arms.find((arm) => selector.test(arm.selector)),
  );
  const [shown, ...more] = other === undefined ? [] : codesIn(other);
  if (one === undefined || other === undefined || shown === undefined || more.length > 0)
    return undefined;
  const isOnly = arms.flatMap(codesIn).every(({ name }) => name === shown.name);
  if (!isOnly || !TELLING.test(shown.name)) return undefined;
  const [own] = codesIn(one);
  const said = wordsOf(raw.slice(own?.end ?? one.start, one.end));
  const [first = '', second] = wordsOf(raw.slice(shown.end, other.end));
  const phrases = [first, ...(second === undefined ? [] : [`${first} ${second}`])];
  const isNoun = phrases.some((several) =>
    ENDINGS.some(([ending, single]) => {
      const phrase = several.endsWith(ending) && several.slice(0, -ending.length) + single;
      if (phrase === false) return false;
      const places = ` ${said.join(' ')} `;
      return own === undefined ? places.includes(` ${phrase} `) : places.startsWith(` ${phrase} `);
    }),
  );
  return isNoun ? shown.name : undefined;
}

/** How nouns get their plural in English, French, Spanish and Portuguese, and verbs do not. */
const ENDINGS = [
  ['s', ''],
  ['es', ''],
  ['ies', 'y'],
] as const;

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}]+/gu) ?? [];
}

/** The arms that the target needs, in order, derived from the source's. */
export function stepsOf(
  element: Plural,
  arms: readonly Arm[],
  { target, library, shows = (arm) => showsCount(arm.elements, element.value) }: StepOptions,
): Step[] {
  const other = arms.find((arm) => arm.selector === 'other');
  if (other === undefined) return arms.map(keep);
  const form = { ordinal: element.pluralType === 'ordinal', library };
  const selectors = arms.map((arm) => arm.selector);
  const needed = neededCategories(target, form, selectors);
  const missing = needed.filter((category) => !selectors.includes(category));
  const said = selectors.flatMap((one) => (one.startsWith('=') ? [Number(one.slice(1))] : []));
  const inWords = (arm: Arm): boolean => {
    const category = categoryOf(arm.selector, library);
    return (
      category !== undefined &&
      arm !== other &&
      !shows(arm) &&
      shows(other) &&
      holdsMoreThanItSays(target, { ...form, category }, said)
    );
  };
  const steps: Step[] = [];
  for (const arm of arms) {
    const place = isPluralCategory(arm.selector) ? rank(arm.selector) : -1;
    while (missing[0] !== undefined && rank(missing[0]) < place) {
      steps.push({ arm: other, selector: missing.shift() ?? '', place: arm, does: 'add' });
    }
    const useless =
      isPluralCategory(arm.selector) && !needed.includes(arm.selector) && arm !== other;
    if (useless) steps.push({ ...keep(arm), does: 'drop' });
    // "One file" does not fit 21 files.
    else steps.push(inWords(arm) ? { ...keep(arm), arm: other } : keep(arm));
  }
  return steps;
}

const OTHER_NAMES: Readonly<Record<string, PluralCategory>> = {
  '=0': 'zero',
  '=1': 'one',
  '=2': 'two',
};

/** The category of an arm; undefined for an exact number. */
export function categoryOf(
  selector: string,
  library: PluralLibrary | undefined,
): PluralCategory | undefined {
  if (isPluralCategory(selector)) return selector;
  return library === 'flutter' ? OTHER_NAMES[selector] : undefined;
}

interface FormOptions {
  readonly ordinal: boolean;
  readonly library?: PluralLibrary | undefined;
}

/** Categories of a locale, without those that exact arms (`=1`) cover completely. */
export function neededCategories(
  locale: string,
  { ordinal, library }: FormOptions,
  selectors: readonly string[],
): PluralCategory[] {
  const exact = new Set(
    selectors.filter((one) => one.startsWith('=')).map((one) => Number(one.slice(1))),
  );
  const named = new Set(
    selectors.map((one) => (isPluralCategory(one) ? undefined : categoryOf(one, library))),
  );
  return categoriesOf(locale, ordinal).filter((category) => {
    if (category === 'other' || selectors.includes(category) || exact.size === 0) return true;
    if (named.has(category)) return false;
    const counts = countsOf(locale, { category, ordinal });
    return counts.length === 0 || counts.some((count) => !exact.has(count));
  });
}

/**
 * Whether a text shows the number that selects in a plural. Inside a plural of another number, `#`
 * refers to that one.
 */
export function showsCount(elements: readonly IcuElement[], name: string, pound = true): boolean {
  return elements.some((element) => {
    if (isPoundElement(element)) return pound;
    if ('options' in element) {
      const isOwn = isPluralElement(element) ? element.value === name : pound;
      return Object.values(element.options).some((arm) => showsCount(arm.value, name, isOwn));
    }
    return (isArgumentElement(element) || isNumberElement(element)) && element.value === name;
  });
}

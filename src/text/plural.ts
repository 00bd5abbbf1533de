import { PLURAL_CATEGORIES } from '../model/index.js';
import type { PluralCategory } from '../model/index.js';
import { languageOf } from './plural/families.js';
import { CLDR, ownRule, spareRule, type PluralLibrary, type PluralRule } from './plural/library.js';
import type { PluralForm } from './types.js';

/** Index of a category in CLDR's order. */
export function rank(category: PluralCategory): number {
  return PLURAL_CATEGORIES.indexOf(category);
}

const cache = new Map<string, PluralRule>();

interface RuleOptions {
  readonly ordinal: boolean;
  /** Default: `cldr`. */
  readonly library?: PluralLibrary | undefined;
}

/** The rule of a locale. If no table has the language: a rule with `one` and `other`. */
function rulesOf(locale: string, { ordinal, library = 'cldr' }: RuleOptions): PluralRule {
  const id = `${library}${ordinal ? 'o' : 'c'}${locale}`;
  let rules = cache.get(id);
  if (rules === undefined) {
    const own = ordinal ? undefined : ownRule(library, locale);
    const all = own ?? nodeRule(locale, ordinal) ?? spareRule(locale, ordinal);
    rules = library === 'gettext' || library === 'qt' ? ofWholeNumbers(all) : all;
    cache.set(id, rules);
  }
  return rules;
}

/** Only the forms of common whole numbers, because programs do not count in fractions. */
function ofWholeNumbers({ categories, select }: PluralRule): PluralRule {
  const used = new Set<PluralCategory>();
  for (let n = 0; n <= COMMON_COUNTS; n += 1) used.add(select(n));
  const usual = categories.filter((category) => used.has(category));
  const rare = usual.at(-1) ?? 'other';
  return {
    categories: usual,
    select: (n) => {
      const category = select(n);
      return used.has(category) ? category : rare;
    },
  };
}

/** CLDR's rule; undefined if Node would use its own locale's instead. */
function nodeRule(locale: string, ordinal: boolean): PluralRule | undefined {
  const tag = locale.replaceAll('_', '-');
  try {
    if (Intl.PluralRules.supportedLocalesOf(tag).length === 0) return undefined;
    const rules = new Intl.PluralRules(tag, { type: ordinal ? 'ordinal' : 'cardinal' });
    const has = new Set<string>(rules.resolvedOptions().pluralCategories);
    return {
      categories: PLURAL_CATEGORIES.filter((category) => has.has(category)),
      select: (n) => rules.select(n),
    };
  } catch {
    return undefined;
  }
}

/** Whether a table has the language. Of another, nobody says how many forms it has. */
export function hasKnownForms(locale: string): boolean {
  return nodeRule(locale, false) !== undefined || CLDR.has(languageOf(locale));
}

/** Plural categories of a locale in CLDR's order, according to CLDR or the given library. */
export function categoriesOf(
  locale: string,
  ordinal: boolean,
  library?: PluralLibrary,
): readonly PluralCategory[] {
  return rulesOf(locale, { ordinal, library }).categories;
}

/** The plural category of a number in the source language (BCP 47 tag). */
export function sourceCategory(n: number, source: string, ordinal: boolean): PluralCategory {
  return rulesOf(source, { ordinal }).select(n);
}

/** Whether any common whole number has a form. Forms for fractions are not needed. */
export function holdsWhole(locale: string, form: PluralForm): boolean {
  return countsOf(locale, form).length > 0;
}

const COMMON_COUNTS = 200;

/** The counts up to 200 with a category, which are the ones people usually see. */
export function countsOf(locale: string, form: PluralForm): readonly number[] {
  const rules = rulesOf(locale, form);
  const counts: number[] = [];
  for (let n = 0; n <= COMMON_COUNTS; n += 1) {
    if (rules.select(n) === form.category) counts.push(n);
  }
  return counts;
}

const SAID: Readonly<Partial<Record<PluralCategory, number>>> = { zero: 0, one: 1, two: 2 };

/**
 * Whether a form covers other counts than the one in its name (`one` includes 21 in Russian, 0 in
 * French), so a text with the word "one" does not fit.
 *
 * @param elsewhere counts that another form covers
 */
export function holdsMoreThanItSays(
  locale: string,
  form: PluralForm,
  elsewhere: readonly number[],
): boolean {
  const said = SAID[form.category];
  if (said === undefined) return false;
  return countsOf(locale, form).some((count) => count !== said && !elsewhere.includes(count));
}

const FIRST: Readonly<Partial<Record<PluralCategory, readonly number[]>>> = {
  zero: [0],
  one: [1],
  two: [2],
};
const PREFERRED = [3, 5, 11, 4, 6, 7, 8, 9, 12, 13, 14, 15, 16, 17, 18, 19, 23, 25, 100, 1000];
const LAST = [21, 22, 1, 2, 0, 101, 102, 1_000_000, 2_000_000, 1.5, 0.5, 2.5, 10.1];

export interface SampleRequest {
  readonly source: string;
  readonly target: string;
  readonly form: PluralForm;
  /** The text that the number is inserted into. Numbers already in it are not used. */
  readonly text: string;
  /** Not 1, if the category has another number. */
  readonly several?: boolean;
}

const samples = new Map<string, readonly number[]>();

/**
 * A number in a category of the target and, if possible, in the category of the source's own form,
 * so that `few` is translated from "3 files", and an English `{n}th` never from 3.
 */
export function sampleNumber(request: SampleRequest): number | undefined {
  const { source, target, form, text, several = false } = request;
  const { category, ordinal, library } = form;
  const id = [source, target, category, ordinal, library, several].join();
  let numbers = samples.get(id);
  if (numbers === undefined) {
    numbers = rankedNumbers(request);
    samples.set(id, numbers);
  }
  return numbers.find((number) => !text.includes(String(number)));
}

function rankedNumbers({ source, target, form, several = false }: SampleRequest): number[] {
  const rules = rulesOf(target, form);
  // i18next and Rails support `zero` in every language.
  if (form.category === 'zero' && rules.select(0) !== 'zero') return [0];
  const own = rulesOf(source, form);
  const shape = own.categories.includes(form.category) && !several ? form.category : 'other';
  const all = [
    ...(several && form.category === 'one' ? [21] : []),
    ...(FIRST[form.category] ?? []),
    ...PREFERRED,
    ...LAST,
  ];
  const inCategory = [...new Set(all)].filter((n) => rules.select(n) === form.category);
  const fits = inCategory.filter((n) => own.select(n) === shape);
  // Where a library has fewer forms than the language, the one that most numbers have.
  const usual = usualCategory(target, form);
  const isUsual = (n: number): boolean => grammar(target, form).select(n) === usual;
  return [...new Set([...fits.filter(isUsual), ...fits, ...inCategory])];
}

function grammar(locale: string, { ordinal }: PluralForm): PluralRule {
  return rulesOf(locale, { ordinal });
}

/** The category of the language, by CLDR, that most numbers of a library's form have. */
function usualCategory(locale: string, form: PluralForm): PluralCategory {
  const times = new Map<PluralCategory, number>();
  for (const n of countsOf(locale, form)) {
    const category = grammar(locale, form).select(n);
    times.set(category, (times.get(category) ?? 0) + 1);
  }
  const [most] = [...times].sort((a, b) => b[1] - a[1]);
  return most?.[0] ?? form.category;
}

const COUNT_NAME =
  /^(?:\{\{-?(?:count|n)(?:,[^}]*)?\}\}|%\{(?:count|n)\}|%count%|:count|\$?\{(?:count|n|0)\}|%(?:1\$)?(?:d|i|u|ld|lu|lld|llu)|%arg|%L?n|%\((?:count|n|num)\)[dis]|__count__)$/;

/** Whether the name of a placeholder suggests the count of a plural form. */
export function isCountName(name: string): boolean {
  return COUNT_NAME.test(name);
}

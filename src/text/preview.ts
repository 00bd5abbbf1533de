import { isPluralCategory } from '../model/index.js';
import {
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
} from '@formatjs/icu-messageformat-parser';
import { parseIcu } from './icu/parse.js';
import type { IcuElement } from './icu/parse.js';
import { isIcu } from './message.js';
import { categoriesOf, countsOf } from './plural.js';
import type { MessageContext } from './types.js';

/** A text as readers see it for one number. */
export interface Preview {
  /** `one`, or `=0`. */
  readonly form: string;
  readonly number: number | undefined;
  readonly text: string;
}

/** The most previews; more add nothing. */
const MOST = 12;

/**
 * One preview for each plural form of the target, with a number of that form. Empty if the text has
 * no plural or cannot be parsed. Never throws.
 */
export function previewsOf(text: string, context: MessageContext): readonly Preview[] {
  const { target, plural } = context;
  if (plural !== undefined) return [ofForm(text, plural.category, countsOf(target, plural)[0])];
  if (!isIcu(text, context)) return [];
  const parsed = parseIcu(text);
  if (!parsed.ok) return [];
  const choice = firstPlural(parsed.elements);
  if (choice === undefined) return [];
  const isOrdinal = choice.pluralType === 'ordinal';
  const own = Object.keys(choice.options).filter((selector) => selector.startsWith('='));
  const forms = [...own, ...categoriesOf(target, isOrdinal)].slice(0, MOST);
  return forms.map((form) => {
    const category = isPluralCategory(form) ? form : 'other';
    const counts = countsOf(target, { category, ordinal: isOrdinal });
    const taken = new Set(own.map((selector) => Number(selector.slice(1))));
    const exact = form.startsWith('=') ? Number(form.slice(1)) : undefined;
    const number = exact ?? counts.find((count) => !taken.has(count)) ?? counts[0] ?? 1.5;
    return { form, number, text: rendered(parsed.elements, { choice, form, number }) };
  });
}

const COUNT = /\{\{\s*count\s*\}\}|%\{count\}|\{count\}|%d|\{n\}/g;

function ofForm(text: string, form: string, number: number | undefined): Preview {
  return { form, number, text: number === undefined ? text : text.replace(COUNT, String(number)) };
}

type PluralElement = Extract<IcuElement, { offset: number }>;

function firstPlural(elements: readonly IcuElement[]): PluralElement | undefined {
  for (const element of elements) {
    if (isPluralElement(element)) return element;
    if (!isSelectElement(element)) continue;
    const inside = Object.values(element.options).map(({ value }) => firstPlural(value));
    const found = inside.find((one) => one !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Shown {
  readonly choice: PluralElement;
  readonly form: string;
  readonly number: number;
}

/** Other choices show their last arm, which is usually `other`. */
function rendered(elements: readonly IcuElement[], shown: Shown): string {
  return elements.map((element) => textOf(element, shown)).join('');
}

function textOf(element: IcuElement, shown: Shown): string {
  if (isLiteralElement(element)) return element.value;
  if (isPoundElement(element)) return String(shown.number);
  if (isPluralElement(element)) {
    const isMeant = element.value === shown.choice.value;
    const { options, offset } = element;
    const arm = (isMeant ? options[shown.form] : undefined) ?? options['other'];
    return arm === undefined
      ? ''
      : rendered(arm.value, { ...shown, number: shown.number - (isMeant ? offset : 0) });
  }
  if (isSelectElement(element)) {
    const arms = Object.values(element.options);
    const arm = element.options['other'] ?? arms.at(-1);
    return arm === undefined ? '' : rendered(arm.value, shown);
  }
  if (isTagElement(element)) return rendered(element.children, shown);
  const isCount = element.value === shown.choice.value;
  return isCount ? String(shown.number) : `{${element.value}}`;
}

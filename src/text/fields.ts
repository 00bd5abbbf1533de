import { isPluralCategory } from '../model/index.js';
import type { PluralCategory, TextCode, TextField, TextFields } from '../model/index.js';
import { isPluralElement, isSelectElement } from '@formatjs/icu-messageformat-parser';
import { parseIcu } from './icu/parse.js';
import { isIcu, readMessage } from './message.js';
import { wholeChoice } from './parts.js';
import { libraryOf } from './plural/library.js';
import { categoriesOf, countsOf, rank } from './plural.js';
import { formsAt, isPlaced } from './syntaxes/arms.js';
import { SYNTAXES } from './syntaxes/index.js';
import { isCode, leavesOf } from './token.js';
import type { MessageContext, PluralForm } from './types.js';

/** The most example numbers of a plural form. */
const MOST = 5;

/**
 * The placeholders and tags of a text, each once, in order: what a translation must contain. Pure.
 */
export function codesOf(text: string, context: MessageContext): readonly TextCode[] {
  const found = new Map<string, TextCode>();
  for (const { tokens } of leavesOf(readMessage(text, context))) {
    for (const token of tokens) {
      const isShown = isCode(token) && (token.kind === 'placeholder' || token.kind === 'markup');
      if (!isShown || token.role === 'close' || found.has(token.raw)) continue;
      const mate = tokens[token.mate];
      const close = token.role === 'open' && mate !== undefined ? mate.raw : undefined;
      found.set(token.raw, { text: token.raw, ...(close === undefined ? {} : { close }) });
    }
  }
  return [...found.values()];
}

/**
 * A translation as fields, one for each plural form of its language; undefined if it has no plural
 * forms, or is not understood as a whole.
 * @param target the translation; '': there is none yet, so the fields are empty
 */
export function fieldsOf(
  { source, target }: { readonly source: string; readonly target: string },
  context: MessageContext,
): TextFields | undefined {
  const { plural } = context;
  if (plural !== undefined) {
    const numbers = numbersOf(context.target, plural);
    const field = { form: plural.category, numbers, before: '', text: target, after: '' };
    return [field];
  }
  // Fluent is read as ICU, but not written as it.
  if (context.syntax === 'fluent') return undefined;
  const isNew = target === '';
  const text = isNew ? source : target;
  const read = isIcu(text, context) ? icuFields(text, context) : barFields(text, source, context);
  if (read === undefined || !isNew) return read;
  return read.map((part) => (typeof part === 'string' ? part : { ...part, text: '' }));
}

function numbersOf(locale: string, form: PluralForm): readonly number[] {
  return countsOf(locale, form).slice(0, MOST);
}

/**
 * A text with one ICU plural, and what is around it; forms that it lacks are optional. A choice within
 * a form is edited as it is written.
 */
function icuFields(text: string, context: MessageContext): TextFields | undefined {
  const parsed = parseIcu(text);
  if (!parsed.ok) return undefined;
  const [plural, ...more] = parsed.elements.filter(
    (one) => isPluralElement(one) || isSelectElement(one),
  );
  if (plural === undefined || !isPluralElement(plural) || more.length > 0) return undefined;
  const ordinal = plural.pluralType === 'ordinal';
  const form = (category: PluralCategory): PluralForm => ({ category, ordinal });
  const arms = Object.entries(plural.options).map(([selector, { location }]) => ({
    selector,
    start: (location?.start.offset ?? 0) + 1,
    end: (location?.end.offset ?? 0) - 1,
  }));
  const first = arms[0];
  if (first === undefined) return undefined;
  const head = text.lastIndexOf(first.selector, first.start);
  let last = head;
  const fields: TextField[] = [];
  for (const { selector, start, end } of arms) {
    const numbers = selector.startsWith('=')
      ? [Number(selector.slice(1))]
      : isPluralCategory(selector)
        ? numbersOf(context.target, form(selector))
        : [];
    const before = text.slice(last, start);
    fields.push({ form: selector, numbers, before, text: text.slice(start, end), after: '}' });
    last = end + 1;
  }
  for (const category of categoriesOf(context.target, ordinal, libraryOf(context.syntax))) {
    if (arms.some(({ selector }) => selector === category)) continue;
    const numbers = numbersOf(context.target, form(category));
    const later = fields.findIndex(
      (one) => isPluralCategory(one.form) && rank(one.form) > rank(category),
    );
    const at = later === -1 ? fields.length : later;
    const [before, after] = at === 0 ? [`${category} {`, '} '] : [` ${category} {`, '}'];
    fields.splice(at, 0, { form: category, numbers, before, text: '', after, isOptional: true });
  }
  const from = plural.location?.start.offset ?? 0;
  const to = plural.location?.end.offset ?? text.length;
  const aside = (words: string): TextFields =>
    words === '' ? [] : [{ form: '', numbers: [], before: '', text: words, after: '' }];
  return [
    ...aside(text.slice(0, from)),
    text.slice(from, head),
    ...fields,
    text.slice(last, to),
    ...aside(text.slice(to)),
  ];
}

/** A text of plural forms between bars. */
function barFields(text: string, source: string, context: MessageContext): TextFields | undefined {
  const isPlural = wholeChoice(source, [], context)?.counts === true;
  const choice = isPlural ? wholeChoice(text, [], { ...context, isPlural }) : undefined;
  const { forms: library } = SYNTAXES[context.syntax];
  if (choice === undefined || library === undefined) return undefined;
  const { arms } = choice;
  const places = arms.filter(isPlaced);
  const forms = formsAt(places.length, context.target, library);
  let last = choice.start;
  const fields = arms.map((arm): TextField => {
    const form = forms?.[places.indexOf(arm)];
    const before = text.slice(last, arm.start);
    last = arm.end;
    const own = { before, text: text.slice(arm.start, arm.end), after: '' };
    if (form === undefined) return { form: arm.selector ?? '', numbers: [], ...own };
    return { form: form.category, numbers: numbersOf(context.target, form), ...own };
  });
  return [text.slice(0, choice.start), ...fields, text.slice(last)];
}

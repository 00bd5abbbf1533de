import { isPluralCategory } from '../../model/index.js';
import type { PluralCategory } from '../../model/index.js';
import type { PluralLibrary } from '../plural/library.js';
import { categoriesOf, countsOf, holdsMoreThanItSays, isCountName } from '../plural.js';
import { scanPlaceholders } from '../scan/placeholders.js';
import type { MessageContext, PluralForm } from '../types.js';
import { SYNTAXES } from './index.js';
import type { Arm, Choice } from './syntax.js';

/** An arm of a target. */
export interface Step {
  /** The arm of the source that provides the text. */
  readonly arm: Arm;
  /** Its plural form, if it is one. */
  readonly form?: PluralForm;
  /** Its exact count. */
  readonly exact?: number;
  /** It is chosen by its position, although the source's arm has an interval. */
  readonly isFreed?: true;
}

const known = new Map<string, readonly PluralForm[]>();

/** The forms of whole numbers in a language, in CLDR's order. */
export function wholeForms(locale: string, library: PluralLibrary): readonly PluralForm[] {
  const id = `${library} ${locale}`;
  let forms = known.get(id);
  if (forms === undefined) {
    const all = categoriesOf(locale, false, library).map((one) => formOf(one, library));
    forms = all.filter((form) => countsOf(locale, form).length > 0);
    known.set(id, forms);
  }
  return forms;
}

function formOf(category: PluralCategory, library: PluralLibrary): PluralForm {
  return { category, ordinal: false, library };
}

const ONE_FORM = [formOf('other', 'cldr')];
const TWO_FORMS = [formOf('one', 'vue'), formOf('other', 'vue')];

/**
 * What so many arms by position stand for in a language: the library's forms, CLDR's if a program
 * has its own rule, or the two that every rule has. Undefined: nothing says it.
 */
export function formsAt(
  places: number,
  locale: string,
  library: PluralLibrary,
): readonly PluralForm[] | undefined {
  // vue-i18n uses its form for 0 only if there are three.
  if (library === 'vue' && places === 2) return TWO_FORMS;
  const own = wholeForms(locale, library);
  return own.length === places ? own : customForms(places, locale, library);
}

/** The forms of a program with its own rule. Those for vue-i18n start with one for 0. */
function customForms(
  places: number,
  locale: string,
  library: PluralLibrary,
): readonly PluralForm[] | undefined {
  const whole = wholeForms(locale, 'cldr');
  const all = categoriesOf(locale, false).map((one) => formOf(one, 'cldr'));
  const withZero = [formOf('zero', 'vue'), ...whole];
  const [first, second] = library === 'vue' ? [withZero, all] : [all, withZero];
  return [whole, first, second, ONE_FORM, TWO_FORMS].find((forms) => forms.length === places);
}

const PHP_LOCALE = /^[a-z]{2,3}(?:_[A-Z]{2})?$/;

/**
 * The forms that a choice needs in a target; undefined if they are the source's. vue-i18n has as
 * many as the source, unless the program has a rule of its own, as the target's other texts show.
 */
export function neededForms(
  places: number,
  { syntax, source, target, spelled, shownForms }: MessageContext,
): readonly PluralForm[] | undefined {
  const { forms: library } = SYNTAXES[syntax];
  const own = library && formsAt(places, source, library);
  if (library === undefined || own === undefined) return undefined;
  const usual = library === 'vue' ? own : formsOf(target, library, spelled);
  if (shownForms === undefined || shownForms === usual.length) return usual;
  return customForms(shownForms, target, library) ?? usual;
}

/** The forms that a library has for a target. */
function formsOf(
  target: string,
  library: PluralLibrary,
  spelled: string | undefined,
): readonly PluralForm[] {
  // Laravel looks for `pt_BR`. For `pt-br`, it shows the first form.
  const isUnknown = library === 'laravel' && spelled !== undefined && !PHP_LOCALE.test(spelled);
  return isUnknown ? [formOf('other', library)] : wholeForms(target, library);
}

const OPEN = /^([{[\]])\s?(\d{1,9})\s?,\s?(?:\*|\+?Inf)\s?[}\][]$/;

/** The least number of an interval without an end: 2 of `[2,*]` and of `]1,Inf[`. */
function startOf(selector: string | undefined): number | undefined {
  const [, open, digits] = OPEN.exec(selector?.trim() ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits) + (open === ']' ? 1 : 0);
}

/**
 * `{0} none|{1} one|[2,*] :count files`: an interval for all other numbers becomes the forms that the
 * target has for them.
 */
function openSteps(
  steps: readonly Step[],
  { target, spelled }: MessageContext,
  library: PluralLibrary,
): readonly Step[] {
  const open = steps.filter(({ exact }) => exact === undefined);
  const [{ arm } = { arm: undefined }] = open;
  const from = startOf(arm?.selector);
  if (arm === undefined || from === undefined || open.length > 1) return steps;
  const forms = formsOf(target, library, spelled);
  const [only, ...more] = forms.filter((form) => countsOf(target, form).some((n) => n >= from));
  if (only === undefined) return steps;
  if (more.length === 0)
    return steps.map((step) => (step.arm === arm ? { arm, form: only } : step));
  const made = forms.map((form): Step => ({ arm, form, isFreed: true }));
  const exact = steps.filter((step) => step.arm !== arm);
  // Laravel counts all arms, Symfony those without a number.
  return library === 'laravel' ? [...made, ...exact] : [...exact, ...made];
}

/** The number in a selector: `{1}`, `1` of `1=`. */
export function exactOf(selector: string | undefined): number | undefined {
  const digits = /^\W?\s?(\d{1,9})\s?\W?$/.exec(selector ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Whether an arm is chosen by its position. Symfony ignores a label such as `one:`. */
export function isPlaced({ selector }: Arm): boolean {
  return selector === undefined || selector.endsWith(':');
}

/** Whether a text shows the count of a choice. */
export function showsCount(text: string, { argument }: Choice, context: MessageContext): boolean {
  if (argument !== undefined) return text.includes(argument);
  return scanPlaceholders(text, context.syntax).some(({ name }) => isCountName(name));
}

/**
 * The arms of a choice in a target: those that the library selects in its language, each derived
 * from the closest arm of the source. Choices that do not select by position stay the same.
 */
export function stepsOf(choice: Choice, text: string, context: MessageContext): readonly Step[] {
  const { arms, counts } = choice;
  if (!counts) return arms.map((arm) => ({ arm }));
  const { syntax, source, target } = context;
  const { forms: library } = SYNTAXES[syntax];
  const steps = arms.map((arm): Step => {
    const { selector = '' } = arm;
    const exact = exactOf(selector);
    if (exact !== undefined) return { arm, exact };
    const word = selector.replace(':', '');
    return isPluralCategory(word) ? { arm, form: formOf(word, library ?? 'cldr') } : { arm };
  });
  const placed = arms.filter(isPlaced);
  const exact = steps.flatMap((step) => step.exact ?? []);
  const fitting = (arm: Arm, last: Arm, form: PluralForm): Step => {
    const countIn = ({ start, end }: Arm): boolean =>
      showsCount(text.slice(start, end), choice, context);
    // "One file" does not fit 21 files.
    const inWords = arm !== last && !countIn(arm) && countIn(last);
    const isWrong = inWords && holdsMoreThanItSays(target, form, exact);
    return { arm: isWrong ? last : arm, form };
  };
  if (library === 'html10n') {
    const armOf = ({ category }: PluralForm): Arm | undefined =>
      arms.find(({ selector }) => selector === category);
    const other = arms.find(({ selector }) => selector === 'other');
    // A source that lacks forms of its own language says nothing of another one.
    const own = labelsOf(source);
    const isWhole = own.length === arms.length && own.every((form) => armOf(form) !== undefined);
    if (other === undefined || !isWhole) return arms.map((arm) => ({ arm }));
    return labelsOf(target).map((form) => fitting(armOf(form) ?? other, other, form));
  }
  if (placed.length === 0 && library !== undefined) return openSteps(steps, context, library);
  const last = placed.at(-1);
  // Laravel counts the arms with a selector too.
  const isMixed = library === 'laravel' && placed.length < arms.length;
  const needed = isMixed ? undefined : neededForms(placed.length, context);
  if (needed === undefined || last === undefined || library === undefined) return steps;
  const own = formsAt(placed.length, source, library) ?? [];
  const made = needed.map((form): Step => {
    const arm = placed[own.findIndex(({ category }) => category === form.category)] ?? last;
    return fitting(arm, last, form);
  });
  // Arms without a selector must be adjacent, because their position decides.
  const first = arms.findIndex(isPlaced);
  const rest = steps.filter(({ arm }) => !isPlaced(arm));
  return [...rest.slice(0, first), ...made, ...rest.slice(first)];
}

/** The labels of `{[plural(n) one: …, other: …]}` in a language: `other` always, as the message needs it. */
function labelsOf(locale: string): readonly PluralForm[] {
  const forms = wholeForms(locale, 'html10n');
  const hasOther = forms.some(({ category }) => category === 'other');
  return hasOther ? forms : [...forms, formOf('other', 'html10n')];
}

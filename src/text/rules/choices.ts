import { choicesIn, wholeChoice, type BarContext } from '../parts.js';
import { scanPlaceholders } from '../scan/placeholders.js';
import {
  exactOf,
  formsAt,
  isPlaced,
  neededForms,
  showsCount,
  wholeForms,
} from '../syntaxes/arms.js';
import { SYNTAXES } from '../syntaxes/index.js';
import type { Choice } from '../syntaxes/syntax.js';
import { countsOf, hasKnownForms } from '../plural.js';
import type { MessageContext, TextProblem } from '../types.js';
import { oddName } from './foreign.js';
import { compareCodes, isCountIn, type CodesContext } from './placeholders.js';

/** The text that results if the arm at one place of every choice is selected. */
interface Variant {
  readonly text: string;
  /** The count may be spelled out: the variant is for one number, or for a few. */
  readonly inWords: boolean;
  readonly isCount: (name: string) => boolean;
}

/** Compares texts of a syntax with choices: each variant of the target with its source. */
export function compareVariants(
  source: string,
  target: string,
  context: MessageContext,
): TextProblem[] {
  const { comparable } = SYNTAXES[context.syntax];
  if (comparable !== undefined) return compare(comparable(source), comparable(target), context);
  return compare(source, target, context);
}

function compare(source: string, target: string, context: MessageContext): TextProblem[] {
  const ours = choicesOf(source, context);
  const whole = SYNTAXES[context.syntax].whole === undefined ? undefined : ours[0];
  const theirContext = whole === undefined ? context : { ...context, isPlural: whole.counts };
  const theirs = choicesOf(target, theirContext);
  if (ours.length === 0 && theirs.length === 0) return compareCodes(source, target, context);
  const broken =
    unclosed(source, target, context) ??
    unknownArgument(source, { ours, theirs, context }) ??
    lostCondition(target, ours, theirs) ??
    oddName(source, target, context);
  if (broken !== undefined) return [broken];
  const named = countNames([...ours, ...theirs], context);
  const plain = variantsOf(target, { choices: theirs, context: theirContext, isCount: named });
  const own = theirs.some(({ argument }) => argument !== undefined)
    ? BESIDE_PLURAL.exec(source)?.[1]
    : unnamedCount(source, plain, context);
  const isCount = (name: string): boolean => named(name) || name === own;
  const was = variantsOf(source, { choices: ours, context, isCount });
  const is = plain.map((variant) => ({ ...variant, isCount }));
  const given = new Set(ours.map(({ argument }) => argument));
  const most = Math.max(...was.map((one) => counted(one, context).counts));
  let mild: TextProblem[] = [];
  for (const [at, variant] of is.entries()) {
    const model =
      (at === is.length - 1 ? was.at(-1) : was[Math.min(at, was.length - 1)]) ?? variant;
    const hasMore = is.length > was.length;
    const models = { context: { ...context, given }, most, all: was, hasMore };
    const problems = compareVariant(model, variant, models);
    if (problems.some((problem) => problem.mild !== true)) return problems;
    if (mild.length === 0) mild = problems;
  }
  const unfit =
    unfitForms([source, target], { ours, theirs, context }) ?? inWordsForMore(is, theirs, context);
  return unfit === undefined ? mild : [...mild, unfit];
}

/** A number in the reader's digits beside the forms that it chooses: `$1 {{PLURAL:$2|field|fields}}`. */
const BESIDE_PLURAL = /(\$\d{1,2})\s\{\{PLURAL:\$\d/i;

/**
 * The placeholder of a count that the library gives no name: the only one that forms for one number
 * lack beside the last form (`one letter|{{ limit }} letters`).
 */
function unnamedCount(
  source: string,
  variants: readonly Variant[],
  { syntax }: MessageContext,
): string | undefined {
  const namesIn = (text: string): ReadonlySet<string> =>
    new Set(scanPlaceholders(text, syntax).map(({ name }) => name));
  const known = namesIn(source);
  const last = [...namesIn(variants.at(-1)?.text ?? '')].filter((name) => known.has(name));
  const lacking = new Set(
    variants.slice(0, -1).flatMap(({ text, inWords }) => {
      const names = namesIn(text);
      return inWords ? last.filter((name) => !names.has(name)) : [];
    }),
  );
  return lacking.size === 1 ? [...lacking][0] : undefined;
}

/** A choice that the target does not close. */
function unclosed(
  source: string,
  target: string,
  { syntax }: MessageContext,
): TextProblem | undefined {
  const [open, close] = SYNTAXES[syntax].brackets ?? [];
  if (open === undefined || close === undefined) return undefined;
  const isClosed = (text: string): boolean => text.split(open).length === text.split(close).length;
  if (isClosed(target) || !isClosed(source)) return undefined;
  return { code: 'placeholder-mismatch', message: `the numbers of ${open} and ${close} differ` };
}

/** `(0)`, `［1,∞［`. */
const TRACE = /^\s*[([{（［｛]\s?\d[\d.,*∞\w\s]{0,12}[)\][}）］［｝]/;

/** A condition of the source, `{0}` or `]1,Inf[`, without which as many forms are chosen by their place. */
function lostCondition(
  target: string,
  ours: readonly Choice[],
  theirs: readonly Choice[],
): TextProblem | undefined {
  const [model] = ours.filter(({ counts }) => counts);
  const [choice] = theirs.filter(({ counts }) => counts);
  if (model === undefined || choice === undefined || model.arms.some(isPlaced)) return undefined;
  const hasOther = ({ arms }: Choice): boolean => arms.some(({ selector }) => selector === 'other');
  if (hasOther(model) && !hasOther(choice))
    return { code: 'placeholder-mismatch', message: `missing other in ${choice.name}` };
  const kept = new Set(choice.arms.map(({ selector }) => selector));
  const run = model.arms.find(
    ({ selector = '' }) => !kept.has(selector) && target.includes(selector),
  );
  if (run !== undefined)
    return { code: 'placeholder-mismatch', message: `${run.selector ?? ''} does not start a form` };
  const at = choice.arms.findIndex(isPlaced);
  const arm = choice.arms[at];
  // As many forms, or one that starts with what is left of a condition.
  const isLost = model.arms.length === choice.arms.length;
  if (arm === undefined || !(isLost || TRACE.test(target.slice(arm.start, arm.end))))
    return undefined;
  const message = `missing ${model.arms[at]?.selector ?? 'the condition'} of form ${at + 1}`;
  return { code: 'placeholder-mismatch', message };
}

interface Arguments {
  readonly ours: readonly Choice[];
  readonly theirs: readonly Choice[];
  readonly context: MessageContext;
}

/** They choose by what the program gives: `{{PLURAL|…}}` and `{{GENDER:1|…}}` choose by nothing. */
const WIKI_CHOICE = /^\{\{(?:PLURAL|GENDER):/;
/** How many arguments a program may give that its text does not show. */
const MORE_ARGUMENTS = 3;

/**
 * A choice by an unknown argument in place of one of the source's. Additional choices
 * (`{{GENDER:$2|…}}`) are accepted, because the program may provide their arguments.
 */
function unknownArgument(
  source: string,
  { ours, theirs, context }: Arguments,
): TextProblem | undefined {
  if (SYNTAXES[context.syntax].inside === undefined) return undefined;
  const known = new Set(ours.map(({ argument }) => argument));
  const chosen = new Set(theirs.map(({ argument }) => argument));
  const isLost = [...known].some((argument) => !chosen.has(argument));
  const isCounting = ours.some(({ counts }) => counts);
  const numberOf = (argument: string): number => Number(/^\$(\d+)$/.exec(argument)?.[1] ?? 0);
  const most = Math.max(0, ...(source.match(/\$\d+/g) ?? []).map(numberOf));
  const unknown = theirs.find(({ argument, counts, name }) => {
    if (argument === undefined || known.has(argument)) return false;
    // `{{GENDER:|…}}` is about the reader, but a number has no default.
    if (argument === '') return counts && isCounting;
    if (WIKI_CHOICE.test(name) && !/^(?:\$\d+$|\{\{)/.test(argument)) return true;
    if (numberOf(argument) > most + MORE_ARGUMENTS) return true;
    if (!isLost && !(counts && isCounting)) return false;
    return /^\$\d|^\{\{\w+\}\}$/.test(argument) && !source.includes(argument);
  });
  if (unknown === undefined) return undefined;
  const message = `${unknown.argument ?? ''} of ${unknown.name} not in the source`;
  return { code: 'placeholder-mismatch', message };
}

function compareVariant(
  model: Variant,
  variant: Variant,
  { context, most, all, hasMore }: Models,
): TextProblem[] {
  const code = 'placeholder-mismatch';
  const was = counted(model, context);
  const is = counted(variant, context);
  if (is.counts > Math.max(most, 1)) {
    const problem = { code, message: `${is.name} appears ${is.counts} times` } as const;
    return [is.isDoubled ? problem : { ...problem, mild: true }];
  }
  if (is.counts === 0 && most > 0 && !variant.inWords && was.counts > 0) {
    return [{ code, message: `missing ${was.name}` }];
  }
  const problems = compareCodes(was.rest, is.rest, context);
  if (problems.length === 0 || all.length === 1) return problems;
  // What one form of the source omits may also be omitted in other forms.
  const isLike = (other: Variant): boolean =>
    compareCodes(counted(other, context).rest, is.rest, context).length === 0;
  if (!all.some(isLike)) return problems;
  // A form that the source lacks may be derived from any of its forms.
  return hasMore ? [] : problems.map((problem) => ({ ...problem, mild: true }));
}

interface Models {
  readonly context: CodesContext;
  /** How often a form of the source shows its count at most. */
  readonly most: number;
  /** Every form of the source. */
  readonly all: readonly Variant[];
  /** Whether the target has more forms. */
  readonly hasMore: boolean;
}

interface CountedText {
  readonly counts: number;
  /** Name of the placeholder. */
  readonly name: string;
  /** Two of them have no words between. */
  readonly isDoubled: boolean;
  /** The text without it. */
  readonly rest: string;
}

function counted({ text, isCount }: Variant, { syntax }: MessageContext): CountedText {
  const spans = scanPlaceholders(text, syntax).filter(({ name }) => isCount(name));
  let rest = '';
  let last = 0;
  let isDoubled = false;
  for (const { start, end } of spans) {
    const between = text.slice(last, start);
    isDoubled ||= last > 0 && !/\p{L}/u.test(between);
    rest += between;
    last = end;
  }
  const name = spans[0]?.name ?? '';
  return { counts: spans.length, name, isDoubled, rest: rest + text.slice(last) };
}

/** All texts that can result from a message, by the place of the selected arms; at least one. */
function variantsOf(text: string, { choices, context, isCount }: Choosing): readonly Variant[] {
  const widest = choices.reduce((most, { arms }) => Math.max(most, arms.length), 1);
  const plurals = choices.filter(({ counts }) => counts);
  const plural = plurals.find(({ arms }) => arms.length === widest) ?? plurals[0];
  return Array.from({ length: widest }, (_, at) => ({
    text: render(text, context, { at, choices: [] }),
    inWords: plural !== undefined && saysInWords(plural, at, context),
    isCount,
  }));
}

interface Choosing {
  readonly choices: readonly Choice[];
  readonly context: BarContext;
  readonly isCount: (name: string) => boolean;
}

/** All choices of a text, including those inside arms. */
function choicesOf(text: string, context: BarContext): readonly Choice[] {
  const { whole, inside } = SYNTAXES[context.syntax];
  const choices: Choice[] = [];
  if (whole !== undefined || inside !== undefined) render(text, context, { at: 0, choices });
  return choices;
}

function countNames(
  choices: readonly Choice[],
  { syntax }: MessageContext,
): (name: string) => boolean {
  const names = new Set(choices.filter(({ counts }) => counts).map(({ argument }) => argument));
  return (name) => names.has(name) || (names.has(undefined) && isCountIn(name, syntax));
}

interface Rendering {
  readonly at: number;
  /** Collects the choices found. */
  readonly choices: Choice[];
}

const MOST_DEPTH = 5;

function render(text: string, context: BarContext, rendering: Rendering, depth = 0): string {
  const whole = depth === 0 ? wholeChoice(text, [], context) : undefined;
  const choices = whole === undefined ? choicesIn(text, context) : [whole];
  if (choices.length === 0 || depth >= MOST_DEPTH) return text;
  rendering.choices.push(...choices);
  let out = '';
  let last = 0;
  for (const { start, end, arms } of choices) {
    const arm = arms[Math.min(rendering.at, arms.length - 1)];
    const inner = arm === undefined ? '' : text.slice(arm.start, arm.end);
    out += text.slice(last, start) + render(inner, context, rendering, depth + 1);
    last = end;
  }
  return out + text.slice(last);
}

const FEW = new Set(['zero', 'one', 'two']);

function saysInWords({ arms }: Choice, at: number, { target, syntax }: MessageContext): boolean {
  const arm = arms[Math.min(at, arms.length - 1)];
  const { selector } = arm ?? {};
  if (selector !== undefined)
    return exactOf(selector) !== undefined || FEW.has(selector.replace(':', ''));
  if (at >= arms.length - 1) return false;
  const place = arms.slice(0, at).filter(isPlaced).length;
  const { forms: library, repeatsLast = false } = SYNTAXES[syntax];
  const places = arms.filter(isPlaced).length;
  const forms =
    library && (repeatsLast ? wholeForms(target, library) : formsAt(places, target, library));
  if (repeatsLast && !hasKnownForms(target)) return true;
  // If nothing says what the arms stand for, the first are for zero and one.
  return forms === undefined ? place < 2 : FEW.has(forms[place]?.category ?? 'other');
}

/**
 * A form that says "one" in words, although it is shown for other numbers too, such as 21 in Russian.
 * In French it is for 0 as well, but few programs count to 0 with it.
 */
function inWordsForMore(
  variants: readonly Variant[],
  choices: readonly Choice[],
  context: MessageContext,
): TextProblem | undefined {
  const { forms: library } = SYNTAXES[context.syntax];
  const choice = choices.find(({ counts }) => counts);
  const placed = choice?.arms.filter(isPlaced) ?? [];
  const last = variants.at(-1);
  const forms = library && formsAt(placed.length, context.target, library);
  if (choice === undefined || forms === undefined || last === undefined) return undefined;
  if (counted(last, context).counts === 0) return undefined;
  const exact = choice.arms.map(({ selector }) => exactOf(selector));
  for (const [place, { category, ...form }] of forms.slice(0, -1).entries()) {
    const variant = variants[choice.arms.findIndex((arm) => arm === placed[place])];
    if (variant === undefined || !FEW.has(category) || counted(variant, context).counts > 0)
      continue;
    const counts = countsOf(context.target, { ...form, category });
    const number = counts.find((one) => one > 2 && !exact.includes(one));
    if (number === undefined) continue;
    const message = `form ${place + 1} is also shown for ${number}, but does not show the number`;
    return { code: 'plural-categories', message, mild: true };
  }
  return undefined;
}

/** What a library does with a number whose form is missing. */
const INSTEAD = { first: 'the first form is shown', none: 'the text cannot be shown' } as const;
const WITHOUT_FORM: Readonly<Partial<Record<string, keyof typeof INSTEAD>>> = {
  laravel: 'first',
  polyglot: 'first',
  symfony: 'none',
};

/**
 * Forms by position that do not fit the library's: too few, so that a number is shown with another
 * form, or more, of which one shows the number and is never shown. Forms that show no number, such
 * as `Song |||| Songs`, may be names.
 */
function unfitForms(
  texts: readonly [source: string, target: string],
  { ours, theirs, context }: Arguments,
): TextProblem | undefined {
  const { forms: library } = SYNTAXES[context.syntax];
  const instead = library && WITHOUT_FORM[library];
  const [model] = ours.filter(({ counts }) => counts);
  const [choice] = theirs.filter(({ counts }) => counts);
  if (instead === undefined || model === undefined || choice === undefined) return undefined;
  const [was, is] = [model, choice].map(({ arms }) => (arms.every(isPlaced) ? arms.length : 0));
  if (was === undefined || is === undefined || was < 2 || is < 2) return undefined;
  const needed = neededForms(was, context);
  if (needed === undefined || needed.length === is) return undefined;
  const shows = (text: string, { arms }: Choice, at: number): boolean => {
    const arm = arms.at(at);
    return arm !== undefined && showsCount(text.slice(arm.start, arm.end), choice, context);
  };
  const [source, target] = texts;
  const counted = `${is} plural forms, but ${context.target} has ${needed.length} here`;
  if (needed.length > is) {
    if (!shows(source, model, -1)) return undefined;
    const numbers = needed.slice(is).flatMap((form) => countsOf(context.target, form));
    const number = numbers.find((one) => one > 2) ?? 0;
    const message = `${counted}: for ${number}, ${INSTEAD[instead]}`;
    return { code: 'plural-categories', message, ...(instead === 'none' ? {} : { mild: true }) };
  }
  if (!shows(target, choice, -1) || shows(target, choice, needed.length - 1)) return undefined;
  const message = `${counted}: the last is never shown`;
  return { code: 'plural-categories', message, mild: true };
}

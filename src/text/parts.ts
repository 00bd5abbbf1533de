import { isPluralCategory } from '../model/index.js';
import type { MessageSyntax } from '../model/index.js';
import { isCountName, sampleNumber } from './plural.js';
import { isPlaced, stepsOf, type Step } from './syntaxes/arms.js';
import { SYNTAXES } from './syntaxes/index.js';
import type { Bounds, Choice } from './syntaxes/syntax.js';
import type { Counted, Leaf, Message, Span, Token } from './token.js';
import { isCode } from './token.js';
import { mask, tokenize } from './tokenize.js';
import type { MessageContext } from './types.js';

interface Scope {
  readonly text: string;
  /** Codes of the format, in order. */
  readonly codes: readonly Span[];
  readonly context: MessageContext;
  /** The arm being read; undefined outside of arms. */
  readonly step?: Step | undefined;
  /** The choice that `step` belongs to. */
  readonly choice?: Choice | undefined;
  /** Whether the choice's count is also shown outside of it. */
  readonly beside?: boolean;
  readonly depth: number;
}

/** The most nested choices. Deeper ones are not read. */
const MOST_DEPTH = 5;

/** Reads a text of any syntax but ICU, with its alternatives and arms as separate texts. */
export function readParts(text: string, codes: readonly Span[], context: MessageContext): Message {
  const scope: Scope = { text, codes, context, depth: 0 };
  const choice = wholeChoice(text, codes, context);
  const all = { start: 0, end: text.length };
  return choice === undefined ? { pieces: [leafOf(all, scope)] } : choiceMessage(choice, scope);
}

/** A text between bars, in a target. */
export interface BarContext extends MessageContext {
  /** Whether its source consists of plural forms. Default: as the text looks. */
  readonly isPlural?: boolean;
}

/** The choice that the whole text consists of; undefined if it is none. */
export function wholeChoice(
  text: string,
  codes: readonly Span[],
  context: BarContext,
): Choice | undefined {
  const { whole, barsAreText } = SYNTAXES[context.syntax];
  if (whole === undefined || context.inline === 'srt' || !/[|{[]/.test(text)) return undefined;
  const { tokens } = tokenize(text, {
    syntax: context.syntax,
    known: codes,
    xml: context.inline === 'xliff',
    custom: context.custom,
  });
  const masked = tokens.map((token) => (isCode(token) ? ' '.repeat(token.raw.length) : token.raw));
  const choice = whole(masked.join(''), text);
  if (choice === undefined) return undefined;
  const { isPlural = choice.counts } = context;
  return isPlural || barsAreText !== true ? { ...choice, counts: isPlural } : undefined;
}

/** Only programs with these libraries can have a rule of their own, and a list of all forms. */
const ADAPTABLE: ReadonlySet<MessageSyntax> = new Set(['polyglot', 'vue']);

/**
 * The number of plural forms between bars that a target's texts have, if nearly all agree and
 * differ from their sources: the program then has a rule of its own, or the language's.
 * @param pairs source texts and their targets
 */
export function shownForms(
  pairs: () => Iterable<readonly [source: string, target: string]>,
  context: MessageContext,
): number | undefined {
  if (!ADAPTABLE.has(context.syntax)) return undefined;
  const times = new Map<number, number>();
  let differ = 0;
  let all = 0;
  const placesIn = (text: string, own: BarContext): number => {
    const choice = text.includes('|') ? wholeChoice(text, [], own) : undefined;
    return choice?.counts === true && choice.arms.every(isPlaced) ? choice.arms.length : 0;
  };
  for (const [source, target] of pairs()) {
    const was = placesIn(source, context);
    const is = was === 0 ? 0 : placesIn(target, { ...context, isPlural: true });
    if (is === 0) continue;
    all += 1;
    if (is !== was) differ += 1;
    times.set(is, (times.get(is) ?? 0) + 1);
  }
  const [most] = [...times].sort((a, b) => b[1] - a[1]);
  return most !== undefined && differ > 0 && most[1] * 4 >= all * 3 ? most[0] : undefined;
}

/**
 * Whether apostrophes are doubled in texts with arguments, as Java's `MessageFormat` needs them: texts of
 * either language do (`can''t read {0}`), or no source text shows that its program reads single ones.
 */
export function doublesApostrophes(
  sources: readonly string[],
  targets: readonly string[],
): boolean {
  const hold = (texts: readonly string[], pattern: RegExp): boolean =>
    texts.some((text) => text.includes("'") && /\{\d/.test(text) && pattern.test(text));
  const doubled = /[\p{L}}]''\p{L}/u;
  // Single ones in translations alone are what translators forget.
  return hold(sources, doubled) || hold(targets, doubled) || !hold(sources, /[\p{L}}]'\p{L}/u);
}

/** Choices inside a text, in order. */
export function choicesIn(text: string, { syntax, inline }: MessageContext): readonly Choice[] {
  const { inside } = SYNTAXES[syntax];
  return inside === undefined || inline === 'srt' ? [] : inside(text);
}

function choiceMessage(choice: Choice, scope: Scope): Message {
  const { text, context } = scope;
  const pieces: (string | Leaf)[] = [];
  const steps = stepsOf(choice, text, context);
  const isNew =
    steps.some(({ arm }, at) => arm !== choice.arms[at]) || steps.length !== choice.arms.length;
  const ends = isNew ? newArms(choice, steps, text) : undefined;
  let last = choice.start;
  for (const [at, step] of steps.entries()) {
    const { arm } = step;
    pieces.push(ends === undefined ? text.slice(last, arm.start) : (ends[at] ?? ''));
    pieces.push(leafOf(arm, { ...scope, step, choice, depth: scope.depth + 1 }));
    last = arm.end;
  }
  pieces.push(text.slice(choice.arms.at(-1)?.end ?? choice.start, choice.end));
  return { pieces };
}

/** What separates two arms, without a selector. */
const BAR = /^\s*\|+\s*/;
/** Symfony's label of an arm, at the end of the text before it. */
const LABEL = /\w+(?=:\s*$)/;

/** The text before each arm, if a target has other arms than the source. */
function newArms({ start, arms }: Choice, steps: readonly Step[], text: string): string[] {
  const gaps = arms.map((arm, at) => text.slice(arms[at - 1]?.end ?? start, arm.start));
  const head = gaps[0] ?? '';
  const later = arms.findLastIndex((arm, at) => at > 0 && isPlaced(arm));
  const bar = BAR.exec(gaps.at(-1) ?? '')?.[0] ?? '';
  const between = gaps[later] ?? bar;
  return steps.map(({ arm, form, isFreed }, at) => {
    if (isFreed) return at === 0 ? '' : bar;
    if (isPluralCategory(arm.selector ?? ''))
      return ((at === 0 ? head : gaps.at(-1)) ?? '').replace(LABEL, form?.category ?? '$&');
    const own = arms.indexOf(arm);
    if (at > 0 && own === 0 && !isPlaced(arm)) return bar + head;
    const gap = at === 0 ? head : isPlaced(arm) ? between : (gaps[own] ?? between);
    return arm.selector?.endsWith(':') ? gap.replace(LABEL, form?.category ?? '$&') : gap;
  });
}

function leafOf({ start, end }: Bounds, scope: Scope): Leaf {
  const { context, codes, depth } = scope;
  const text = scope.text.slice(start, end);
  const foreign = codes
    .filter((code) => code.start >= start && code.end <= end)
    .map((code) => ({ ...code, start: code.start - start, end: code.end - start }));
  const choices = depth < MOST_DEPTH ? choicesIn(mask(text, foreign), context) : [];
  const nested = choices.map((choice): Span => {
    const { start: from, end: to, name, argument } = choice;
    const beside = argument !== undefined && shows(text, choice, argument);
    const inner = { text, codes: foreign, context, depth: depth + 1, beside };
    const { pieces } = choiceMessage(choice, inner);
    return { start: from, end: to, kind: 'nested', name, role: 'single', nested: { pieces } };
  });
  const { syntax, inline, custom } = context;
  const { tokens, encode } = tokenize(text, {
    syntax: inline === 'srt' ? 'srt' : syntax === 'icu' || syntax === 'arb' ? 'plain' : syntax,
    known: nested.length === 0 ? foreign : nested,
    xml: inline === 'xliff',
    custom,
  });
  const counted = scope.step === undefined ? countedOf(tokens, context) : armCount(tokens, scope);
  return { tokens, encode, ...(counted === undefined ? {} : { counted }) };
}

/** How far from a choice its count is looked for, in UTF-16 units. */
const NEAR = 1_000;

/** Whether a text shows the count outside of the choice. */
function shows(text: string, { start, end }: Bounds, argument: string): boolean {
  const before = text.slice(Math.max(0, start - NEAR), start);
  return before.includes(argument) || text.slice(end, end + NEAR).includes(argument);
}

/** What is sent of a leaf: `$1` is not the number 1. */
function wordsOf(tokens: readonly Token[]): string {
  return tokens.map((token) => (isCode(token) ? ' ' : token.text)).join('');
}

function countedOf(tokens: readonly Token[], context: MessageContext): Counted | undefined {
  const { plural: form, source, target } = context;
  if (form === undefined) return undefined;
  const { shownBy } = form;
  const isCount = shownBy === undefined ? isCountName : (name: string) => name === shownBy;
  const counts = tokens.filter((token) => isCode(token) && isCount(token.name));
  if (counts.length !== 1) return undefined;
  const number = sampleNumber({ source, target, form, text: wordsOf(tokens) });
  return number === undefined ? undefined : { number, isCount, beside: false };
}

/** The number that replaces an arm's count during translation. */
function armCount(tokens: readonly Token[], scope: Scope): Counted | undefined {
  const { step, choice, context, beside = false } = scope;
  if (choice?.counts !== true || step === undefined) return undefined;
  const { argument } = choice;
  const isCount = argument === undefined ? isCountName : (name: string) => name === argument;
  const shown = tokens.filter((token) => isCode(token) && isCount(token.name)).length;
  if (shown > 1 || (shown === 0 && !beside)) return undefined;
  const { source, target } = context;
  const { form } = step;
  const words = wordsOf(tokens);
  const number = step.exact ?? (form && sampleNumber({ source, target, form, text: words }));
  return number === undefined ? undefined : { number, isCount, beside: shown === 0 };
}

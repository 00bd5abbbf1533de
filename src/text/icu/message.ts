import {
  isArgumentElement,
  isLiteralElement,
  isNumberElement,
  isPoundElement,
  type PoundElement,
} from '@formatjs/icu-messageformat-parser';
import type { PluralCategory } from '../../model/index.js';
import { categoriesOf, countsOf, isCategory, rank, sampleNumber } from '../plural.js';
import type { Counted, Leaf, Message, Span } from '../token.js';
import { isCode, mergeSpans } from '../token.js';
import { tokenize } from '../tokenize.js';
import { parseIcu, type IcuElement } from './parse.js';
import { quoteText } from './quote.js';

export interface IcuOptions {
  readonly source: string;
  readonly target: string;
  readonly xml: boolean;
  /** Codes of the format, in order, hidden in `masked`. */
  readonly codes: readonly Span[];
  /** Apostrophes quote nothing (ARB). */
  readonly plainApostrophes?: boolean;
}

interface Scope {
  readonly raw: string;
  readonly options: IcuOptions;
  readonly counted?: Counted;
  /** `#` stands for the count here. */
  readonly pound: boolean;
  /** What stands beside a choice. */
  readonly siblings: readonly IcuElement[];
  /** Every apostrophe of the message is written twice. */
  readonly doubled: boolean;
}

type Choice = Extract<IcuElement, { options: unknown }>;
type Plural = Extract<Choice, { offset: number }>;

/**
 * An ICU message as leaves; undefined if it cannot be parsed. `masked` is `raw` with foreign codes
 * hidden.
 */
export function readIcuMessage(
  raw: string,
  masked: string,
  options: IcuOptions,
): Message | undefined {
  const parsed = parseIcu(masked);
  if (!parsed.ok) return undefined;
  // The closing apostrophe of a quoted run may pass for a lone one: then doubled ones become codes.
  const doubled = raw.includes("''") && !/(?<!')'(?!['{}<>])/.test(raw);
  const scope: Scope = { raw, options, pound: false, doubled, siblings: [] };
  return { pieces: [leafOf(parsed.elements, { start: 0, end: raw.length }, scope)] };
}

interface Bounds {
  readonly start: number;
  readonly end: number;
}

function boundsOf(element: {
  readonly location?: { start: { offset: number }; end: { offset: number } };
}): Bounds {
  return { start: element.location?.start.offset ?? 0, end: element.location?.end.offset ?? 0 };
}

function leafOf(elements: readonly IcuElement[], { start, end }: Bounds, scope: Scope): Leaf {
  const { raw, options } = scope;
  const spans: Span[] = [];
  for (const element of elements) {
    const bounds = boundsOf(element);
    if (isLiteralElement(element)) {
      if (options.plainApostrophes !== true) spans.push(...quotedRuns(bounds, scope));
    } else spans.push(spanOf(element, bounds, { ...scope, siblings: elements }));
  }
  const foreign = options.codes.filter((code) => code.start >= start && code.end <= end);
  const known = mergeSpans(spans, foreign).map((span) => ({
    ...span,
    start: span.start - start,
    end: span.end - start,
  }));
  const text = raw.slice(start, end);
  const syntax = options.plainApostrophes === true ? 'arb' : 'icu';
  const { tokens, encode } = tokenize(text, { syntax, known, xml: options.xml });
  const counted = countIn(tokens, scope);
  return {
    tokens,
    ...(counted === undefined ? {} : { counted }),
    encode: (answer, next) => {
      if (options.plainApostrophes === true) return encode(answer);
      // An inline code is no ICU: an apostrophe before it (`l'<ph/>`) quotes nothing.
      const after = options.xml && next.startsWith('<') ? '' : next;
      return encode(quoteText(answer, { next: after, doubled: scope.doubled, pound: scope.pound }));
    },
  };
}

/**
 * The number for a leaf: in place of its count, or in front of an arm whose count stands outside.
 */
function countIn(tokens: Leaf['tokens'], { counted }: Scope): Counted | undefined {
  if (counted === undefined) return undefined;
  const shown = tokens.filter((token) => isCode(token) && counted.isCount(token.name)).length;
  return shown === 1 || (shown === 0 && counted.beside)
    ? { ...counted, beside: shown === 0 }
    : undefined;
}

/**
 * `'{'` and the like, and a `}` that closes nothing, read as text but are kept as they are written.
 */
function quotedRuns({ start, end }: Bounds, { raw, pound, doubled }: Scope): Span[] {
  const spans: Span[] = [];
  const stray = /['}]/g;
  for (let i = start; i < end;) {
    stray.lastIndex = i;
    i = stray.exec(raw)?.index ?? end;
    if (i >= end) break;
    const next = raw.charAt(i + 1);
    if (raw.charAt(i) === '}') {
      spans.push({ start: i, end: i + 1, kind: 'escape', name: '}', role: 'single' });
      i += 1;
    } else if (next === "'") {
      if (!doubled)
        spans.push({ start: i, end: i + 2, kind: 'escape', name: "''", role: 'single' });
      i += 2;
    } else if (!'{}<>'.includes(next || ' ') && !(pound && next === '#')) i += 1;
    else {
      const close = closingQuote(raw, i + 1, end);
      spans.push({
        start: i,
        end: close,
        kind: 'escape',
        name: raw.slice(i, close),
        role: 'single',
      });
      i = close;
    }
  }
  return spans;
}

function closingQuote(raw: string, from: number, end: number): number {
  for (let i = from; i < end; i += 1) {
    if (raw.charAt(i) !== "'") continue;
    if (raw.charAt(i + 1) !== "'") return i + 1;
    i += 1;
  }
  return end;
}

function spanOf(element: IcuElement, bounds: Bounds, scope: Scope): Span {
  const base = { ...bounds, role: 'single' } as const;
  if (isPoundElement(element)) return { ...base, kind: 'placeholder', name: '#' };
  if ('options' in element) {
    return {
      ...base,
      kind: 'nested',
      name: `{${element.value}}`,
      nested: choiceMessage(element, scope),
    };
  }
  return { ...base, kind: 'placeholder', name: argumentName(element) };
}

const TYPES = ['', '', 'number', 'date', 'time'];

function argumentName(element: Exclude<IcuElement, PoundElement>): string {
  const type = TYPES[element.type] ?? '';
  return type === '' ? `{${element.value}}` : `{${element.value},${type}}`;
}

interface Arm extends Bounds {
  readonly selector: string;
  readonly elements: readonly IcuElement[];
  /** Where the selector begins; `start` is its opening brace, `end` behind its closing one. */
  readonly from: number;
}

function choiceMessage(element: Choice, scope: Scope): Message {
  const { raw } = scope;
  const { start, end } = boundsOf(element);
  const arms = armsOf(element, raw);
  const pieces: (string | Leaf)[] = [];
  let last = start;
  const literal = (to: number): void => {
    pieces.push(raw.slice(last, to));
    last = to;
  };
  const body = (arm: Arm, inner: Scope): Leaf =>
    leafOf(arm.elements, { start: arm.start + 1, end: arm.end - 1 }, inner);
  for (const step of 'offset' in element ? pluralSteps(element, arms, scope) : arms.map(keep)) {
    const { arm, category, own } = step;
    const inner =
      'offset' in element ? pluralScope(element, step, scope) : { ...scope, pound: false };
    if (step.drop) {
      literal(gapStart(raw, arm.from));
      last = arm.end;
    } else if (own) {
      literal(arm.start + 1);
      pieces.push(body(arm, inner));
      last = arm.end - 1;
    } else {
      const { gap, spacing } = styleOf(raw, arms);
      literal(gapStart(raw, step.before.from));
      pieces.push(`${gap}${category}${spacing}{`, body(arm, inner), '}');
    }
  }
  literal(end);
  return { pieces };
}

interface Step {
  /** The arm that gives the text. */
  readonly arm: Arm;
  readonly category: string;
  /** The source has the arm under this very selector. */
  readonly own: boolean;
  readonly drop: boolean;
  /** A new arm goes in front of this one. */
  readonly before: Arm;
}

const keep = (arm: Arm): Step => ({
  arm,
  category: arm.selector,
  own: true,
  drop: false,
  before: arm,
});

/** The arms that the target needs, in order, made from those that the source has. */
function pluralSteps(element: Plural, arms: readonly Arm[], scope: Scope): Step[] {
  const other = arms.find((arm) => arm.selector === 'other');
  if (other === undefined) return arms.map(keep);
  const ordinal = element.pluralType === 'ordinal';
  const needed = neededCategories(
    scope.options.target,
    ordinal,
    arms.map((arm) => arm.selector),
  );
  const missing = needed.filter((category) => arms.every((arm) => arm.selector !== category));
  const steps: Step[] = [];
  for (const arm of arms) {
    const place = isCategory(arm.selector) ? rank(arm.selector) : -1;
    while (missing[0] !== undefined && rank(missing[0]) < place) {
      const category = missing.shift() ?? 'other';
      steps.push({ arm: other, category, own: false, drop: false, before: arm });
    }
    const useless = isCategory(arm.selector) && !needed.includes(arm.selector);
    steps.push({ ...keep(arm), drop: useless && arm !== other });
  }
  return steps;
}

/** Categories of a locale, without those whose every number an exact arm (`=1`) answers. */
export function neededCategories(
  locale: string,
  ordinal: boolean,
  selectors: readonly string[],
): PluralCategory[] {
  const exact = new Set(
    selectors.filter((one) => one.startsWith('=')).map((one) => Number(one.slice(1))),
  );
  return categoriesOf(locale, ordinal).filter((category) => {
    if (category === 'other' || selectors.includes(category) || exact.size === 0) return true;
    const counts = countsOf(locale, { category, ordinal });
    return counts.length === 0 || counts.some((count) => !exact.has(count));
  });
}

function pluralScope(element: Plural, step: Step, scope: Scope): Scope {
  const names =
    element.offset === 0 ? ['#', `{${element.value}}`, `{${element.value},number}`] : ['#'];
  const isCount = (name: string): boolean => names.includes(name);
  const { source, target } = scope.options;
  const text = scope.raw.slice(step.arm.start, step.arm.end);
  const { raw, options, doubled } = scope;
  const base = { raw, options, doubled, pound: true, siblings: [] };
  const beside =
    element.offset === 0 && scope.siblings.some((one) => isValueOf(one, element.value));
  if (step.category.startsWith('=')) {
    return {
      ...base,
      counted: { number: Number(step.category.slice(1)) - element.offset, isCount, beside: false },
    };
  }
  if (!isCategory(step.category)) return base;
  const form = { category: step.category, ordinal: element.pluralType === 'ordinal' };
  const number = sampleNumber({ source, target, form, text, several: !step.own });
  return number === undefined ? base : { ...base, counted: { number, isCount, beside } };
}

function isValueOf(element: IcuElement, name: string): boolean {
  const shows = isArgumentElement(element) || isNumberElement(element);
  return shows && element.value === name;
}

function armsOf(element: Choice, raw: string): Arm[] {
  const arms = Object.entries(element.options).map(([selector, option]) => {
    const { start, end } = boundsOf(option);
    let from = start;
    while (from > 0 && /\s/.test(raw.charAt(from - 1))) from -= 1;
    return { selector, elements: option.value, start, end, from: from - selector.length };
  });
  // Integer-like selectors lose their place in an object.
  return arms.sort((a, b) => a.start - b.start);
}

function gapStart(raw: string, from: number): number {
  let start = from;
  while (start > 0 && /\s/.test(raw.charAt(start - 1))) start -= 1;
  return start;
}

/** How the source sets one arm apart from the last, and the selector from its brace. */
function styleOf(raw: string, arms: readonly Arm[]): { gap: string; spacing: string } {
  const last = arms.at(-1);
  if (last === undefined) return { gap: ' ', spacing: ' ' };
  return {
    gap: raw.slice(gapStart(raw, last.from), last.from) || ' ',
    spacing: raw.slice(last.from + last.selector.length, last.start),
  };
}

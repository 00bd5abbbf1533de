import {
  isArgumentElement,
  isLiteralElement,
  isNumberElement,
  isPoundElement,
  type PoundElement,
} from '@formatjs/icu-messageformat-parser';
import type { PluralLibrary } from '../plural/library.js';
import { sampleNumber } from '../plural.js';
import type { Protected } from '../scan/custom.js';
import type { Counted, Leaf, Message, Span } from '../token.js';
import { isCode, mask, mergeSpans } from '../token.js';
import { tokenize } from '../tokenize.js';
import {
  armsOf,
  boundsOf,
  categoryOf,
  gapStart,
  keep,
  showsCount,
  shownAs,
  stepsOf,
  styleOf,
  type Arm,
  type Bounds,
  type Choice,
  type Plural,
  type Step,
} from './arms.js';
import { parseIcu, type IcuElement } from './parse.js';
import { wholeSentences } from './sentences.js';

interface IcuOptions {
  readonly source: string;
  readonly target: string;
  readonly xml: boolean;
  /** Codes of the format, in order, masked in `masked`. */
  readonly codes: readonly Span[];
  /** Apostrophes never quote (ARB). */
  readonly plainApostrophes?: boolean;
  /** `MessageContext.doubledApostrophes` */
  readonly doubledApostrophes?: true | undefined;
  /** Whose rule chooses among plural forms. Default: CLDR's. */
  readonly library?: PluralLibrary;
  readonly custom?: Protected | undefined;
}

interface Scope {
  readonly raw: string;
  readonly options: IcuOptions;
  /** Counts of the enclosing choices, the innermost first. */
  readonly counts: readonly Counted[];
  /** Whether `#` is the count here. */
  readonly pound: boolean;
  /** The elements beside a choice. */
  readonly siblings: readonly IcuElement[];
  /** Whether all apostrophes of the message are doubled. */
  readonly doubled: boolean;
  /** The code that shows the count of the plural being read, if not its own. */
  readonly shownBy?: string | undefined;
}

/**
 * The leaves of an ICU message; undefined if it cannot be parsed. `masked` is `raw` with foreign
 * codes masked. Arms include the rest of their sentence, unless there are codes of the format,
 * which cannot be repeated.
 */
export function readIcuMessage(
  raw: string,
  masked: string,
  options: IcuOptions,
): Message | undefined {
  const parsed = parseIcu(masked);
  if (!parsed.ok) return undefined;
  const sentences = options.xml
    ? undefined
    : wholeSentences({ raw, masked }, parsed.elements, options);
  if (typeof sentences === 'object') {
    const read = parseIcu(sentences.masked);
    if (read.ok) return { pieces: piecesOf(read.elements, scopeOf(sentences.raw, raw, options)) };
  }
  const whole = leafOf(parsed.elements, { start: 0, end: raw.length }, scopeOf(raw, raw, options));
  return { pieces: [whole], ...(sentences === undefined ? {} : { context: raw }) };
}

function scopeOf(raw: string, source: string, options: IcuOptions): Scope {
  // The closing apostrophe of a quoted run may be taken for a lone one; then doubled ones become
  // codes.
  // Without an argument, some programs show the text as it is.
  const isJava = options.doubledApostrophes === true && /\{\d/.test(source);
  const isSaid = isJava || source.includes("''");
  const doubled = isSaid && !/(?<!')'(?!['{}<>])/.test(source);
  return { raw, options, pound: false, doubled, siblings: [], counts: [] };
}

/** Choices whose arms are whole sentences, and the text between them. */
function piecesOf(elements: readonly IcuElement[], scope: Scope): (string | Leaf)[] {
  const pieces: (string | Leaf)[] = [];
  let between: IcuElement[] = [];
  const flush = (end: number): void => {
    const start = between[0] === undefined ? end : boundsOf(between[0]).start;
    if (start < end) pieces.push(leafOf(between, { start, end }, scope));
    between = [];
  };
  for (const element of elements) {
    if ('options' in element) {
      flush(boundsOf(element).start);
      pieces.push(...choiceMessage(element, { ...scope, siblings: elements }).pieces);
    } else between.push(element);
  }
  flush(scope.raw.length);
  return pieces;
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
  const { xml, custom } = options;
  const syntax = options.plainApostrophes === true ? 'arb' : 'icu';
  const { tokens, encode } = tokenize(text, { syntax, known, xml, custom });
  const counted = countIn(tokens, scope);
  return {
    tokens,
    ...(counted === undefined ? {} : { counted }),
    encode: (answer, next) => {
      if (options.plainApostrophes === true) return encode(answer);
      // An inline code is not ICU syntax: an apostrophe before it (`l'<ph/>`) does not quote.
      const after = options.xml && next.startsWith('<') ? '' : next;
      return encode(quoteText(answer, { next: after, doubled: scope.doubled, pound: scope.pound }));
    },
  };
}

interface QuoteOptions {
  /** What follows the text in the message. */
  readonly next: string;
  /** The source doubles all apostrophes. */
  readonly doubled: boolean;
  /** Whether `#` is the count here. */
  readonly pound: boolean;
}

/** Escapes literal text for ICU: special characters are quoted with apostrophes. */
function quoteText(text: string, { next, doubled, pound }: QuoteOptions): string {
  const special = pound ? /'|[{}#]+|<(?=[A-Za-z/])/g : /'|[{}]+|<(?=[A-Za-z/])/g;
  return text.replace(special, (run, offset: number) => {
    if (run !== "'") return `'${run}'`;
    const before = text.charAt(offset - 1);
    const after = text.charAt(offset + 1) || next.charAt(0);
    const risky =
      (pound && (after === '#' || before === '#')) || /['{}<>]/.test(after) || /['{}]/.test(before);
    return doubled || risky ? "''" : "'";
  });
}

/**
 * The numbers for a leaf: in place of its counts, or before an arm whose count is outside of it.
 */
function countIn(tokens: Leaf['tokens'], { counts }: Scope): Counted | undefined {
  const found = counts.flatMap((counted, at): Counted[] => {
    const shown = tokens.filter((token) => isCode(token) && counted.isCount(token.name)).length;
    if (shown === 1) return [{ ...counted, beside: false }];
    return shown === 0 && at === 0 && counted.beside ? [counted] : [];
  });
  const [first, ...others] = found;
  return first === undefined || others.length === 0 ? first : { ...first, others };
}

/** `<a href='x'>`, whose `'>` quotes nothing. */
const QUOTING_TAG = /<[A-Za-z][\w-]{0,60}\s[^<>]{0,2000}=\s{0,5}'[^'<>]{0,2000}'[^<>]{0,2000}>/g;

/** Quoted runs such as `'{'` and unmatched `}`, which are read as text but preserved as written. */
function quotedRuns({ start, end }: Bounds, { raw, options, pound, doubled }: Scope): Span[] {
  const spans: Span[] = [];
  const read = mask(raw, options.codes).replace(QUOTING_TAG, (tag) => tag.replaceAll("'", '"'));
  const stray = /['}]/g;
  for (let i = start; i < end;) {
    stray.lastIndex = i;
    i = stray.exec(read)?.index ?? end;
    if (i >= end) break;
    const next = read.charAt(i + 1);
    if (read.charAt(i) === '}') {
      spans.push({ start: i, end: i + 1, kind: 'escape', name: '}', role: 'single' });
      i += 1;
    } else if (next === "'") {
      if (!doubled)
        spans.push({ start: i, end: i + 2, kind: 'escape', name: "''", role: 'single' });
      i += 2;
    } else if (!'{}<>'.includes(next || ' ') && !(pound && next === '#')) i += 1;
    else {
      const close = closingQuote(read, i + 1, end);
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

/** Tags of Angular, which writes each as a code of its own. */
const PAIRED = /#(?:START|CLOSE)_/;

/** The placeholders of an arm outside of choices in it. */
function codesIn(arm: Arm, { options, ...scope }: Scope): readonly Span[] {
  const own = arm.elements.flatMap((one) =>
    isLiteralElement(one) ? [] : [spanOf(one, boundsOf(one), { ...scope, options })],
  );
  const foreign = options.codes.filter(({ start, end }) => start >= arm.start && end <= arm.end);
  return [...own, ...foreign].filter(({ role, name }) => role === 'single' && !PAIRED.test(name));
}

function choiceMessage(element: Choice, outer: Scope): Message {
  const { raw } = outer;
  const { start, end } = boundsOf(element);
  const arms = armsOf(element, raw);
  const codes = (arm: Arm): readonly Span[] => codesIn(arm, outer);
  const shownBy = 'offset' in element ? shownAs(element, arms, { codesIn: codes, raw }) : undefined;
  const scope: Scope = { ...outer, shownBy };
  const shows = (arm: Arm): boolean =>
    shownBy === undefined ? showsCount(arm.elements, element.value) : codes(arm).length > 0;
  const { gap, spacing } = styleOf(raw, arms);
  const pieces: (string | Leaf)[] = [];
  let last = start;
  const literal = (to: number): void => {
    pieces.push(raw.slice(last, to));
    last = to;
  };
  const steps =
    'offset' in element ? stepsOf(element, arms, { ...scope.options, shows }) : arms.map(keep);
  for (const step of steps) {
    const { arm, place, does } = step;
    if (does === 'drop') {
      literal(gapStart(raw, place.from));
      last = place.end;
      continue;
    }
    const inner = 'offset' in element ? pluralScope(element, step, scope) : selectScope(scope);
    const body = leafOf(arm.elements, { start: arm.start + 1, end: arm.end - 1 }, inner);
    if (does === 'keep') {
      literal(place.start + 1);
      pieces.push(body);
      last = place.end - 1;
    } else {
      literal(gapStart(raw, place.from));
      pieces.push(`${gap}${step.selector}${spacing}{`, body, '}');
    }
  }
  literal(end);
  return { pieces };
}

function selectScope(scope: Scope): Scope {
  return { ...scope, pound: false, counts: outerCounts(scope), siblings: [] };
}

/** `#` is only the count of the innermost choice. */
function outerCounts({ counts }: Scope): readonly Counted[] {
  return counts.map((counted) => ({
    ...counted,
    beside: false,
    isCount: (name) => name !== '#' && counted.isCount(name),
  }));
}

function pluralScope(element: Plural, step: Step, scope: Scope): Scope {
  const outer = outerCounts(scope);
  const own = countOf(element, step, { ...scope, counts: outer });
  return {
    ...scope,
    ...{ pound: true, siblings: [], counts: own === undefined ? outer : [own, ...outer] },
  };
}

/** Without names: `{a0}` is not the number 0. */
function wordsIn(elements: readonly IcuElement[]): string {
  const texts = elements.map((element) => {
    if (isLiteralElement(element)) return element.value;
    if (!('options' in element)) return '';
    return Object.values(element.options)
      .map(({ value }) => wordsIn(value))
      .join(' ');
  });
  return texts.join(' ');
}

/** The number that replaces the count in an arm; undefined if the arm covers none. */
function countOf(
  element: Plural,
  { arm, selector, place }: Step,
  scope: Scope,
): Counted | undefined {
  const { value, offset } = element;
  const names = offset === 0 ? ['#', `{${value}}`, `{${value},number}`, scope.shownBy] : ['#'];
  const isCount = (name: string): boolean => names.includes(name);
  const { source, target, library } = scope.options;
  const exact = selector.startsWith('=') ? Number(selector.slice(1)) - offset : undefined;
  const category = categoryOf(selector, library);
  if (exact !== undefined && (category === undefined || arm === place)) {
    return { number: exact, isCount, beside: false };
  }
  if (category === undefined) return undefined;
  const taken = scope.counts.map(({ number }) => ` ${String(number)}`).join('');
  const text = wordsIn(arm.elements) + taken;
  const form = { category, ordinal: element.pluralType === 'ordinal' };
  const number = sampleNumber({ source, target, form, text, several: arm !== place });
  const beside = offset === 0 && scope.siblings.some((one) => isValueOf(one, value));
  return number === undefined ? undefined : { number, isCount, beside };
}

function isValueOf(element: IcuElement, name: string): boolean {
  const shows = isArgumentElement(element) || isNumberElement(element);
  return shows && element.value === name;
}

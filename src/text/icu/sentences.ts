import {
  isArgumentElement,
  isLiteralElement,
  isPoundElement,
  isSelectElement,
} from '@formatjs/icu-messageformat-parser';
import { hasLetters } from '../forms/spacing.js';
import { sourceCategory } from '../plural.js';
import {
  armsOf,
  boundsOf,
  gapStart,
  stepsOf,
  styleOf,
  type Arm,
  type Bounds,
  type Choice,
  type Plural,
  type StepOptions,
} from './arms.js';
import type { IcuElement } from './parse.js';

/** The most texts of one sentence in a target. With more, only the arms are sent. */
const MOST_VARIANTS = 12;

interface SentenceOptions extends StepOptions {
  /** BCP 47 tag. */
  readonly source: string;
}

/** A message whose choices contain whole sentences. */
interface Sentences {
  readonly raw: string;
  readonly masked: string;
}

/**
 * Adds the rest of the sentence to each arm: `You have {n, plural, one {# file} other {# files}}`
 * becomes `{n, plural, one {You have # file} other {You have # files}}`. `many`: that takes too
 * many texts, or cannot be written. Undefined: every choice already contains whole sentences.
 *
 * @param message as written, and with foreign codes masked
 */
export function wholeSentences(
  message: Sentences,
  elements: readonly IcuElement[],
  options: SentenceOptions,
): Sentences | 'many' | undefined {
  if (!elements.some(isChoice)) return undefined;
  const writer = new SentenceWriter(message, options);
  writer.sequence(itemsOf(elements, undefined), undefined);
  if (!writer.hasChanged) return undefined;
  return writer.rewrite.failed ? 'many' : writer.rewrite.result;
}

function itemsOf(elements: readonly IcuElement[], owner: Plural | undefined): Item[] {
  return elements.map((element) => ({ element, owner, ...boundsOf(element) }));
}

function isChoice(element: IcuElement): element is Choice {
  return 'options' in element;
}

function isPlural(choice: Choice): choice is Plural {
  return 'offset' in choice;
}

class SentenceWriter {
  readonly rewrite: Rewrite;
  hasChanged = false;
  readonly #message: Sentences;
  readonly #options: SentenceOptions;

  constructor(message: Sentences, options: SentenceOptions) {
    this.rewrite = new Rewrite(message);
    this.#message = message;
    this.#options = options;
  }

  /** @param within the plural that contains the items and that `#` counts */
  sequence(items: readonly Item[], within: Plural | undefined): void {
    for (const sentence of cutSentences(items, this.#message.masked)) {
      if (this.rewrite.failed) return;
      if (isCut(sentence, this.#message.raw)) {
        this.hasChanged = true;
        if (this.#absorb(sentence) > MOST_VARIANTS) this.rewrite.fail();
      } else for (const item of sentence) this.#item(item, within);
    }
  }

  #item(item: Item, within: Plural | undefined): void {
    const { element, start, end, owner } = item;
    if (isChoice(element)) {
      let last = start;
      for (const arm of armsOf(element, this.#message.raw)) {
        this.rewrite.copy({ start: last, end: arm.start + 1 });
        const own = isPlural(element) ? element : undefined;
        this.sequence(itemsOf(arm.elements, own), own);
        last = arm.end - 1;
      }
      this.rewrite.copy({ start: last, end });
    } else if (isPoundElement(element) && owner !== undefined && !isSameCount(owner, within)) {
      if (owner.offset !== 0) this.rewrite.fail();
      this.rewrite.insert(`{${owner.value}, number}`);
    } else this.rewrite.copy({ start, end });
  }

  /**
   * Rewrites a sentence as one choice. Returns the number of texts that this takes in the target.
   */
  #absorb(sentence: readonly Item[], depth = 1): number {
    const first = sentence.find(({ element }) => isChoice(element))?.element;
    if (this.rewrite.failed || first === undefined || !isChoice(first)) return 1;
    const { raw } = this.#message;
    const own = armsOf(first, raw);
    const selectors = selectorsOf(sentence, first);
    if (own.length === 0 || depth * selectors.length > MOST_VARIANTS) {
      this.rewrite.fail();
      return 1;
    }
    const { gap, spacing } = styleOf(raw, own);
    const { start, end } = boundsOf(first);
    const head = raw.slice(start, gapStart(raw, own[0]?.from ?? start));
    this.rewrite.insert(head);
    const variants = new Map<string, number>();
    for (const selector of selectors) {
      this.rewrite.insert(`${gap}${selector}${spacing}{`);
      const body = this.#armOf(sentence, first, selector);
      const within = isPlural(first) ? first : undefined;
      variants.set(selector, this.#body(body, within, depth * selectors.length));
      this.rewrite.insert('}');
    }
    this.rewrite.insert(raw.slice(own.at(-1)?.end ?? end, end));
    return this.#sum(first, own, variants);
  }

  #body(items: readonly Item[], within: Plural | undefined, depth: number): number {
    if (items.some(({ element }) => isChoice(element))) return this.#absorb(items, depth);
    for (const item of items) {
      // A `#` from outside an arm would be read as the count inside.
      if (isLiteralElement(item.element) && item.element.value.includes('#')) this.rewrite.fail();
      this.#item(item, within);
    }
    return 1;
  }

  /** The sentence for one selector of a choice, and of other choices by the same argument. */
  #armOf(sentence: readonly Item[], choice: Choice, selector: string): Item[] {
    return sentence.flatMap((item) => {
      const { element } = item;
      if (!isChoice(element) || !isSameChoice(element, choice)) return [item];
      const arm = element.options[selector] ?? element.options[this.#fallback(element, selector)];
      if (arm === undefined) this.rewrite.fail();
      return itemsOf(arm?.value ?? [], isPlural(element) ? element : undefined);
    });
  }

  #fallback(choice: Choice, selector: string): string {
    if (!isPlural(choice) || !selector.startsWith('=')) return 'other';
    const number = Number(selector.slice(1)) - choice.offset;
    const ordinal = choice.pluralType === 'ordinal';
    const category = sourceCategory(number, this.#options.source, ordinal);
    return category in choice.options ? category : 'other';
  }

  #sum(choice: Choice, own: readonly Arm[], variants: ReadonlyMap<string, number>): number {
    if (!isPlural(choice)) return [...variants.values()].reduce((sum, one) => sum + one, 0);
    const arms = [...variants.keys()].map(
      (selector): Arm => own.find((arm) => arm.selector === selector) ?? { ...NO_ARM, selector },
    );
    return stepsOf(choice, arms, this.#options)
      .filter(({ does }) => does !== 'drop')
      .reduce((sum, { arm }) => sum + (variants.get(arm.selector) ?? 1), 0);
  }
}

interface Texts {
  readonly raw: string;
  readonly masked: string;
}

/**
 * A message reassembled from its own pieces. Fails if an apostrophe would quote something else than
 * before.
 */
class Rewrite {
  failed = false;
  readonly #from: Texts;
  #raw = '';
  #masked = '';
  /** End of the last piece in the message. */
  #last = 0;

  constructor(from: Texts) {
    this.#from = from;
  }

  get result(): Texts {
    return { raw: this.#raw, masked: this.#masked };
  }

  copy({ start, end }: Bounds): void {
    if (start >= end) return;
    if (start !== this.#last) this.#join(this.#from.masked.charAt(start));
    this.#raw += this.#from.raw.slice(start, end);
    this.#masked += this.#from.masked.slice(start, end);
    this.#last = end;
  }

  insert(text: string): void {
    if (text === '') return;
    this.#join(text.charAt(0));
    this.#raw += text;
    this.#masked += text;
    this.#last = -1;
  }

  fail(): void {
    this.failed = true;
  }

  #join(next: string): void {
    const before = /'+$/.exec(this.#masked)?.[0].length ?? 0;
    if (before > 0 && (next === "'" || (before % 2 === 1 && /[{}#|<]/.test(next)))) this.fail();
  }
}

const NO_ARM = { start: 0, end: 0, from: 0, elements: [] };

/** Whether `#` shows the same number in both. */
function isSameCount(owner: Plural, within: Plural | undefined): boolean {
  return within?.value === owner.value && within.offset === owner.offset;
}

/** Whether both choices select by the same argument, so that their arms correspond. */
function isSameChoice(a: Choice, b: Choice): boolean {
  if (a.value !== b.value) return false;
  if (!isPlural(a) || !isPlural(b)) return !isPlural(a) && !isPlural(b);
  return a.pluralType === b.pluralType && a.offset === b.offset;
}

/** Selectors of all choices like one, in order: numbers first, `other` last. */
function selectorsOf(sentence: readonly Item[], choice: Choice): string[] {
  const all = sentence.flatMap(({ element }) =>
    isChoice(element) && isSameChoice(element, choice)
      ? Object.entries(element.options).map(([selector, arm]) => ({
          selector,
          at: boundsOf(arm).start,
        }))
      : [],
  );
  const selectors = new Set(all.sort((a, b) => a.at - b.at).map(({ selector }) => selector));
  const place = (one: string): number => (one === 'other' ? 2 : one.startsWith('=') ? 0 : 1);
  return [...selectors].sort((a, b) => place(a) - place(b));
}

/** Whether arms contain only part of a sentence: words or other arguments are beside them. */
function isCut(sentence: readonly Item[], raw: string): boolean {
  const choices = sentence.flatMap(({ element }) => (isChoice(element) ? [element] : []));
  const [first] = choices;
  if (first === undefined || sentence.length === 1) return false;
  const beside = sentence.filter(({ element }) => isLiteralElement(element));
  const text = beside.map(({ start, end }: Bounds) => raw.slice(start, end)).join(' ');
  const words = text.replace(/<[^<>]*>/g, '');
  if (hasLetters(words)) return true;
  if (words.trim() !== '') return false;
  const isOther = ({ element }: Item): boolean =>
    isArgumentElement(element) && choices.every(({ value }) => value !== element.value);
  return (
    sentence.some(isOther) || (choices.length > 1 && choices.some((one) => isSelectElement(one)))
  );
}

/** An element, or part of a literal one. */
interface Item extends Bounds {
  readonly element: IcuElement;
  /** The plural that contains it, which `#` counts. */
  readonly owner: Plural | undefined;
}

/** White space after the end of a sentence, and empty lines. */
const END = /[.!?…]["'”’)\]]*\s+(?=["'“‘(¿¡]*[\p{Lu}\p{Lo}\p{N}])|[。！？]|\n\s*\n/gu;

/**
 * Splits a message into sentences. White space at its ends is separate. If tags or quotes may span
 * several sentences, it is not split.
 */
function cutSentences(items: readonly Item[], masked: string): Item[][] {
  const text = items
    .filter(({ element }) => isLiteralElement(element))
    .map(({ start, end }) => masked.slice(start, end))
    .join('');
  if (/<|'[{}#|]/.test(text)) return [[...items]];
  const sentences: Item[][] = [[]];
  for (const item of trimmed(items, masked)) {
    let { start } = item;
    for (const end of isLiteralElement(item.element) ? endsIn(item, masked) : []) {
      sentences.at(-1)?.push({ ...item, start, end });
      sentences.push([]);
      start = end;
    }
    if (start < item.end) sentences.at(-1)?.push({ ...item, start });
  }
  return sentences.flatMap((sentence) => withSpaceApart(sentence, masked));
}

function endsIn({ start, end }: Bounds, masked: string): number[] {
  const text = masked.slice(start, end);
  return Array.from(text.matchAll(END), (match) => start + match.index + match[0].length);
}

function trimmed(items: readonly Item[], masked: string): readonly Item[] {
  return items.filter(({ start, end }) => masked.slice(start, end) !== '');
}

/** Splits off white space at the ends of a sentence. */
function withSpaceApart(sentence: readonly Item[], masked: string): Item[][] {
  const first = sentence[0];
  const last = sentence.at(-1);
  if (first === undefined || last === undefined) return [];
  const head = spaceOf(first, masked, /^\s+/);
  const tail =
    sentence.length === 1 && head === first.end - first.start ? 0 : spaceOf(last, masked, /\s+$/);
  const inner = sentence
    .map((item) => ({
      ...item,
      start: item === first ? item.start + head : item.start,
      end: item === last ? item.end - tail : item.end,
    }))
    .filter(({ start, end }) => end > start);
  return [
    ...(head === 0 ? [] : [[{ ...first, end: first.start + head }]]),
    ...(inner.length === 0 ? [] : [inner]),
    ...(tail === 0 ? [] : [[{ ...last, start: last.end - tail }]]),
  ];
}

function spaceOf({ element, start, end }: Item, masked: string, pattern: RegExp): number {
  if (!isLiteralElement(element)) return 0;
  return pattern.exec(masked.slice(start, end))?.[0].length ?? 0;
}

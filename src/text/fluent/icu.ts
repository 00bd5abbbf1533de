import {
  isLiteralElement,
  isNumberElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
} from '@formatjs/icu-messageformat-parser';
import { printText, readText, isPluralCategory } from '../../model/index.js';
import type { FluentPattern, FluentPlaceable, FluentVariant } from '../../model/index.js';
import { parseIcu, type IcuElement } from '../icu/parse.js';
import type { TextProblem } from '../types.js';

/** Facts about a Fluent selection that ICU cannot express. */
interface FluentChoice {
  /** The selector in Fluent syntax. */
  readonly expression: string;
  /** Name of the default variant (`*`). */
  readonly fallback: string;
}

/**
 * ICU names of a message's placeables, because ICU names have only letters and digits: `{a0}`.
 * Texts that are compared share one table.
 */
class FluentNames {
  /**
   * For comparisons: arguments of terms and functions, which a translator may change, are not part
   * of the name.
   */
  readonly isLoose: boolean;
  readonly #compared: readonly string[];
  readonly #ids = new Map<string, string>();
  readonly #raws = new Map<string, string>();
  readonly #choices = new Map<string, FluentChoice>();
  #ofSource: ReadonlySet<string> | undefined;

  /** They are of a term, whose variables only other messages of the same language fill. */
  readonly isTerm: boolean;

  /** @param compared the texts to compare; default: none */
  constructor(compared: readonly string[] = [], { isTerm = false } = {}) {
    this.isLoose = compared.length > 0;
    this.isTerm = isTerm;
    this.#compared = compared;
  }

  /** Whether one of the texts does not use a function (`PLATFORM()`). */
  isLacking(expression: string): boolean {
    const name = expression.slice(0, expression.indexOf('(') + 1);
    return this.#compared.some((text) => !text.includes(name));
  }

  /** @param raw its Fluent syntax; the first one with the name counts */
  idOf(name: string, raw: string, letter: 'a' | 'k' | 's' = 'a'): string {
    const id = this.#ids.get(letter + name) ?? letter + String(this.#ids.size);
    this.#ids.set(letter + name, id);
    if (!this.#raws.has(id)) this.#raws.set(id, raw);
    return id;
  }

  /** Marks the end of the source's names: new names are the target's. */
  endSource(): void {
    this.#ofSource = new Set(this.#ids.keys());
  }

  /** Whether only the target has the name. */
  isOfTarget(name: string): boolean {
    return this.#ofSource?.has(`a${name}`) === false;
  }

  rawOf(id: string): string | undefined {
    return this.#raws.get(id);
  }

  choose(id: string, choice: FluentChoice): void {
    if (!this.#choices.has(id)) this.#choices.set(id, choice);
  }

  choiceOf(id: string): FluentChoice | undefined {
    return this.#choices.get(id);
  }

  /** A problem with names in Fluent syntax. */
  inProblem(problem: TextProblem): TextProblem {
    const message = problem.message
      .replace(/\{(a\d+)(?:,number)?\}/g, (whole, id: string) => this.rawOf(id) ?? whole)
      .replace(/(?<!\w)k\d+(?!\w)/g, (id) => this.rawOf(id) ?? id);
    return { ...problem, message };
  }
}

export { FluentNames };

/**
 * The ICU message equivalent to a Fluent text: selections by number become plurals, other
 * selections selects, and all other placeables arguments. Never throws.
 */
export function toIcu(text: string, names: FluentNames): string {
  return messageOf(readText(text), names, false);
}

function messageOf(pattern: FluentPattern, names: FluentNames, isCounted: boolean): string {
  return pattern
    .map((part) => {
      if (typeof part === 'string') return literal(part, names, isCounted);
      const { variants } = part;
      return variants === undefined ? argument(part, names) : choice(part, variants, names);
    })
    .join('');
}

/** All apostrophes are doubled, so that none quotes. ICU's special characters become arguments. */
function literal(text: string, names: FluentNames, isCounted: boolean): string {
  if (!/['{}#]/.test(text)) return text;
  return text.replace(/['{}#]/g, (sign) => {
    if (sign === "'") return "''";
    if (sign === '#' && names.isLoose) return '';
    return sign === '#' && !isCounted ? sign : `{${names.idOf(sign, sign)}}`;
  });
}

const VARIABLE = /^\$[\w-]+$/;
/** A reference to another message, `{ help-title }`. */
const MESSAGE = /^[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)?$/;
/** A function call without arguments: `PLATFORM()`. */
const ASKED = /^[A-Z][A-Z0-9_-]*\(\s*\)$/;
const NUMBER = /^NUMBER\(\s*(\$[\w-]+)\s*[,)]/;

function argument({ expression, raw }: FluentPlaceable, names: FluentNames): string {
  const number = NUMBER.exec(expression)?.[1];
  if (!names.isLoose) {
    if (number === undefined) return `{${names.idOf(squeezed(expression), raw)}}`;
    const style = names.idOf(squeezed(expression), raw, 's');
    return `{${names.idOf(number, `{ ${number} }`)}, number, ${style}}`;
  }
  if (expression.startsWith('"') || (names.isTerm && VARIABLE.test(expression))) return '';
  const name = number ?? withoutOptions(expression);
  // Another text of the same language.
  if (MESSAGE.test(expression) && names.isOfTarget(name)) return '';
  return `{${names.idOf(name, `{ ${name} }`)}}`;
}

function squeezed(expression: string): string {
  return VARIABLE.test(expression) ? expression : expression.replace(/\s+/g, ' ');
}

/**
 * `-brand(case: "dative")` becomes `-brand`, `DATETIME($d, month: "long")` becomes `DATETIME($d)`.
 */
function withoutOptions(expression: string): string {
  const bare = expression.startsWith('-') ? expression.replace(/\s*\(.*$/s, '') : expression;
  return bare.replace(/\s*,?\s*[A-Za-z][\w-]*\s*:.*\)$/s, ')').replace(/\s+/g, '');
}

function choice(
  { expression }: FluentPlaceable,
  variants: readonly FluentVariant[],
  names: FluentNames,
): string {
  const fallback = variants.find(({ isDefault }) => isDefault);
  // Selections by a term's grammar, and inside of it, are up to the translator, not the source.
  if (names.isLoose && (names.isTerm || expression.startsWith('-')))
    return messageOf(fallback?.pattern ?? [], names, false);
  // So are selections by arguments that other messages of the target pass to a term (`$case`):
  // without one, the default variant counts.
  if (VARIABLE.test(expression) && names.isOfTarget(expression) && !variants.every(isOfNumbers))
    return messageOf(fallback?.pattern ?? [], names, false);
  // A selection by the platform may be needed in only one of the languages.
  if (ASKED.test(expression) && names.isLacking(expression))
    return messageOf(fallback?.pattern ?? [], names, false);
  const number = NUMBER.exec(expression)?.[1] ?? (VARIABLE.test(expression) ? expression : '');
  // The name of the default variant means nothing.
  const read = names.isLoose ? variants.filter(({ isDefault }) => !isDefault) : variants;
  const isPlural = number !== '' && read.length > 0 && read.every(isOfNumbers);
  const name = isPlural ? number : withoutOptions(expression);
  const id = names.idOf(name, `{ ${name} }`);
  names.choose(id, { expression, fallback: fallback?.key ?? 'other' });
  const isOrdinal = /type\s*:\s*"ordinal"/.test(expression);
  const kind = !isPlural ? 'select' : isOrdinal ? 'selectordinal' : 'plural';
  const arms = variants.map(({ key, pattern }) => {
    const selector = isPlural
      ? selectorOf(key, names.isLoose && key === fallback?.key)
      : key === 'other'
        ? key
        : names.idOf(key, key, 'k');
    return `${selector} {${messageOf(pattern, names, isPlural)}}`;
  });
  // ICU's `other` is the default variant, whatever its name (`*[many]`). As an arm of a select, it
  // would come back as a separate variant, so it is only added for comparisons.
  const hasOther = arms.some((arm) => arm.startsWith('other '));
  if (fallback !== undefined && !hasOther && (isPlural || names.isLoose))
    arms.push(`other {${messageOf(fallback.pattern, names, isPlural)}}`);
  return `{${id}, ${kind}, ${arms.join(' ')}}`;
}

function isOfNumbers({ key, isDefault }: FluentVariant): boolean {
  return isPluralCategory(key) || (/^\d{1,9}$/.test(key) && !isDefault);
}

function selectorOf(key: string, isOther: boolean): string {
  if (isPluralCategory(key)) return key;
  return isOther ? 'other' : `=${key}`;
}

/** The Fluent text equivalent to an ICU message. Undefined if it is not valid ICU. */
export function fromIcu(message: string, names: FluentNames): string | undefined {
  const read = parseIcu(message);
  if (!read.ok) return undefined;
  const parts = read.elements.map((element) => partOf(element, names));
  return printText(joined(parts));
}

function partOf(element: IcuElement, names: FluentNames): string | FluentPlaceable {
  if (isLiteralElement(element)) return element.value;
  if (isPluralElement(element) || isSelectElement(element)) return choiceOf(element, names);
  if (isPoundElement(element)) return '#';
  const style = isNumberElement(element) ? element.style : undefined;
  const raw = names.rawOf(typeof style === 'string' ? style : element.value) ?? '';
  // Special characters of ICU are text in Fluent.
  return /^[{}#]$/.test(raw) ? raw : { expression: '', raw };
}

type Choice = Extract<IcuElement, { options: unknown }>;

function choiceOf(element: Choice, names: FluentNames): FluentPlaceable {
  const found = names.choiceOf(element.value);
  const isPlural = isPluralElement(element);
  const arms = Object.entries(element.options).map(([selector, { value }]) => ({
    key: isPlural ? selector.replace('=', '') : (names.rawOf(selector) ?? selector),
    pattern: joined(value.map((one) => partOf(one, names))),
  }));
  const said = isPlural ? 'other' : found?.fallback;
  const fallback = arms.find(({ key }) => key === said) ?? arms.at(-1);
  const variants = arms.map((arm) => ({ ...arm, isDefault: arm === fallback }));
  return { expression: found?.expression ?? '', raw: '', variants };
}

/** Joins adjacent texts. */
function joined(parts: readonly (string | FluentPlaceable)[]): FluentPattern {
  const pattern: (string | FluentPlaceable)[] = [];
  for (const part of parts) {
    const last = pattern.at(-1);
    if (typeof part === 'string' && typeof last === 'string')
      pattern[pattern.length - 1] = last + part;
    else pattern.push(part);
  }
  return pattern;
}

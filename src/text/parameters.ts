import {
  isDateElement,
  isLiteralElement,
  isNumberElement,
  isPluralElement,
  isPoundElement,
  isTimeElement,
} from '@formatjs/icu-messageformat-parser';
import type { MessageSyntax } from '../model/index.js';
import { FluentNames, toIcu } from './fluent/icu.js';
import { parseIcu } from './icu/parse.js';
import type { IcuElement } from './icu/parse.js';
import { isIcu, maskXliff } from './message.js';
import { flatten } from './rules/arguments.js';
import { scanPlaceholders } from './scan/placeholders.js';
import { SYNTAXES } from './syntaxes/index.js';
import type { TextKind } from './message.js';

/** The type of a parameter's value. */
export type ParameterType = 'text' | 'number' | 'date' | 'list';

/** The parameters of a message. */
export interface Parameters {
  /** By name. Positions are names too: `0` of `{0}`. */
  readonly named: ReadonlyMap<string, ParameterType>;
  /** Whether an unnamed number selects one of several texts: `one car | {n} cars`. */
  readonly counts: boolean;
  /** Names of tags for which ICU libraries call functions: `b` of `<b>now</b>`. */
  readonly tags: readonly string[];
}

/**
 * The parameters of a message in this syntax. Never throws; a text that cannot be parsed has none.
 */
export function parametersOf(text: string, kind: TextKind): Parameters {
  if (kind.syntax === 'fluent') return fluentParameters(text);
  if (isIcu(text, kind)) {
    const parsed = parseIcu(maskXliff(text, kind));
    if (parsed.ok) return { named: icuNames(parsed.elements), counts: false, tags: tagsIn(text) };
  }
  const { syntax, inline } = kind;
  const named = new Map<string, ParameterType>();
  for (const { start, end } of scanPlaceholders(text, inline === 'srt' ? 'srt' : syntax)) {
    const raw = text.slice(start, end);
    const found = isRead(raw, syntax) ? namedIn(raw) : undefined;
    if (found !== undefined) addTo(named, ...found);
  }
  const { whole, barsAreText } = SYNTAXES[syntax];
  const choice = text.includes('|') ? whole?.(text, text) : undefined;
  const counts = choice !== undefined && (choice.counts || barsAreText !== true);
  return { named, counts, tags: [] };
}

/** Whether the syntax reads a placeholder. i18next treats those of other libraries as text. */
function isRead(raw: string, syntax: MessageSyntax): boolean {
  return !syntax.startsWith('i18next') || raw.startsWith('{{') || raw.startsWith('__');
}

function icuNames(elements: readonly IcuElement[]): ReadonlyMap<string, ParameterType> {
  const named = new Map<string, ParameterType>();
  for (const element of flatten(elements)) {
    if (isLiteralElement(element) || isPoundElement(element)) continue;
    addTo(named, element.value, typeOf(element));
  }
  return named;
}

function typeOf(element: IcuElement): ParameterType {
  if (isPluralElement(element) || isNumberElement(element)) return 'number';
  return isDateElement(element) || isTimeElement(element) ? 'date' : 'text';
}

/** If a name is used in several ways, the most specific type counts. */
function addTo(named: Map<string, ParameterType>, name: string, type: ParameterType): void {
  const before = named.get(name);
  if (before === undefined || before === 'text') named.set(name, type);
}

function fluentParameters(text: string): Parameters {
  const names = new FluentNames();
  const parsed = parseIcu(toIcu(text, names));
  if (!parsed.ok) return { named: new Map(), counts: false, tags: [] };
  const named = new Map<string, ParameterType>();
  for (const { 0: id, 1: type } of icuNames(parsed.elements)) {
    const written = names.choiceOf(id)?.expression ?? names.rawOf(id) ?? '';
    const name = /\$([\w-]+)/.exec(written)?.[1];
    if (name !== undefined) addTo(named, name, type);
  }
  return { named, counts: false, tags: [] };
}

const TAG = /<([A-Za-z][\w-]{0,60})(?=>|\/>)/g;

function tagsIn(text: string): readonly string[] {
  if (!text.includes('<')) return [];
  return [...new Set(Array.from(text.matchAll(TAG), ([, name = '']) => name))];
}

/**
 * Placeholders: the first matching group is the name, the last one the format. Quoted content is
 * literal, and `@:key` and `$t(key)` refer to other texts.
 */
const NAMED: readonly RegExp[] = [
  /^\{\{-?\s*\.?([\p{L}_$][\p{L}\p{N}_$.-]*|\d+)\s*(?:[,|]\s*([\w-]+)[^}]*)?\}\}$/u,
  /^[$%]?\{\s*([\p{L}_$][\p{L}\p{N}_$.-]*|\d+)\s*(?:[,|:]\s*([\w-]+)[^}]*)?\}$/u,
  /^\{%\s*([\w.]+)\s*%\}$/,
  /^%\((\w+)\)/,
  /^%<(\w+)>/,
  /^<%=\s*(\w+)\s*%>$/,
  /^__([\p{L}_][\p{L}\p{N}_.]*?)__$/u,
  /^%([A-Za-z_]\w*)%$/,
  /^:([A-Za-z_]\w*)$/,
  /^\$([A-Za-z_]\w*)\$$/,
];

const FORMATS: Readonly<Record<string, ParameterType>> = {
  number: 'number',
  currency: 'number',
  relativetime: 'number',
  plural: 'number',
  selectordinal: 'number',
  datetime: 'date',
  date: 'date',
  time: 'date',
  list: 'list',
};

function namedIn(raw: string): readonly [name: string, type: ParameterType] | undefined {
  for (const pattern of NAMED) {
    const [, name, format = ''] = pattern.exec(raw) ?? [];
    if (name === undefined) continue;
    return [name, Object.hasOwn(FORMATS, format) ? (FORMATS[format] ?? 'text') : 'text'];
  }
  return undefined;
}

/** A reference from one text to another, which is shown in its place with the same parameters. */
export interface Link {
  /** As written: `greet`, `user.name`, `shop:title`. */
  readonly key: string;
  /** Parameters that the reference itself sets: `count` of `$t(item, { "count": {{n}} })`. */
  readonly given: readonly string[];
  /** Text between the braces of those parameters: `n`. */
  readonly used: readonly string[];
}

const VUE = /@(?:\.\w{1,40})?:(?:\{'([^'{}]{1,200})'\}|\(([^()]{1,200})\)|([\w$][\w$.-]{0,200}))/g;
const I18NEXT = /\$t\(\s*(['"]?)([^'",()]{1,200}?)\1\s*(?:,\s*\{([^()]{0,500})\}\s*)?\)/g;
const GIVEN = /['"]?([\w.]+)['"]?\s*:/g;
const USED = /\{\{-?\s*([\w.]+)[^{}]*\}\}/g;

/** The references in a text of vue-i18n (`@:key`) or i18next (`$t(key)`). */
export function linksIn(text: string, syntax: MessageSyntax): readonly Link[] {
  if (syntax === 'vue' && text.includes('@'))
    return Array.from(text.matchAll(VUE), ([, quoted, inside, bare = '']) => {
      return { key: quoted ?? inside ?? bare, given: [], used: [] };
    });
  if (syntax.startsWith('i18next') && text.includes('$t('))
    return Array.from(text.matchAll(I18NEXT), ([, , key = '', options = '']) => {
      const given = options.replace(USED, '').matchAll(GIVEN);
      return { key, given: names(given), used: names(options.matchAll(USED)) };
    });
  return [];
}

function names(found: Iterable<RegExpExecArray>): readonly string[] {
  return Array.from(found, ([, name = '']) => name);
}

import { areForms } from '../plural/names.js';
import type { Arm, Choice, Syntax } from './syntax.js';

interface Bars {
  readonly name: string;
  /** Separator between arms, with the flag `g`. */
  readonly separator: RegExp;
  /**
   * Selector before an arm, including the space after it, with the flag `y`. The group is the
   * selector.
   */
  readonly selector?: RegExp;
  /** The placeholder that shows the count. Default: placeholders named like a count. */
  readonly argument?: string;
}

/** No language has as many plural forms: a text with more bars is a table or a list. */
const MOST_ARMS = 20;

/** Reads alternatives between bars; undefined if there is only one. */
function readBars(
  masked: string,
  text: string,
  { separator, selector, ...rest }: Bars,
): Choice | undefined {
  const arms: Arm[] = [];
  let start = 0;
  const push = (end: number): void => {
    if (selector !== undefined) selector.lastIndex = start;
    const match = selector?.exec(text.slice(0, end));
    const own = match?.[1];
    const from = start + (match?.[0].length ?? 0);
    const arm = text.slice(from, end);
    const first = from + arm.length - arm.trimStart().length;
    const last = Math.max(first, from + arm.trimEnd().length);
    arms.push({ start: first, end: last, ...(own === undefined ? {} : { selector: own }) });
  };
  for (const bar of masked.matchAll(separator)) {
    if (arms.length === MOST_ARMS) return undefined;
    push(bar.index);
    start = bar.index + bar[0].length;
  }
  push(text.length);
  if (arms.length === 1 && arms[0]?.selector === undefined) return undefined;
  const isSaid = rest.argument !== undefined || arms.some((arm) => arm.selector !== undefined);
  const counts = isSaid || areForms(arms.map((arm) => text.slice(arm.start, arm.end)));
  return { start: 0, end: text.length, ...rest, counts, arms };
}

const BAR = /\|/g;
/** A number or an interval. Braces and brackets are equivalent. */
const INTERVAL = /\s*([{[]\s?-?[\d.,*\s-]{1,40}[}\]])\s?/y;

const NAME = /(?<![A-Za-z0-9_:\p{Script=Latin}]):[A-Za-z_][A-Za-z0-9_]{0,60}/gu;

/** Laravel: `{0} none|{1} one file|[2,*] :count files`, `:name`, `:Name`, `:NAME`. */
export const laravel: Syntax = {
  sure: [
    ['|', /(?:^|\|)\s{0,5}(?:\{\d{1,9}\}|[{[](?:-?\d{1,9}|\*),\s?(?:-?\d{1,9}|\*)[}\]])/],
    ['|', /\|\s{0,5}\[\d{1,9}\]/],
    ['|', /\|[^|]{0,200}:count\b|:count\b[^|]{0,200}\|/],
  ],
  likely: [[':', /(?<![A-Za-z0-9_:\p{Script=Latin}/]):[A-Za-z_]{2}[A-Za-z0-9_]{0,60}(?!:)/u]],
  enough: 3,
  // `:Name` and `:NAME` take the same value.
  comparable: (text) => text.replace(NAME, (name) => name.toLowerCase()),
  codes: [NAME.source],
  whole: (masked, text) => {
    const bars = { name: 'plural', separator: BAR, selector: INTERVAL };
    const choice = readBars(masked, text, bars);
    // Without a bar, `[1]` is a footnote.
    const isNote = choice?.arms.length === 1 && text.trimStart().startsWith('[');
    return isNote ? undefined : choice;
  },
  barsAreText: true,
  forms: 'laravel',
};

const PLURAL = { name: 'plural', separator: /\|\|\|\|/g, argument: '%{smart_count}' };

/** Polyglot.js: `%{smart_count} file |||| %{smart_count} files`. */
export const polyglot: Syntax = {
  sure: [
    ['||||', /\|\|\|\|/],
    ['%{smart_count}', /%\{smart_count\}/],
  ],
  likely: [['%{', /%\{[\w.]{1,100}\}/]],
  whole: (masked, text) => readBars(masked, text, PLURAL),
  forms: 'polyglot',
};

const SINGLE_BAR = /(?<!\|)\|(?!\|)/g;
const NUMBER_OR_INTERVAL =
  /\s*(\{\s?-?[\d.,\s]{1,40}\}|[[\]]\s?(?:-Inf|-?\d{1,9})\s?,\s?(?:\+?Inf|-?\d{1,9})\s?[[\]]|(?:zero|one|two|few|many|other):)\s?/y;

/** Symfony: `{0} none|{1} one file|]1,Inf[ %count% files`, `%name%`. */
export const symfony: Syntax = {
  sure: [
    // Used by Symfony's validator.
    ['{{ limit }}', /\{\{ limit \}\}/],
    ['Inf', /[[\]]\s?-?(?:\d{1,9}|Inf)\s?,\s?\+?(?:\d{1,9}|Inf)\s?[[\]]/],
    ['%', /(?<![%\w])%[A-Za-z_][\w.-]{0,60}%(?![\w%])/],
  ],
  codes: [String.raw`%[A-Za-z_][\w.\-]{0,60}%(?!%%)`],
  whole: (masked, text) =>
    readBars(masked, text, { name: 'plural', separator: SINGLE_BAR, selector: NUMBER_OR_INTERVAL }),
  barsAreText: true,
  forms: 'symfony',
};

/** vue-i18n: `no apples | one apple | {n} apples`, `@:other.key`, `{'@'}`. */
export const vue: Syntax = {
  // Options of `Intl`: `datetimeFormats.short.month: long`.
  settings: ['datetimeFormats', 'dateTimeFormats', 'numberFormats'].map((under) => ({
    under,
    keys: /./,
  })),
  sure: [
    ['@', /(?:^|[\s("'])@(?:\.[a-z]{1,20})?:(?:[A-Za-z(])/],
    ["{'", /\{'[^']{1,20}'\}/],
    ['|', /\{(?:n|count)\}/],
  ],
  likely: [['|', /[^|\s] \| [^|\s]/]],
  enough: 3,
  whole: (masked, text) => readBars(masked, text, { name: 'alternatives', separator: BAR }),
  forms: 'vue',
};

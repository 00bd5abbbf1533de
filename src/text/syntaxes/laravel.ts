import { readBars } from './bars.js';
import type { Syntax } from './syntax.js';

const SEPARATOR = /\|/g;
/** A number or an interval. Braces and brackets are equivalent. */
const SELECTOR = /\s*([{[]\s?-?[\d.,*\s-]{1,40}[}\]])\s?/y;

const NAME = /(?<![A-Za-z0-9_:\p{Script=Latin}]):[A-Za-z_][A-Za-z0-9_]{0,60}/gu;

/** Laravel: `{0} none|{1} one file|[2,*] :count files`, `:name`, `:Name`, `:NAME`. */
export const laravel: Syntax = {
  sure: [
    ['|', /(?:^|\|)\s{0,5}(?:\{\d{1,9}\}|[{[](?:-?\d{1,9}|\*),\s?(?:-?\d{1,9}|\*)[}\]])/],
    ['|', /\|\s{0,5}\[\d{1,9}\]/],
  ],
  likely: [[':', /(?<![A-Za-z0-9_:\p{Script=Latin}/]):[A-Za-z_]{2}[A-Za-z0-9_]{0,60}(?!:)/u]],
  enough: 3,
  // `:Name` and `:NAME` take the same value.
  comparable: (text) => text.replace(NAME, (name) => name.toLowerCase()),
  codes: [NAME.source],
  whole: (masked, text) => {
    const bars = { name: 'plural', separator: SEPARATOR, selector: SELECTOR };
    const choice = readBars(masked, text, bars);
    // Without a bar, `[1]` is a footnote.
    return choice?.arms.length === 1 && text.trimStart().startsWith('[') ? undefined : choice;
  },
  forms: { he: 2, iw: 2, tr: 1, az: 1, ka: 1, kn: 1 },
};

import { readBars } from './bars.js';
import type { Syntax } from './syntax.js';

const SEPARATOR = /(?<!\|)\|(?!\|)/g;
const SELECTOR =
  /\s*(\{\s?-?[\d.,\s]{1,40}\}|[[\]]\s?(?:-Inf|-?\d{1,9})\s?,\s?(?:\+?Inf|-?\d{1,9})\s?[[\]]|(?:zero|one|two|few|many|other):)\s?/y;

/** Symfony: `{0} none|{1} one file|]1,Inf[ %count% files`, `%name%`. */
export const symfony: Syntax = {
  sure: [
    // Used by Symfony's validator.
    ['{{ limit }}', /\{\{ limit \}\}/],
    ['Inf', /[[\]]\s?-?(?:\d{1,9}|Inf)\s?,\s?\+?(?:\d{1,9}|Inf)\s?[[\]]/],
    ['%', /(?<![%\w])%[A-Za-z_][\w.-]{0,60}%(?![\w%])/],
  ],
  codes: [String.raw`%[A-Za-z_][\w.\-]{0,60}%(?!%)`],
  whole: (masked, text) =>
    readBars(masked, text, { name: 'plural', separator: SEPARATOR, selector: SELECTOR }),
  forms: { he: 2, iw: 2 },
};

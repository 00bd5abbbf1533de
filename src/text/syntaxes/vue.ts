import { readBars } from './bars.js';
import type { Syntax } from './syntax.js';

const SEPARATOR = /\|/g;

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
  whole: (masked, text) => readBars(masked, text, { name: 'alternatives', separator: SEPARATOR }),
};

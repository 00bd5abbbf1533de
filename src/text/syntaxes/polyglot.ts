import { readBars } from './bars.js';
import type { Syntax } from './syntax.js';

const PLURAL = { name: 'plural', separator: /\|\|\|\|/g, argument: '%{smart_count}' };

/** Polyglot.js: `%{smart_count} file |||| %{smart_count} files`. */
export const polyglot: Syntax = {
  sure: [
    ['||||', /\|\|\|\|/],
    ['%{smart_count}', /%\{smart_count\}/],
  ],
  likely: [['%{', /%\{[\w.]{1,100}\}/]],
  whole: (masked, text) => readBars(masked, text, PLURAL),
  forms: { he: 2, iw: 2, tr: 1, fa: 1 },
};

import type { Sign, Syntax } from './syntax.js';

/** `{{name}}`, but not `{{.Name}}` (Go) or `{{PLURAL:…}}` (MediaWiki). */
export const DOUBLE_BRACES: Sign = [
  '{{',
  /\{\{(?!\s{0,5}\.|[A-Z#][\w#]{1,30}[:}])[^{}]{1,100}\}\}/,
];

export const i18next: Syntax = {
  sure: [['$t(', /\$t\(/]],
  likely: [DOUBLE_BRACES],
  enough: 1,
};

/** i18next up to version 20: `key_plural`, `key_0`, and `__name__` of version 1. */
export const i18nextV3: Syntax = {
  // Markdown writes a single bold word like this.
  likely: [DOUBLE_BRACES, ['__', /(?<!\w)__[A-Za-z][\w.]{0,59}?__(?!\w)/]],
  enough: 2,
  // A translated name is a placeholder too: it is not in the source.
  codes: [String.raw`__\p{L}[\p{L}\p{N}_.]{0,59}?__`],
};

import { DOUBLE_BRACES } from './i18next.js';
import type { Syntax } from './syntax.js';

/* Syntaxes that differ from plain text only in their placeholders. */

/** Plurals are maps of keys; `%{name}`. */
export const rails: Syntax = {
  settings: [
    { under: 'number', keys: /^(?:(?:currency|percentage|precision|human)\.)?format\./ },
    { under: 'number', keys: /^human\.(?:storage|decimal)_units\.format$/ },
    { under: 'date', keys: /^order(?:\.\d+)?$/, value: /^(?:[[\]\s:,]|year|month|day)+$/ },
    ...['date', 'time', 'datetime'].map(
      (under) => ({ under, keys: /^formats\./, value: 'directives' }) as const,
    ),
    { under: 'i18n', keys: /^(?:plural\.keys|transliterate\.rule)\./ },
  ],
  likely: [
    ['%{', /%\{[\w.]{1,100}\}/],
    ['<%', /<%=[^<>\n]{1,200}%>/],
  ],
};

export const printf: Syntax = {
  // `%d.%m.%Y` is a date.
  likely: [
    ['%', /%(?:\d{1,2}\$)?(?:\.\d{1,2})?(?:ll|l)?[sdfu@](?![A-Za-z]|[./-]%)|%\(\w{1,60}\)[sd]/],
  ],
  enough: 1,
  numbers: true,
  // A word between two conversions is not a name between percent signs.
  codes: [String.raw`%[sd](?=[A-Za-z]\w{0,60}%[sd])`],
};

/** go-i18n and Hugo: `{{.Name}}`. */
export const goI18n: Syntax = { sure: [['{{', /\{\{-?\s{0,3}\.\w/]] };

/** `{%name%}` beside `{{name}}`. */
export const angularTranslate: Syntax = {
  sure: [['{%', /\{%\s?[\w.]{1,60}\s?%\}/]],
  likely: [DOUBLE_BRACES],
  codes: [String.raw`\{%\s?[\w.]{1,60}\s?%\}`],
};

/** `%n`, `%1$s`, `{name}`; plurals are lists. */
export const nextcloud: Syntax = {
  sure: [['%n', /(?<![%\w])%n(?!\w)/]],
  likely: [['%', /%(?:\d{1,2}\$)?[sd](?![A-Za-z])/]],
  codes: [String.raw`%n(?![\w])`],
};

/** NodeBB: `%1`, and `[[namespace:key, %1]]` for another text. */
export const nodebb: Syntax = {
  sure: [['[[', /\[\[[a-z][\w-]{0,40}:[a-z][\w.-]{0,60}(?:,[^[\]\n]{1,200})?\]\]/]],
  likely: [['%1', /(?<![%\w])%1(?![\d$%])/]],
  enough: 1,
  codes: [
    String.raw`%\d(?![\d$sdfu@]|\.\d)`,
    String.raw`\[\[[a-z][\w-]{0,40}:[a-z][\w.-]{0,60}(?:,[^[\]\n]{1,200})?\]\]`,
  ],
};

/**
 * Qt and KDE: `%1`, whatever follows (`%1d` are days, `%1x%2` is a size), and `%n`, each also with
 * `L`. After a letter, two digits may be part of a percent-encoded address (`a%2F`).
 */
export const qt: Syntax = {
  codes: [
    String.raw`(?<![A-Za-z%/=&])%L?[1-9]\d?`,
    String.raw`(?<=[A-Za-z])%L?[1-9](?![0-9A-Fa-f])`,
    String.raw`(?<!%)%L?n`,
  ],
};

/** Browser extensions: `$1`, `$name$`, and `$$` for the sign itself. */
export const chrome: Syntax = {
  sure: [['$', /\$[A-Za-z_][\w@]{1,60}\$/]],
  likely: [['$1', /\$1(?!\d|[.,]\d)/]],
  codes: [String.raw`\$\$`, String.raw`\$[A-Za-z_][\w@]{0,60}\$`, String.raw`\$[1-9](?!\d)`],
};

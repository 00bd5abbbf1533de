import type { Syntax, Sign, Arm, Choice } from './syntax.js';

/* Syntaxes that differ from plain text only in their placeholders. */

/** `{{name}}`, but not `{{.Name}}` (Go) or `{{PLURAL:…}}` (MediaWiki). */
const DOUBLE_BRACES: Sign = ['{{', /\{\{(?!\s{0,5}\.|[A-Z#][\w#]{1,30}[:}])[^{}]{1,100}\}\}/];

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
 * `L`. After a letter or within an address, two digits may be part of a percent-encoded address (`a%2F`).
 */
export const qt: Syntax = {
  codes: [
    String.raw`(?<![A-Za-z%/=&])%L?[1-9]\d?`,
    String.raw`(?<=[A-Za-z/=&])%L?[1-9](?![0-9A-Fa-f])`,
    String.raw`(?<!%)%L?n`,
  ],
};

/**
 * Windows Installer: `[2]`, `[Name]`, `[\\[]` for a bracket, `{\\Style}`, and pairs of braces around what is
 * shown only if its fields have values; of WiX, `!(loc.Id)` and `$(var.Name)`.
 */
export const wix: Syntax = {
  exact: true,
  codes: [
    String.raw`\[\\.\]`,
    String.raw`\[[#$!%~]{0,2}[\w.]{0,100}\]`,
    String.raw`[!$]\([\w.]{1,100}\)`,
    String.raw`\{\\[^{}\n]{1,60}\}|\{\d{1,4}\}|\{\{|\}\}|[{}]`,
  ],
};

/** Browser extensions: `$1`, `$name$`, and `$$` for the sign itself. */
export const chrome: Syntax = {
  sure: [['$', /\$[A-Za-z_][\w@]{1,60}\$/]],
  likely: [['$1', /\$1(?!\d|[.,]\d)/]],
  codes: [String.raw`\$\$`, String.raw`\$[A-Za-z_][\w@]{0,60}\$`, String.raw`\$[1-9](?!\d)`],
};

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

const PLURAL = /\{\[\s?plural\(\s?(\w{1,60})\s?\)([^\]\n]{1,2000})\]\}/g;
const LABEL = /(?:^|,)\s{0,5}(zero|one|two|few|many|other)\s?:\s?/g;

/** html10n, used by Etherpad: `{{num}} {[plural(num) one: pad, other: pads ]}`. */
export const etherpad: Syntax = {
  sure: [['{[', /\{\[\s?\w{1,20}\(/]],
  likely: [DOUBLE_BRACES],
  brackets: ['{[', ']}'],
  forms: 'html10n',
  inside: (text) => (text.includes('{[') ? Array.from(text.matchAll(PLURAL), choiceOf) : []),
};

function choiceOf(match: RegExpMatchArray): Choice {
  const [whole, name = '', body = ''] = match;
  const start = match.index ?? 0;
  const from = start + whole.length - 2 - body.length;
  const labels = [...body.matchAll(LABEL)];
  const arms = labels.map((label, at): Arm => {
    const next = labels[at + 1]?.index ?? body.length;
    const armStart = from + label.index + label[0].length;
    const end = Math.max(armStart, from + body.slice(0, next).trimEnd().length);
    return { start: armStart, end, selector: label[1] ?? '' };
  });
  // What stands before the first form belongs to none.
  const first = labels[0]?.index ?? body.length;
  if (body.slice(0, first).trim() !== '') arms.unshift({ start: from, end: from + first });
  return {
    ...{ start, end: start + whole.length, name: `{[plural(${name})]}`, counts: true },
    ...{ argument: `{{${name}}}`, arms },
  };
}

/**
 * Paraglide: `{name}`, `{#bold}…{/bold}`, `\{` for a brace; plurals are keys of `match`. Detected
 * only by the shape of a file.
 */
export const inlang: Syntax = {
  codes: [
    String.raw`\\[{}\\]`,
    String.raw`\{[#/](?:[^{}|\n]|\|[^|\n]{0,200}\|){1,200}\}`,
    String.raw`\{[^{}\n]{1,200}\}`,
  ],
};

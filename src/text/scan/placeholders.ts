import type { MessageSyntax } from '../../model/index.js';
import { SYNTAXES } from '../syntaxes/index.js';
import { mergeSpans, type Span } from '../token.js';
import { balancedEnd } from './balanced.js';

/*
 * Every alternative has a bounded length and starts with a distinct character, so the scan is
 * linear for any input: a failed attempt has a constant cost, and the next one starts one character
 * later.
 */
/* Code of templates: tags and comments of Liquid, Twig and Jinja, and tags of ERB and EJS. */
const ERB = String.raw`<%(?:[^%]|%(?!>)){1,500}%>`;
const TEMPLATE = String.raw`\{%(?:[^%]|%(?!\})){1,500}%\}|\{#(?:[^#{}]|#(?!\})){1,300}#\}|${ERB}`;
const BRACES = String.raw`\{\{\{[^{}]{1,200}\}\}\}|\{\{[^{}\ufffc]{1,200}\}\}|\{\[[^{}[\]\n]{1,300}\]\}`;
const DOLLAR = String.raw`\$\{[^{}\n]{1,200}\}|\$t\((?:[^()\n]|\([^()\n]{0,50}\)){1,200}\)|\$\([\w~-]{1,60}\)|\$[A-Z][A-Z0-9_]{0,60}\$`;
const LITERAL = String.raw`\{\s{0,5}(?:'[^'\n]{0,100}'|"[^"\n]{0,100}")\s{0,5}\}`;
const FLUENT = String.raw`\{\s{0,5}(?:-[A-Za-z][\w-]{0,60}|[A-Z][A-Z0-9_-]{0,30}(?=\())\s{0,5}(?:\([^{}()\n]{0,100}\))?\s{0,5}\}`;
const ARGUMENT_TYPE =
  '(?:-?\\d|number|date|time|choice|plural|select|spellout|ordinal|duration|list|string|currency|percent)';
const NAME = String.raw`[\p{L}\p{N}_$][\p{L}\p{N}\p{M}_$.\-[\]]{0,100}`;
const BRACE = String.raw`\{\s{0,5}(?:${NAME})?\s{0,5}(?:[:!][^{}\s]{1,50}|,\s{0,5}${ARGUMENT_TYPE}[^{}\n]{0,100})?\}`;
/* In `%{0}`, the sign is the percent sign of a language that puts it first, such as Turkish. */
const PERCENT_BRACE = String.raw`%\{(?!\d{1,2}\})[^{}\n]{1,100}\}|%<\w{1,100}>[-+ #0]{0,4}\d{0,4}(?:\.\d{1,3})?[A-Za-z]`;
/* gettext's form of C's `PRIu64` and similar macros: `%<PRIu64>`. */
const INTTYPES = String.raw`%(?:\d{1,2}\$)?[-+#0']{0,4}(?:\d{1,4}|\*)?(?:\.(?:\d{1,3}|\*))?<PRI[diouxX](?:LEAST|FAST)?(?:8|16|32|64|MAX|PTR)>`;
/* Java and C have a flag for digit grouping, only for numbers: `%,d`, `%'d`. */
const FLAGS = String.raw`[-+#0]{0,4}(?:[,'](?=[-+#0]{0,4}\d{0,4}(?:\.\d{1,3})?(?:ll|[lqzj])?[diuf](?![A-Za-z]))[-+#0]{0,4})?`;
const CONVERSION = String.raw`${FLAGS}(?:\d{1,4}|\*)?(?:\.(?:\d{1,3}|\*))?(?:hh|ll|[hlqLzj])?[sdiufFeEgGxXocpaA@n]`;
const PRINTF = String.raw`%%|%(?:\d{1,2}\$)?#@\w{1,60}@|%arg(?![A-Za-z])|%\([\p{L}\p{N}_.\- ]{1,100}\)${CONVERSION}|%[A-Za-z_][\w.\-]{1,60}%(?!%|[sd@](?![a-z]))|%(?:\d{1,2}\$|\[\d{1,2}\])?${CONVERSION}`;
const LINKED = String.raw`(?<![\w@])@(?:\.[a-z]{1,20})?:(?:\([\w.\- ]{1,100}\)|\{'[^'\n]{1,100}'\}|\w[\w-]{0,60}(?:\.[\w-]{1,60}){0,10})`;
const COLON = String.raw`(?<![A-Za-z0-9_:\p{Script=Latin}]|\w\[):[A-Za-z_][A-Za-z0-9_]{0,60}`;
const INTERVAL = String.raw`[[\]](?:-?\d{1,6}|-Inf),\s?(?:\d{1,6}|\*|\+?Inf)[[\]]`;
const EMOJI = String.raw`(?<![\w:]):[a-z+-][a-z0-9_+-]{1,40}:(?!\w)`;
/*
 * Qt's `%1`, unless it is the width of a conversion, and `$1` and `$name$` of browser extensions.
 */
const NUMBERED = String.raw`(?<![A-Za-z\p{N}%/=&\p{Script=Latin}])%L?[1-9](?:\d(?![\p{Script=Latin}]))?(?![\p{N}]|\$|[.,][\p{N}]|(?:hh|ll|[hlqLzj])?[sdiufFeEgGxXocpaA@n](?![A-Za-z]))|(?<![\p{L}\p{N}$])\$[1-9](?![\p{N}$]|[.,][\p{N}]|[ \u00a0\u202f]\d{3}(?!\d))|\$[A-Za-z_@][\w@]{0,60}\$(?!\$)`;
/* `$count` of PHP, Dart and shells. A letter of another script may follow. */
const VARIABLE = String.raw`(?<![\w$\\\p{Script=Latin}])\$(?![a-z][A-Z])[a-z_][A-Za-z0-9_]{1,40}(?![\p{Script=Latin}$])`;
const COMMON = [TEMPLATE, BRACES, DOLLAR, LITERAL, FLUENT, BRACE, INTTYPES, PERCENT_BRACE, PRINTF];

/* Also voices, classes and languages of WebVTT, whose end tags are often omitted. */
const CLASS = String.raw`\.[^\s<>.]{1,60}`;
const CUE_TAG = String.raw`</?(?:[vc]|lang)(?:${CLASS}){0,10}(?:[ \t\n][^<>]{1,200})?>|<(?:[biu]|ruby|rt)(?:${CLASS}){1,10}>`;
const SRT = String.raw`\{\\[^{}\n]{1,200}\}|<\d{2,4}(?::\d{2}){1,2}\.\d{3}>|${CUE_TAG}`;

const SOURCES: Readonly<Partial<Record<MessageSyntax | 'srt', readonly string[]>>> = {
  plain: [NUMBERED, ...COMMON, VARIABLE, LINKED, COLON, INTERVAL],
  printf: [NUMBERED, ...COMMON, VARIABLE, LINKED, COLON, INTERVAL],
  vue: [...COMMON, LINKED, EMOJI],
  i18next: [...COMMON, EMOJI],
  rails: [...COMMON, EMOJI],
  icu: [...COMMON, EMOJI],
  srt: [SRT],
};

const patterns = new Map<MessageSyntax | 'srt', RegExp>();

function sourcesOf(syntax: MessageSyntax | 'srt'): readonly string[] {
  const { codes = [], exact = false } = syntax === 'srt' ? {} : SYNTAXES[syntax];
  const own = exact && codes.length > 0 ? [`(?<exact>${codes.join('|')})`] : codes;
  return [...own, ...(SOURCES[syntax] ?? [...COMMON, EMOJI])];
}

function isExact(syntax: MessageSyntax | 'srt'): boolean {
  return syntax !== 'srt' && SYNTAXES[syntax].exact === true;
}

/** Compiled on first use: the patterns are long, and a run needs only one or two. */
function patternOf(syntax: MessageSyntax | 'srt'): RegExp {
  const pattern = patterns.get(syntax) ?? new RegExp(sourcesOf(syntax).join('|'), 'gu');
  patterns.set(syntax, pattern);
  return pattern;
}

/** Texts without these characters, which are most, contain no placeholder. */
const HINT = /[{%$~@:[\]_]/;
const SRT_HINT = /[{<]/;
/** A Ruby symbol refers to another entry. */
const SYMBOL = /^:[a-z_][\w.]*$/;
/** A date format: its directives are preserved, but a translator may choose others. */
const DATE = /(?<![\w%])%[-^]?[YmBbHMyAa](?![A-Za-z]|%(?![A-Za-z]))|%H:?%M/;
/**
 * A pattern of another program's codes and no words, such as `%n %u` or `%C - %t`: a translator may
 * put them in another order.
 */
const PATTERN = /^[^%\p{L}\p{N}]*(?:%[A-Za-z][^%\p{L}\p{N}]*){2,}$/u;

/** Whether a text is a format of dates: `%d %B %Y`. */
export function isDate(text: string): boolean {
  return DATE.test(text);
}

const DATES = /%[-^0]?[aAbBcCdDeFhHIjklLmMnNpPrRsStTuUVwWxXyYzZ%](?![A-Za-z])/g;

/** Placeholders of every syntax except ICU, in order, without overlaps. Linear. */
export function scanPlaceholders(text: string, syntax: MessageSyntax | 'srt'): Span[] {
  if (!(syntax === 'srt' ? SRT_HINT : HINT).test(text)) return [];
  if (syntax === 'rails' && SYMBOL.test(text)) return [placeholder(0, text.length, text)];
  if (text.includes('%') && !isExact(syntax)) {
    if (isDate(text)) return withDates(text, syntax);
    if (PATTERN.test(text) && !/%[sdif@]/.test(text)) {
      return Array.from(text.matchAll(/%[A-Za-z]/g), (match) => escape(match.index, match[0]));
    }
  }
  return scan(text, syntax);
}

const ERB_TAG = new RegExp(ERB, 'g');

/** Tags of ERB and EJS, which ICU reads as text. */
export function scanTemplates(text: string): Span[] {
  if (!text.includes('<%')) return [];
  return Array.from(text.matchAll(ERB_TAG), ({ index, 0: raw }) =>
    placeholder(index, index + raw.length, raw),
  );
}

/** The placeholders, and every directive of a date format. */
function withDates(text: string, syntax: MessageSyntax | 'srt'): Span[] {
  const found = scan(text, syntax).filter((span) => !/^%[^{(<]*$/.test(span.name));
  const dates = Array.from(text.matchAll(DATES), (match) => escape(match.index, match[0]));
  return mergeSpans(found, dates);
}

function escape(start: number, raw: string): Span {
  return { start, end: start + raw.length, kind: 'escape', name: raw, role: 'single' };
}

function scan(text: string, syntax: MessageSyntax | 'srt'): Span[] {
  const spans: Span[] = argumentBlocks(text);
  const blocks = spans.length;
  let block = 0;
  const pattern = patternOf(syntax);
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const start = match.index;
    const end = start + match[0].length;
    while (block < blocks && (spans[block]?.end ?? 0) <= start) block += 1;
    const inside = spans[block];
    if (block < blocks && inside !== undefined && end > inside.start) {
      pattern.lastIndex = inside.end;
    } else if (
      match.groups?.['exact'] !== undefined ||
      isPlausible(text, match[0], start, syntax)
    ) {
      spans.push(placeholder(start, end, match[0]));
    } else {
      pattern.lastIndex = start + 1;
    }
  }
  return blocks === 0 ? spans : spans.sort((a, b) => a.start - b.start);
}

/** Escaped characters, and line ends. */
const ESCAPES: ReadonlySet<string> = new Set([
  '%%',
  '$$',
  '~~',
  '~%',
  '~&',
  '{{',
  '}}',
  '%<',
  '%>',
  "%'",
]);

function placeholder(start: number, end: number, raw: string): Span {
  // `<c.red>`: a translation may use other classes and voices.
  const tag = raw.startsWith('<') ? /^<([vcbiu]|lang|ruby|rt)\b/.exec(raw)?.[1] : undefined;
  if (tag !== undefined) return { start, end, kind: 'markup', name: tag, role: 'open' };
  const kept =
    ESCAPES.has(raw) ||
    /^\{\s*['"]|^\{#[^]*#\}$|^:[^:]*:$|^[[\]][^[\]]*,[^[\]]*[[\]]$|^\[\\/.test(raw);
  return {
    start,
    end,
    kind: kept ? 'escape' : raw.startsWith('{\\') ? 'markup' : 'placeholder',
    name: nameOf(raw),
    role: 'single',
  };
}

/**
 * The name that different spellings of a placeholder share. Arms of a plural are translated, so
 * they are not part of it.
 */
function nameOf(raw: string): string {
  // A space is part of a conversion, unless it shows a text, and of a number in braces; inside a name, it
  // makes another one.
  const plain = /^%(?!<)(?! ?s$)|^\{\s*\d/.test(raw)
    ? raw
    : raw.replace(/(?<![\w$])\s+|\s+(?!\w)/g, '');
  // Qt: `%L1` is `%1` in the digits of the language.
  const name = plain
    .replace(/^%L(?=\d|n$)/, '%')
    // Go: `%[2]s` is `%2$s` of others.
    .replace(/^%\[(\d+)\]/, '%$1$$')
    // Python: `{name!r}` is `{name}` in quotation marks, and a wiki ignores the case of `{{ns:page}}`.
    .replace(/(?<=^\{\w{1,100})![rsa]\}$/, '}')
    .replace(/^\{\{ns:.*/i, (word) => word.toLowerCase());
  return name.startsWith('{[') ? name.replace(/^(\{\[\w+\([^()]*\)).*$/, '$1…]}') : name;
}

/** `100%de` and `%20si` are prose; `%dMB` and `50%%` are not. */
function isPlausible(text: string, raw: string, start: number, syntax: string): boolean {
  if (/^%L?\d+$/.test(raw) || (syntax === 'qt' && /^%L?n$/.test(raw))) return true;
  if (raw === '{}') return isHole(text, start, syntax);
  // Qt does not use braces: `{ or }` is two of them and a word.
  if (syntax === 'qt' && /^\{\s/.test(raw)) return false;
  if (/^\$\d$/.test(raw)) return !isAnySyntax(syntax) || isCounted(text);
  const before = text.charAt(start - 1);
  // `a%20s` is percent-encoded.
  if (/^%[2-9][0-9A-Fa-f]/.test(raw) && /[\w/=&%.-]/.test(before)) return false;
  const next = text.charAt(start + raw.length);
  const wordGoesOn = /\p{Script=Latin}/u.test(next);
  const afterDigit = /\p{N}/u.test(before);
  // `100%-os`, a percentage with the ending of its case.
  if (afterDigit && (wordGoesOn || /^%-[a-z]$/i.test(raw)) && /^%[-+#]/.test(raw)) return false;
  if (syntax === 'printf' || !raw.startsWith('%') || !/^%[-+#0\d.*a-zA-Z]/.test(raw)) return true;
  if (raw.endsWith('%')) return true;
  return !wordGoesOn || !(afterDigit || /^%[-+#0]*\d/.test(raw) || !/^%[sd]$/.test(raw));
}

/** Whether `{}` takes an argument: only in a few syntaxes, and never next to other brackets. */
function isHole(text: string, start: number, syntax: string): boolean {
  const beside = text.charAt(start - 1) + text.charAt(start + 2);
  return isAnySyntax(syntax) && !/[()[\]{}]/.test(beside);
}

/** Whether the library is unknown. */
function isAnySyntax(syntax: string): boolean {
  return syntax === 'plain' || syntax === 'printf';
}

/** The most recent text, cached because it is asked for once per placeholder. */
let asked = { text: '', isCounted: false };

/** `$1 of $2`: numbered from 1. Other numbers are amounts of money. */
function isCounted(text: string): boolean {
  if (asked.text !== text) {
    const numbers = new Set(
      Array.from(text.matchAll(/\$([1-9])(?!\d)/g), ([, one]) => Number(one)),
    );
    asked = { text, isCounted: Math.max(...numbers) === numbers.size };
  }
  return asked.isCounted;
}

const BLOCK = /\{\s{0,5}[\w.-]{1,60}\s{0,5},\s{0,5}(?:plural|select|selectordinal)\s{0,5},/;

/**
 * ICU plurals and selects in a text that is not read as ICU. Each is one code with its whole
 * content, because its keywords must not be translated.
 */
function argumentBlocks(text: string): Span[] {
  if (!BLOCK.test(text)) return [];
  const spans: Span[] = [];
  const start = new RegExp(BLOCK.source, 'g');
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const end = balancedEnd(text, match.index);
    // Arms are translated, so only the selector is compared.
    const name = match[0].replace(/\s+/g, '') + '…}';
    spans.push({ ...placeholder(match.index, end, match[0]), name });
    start.lastIndex = end;
  }
  return spans;
}

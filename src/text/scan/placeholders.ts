import type { MessageSyntax } from '../../model/index.js';
import type { Span } from '../token.js';

/*
 * Every alternative is bounded in length and starts with its own character, so that the scan stays
 * linear on any input: a failed attempt costs a constant, and the next starts one character later.
 */
const BRACES = String.raw`\{\{\{[^{}]{1,200}\}\}\}|\{\{[^{}]{1,200}\}\}`;
const DOLLAR = String.raw`\$\{[^{}\n]{1,200}\}|\$t\((?:[^()\n]|\([^()\n]{0,50}\)){1,200}\)`;
const LITERAL = String.raw`\{\s{0,5}'[^'\n]{0,100}'\s{0,5}\}`;
const ARGUMENT_TYPE =
  '(?:-?\\d|number|date|time|choice|plural|select|spellout|ordinal|duration|list|string|currency|percent)';
const NAME = String.raw`[\p{L}\p{N}_$][\p{L}\p{N}\p{M}_$.\-[\]]{0,100}`;
const BRACE = String.raw`\{\s{0,5}(?:${NAME})?\s{0,5}(?:[:!][^{}\s]{1,50}|,\s{0,5}${ARGUMENT_TYPE}[^{}\n]{0,100})?\}`;
const PERCENT_BRACE = String.raw`%\{[^{}\n]{1,100}\}|%<\w{1,100}>[-+ #0]{0,4}\d{0,4}(?:\.\d{1,3})?[A-Za-z]`;
const CONVERSION = String.raw`[-+#0]{0,4}(?:\d{1,4}|\*)?(?:\.(?:\d{1,3}|\*))?(?:hh|ll|[hlqLzj])?[sdiufFeEgGxXocpaA@]`;
const PRINTF = String.raw`%%|%\([\w.\- ]{1,100}\)${CONVERSION}|%[A-Za-z_][\w.\-]{1,60}%(?![%\w])|%(?:\d{1,2}\$)?${CONVERSION}`;
const LINKED = String.raw`(?<![\w@])@(?:\.[a-z]{1,20})?:(?:\([\w.\- ]{1,100}\)|\{'[^'\n]{1,100}'\}|\w[\w-]{0,60}(?:\.[\w-]{1,60}){0,10})`;
const COLON = String.raw`(?<![A-Za-z0-9_:\p{Script=Latin}]):[A-Za-z_][A-Za-z0-9_]{0,60}`;
const INTERVAL = String.raw`\[\d{1,6},\s?(?:\d{1,6}|\*|Inf)\]`;
const COMMON = [BRACES, DOLLAR, LITERAL, BRACE, PERCENT_BRACE, PRINTF];

const common = new RegExp(COMMON.join('|'), 'gu');
const linked = new RegExp([...COMMON, LINKED].join('|'), 'gu');
const everything = new RegExp([...COMMON, LINKED, COLON, INTERVAL].join('|'), 'gu');
const override = /\{\\[^{}\n]{1,200}\}/gu;

const PATTERNS: Readonly<Record<MessageSyntax | 'srt', RegExp>> = {
  plain: everything,
  printf: everything,
  vue: linked,
  i18next: common,
  rails: common,
  icu: common,
  srt: override,
};

/** The other texts cannot hold a placeholder; most texts are such. */
const HINT = /[{%$@:[]/;
const SYMBOL = /^:[a-z_][\w.]*$/;

/** Placeholders of every syntax but ICU's, in order, without overlaps. Linear. */
export function scanPlaceholders(text: string, syntax: MessageSyntax | 'srt'): Span[] {
  if (!HINT.test(text)) return [];
  // A Ruby symbol refers to another entry of the catalog.
  if (syntax === 'rails' && SYMBOL.test(text)) return [placeholder(0, text.length, text)];
  const spans: Span[] = argumentBlocks(text);
  const blocks = spans.length;
  let block = 0;
  const pattern = PATTERNS[syntax];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const start = match.index;
    const end = start + match[0].length;
    while (block < blocks && (spans[block]?.end ?? 0) <= start) block += 1;
    const inside = spans[block];
    if (block < blocks && inside !== undefined && end > inside.start) {
      pattern.lastIndex = inside.end;
    } else if (isPlausible(text, match[0], start, syntax)) {
      spans.push(placeholder(start, end, match[0]));
    } else {
      pattern.lastIndex = start + 1;
    }
  }
  return blocks === 0 ? spans : spans.sort((a, b) => a.start - b.start);
}

function placeholder(start: number, end: number, raw: string): Span {
  const escape = raw === '%%' || /^\{\s*'/.test(raw);
  return {
    start,
    end,
    kind: escape ? 'escape' : 'placeholder',
    name: raw.replace(/\s+/g, ''),
    role: 'single',
  };
}

/** `100%de` and `%20si` are prose; `%dMB` and `50%%` are not. */
function isPlausible(text: string, raw: string, start: number, syntax: string): boolean {
  if (syntax === 'printf' || !raw.startsWith('%') || !/^%[-+#0\d.*a-zA-Z]/.test(raw)) return true;
  if (raw.endsWith('%')) return true;
  const next = text.charAt(start + raw.length);
  const wordGoesOn = /[\p{L}\p{M}]/u.test(next);
  const afterDigit = /[\p{N}]/u.test(text.charAt(start - 1));
  if (wordGoesOn && (afterDigit || /^%[-+#0]*\d/.test(raw) || !/^%[sd]$/.test(raw))) return false;
  return !(wordGoesOn && next === next.toLowerCase() && /[^\x00-\x7f]/.test(next));
}

const BLOCK = /\{\s{0,5}[\w.-]{1,60}\s{0,5},\s{0,5}(?:plural|select|selectordinal)\s{0,5},/;

/**
 * ICU plurals and selects in a text that is not read as ICU: each is one code with all that is in
 * it, for its keywords must not be translated.
 */
function argumentBlocks(text: string): Span[] {
  if (!BLOCK.test(text)) return [];
  const spans: Span[] = [];
  const start = new RegExp(BLOCK.source, 'g');
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const end = balancedEnd(text, match.index);
    spans.push(placeholder(match.index, end, text.slice(match.index, end)));
    start.lastIndex = end;
  }
  return spans;
}

function balancedEnd(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    if (char === 123) depth += 1;
    else if (char === 125) {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
  }
  return text.length;
}

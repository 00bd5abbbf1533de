import type { MessageSyntax } from '../../model/index.js';
import { scanLiterals } from '../scan/literals.js';
import { isDate } from '../scan/placeholders.js';
import { mask } from '../token.js';
import type { MessageContext, TextProblem } from '../types.js';
import { bagOf, difference } from './compare.js';

/*
 * How libraries spell placeholders. Each pattern finds only what nobody writes as text: `100 %de`,
 * `%C3%A9` and `$5` are none of them. Every pattern is bounded, so a scan stays linear.
 */
const WORD = String.raw`[\p{L}\p{N}_][\p{L}\p{N}_.\-]{0,60}`;
const FAMILIES = {
  '{{name}}': String.raw`\{\{\{?[^{}\n]{1,100}\}?\}\}`,
  '%{name}': String.raw`%\{\s?${WORD}\s?\}`,
  '${name}': String.raw`\$\{\s?${WORD}\s?\}`,
  '#{name}': String.raw`#\{\s?${WORD}\s?\}`,
  '{name}': String.raw`(?<![{%$#\\'])\{\s?${WORD}\s?\}(?!\})`,
  '%(name)s': String.raw`%\([\p{L}\p{N}_.\-]{1,60}\)[sdifr](?![\p{L}\p{N}])`,
  '%name%': String.raw`(?<![\p{L}\p{N}%])%[A-Za-z_]\w{1,40}%(?![\p{L}\p{N}%])`,
  '%s': String.raw`(?<![\p{L}\p{N}%]|\p{N}\s)%(?:\d{1,2}\$)?(?:\.\d)?(?:ll|[lhqz])?[sdiufxc@](?![\p{Script=Latin}\p{N}%])`,
  '<%= name %>': String.raw`<%=?[^<>\n]{1,60}%>`,
} as const;

type Family = keyof typeof FAMILIES;
const ALL = Object.keys(FAMILIES) as Family[];

const C: readonly Family[] = ['%s'];
const BRACE: readonly Family[] = ['{name}'];
const DOUBLE: readonly Family[] = ['{{name}}'];

/** The families that a library reads. Default: those of C, which most of gettext's formats follow. */
const OWN: Readonly<Partial<Record<MessageSyntax, readonly Family[]>>> = {
  plain: ALL,
  i18next: DOUBLE,
  'i18next-v3': DOUBLE,
  'go-i18n': DOUBLE,
  etherpad: DOUBLE,
  mediawiki: DOUBLE,
  'angular-translate': DOUBLE,
  // `#{unit}` is the count and an argument, `{{name}}` an arm with an argument.
  icu: ['{name}', '#{name}', '{{name}}'],
  arb: ['{name}', '#{name}', '{{name}}'],
  fluent: BRACE,
  vue: BRACE,
  inlang: BRACE,
  laravel: BRACE,
  symfony: ['%name%', '{{name}}', '{name}'],
  rails: ['%{name}', '%(name)s', '<%= name %>'],
  polyglot: ['%{name}'],
  nextcloud: ['%s', '{name}'],
  printf: ['%s', '%(name)s'],
  chrome: [],
  nodebb: [],
  wix: ['{name}', '{{name}}'],
  qt: [],
  'python-format': ['%s', '%(name)s'],
  'python-brace-format': BRACE,
  'perl-brace-format': BRACE,
  'rust-format': BRACE,
  'csharp-format': BRACE,
  'java-format': BRACE,
  'boost-format': ['%s', '%name%'],
  'ruby-format': ['%s', '%{name}'],
  'sh-format': ['${name}'],
  'qt-format': [],
  'qt-plural-format': [],
  'kde-format': [],
  'kde-kuit-format': [],
  'smalltalk-format': [],
  'ycp-format': [],
};

interface Others {
  /** Everything that a library does not read. */
  readonly pattern: RegExp;
  /** The same as a whole. */
  readonly whole: RegExp;
  readonly ownBrace: boolean;
}

const known = new Map<MessageSyntax, Others | undefined>();

/** Undefined if the library is unknown: then every placeholder may be its own. */
function othersOf(syntax: MessageSyntax): Others | undefined {
  if (known.has(syntax)) return known.get(syntax);
  const own = OWN[syntax] ?? C;
  const sources = ALL.filter((one) => !own.includes(one)).map((one) => FAMILIES[one]);
  const all = sources.join('|');
  const others =
    sources.length === 0
      ? undefined
      : {
          pattern: new RegExp(all, 'gu'),
          whole: new RegExp(`^(?:${all})$`, 'u'),
          ownBrace: own.includes('{name}'),
        };
  known.set(syntax, others);
  return others;
}

/** Whether a placeholder is spelled as only other libraries read it. */
export function isForeign(name: string, syntax: MessageSyntax): boolean {
  return othersOf(syntax)?.whole.test(name) === true;
}

const SIGN = /[{%]/;

/** Placeholders of other libraries in a target, which the source does not have: shown as written. */
export function foreignPlaceholders(
  source: string,
  target: string,
  { syntax, plural }: Pick<MessageContext, 'syntax' | 'plural'>,
): TextProblem | undefined {
  if (!SIGN.test(target)) return undefined;
  const others = othersOf(syntax);
  // Programs that show a date read `%d` of it.
  if (isDate(source) && isDate(target)) return undefined;
  // Of a text that is nothing else, as `{unset}`, the braces are its own.
  if (others === undefined || [source, target].every((text) => others.whole.test(text)))
    return undefined;
  const found = namesIn(target, others);
  if (found.length === 0) return undefined;
  // `${sum}` may be a sum in dollars, `%{share}` a share in Turkish, `${name}` a program's own template.
  const isSign = (name: string): boolean =>
    name === plural?.shownBy ||
    (syntax === 'printf' && name.startsWith('${') && source.includes('${')) ||
    (others.ownBrace && /^[$%#]\{/.test(name) && wordsIn(source).includes(name.charAt(0)));
  const added = bagOf(found.filter((name) => !isSign(name)));
  const had = bagOf(namesIn(source, others));
  const all = new Map(
    [...added].map(([name, times]) => [name, Math.max(times, had.get(name) ?? 0)]),
  );
  const least = new Map([...had].filter(([name]) => all.has(name)));
  return difference(least, all, 'placeholder-mismatch');
}

/** A text without what is in braces. */
function wordsIn(text: string): string {
  return text.replace(/\{[^{}]*\}/g, '');
}

function namesIn(text: string, { pattern }: Others): string[] {
  return mask(text, scanLiterals(text)).match(pattern) ?? [];
}

const SPACED_NAME = /\{(?:\s{1,3}[\w.]{1,60}\s{0,3}|[\w.]{1,60}\s{1,3})\}/g;
/** An escape that libraries do not read, so that it is shown beside the value. */
const ESCAPED = /\\(?:[{%$][\w{($]|%@|:[a-z_])/i;
/** Java cannot read `{ 0}`, other libraries of ICU ignore spaces. */
const SPACED_NUMBER = /\{(?:\s{1,3}\d{1,3}\s{0,3}|\d{1,3}\s{1,3})[,}]/g;
/** A quotation that ICU starts and that nobody ends. */
const QUOTED_NAME = /(?<![\p{L}\p{N}'])'\{\w{1,60}\}(?![^']*')/u;
const SPACED: Readonly<Partial<Record<MessageSyntax, RegExp>>> = {
  plain: SPACED_NAME,
  printf: SPACED_NAME,
  icu: SPACED_NUMBER,
  arb: SPACED_NUMBER,
};

/** `{ name}` instead of `{name}`, unless the library is known to ignore spaces, and `\{name}`. */
export function oddName(
  source: string,
  target: string,
  { syntax }: Pick<MessageContext, 'syntax'>,
): TextProblem | undefined {
  const escaped = source.includes('\\') ? undefined : ESCAPED.exec(target)?.[0];
  if (escaped !== undefined && source.includes(escaped.slice(1)))
    return { code: 'placeholder-mismatch', message: `the backslash of ${escaped} is shown` };
  const quoted =
    syntax === 'plain' && !source.includes("'") ? QUOTED_NAME.exec(target)?.[0] : undefined;
  if (quoted !== undefined)
    return {
      code: 'placeholder-mismatch',
      message: `the apostrophe of ${quoted} has no counterpart`,
    };
  const found = (target.match(SPACED[syntax] ?? /$^/) ?? []).find(
    (name) => !source.includes(name) && source.includes(name.replace(/\s/g, '')),
  );
  if (found === undefined) return undefined;
  const message = `${found} has a space that the source does not have`;
  return { code: 'placeholder-mismatch', message };
}

/** Braces that open or close nothing: what is left of a placeholder. */
export function loneBrace(source: string, target: string): TextProblem | undefined {
  // In a list of signs, `(, {, [`, a brace is a word.
  const lone = loneIn(target.replace(/[{}](?=[,;])/g, ''));
  if (lone === undefined || loneIn(source) !== undefined) return undefined;
  const message = lone === '{' ? '{ is not closed' : '} closes nothing';
  return { code: 'placeholder-mismatch', message };
}

/** A brace that opens or closes nothing. */
export function loneIn(text: string): '{' | '}' | undefined {
  if (!text.includes('{') && !text.includes('}')) return undefined;
  let depth = 0;
  for (const sign of text) {
    if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    if (depth < 0) return '}';
  }
  return depth > 0 ? '{' : undefined;
}

const WIDE = 0xfee0;

/**
 * A placeholder of the source that the target lacks, but that left a trace: full-width signs, a
 * space inside, the first or last sign lost. A form that may spell out its count must not.
 */
export function traceOf(raw: string, target: string): TextProblem | undefined {
  // `%%d` shows the sign and the letter.
  const escaped = raw.startsWith('%') ? RegExp(`(?<!%)(?:%%)+${literally(raw.slice(1))}`) : /$^/;
  const [shown] = escaped.exec(target) ?? [];
  if (shown !== undefined)
    return { code: 'placeholder-mismatch', message: `${shown} instead of ${raw}` };
  if (target.includes(raw)) return undefined;
  const signs = Array.from(raw.replace(/\s/g, ''), signPattern);
  const end = /\w$/.test(raw) ? String.raw`(?![\p{L}\p{N}])` : '';
  const folded = signs.join(String.raw`\s?`) + end;
  const cut = [
    ...(/^(?:\W|_)/.test(raw) ? [signs.slice(1)] : []),
    ...(/(?:\W|_)$/.test(raw) ? [signs.slice(0, -1)] : []),
  ];
  const alone = cut.map((one) => String.raw`(?<!\S)${one.join('')}(?!\S)`);
  // Its name in other brackets, or after another sign.
  const [name = ''] = /^\W*(\w{3,60})/.exec(raw)?.slice(1) ?? [];
  const other = String.raw`[[(]{1,2}${name}[\])]{1,2}|(?<![\p{L}\p{N}])[%:$#@]${name}(?![\p{L}\p{N}])`;
  const pattern = new RegExp([folded, ...alone, ...(name === '' ? [] : [other])].join('|'), 'u');
  const trace = pattern.exec(target)?.[0];
  if (trace === undefined) return undefined;
  return { code: 'placeholder-mismatch', message: `${trace} instead of ${raw}` };
}

function literally(text: string): string {
  return text.replace(/[^\w\s]/g, String.raw`\$&`);
}

/** A character, or its full-width form. */
function signPattern(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const hex = (one: number): string => String.raw`\u{${one.toString(16)}}`;
  return code > 0x20 && code < 0x7f ? `[${hex(code)}${hex(code + WIDE)}]` : hex(code);
}

import { createParser } from '@intlify/message-compiler';
import type { MessageSyntax } from '../../model/index.js';
import { isIcu } from '../message.js';
import { scanLiterals } from '../scan/literals.js';
import { scanPlaceholders } from '../scan/placeholders.js';
import { SYNTAXES } from '../syntaxes/index.js';
import { mask } from '../token.js';
import type { MessageContext, TextProblem } from '../types.js';

/** Why a library cannot read a text; undefined if it can. */
type Reader = (text: string) => string | undefined;

/** The compiler that the application uses: what it refuses stops the build or shows the key. */
const vue: Reader = (text) => {
  let reason: string | undefined;
  const onError = ({ message, location }: VueError): void => {
    const at = location === undefined ? '' : ` at character ${location.start.offset + 1}`;
    reason ??= `vue-i18n: ${message.replace(/\.$/, '').toLowerCase()}${at}`;
  };
  createParser({ onError }).parse(text);
  return reason;
};

interface VueError {
  readonly message: string;
  readonly location?: { readonly start: { readonly offset: number } };
}

/** `string.Format`: `{0}`, `{0,-10:N2}`, `{{`. It is only called with something to insert. */
const csharp: Reader = (text) => {
  const rest = text.replace(
    /\{\{|\}\}|\{\d{1,6} {0,9}(?:, {0,9}-?\d{1,6} {0,9})?(?::[^{}]{0,200})?\}/g,
    '',
  );
  const lone = /[{}]/.exec(rest)?.[0];
  return lone === undefined ? undefined : `string.Format: ${lone} is not part of an argument`;
};

/** `str.format`: `{}`, `{name!r:>10}`, `{{`. */
const pythonBrace: Reader = (text) => {
  const rest = text.replace(
    /\{\{|\}\}|\{[\w.[\]]{0,100}(?:![rsa])?(?::(?:[^{}]|\{[^{}]{0,50}\}){0,100})?\}/g,
    '',
  );
  const lone = /[{}]/.exec(rest)?.[0];
  return lone === undefined ? undefined : `str.format: ${lone} is not part of a field`;
};

/** Names in braces, without any space: `{name}`. */
const exactBrace: Reader = (text) => {
  const spaced = /\{(?:\s{1,5}\w{1,60}\s{0,5}|\w{1,60}\s{1,5})\}/.exec(text)?.[0];
  return spaced === undefined ? undefined : `${spaced} is not replaced, because of the space`;
};

/** MediaWiki: a function in other brackets, `｛｛PLURAL:$1|…｝｝`, is shown as written. */
const mediawiki: Reader = (text) => {
  const bare = /(?<!\{\{\s?|\w)(?:PLURAL|GENDER|GRAMMAR)\s?[:：]\s?\$\d/.exec(text)?.[0];
  return bare === undefined ? undefined : `${bare} is not in {{ and }}`;
};

/** Formats that read either `%2$s` or `%s` in a text. */
const APART = /^(?:c|objc|ruby|awk|tcl|boost)-format$/;
const isNumbered = (conversion: string): boolean => NUMBERED.test(conversion);

const conversions = new Map<MessageSyntax, RegExp>();

/** Formats whose every `%` starts a conversion. */
function percentReader(syntax: MessageSyntax): Reader | undefined {
  const { codes = [], exact = false } = SYNTAXES[syntax];
  const isOfPercent = exact && codes.some((code) => code.startsWith('%%|'));
  if (!isOfPercent) return undefined;
  return (text) => {
    const known = conversions.get(syntax) ?? new RegExp(codes.join('|'), 'gu');
    conversions.set(syntax, known);
    const lone = /%\s?\S?/.exec(text.replace(known, ''))?.[0];
    if (lone !== undefined) return `${syntax}: ${lone.trim()} is no conversion`;
    const numbered = (text.match(known) ?? []).filter((one) => one !== '%%').map(isNumbered);
    return APART.test(syntax) && new Set(numbered).size > 1
      ? `${syntax}: conversions with and without the number of their argument`
      : undefined;
  };
}

const CONVERSION = /^%(?:\d{1,2}\$|\[\d{1,2}\])?[-+#0,'(.\d*]{0,10}(?:hh|ll|[hlqLzj])?[A-Za-z@]$/;
const NUMBERED = /^%(?:\d{1,2}\$|\[\d{1,2}\])/;

/**
 * C, Java, PHP and Apple agree on what a text with conversions must not have: a percent sign alone,
 * and conversions that take their turn beside numbered ones.
 */
function printfProblem(source: string, target: string): string | undefined {
  const own = conversionsIn(source);
  const found = conversionsIn(target);
  if (own.length === 0) return undefined;
  const isLone = (text: string): boolean => withoutCodes(text).includes('%');
  if (isLone(target) && !isLone(source)) return 'a percent sign alone; written as %% it is shown';
  const numbered = (all: readonly string[]): number => all.filter(isNumbered).length;
  const isOrdered = own.length > 1 && numbered(own) === own.length;
  if (isOrdered && found.length > 1 && numbered(found) < found.length)
    return 'conversions without the number of their argument; the source numbers them';
  return undefined;
}

function conversionsIn(text: string): readonly string[] {
  return scanPlaceholders(mask(text, scanLiterals(text)), 'printf')
    .map(({ start, end }) => text.slice(start, end))
    .filter((raw) => CONVERSION.test(raw));
}

function withoutCodes(text: string): string {
  const literals = scanLiterals(text);
  const masked = mask(text, literals);
  return mask(masked, scanPlaceholders(masked, 'printf'));
}

/**
 * Java's `MessageFormat`: a single apostrophe starts a quotation, so `l'h\u00f4te {0}` shows no
 * host. Other libraries of ICU read it as text.
 */
function quotedArgument(source: string, target: string): string | undefined {
  const lacking = quotedBy(source);
  const found = quotedBy(target).find((argument) => !lacking.includes(argument));
  return found === undefined
    ? undefined
    : `${found} is shown as written, because an apostrophe before it starts a quotation; '' is an apostrophe`;
}

function quotedBy(text: string): readonly string[] {
  const parts = text.replaceAll("''", '').split("'");
  return parts.flatMap((part, at) =>
    at % 2 === 1 ? (part.match(/\{\d{1,2}[^{}]{0,40}\}/g) ?? []) : [],
  );
}

const READERS: Readonly<Partial<Record<MessageSyntax, Reader>>> = {
  vue,
  'csharp-format': csharp,
  'python-brace-format': pythonBrace,
  'perl-brace-format': exactBrace,
  nextcloud: exactBrace,
  mediawiki,
};
/** They read a text only if there is something to insert. */
const INSERTS: Readonly<Partial<Record<MessageSyntax, RegExp>>> = { 'csharp-format': /\{\d/ };

/**
 * A target that its library cannot read, although it can read the source. What a parser of ICU
 * refuses has a rule of its own (`icu-syntax`).
 */
export function unreadable(
  source: string,
  target: string,
  context: MessageContext,
): TextProblem | undefined {
  const found = (message: string | undefined): TextProblem | undefined =>
    message === undefined ? undefined : { code: 'unreadable-text', message };
  const { syntax, inline } = context;
  if (isIcu(source, context))
    return context.doubledApostrophes === true ? found(quotedArgument(source, target)) : undefined;
  if (inline !== undefined) return undefined;
  if (syntax === 'printf')
    return target.includes('%') ? found(printfProblem(source, target)) : undefined;
  const read = READERS[syntax] ?? percentReader(syntax);
  if (read === undefined || !/[{}%@|]/.test(target)) return undefined;
  if (INSERTS[syntax]?.test(source) === false) return undefined;
  const reason = read(target);
  return reason === undefined || read(source) !== undefined ? undefined : found(reason);
}

import { FluentNames, toIcu } from './fluent/icu.js';
import { readIcuMessage } from './icu/message.js';
import { readParts } from './parts.js';
import { libraryOf } from './plural/library.js';
import { balancedEnd } from './scan/balanced.js';
import { scanXliffCodes } from './scan/xliff.js';
import type { Message, Span } from './token.js';
import { mask } from './tokenize.js';
import type { InlineMarkup, MessageSyntax } from '../model/index.js';
import type { MessageContext } from './types.js';

const CHOICE = /^\s*\{\s*[\w.-]+\s*,\s*(?:plural|selectordinal|select)\s*,/;

/** Syntax and markup of a text. */
export interface TextKind {
  readonly syntax: MessageSyntax;
  readonly inline?: InlineMarkup | undefined;
}

/** Whether a text is ICU: by its syntax, or because it is a single ICU plural or select. */
export function isIcu(text: string, { syntax, inline }: TextKind): boolean {
  return inline !== 'srt' && (syntax === 'icu' || syntax === 'arb' || isOneChoice(text));
}

function isOneChoice(text: string): boolean {
  return CHOICE.test(text) && balancedEnd(text, text.indexOf('{')) === text.trimEnd().length;
}

/** Reads a text in its syntax. Invalid ICU is read as plain text. Never throws. */
export function readMessage(text: string, context: MessageContext): Message {
  const { syntax, inline } = context;
  if (syntax === 'fluent')
    return readMessage(toIcu(text, new FluentNames()), { ...context, syntax: 'icu' });
  const codes = inline === 'xliff' ? scanXliffCodes(text) : [];
  if (isIcu(text, context)) {
    const masked = maskXliff(text, context, codes);
    const { source, target } = context;
    const message = readIcuMessage(text, masked, {
      source,
      target,
      xml: inline === 'xliff',
      codes,
      plainApostrophes: syntax === 'arb',
      doubledApostrophes: context.doubledApostrophes,
      library: libraryOf(syntax),
      custom: context.custom,
    });
    if (message !== undefined) return message;
  }
  return readParts(text, codes, context);
}

/**
 * A text of the same length in which XLIFF inline codes, entities, and apostrophes that quote
 * nothing (ARB) are masked, for parsing the ICU syntax around them.
 */
export function maskXliff(
  text: string,
  { inline, syntax }: TextKind,
  codes?: readonly Span[],
): string {
  if (inline === 'xliff') return maskEntities(mask(text, codes ?? scanXliffCodes(text)));
  return syntax === 'arb' ? text.replaceAll("'", '’') : text;
}

/** Masks entities: `&#123;` is not ICU syntax. */
function maskEntities(text: string): string {
  return text.replace(/&#?\w{1,31};/g, (entity) => '\ufffc'.repeat(entity.length));
}

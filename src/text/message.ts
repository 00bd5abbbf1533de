import { readIcuMessage } from './icu/message.js';
import { countsOf, isCountName, sampleNumber } from './plural.js';
import { balancedEnd } from './scan/placeholders.js';
import { scanXliffCodes } from './scan/xliff.js';
import type { Counted, Leaf, Message, Span, Token } from './token.js';
import { isCode } from './token.js';
import { mask, tokenize } from './tokenize.js';
import type { InlineMarkup, MessageSyntax } from '../model/index.js';
import type { MessageContext } from './types.js';

const CHOICE = /^\s*\{\s*[\w.-]+\s*,\s*(?:plural|selectordinal|select)\s*,/;

/** How a text is written. */
export interface TextKind {
  readonly syntax: MessageSyntax;
  readonly inline?: InlineMarkup | undefined;
}

/**
 * True for ICU syntax, and in any other for a text that is one ICU plural or select and nothing
 * else.
 */
export function isIcu(text: string, { syntax, inline }: TextKind): boolean {
  return inline !== 'srt' && (syntax === 'icu' || isOneChoice(text));
}

function isOneChoice(text: string): boolean {
  return CHOICE.test(text) && balancedEnd(text, text.indexOf('{')) === text.trimEnd().length;
}

/**
 * Reads a text as its syntax says; what cannot be read as ICU is read as plain text. Never throws.
 */
export function readMessage(text: string, context: MessageContext): Message {
  const { syntax, inline } = context;
  const codes = inline === 'xliff' ? scanXliffCodes(text) : [];
  if (isIcu(text, context)) {
    const masked = maskXliff(text, context, codes);
    const { source, target } = context;
    const message = readIcuMessage(text, masked, {
      source,
      target,
      xml: inline === 'xliff',
      codes,
    });
    if (message !== undefined) return message;
  }
  const leaf = plainLeaf(text, codes, context);
  return { pieces: syntax === 'vue' && text.includes('|') ? alternatives(leaf) : [leaf] };
}

/**
 * A text without the inline codes and entities of XLIFF, as long as before: ICU syntax is read in
 * what is left.
 */
export function maskXliff(
  text: string,
  { inline }: Pick<TextKind, 'inline'>,
  codes: readonly Span[] = scanXliffCodes(text),
): string {
  return inline === 'xliff' ? maskEntities(mask(text, codes)) : text;
}

/** `&#123;` holds no ICU syntax. */
function maskEntities(text: string): string {
  return text.replace(/&#?\w{1,31};/g, (entity) => '\ufffc'.repeat(entity.length));
}

function plainLeaf(text: string, known: readonly Span[], context: MessageContext): Leaf {
  const { syntax, inline } = context;
  const { tokens, encode } = tokenize(text, {
    syntax: inline === 'srt' ? 'srt' : syntax === 'icu' ? 'plain' : syntax,
    known,
    xml: inline === 'xliff',
  });
  const counted = countedOf(text, tokens, context);
  return { tokens, encode, ...(counted === undefined ? {} : { counted }) };
}

function countedOf(
  text: string,
  tokens: readonly Token[],
  context: MessageContext,
): Counted | undefined {
  const { plural: form, source, target } = context;
  if (form === undefined) return undefined;
  const counts = tokens.filter((token) => isCode(token) && isCountName(token.name));
  if (counts.length !== 1) return undefined;
  const number = sampleNumber({ source, target, form, text });
  return number === undefined ? undefined : { number, isCount: isCountName, beside: false };
}

/** Counts beyond 1 share a target's `one`: a text that says "one" in words does not fit it. */
export function oneMeansMore(locale: string, ordinal: boolean): boolean {
  return countsOf(locale, { category: 'one', ordinal }).some((count) => count > 1);
}

/** Vue's plural: alternatives between bars, each translated by itself. */
function alternatives(leaf: Leaf): (string | Leaf)[] {
  const pieces: (string | Leaf)[] = [];
  let tokens: Token[] = [];
  const flush = (): void => {
    pieces.push(withTokens(leaf, tokens));
    tokens = [];
  };
  for (const token of leaf.tokens) {
    if (token.type === 'code') {
      tokens.push(token);
      continue;
    }
    const texts = token.text.split('|');
    const raws = token.raw.split('|');
    if (texts.length !== raws.length) {
      tokens.push(token);
      continue;
    }
    for (const [index, raw] of raws.entries()) {
      if (index > 0) {
        flush();
        pieces.push('|');
      }
      if (raw !== '') tokens.push({ type: 'text', raw, text: texts[index] ?? raw });
    }
  }
  flush();
  return pieces;
}

/** A slice of a leaf's tokens as a leaf: pairs that the slice cuts apart become single codes. */
function withTokens(leaf: Leaf, tokens: readonly Token[]): Leaf {
  const open: number[] = [];
  const out: Token[] = [...tokens];
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'text') continue;
    out[index] = { ...token, role: 'single', mate: index };
    if (token.role === 'open') open.push(index);
    const start = token.role === 'close' ? open.at(-1) : undefined;
    const first = start === undefined ? undefined : tokens[start];
    if (start === undefined || first?.type !== 'code' || first.name !== token.name) continue;
    open.pop();
    out[start] = { ...first, mate: index };
    out[index] = { ...token, mate: start };
  }
  return { ...leaf, tokens: out };
}

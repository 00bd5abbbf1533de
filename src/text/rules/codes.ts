import { readMessage } from '../message.js';
import { isCode, leavesOf, type Leaf } from '../token.js';
import type { MessageContext, TextProblem } from '../types.js';
import { compareMarkup } from './markup.js';
import { comparePlaceholders, lostPercent, unparsed } from './placeholders.js';

/* A bracket only matters in a link, `](`, or doubled, as in a reference. */
const HINT = /[{}%$~:@<&\\`_]|\]\(|\[\[/;

/** Compares placeholders and markup of texts in any syntax but ICU. */
export function compareCodes(
  source: string,
  target: string,
  context: MessageContext,
): TextProblem[] {
  const was = leavesIn(source, context);
  const is = leavesIn(target, context);
  if (!haveCodes(was) && !haveCodes(is)) return [];
  const repeats = hasAlternatives(source, context);
  const problems = [
    comparePlaceholders(was, is, { ...context, texts: [source, target], repeats }),
    lostPercent(was, is),
    compareMarkup(was, is, { strict: context.inline === 'xliff', repeats }),
  ];
  return problems.filter((problem) => problem !== undefined);
}

function leavesIn(text: string, context: MessageContext): readonly Leaf[] {
  if (context.custom === undefined && !HINT.test(text)) return [];
  return leavesOf(readMessage(text, { ...context, syntax: unparsed(context.syntax) }));
}

function haveCodes(leaves: readonly Leaf[]): boolean {
  return leaves.some(({ tokens }) => tokens.some(isCode));
}

/** Whether a text of unknown syntax contains plural forms. */
function hasAlternatives(source: string, { syntax }: MessageContext): boolean {
  if (syntax !== 'plain' || !source.includes('|')) return false;
  return source.includes('||||') || /:count\b|%count%|^\{\d/.test(source);
}

import type { MessageSyntax } from '../../model/index.js';
import { readMessage } from '../message.js';
import { isCountName } from '../plural.js';
import { scanPlaceholders } from '../scan/placeholders.js';
import { leavesOf, type CodeToken, type Leaf } from '../token.js';
import type { MessageContext, TextProblem } from '../types.js';
import { bagOf, difference, once, type Bag } from './compare.js';

const HINT = /[{}%$:@<&\\[_]/;

/** Placeholders and markup of texts in any syntax but ICU. */
export function compareCodes(
  source: string,
  target: string,
  context: MessageContext,
): TextProblem[] {
  const was = HINT.test(source) ? codesOf(source, context) : [];
  const is = HINT.test(target) ? codesOf(target, context) : [];
  if (was.length === 0 && is.length === 0) return [];
  const alternatives = context.syntax === 'vue' && source.includes('|');
  const fold = alternatives ? once : (bag: Bag): Bag => bag;
  const names = placeholders(was, is, { ...context, alternatives });
  const problems = [
    difference(fold(names.source), fold(names.target), 'placeholder-mismatch'),
    difference(fold(markupOf(was)), fold(markupOf(is)), 'markup-mismatch') ?? unbalanced(was, is),
  ];
  return problems.filter((problem) => problem !== undefined);
}

function codesOf(text: string, context: MessageContext): CodeToken[] {
  const syntax = unparsed(context.syntax);
  const leaves = leavesOf(readMessage(text, { ...context, syntax }));
  return leaves.flatMap((leaf) => codesOfLeaf(leaf));
}

/** What could not be read as ICU is plain text. */
function unparsed(syntax: MessageSyntax): MessageSyntax {
  return syntax === 'icu' || syntax === 'arb' ? 'plain' : syntax;
}

export function codesOfLeaf(leaf: Leaf): CodeToken[] {
  return leaf.tokens.filter((token) => token.type === 'code');
}

interface Comparison extends MessageContext {
  readonly alternatives: boolean;
}

function placeholders(
  source: readonly CodeToken[],
  target: readonly CodeToken[],
  context: Comparison,
): { readonly source: Bag; readonly target: Bag } {
  const was = placeholderNames(source, context);
  const colons = was.some((name) => name.startsWith(':'));
  const is = placeholderNames(target, context).filter((name) => colons || !name.startsWith(':'));
  if (context.plural === undefined && !context.alternatives) {
    return { source: bagOf(was), target: bagOf(is) };
  }
  return countFree(was, is, context);
}

/**
 * A plural form may say its count in words where only one number is meant, and may show it where
 * the source does not.
 */
function countFree(
  was: readonly string[],
  is: readonly string[],
  { plural, alternatives }: Comparison,
): { readonly source: Bag; readonly target: Bag } {
  const others = (names: readonly string[]): string[] =>
    names.filter((name) => !isCountName(unnumbered(name)));
  const counts = was.filter((name) => isCountName(unnumbered(name)));
  const shown = is.some((name) => isCountName(unnumbered(name)));
  const inWords =
    alternatives ||
    plural?.category === 'one' ||
    plural?.category === 'zero' ||
    plural?.category === 'two';
  const required = shown || inWords ? [] : counts.slice(0, 1);
  return { source: bagOf([...others(was), ...required]), target: bagOf(others(is)) };
}

function unnumbered(name: string): string {
  return name.replace(/^%\d+\$/, '%');
}

function placeholderNames(codes: readonly CodeToken[], context: MessageContext): string[] {
  let position = 0;
  const names: string[] = [];
  for (const code of codes) {
    for (const name of namesIn(code, context)) {
      if (!/^%[-+#0\d.*]*(?:hh|ll|[hlqLzj])?[A-Za-z@]$/.test(name)) {
        names.push(name);
        continue;
      }
      position += 1;
      names.push(`%${position}$${name.slice(1).replace(/i$/, 'd')}`);
    }
  }
  return positional(names);
}

/** A single conversion reads best as it is written. */
function positional(names: string[]): string[] {
  const numbered = names.filter((name) => /^%\d+\$/.test(name));
  if (numbered.length !== 1 || !numbered[0]?.startsWith('%1$')) return names;
  return names.map((name) => name.replace(/^%1\$/, '%'));
}

/** The placeholders that a code is or has in its attributes. */
function namesIn(code: CodeToken, { inline, syntax }: MessageContext): string[] {
  if (code.kind === 'placeholder') return [code.name];
  if (code.kind !== 'markup' || inline !== undefined || !/[{%$]/.test(code.raw)) return [];
  return scanPlaceholders(code.raw, unparsed(syntax))
    .filter((span) => span.kind === 'placeholder' && !span.name.startsWith(':'))
    .map((span) => span.name);
}

export function markupOf(codes: readonly CodeToken[]): Bag {
  const tags = codes.filter((code) => code.kind === 'markup' && !code.name.startsWith('mrk'));
  return bagOf(tags.map(tagLabel));
}

function tagLabel({ name, raw }: CodeToken): string {
  return `<${raw.startsWith('</') ? '/' : ''}${name}>`;
}

/** Tags that were pairs in the source still are. */
function unbalanced(
  source: readonly CodeToken[],
  target: readonly CodeToken[],
): TextProblem | undefined {
  const pairs = (codes: readonly CodeToken[]): number =>
    codes.filter((code) => code.role !== 'single').length;
  if (pairs(target) >= pairs(source)) return undefined;
  return { code: 'markup-mismatch', message: 'tags do not close in the order in which they open' };
}

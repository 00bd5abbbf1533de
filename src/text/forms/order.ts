import { CONVERSION } from '../scan/conversion.js';
import { withoutEncoded } from '../scan/literals.js';
import type { CodeToken, Token } from '../token.js';
import type { TextProblem } from '../types.js';
import type { Node } from './spacing.js';

/** Lisp's `~a`, which takes an argument, unlike `~%`. */
const TILDE = /^~[^%&~|\n_/]*[^%&~|\n]$/;

function isUnnumbered(name: string): boolean {
  return CONVERSION.test(name) || name === '{}' || TILDE.test(name);
}

/** Python has names but no numbers; other texts are already numbered. */
const OTHERWISE = /^%(?:\(|\d{1,2}\$)/;
const INSIDE = /%[-+#0\d.*]*(?:hh|ll|[hlqLzj])?[sdiufeExX@](?![A-Za-z])/;

/** A tag also takes an argument if an attribute is `%s`. */
function takes({ kind, name, raw }: CodeToken): boolean {
  if (kind === 'placeholder') return isUnnumbered(name);
  return (kind === 'markup' || kind === 'literal') && INSIDE.test(withoutEncoded(raw));
}

interface Taking {
  readonly code: CodeToken;
  readonly index: number;
}

/** Codes of an answer that take arguments by position, in the answer's order. */
function takingIn(nodes: readonly Node[], tokens: readonly Token[]): Taking[] {
  return nodes.flatMap((node) => {
    const code = node.type === 'code' ? tokens[node.index] : undefined;
    if (node.type !== 'code' || code?.type !== 'code' || !takes(code)) return [];
    return [{ code, index: node.index }];
  });
}

function firstMoved(taking: readonly Taking[]): Taking | undefined {
  return taking.find(({ index }, at) => index < (taking[at - 1]?.index ?? -1));
}

/**
 * The first problem of codes that take arguments by position, are not in order, and cannot be
 * numbered.
 */
export function reordered(
  nodes: readonly Node[],
  tokens: readonly Token[],
  renumbers: boolean,
): TextProblem | undefined {
  const moved = firstMoved(takingIn(nodes, tokens));
  if (moved === undefined || (renumbers && canNumber(tokens))) return undefined;
  return { code: 'placeholder-mismatch', message: `the answer reordered ${moved.code.raw}` };
}

/** A width given as an argument cannot be numbered, and neither can `{}`. */
function isNumberable(raw: string): boolean {
  return CONVERSION.test(raw) && !raw.includes('*');
}

function canNumber(tokens: readonly Token[]): boolean {
  return tokens.every((token) => {
    if (token.type === 'text') return true;
    if (token.kind !== 'placeholder') return !takes(token);
    if (OTHERWISE.test(token.name)) return false;
    return !isUnnumbered(token.name) || isNumberable(token.raw);
  });
}

/**
 * The spelling of moved codes, by index: each with the number of its argument (`%2$s … %1$d`).
 * Empty if all are in order.
 */
export function renumbered(
  nodes: readonly Node[],
  tokens: readonly Token[],
): ReadonlyMap<number, string> {
  const written = new Map<number, string>();
  if (firstMoved(takingIn(nodes, tokens)) === undefined) return written;
  let position = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'text' || !takes(token)) continue;
    position += 1;
    written.set(index, `%${String(position)}$${token.raw.slice(1)}`);
  }
  return written;
}

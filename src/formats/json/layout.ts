import type { Range } from '../../model/index.js';
import { isLineEnd } from '../kit/layout.js';
import type { Tree } from './tree.js';

/** Comments between two offsets that are otherwise separated only by white space and separators. */
export function commentsIn(text: string, from: number, to: number): Range[] {
  const comments: Range[] = [];
  for (let at = from; at < to; at += 1) {
    if (text.charCodeAt(at) !== 47) continue;
    const end = commentEnd(text, at);
    comments.push({ start: at, end });
    at = end - 1;
  }
  return comments;
}

function commentEnd(text: string, start: number): number {
  if (text.charCodeAt(start + 1) === 42) return text.indexOf('*/', start + 2) + 2;
  let end = start;
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) end += 1;
  return end;
}

/** End of a member with its comma and the comments after it on its last line. */
export function tailEnd(tree: Tree, node: number): number {
  const from = tree.comma(node) === -1 ? tree.end(node) : tree.comma(node) + 1;
  const next = tree.next(node);
  return restOfLine(tree.text, from, {
    limit: next === -1 ? tree.end(tree.parent(node)) - 1 : tree.memberStart(next),
    open: next !== -1,
  });
}

/** End of a container's opening bracket with the comments after it on its line. */
function headEnd(tree: Tree, container: number): number {
  const first = tree.first(container);
  return restOfLine(tree.text, tree.start(container) + 1, {
    limit: first === -1 ? tree.end(container) - 1 : tree.memberStart(first),
    open: true,
  });
}

/**
 * Includes the comments that follow on this line, except those before another member on it (`open`:
 * there is a member at `limit`), which belong to that one.
 */
function restOfLine(
  text: string,
  from: number,
  { limit, open }: { readonly limit: number; readonly open: boolean },
): number {
  let end = from;
  let at = from;
  while (at < limit) {
    const code = text.charCodeAt(at);
    if (isLineEnd(code)) return end;
    if (code === 47) end = at = commentEnd(text, at);
    else at += 1;
  }
  return open ? from : end;
}

/** Start of a member with the block of comments directly above or before it. */
export function ownStart(tree: Tree, node: number, previous: number): number {
  let start = tree.memberStart(node);
  if (!tree.commented) return start;
  const from = previous === -1 ? headEnd(tree, tree.parent(node)) : tailEnd(tree, previous);
  for (const comment of commentsIn(tree.text, from, start).reverse()) {
    if (hasBlankLine(tree.text.slice(comment.end, start))) break;
    start = comment.start;
  }
  return start;
}

function hasBlankLine(space: string): boolean {
  return /(?:\n|\r(?!\n))[ \t]*[\r\n]/.test(space);
}

/** Words of a comment without its delimiters. */
export function commentText(raw: string): string {
  const inner = raw.startsWith('/*') ? raw.slice(2, -2) : raw.slice(2);
  return inner
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(/^[ \t]*[*/]*[ \t]?/, '').trimEnd())
    .join('\n')
    .trim();
}

/** One level of indentation: that of the first member on its own line. */
export function detectIndent(tree: Tree): string {
  for (let node = 1; node < tree.count; node += 1) {
    const parent = tree.parent(node);
    const inner = indentation(tree, node);
    if (inner === undefined) continue;
    const outer = parent === 0 ? '' : indentation(tree, parent);
    if (outer !== undefined && inner.startsWith(outer)) return inner.slice(outer.length);
  }
  return '';
}

/** What separates the first key of a file from its value. */
export function fileColon(tree: Tree): string {
  const first = firstMember(tree);
  return first === -1 ? ': ' : colonOf(tree, first);
}

function firstMember(tree: Tree): number {
  for (let node = 1; node < tree.count; node += 1) if (tree.keyStart(node) !== -1) return node;
  return -1;
}

export function colonOf(tree: Tree, node: number): string {
  const colon = tree.text.slice(tree.keyEnd(node), tree.start(node));
  return /^[ \t]*:[ \t]*$/.test(colon) ? colon : ': ';
}

/** White space inside the brackets of a one-line container. */
export function padOf(tree: Tree, container: number): string {
  return (
    /^[ \t]*/.exec(tree.text.slice(tree.start(container) + 1, tree.start(container) + 9))?.[0] ?? ''
  );
}

/** White space before a member at the start of its line, otherwise undefined. */
export function indentation(tree: Tree, node: number): string | undefined {
  const { text } = tree;
  const start = tree.memberStart(node);
  let at = start;
  while (at > 0 && (text.charCodeAt(at - 1) === 32 || text.charCodeAt(at - 1) === 9)) at -= 1;
  const before = text.charCodeAt(at - 1);
  return before === 10 || before === 13 ? text.slice(at, start) : undefined;
}

import { isLineEnd, skipLineEnd } from '../kit/layout.js';
import type { Range } from '../../model/index.js';
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

/**
 * Whether a `//` comment ends at `end`, so that only a line end may follow. `from` is after a value
 * or bracket.
 */
export function endsInLineComment(text: string, from: number, end: number): boolean {
  const last = commentsIn(text, from, end).at(-1);
  return last?.end === end && text.charCodeAt(last.start + 1) === 47;
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
export function headEnd(tree: Tree, container: number): number {
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

export function hasBlankLine(space: string): boolean {
  return /(?:\n|\r(?!\n))[ \t]*[\r\n]/.test(space);
}

/** The whole lines from `start` to `end`; undefined if they contain anything else. */
export function wholeLines(text: string, { start, end }: Range): Range | undefined {
  let first = start;
  while (isSpace(text.charCodeAt(first - 1))) first -= 1;
  if (first === 0 || !isLineEnd(text.charCodeAt(first - 1))) return undefined;
  let last = end;
  while (isSpace(text.charCodeAt(last))) last += 1;
  const behind = skipLineEnd(text, last);
  return behind === last ? undefined : { start: first, end: behind };
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9;
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

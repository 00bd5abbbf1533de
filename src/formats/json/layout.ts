import type { Range } from '../../model/index.js';
import { blockOf, type ItemBlock, noteOf } from '../kit/items.js';
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

/** How a commented-out member starts. */
const OUT = /^"[^"\n]*"\s*:\s*(?:["[{\d-]|true|false|null)/;

/**
 * The lines of a member, with its comments.
 * @param previous - the member before it, or -1
 */
export function blockIn(tree: Tree, node: number, previous: number): ItemBlock {
  const { text, commented } = tree;
  const item = { start: tree.memberStart(node), end: endOf(tree, node) };
  const parent = tree.parent(node);
  const from = previous === -1 ? tree.start(parent) + 1 : endOf(tree, previous);
  const sibling = tree.next(node);
  const next = sibling === -1 ? tree.end(parent) - 1 : tree.memberStart(sibling);
  const above = commented ? commentsIn(text, from, item.start) : [];
  const behind = commented ? commentsIn(text, item.end, next) : [];
  return blockOf(text, { item, from, next, above, behind }, OUT);
}

/** End of a member, with its comma. */
function endOf(tree: Tree, node: number): number {
  return tree.comma(node) === -1 ? tree.end(node) : tree.comma(node) + 1;
}

/** The words of the comments above a member and after it. */
export function commentsOf(tree: Tree, node: number, previous: number): string {
  const inside = commentsIn(tree.text, tree.end(node), endOf(tree, node));
  const { comments } = blockIn(tree, node, previous);
  return noteOf(tree.text, [...comments, ...inside], OUT);
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

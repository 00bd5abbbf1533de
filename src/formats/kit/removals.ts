import { keyId } from '../../model/index.js';
import type { Key, Range } from '../../model/index.js';
import { beforeLineEnd, hasBom, isLineEnd } from './layout.js';
import type { Splice } from './splices.js';
import type { Node, TreeFile, TreeFormat } from './tree.js';

export interface Leaving {
  readonly leaving: ReadonlySet<Node>;
  /** Containers that get new values. */
  readonly filled: ReadonlySet<Node>;
  /** Whether a child is keyed by its position. */
  readonly isElement: (child: Node, parent: Node) => boolean;
  /** Elements at whose position a new value is added. */
  readonly replaced: ReadonlySet<Node>;
}

/**
 * The outermost nodes to remove: a container is removed with its last value, unless it is an element
 * of a list and later ones stay, which would get other keys. If it is replaced, they do not.
 */
export function goneIn(
  root: Node,
  { leaving, filled, isElement, replaced }: Leaving,
): readonly Node[] {
  if (leaving.size === 0) return [];
  const goneOf = (node: Node): readonly Node[] => {
    const { children } = node;
    if (children === undefined || children.length === 0) return leaving.has(node) ? [node] : [];
    const gone = children.map(goneOf);
    const isWhole = (i: number): boolean => gone[i]?.[0] === children[i];
    const isEmpty =
      children.every((_, i) => isWhole(i)) && (node.unit === undefined || leaving.has(node));
    if (isEmpty && node !== root && !filled.has(node)) return [node];
    let last: ReadonlyMap<string, number> | undefined;
    return children.flatMap((child, i) => {
      const { children: inner = [], key } = child;
      if (inner.length === 0 || !isWhole(i) || !isElement(child, node)) return gone[i] ?? [];
      last ??= lastStaying(children, isWhole);
      const isFollowed = !replaced.has(child) && i < (last.get(listId(key)) ?? 0);
      return isFollowed ? inner.flatMap(goneOf) : (gone[i] ?? []);
    });
  };
  return goneOf(root);
}

/** Index of the last child of each list that stays. */
function lastStaying(
  children: readonly Node[],
  isWhole: (index: number) => boolean,
): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  children.forEach(({ key }, i) => {
    if (!isWhole(i)) last.set(listId(key), i);
  });
  return last;
}

function listId(element: Key): string {
  return keyId(element.slice(0, -1));
}

interface Removal<F extends TreeFile> {
  readonly file: F;
  readonly added: readonly Splice[];
  readonly removed: TreeFormat<F>['removed'];
}

/** The blocks of removed nodes. A file without a final line end gets none. */
export function removals<F extends TreeFile>(
  gone: readonly Node[],
  { file, added, removed }: Removal<F>,
): readonly Splice[] {
  const { text } = file;
  const splices: { start: number; end: number; text: string }[] = [];
  const comesAt = new Set(added.map(({ start }) => start));
  for (const { block } of gone.toSorted((a, b) => a.block.start - b.block.start)) {
    const last = splices.at(-1);
    // Insertions between two removed nodes go between their removals.
    const isApart = last?.end === block.start && comesAt.has(block.start);
    if (last !== undefined && last.end >= block.start && !isApart) last.end = block.end;
    else splices.push({ ...block, text: '' });
  }
  for (const [i, splice] of splices.entries()) {
    const beside = [splices[i - 1], splices[i + 1]].filter((one) => one !== undefined);
    const lines = removed?.(splice, file, added) ?? splice;
    Object.assign(splice, withBlankLines(file, { ...splice, ...lines }, { added, beside }));
  }
  const last = splices.at(-1);
  if (last === undefined || last.end < text.length) return splices;
  if (last.end === last.start || isLineEnd(text.charCodeAt(last.end - 1))) return splices;
  const start = beforeLineEnd(text, last.start);
  if (!added.some((one) => one.start >= start)) last.start = start;
  return splices;
}

const BLANK_ABOVE = /(?:\r\n|\n|\r(?!\n))([ \t]*(?:\r\n|\n|\r))$/;
const BLANKS_BELOW = /(?:[ \t]*(?:\r\n|\n|\r))*/y;
/** For formats in which a lone carriage return does not end a line. */
const FEEDS_BELOW = /(?:[ \t]*\r?\n)*/y;

/**
 * Of the blank lines around removed lines, those above stay, and at the end of the file all but
 * one. Not if other lines there are removed or added.
 */
function withBlankLines(
  { text, root, newline }: TreeFile,
  { start, end }: Splice,
  { added, beside }: { readonly added: readonly Splice[]; readonly beside: readonly Splice[] },
): Range {
  const above = BLANK_ABOVE.exec(text.slice(Math.max(0, start - 200), start))?.[1];
  const isTop = start === 0 || (start === 1 && hasBom(text));
  if (above === undefined && !isTop) return { start, end };
  const blanks = newline === undefined ? BLANKS_BELOW : FEEDS_BELOW;
  blanks.lastIndex = end;
  blanks.test(text);
  const below = blanks.lastIndex;
  let top = start;
  if (above !== undefined && below === text.length) {
    // A value may end in a line that looks blank.
    const kept = root.children?.findLast(({ block }) => block.end <= start)?.block.end ?? 0;
    top = Math.max(kept, start - above.length);
  }
  const touches = (one: Splice): boolean => one.start <= below && one.end >= top;
  return beside.some(touches) || added.some(touches) ? { start, end } : { start: top, end: below };
}

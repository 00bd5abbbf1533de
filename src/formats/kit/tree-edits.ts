import { keyId } from '../../model/index.js';
import type { Edit, Key, Range } from '../../model/index.js';
import { commaSplices } from './commas.js';
import { sortEdits, strayBom } from './edits.js';
import type { PlacedInsert } from './edits.js';
import { BOM, beforeLineEnd, hasBom, isLineEnd } from './layout.js';
import { renamesIn } from './renames.js';
import type { NamedNodes } from './renames.js';
import type { Splice } from './splices.js';
import type { Node, TreeFile, TreeFormat } from './tree.js';
import type { TreeIndex } from './tree-index.js';
import { insertion } from './tree-insertion.js';
import { joinedAtEnd, lastsLeft, runsOf, isLeaving, landing } from './tree-runs.js';
import type { Landings, ReplacedElements } from './tree-runs.js';

/** The splices for edits of a file. @throws EditError */
export function editSplices<F extends TreeFile>(
  index: TreeIndex<F>,
  edits: readonly Edit[],
  format: TreeFormat<F>,
): readonly Splice[] {
  const { file } = index;
  const sorted = sortEdits(edits, (key) => index.leafAt(key) !== undefined);
  const { sets } = sorted;
  const nodes = namedNodes(index, format);
  const renames = renamesIn(sorted, nodes);
  const { removes, inserts } = renames;
  const splices: Splice[] = [...renames.splices];
  for (const edit of sets) {
    const node = index.leafAt(edit.key);
    if (node === undefined) continue;
    const isSame = node.unit?.text === edit.text;
    if (isSame && format.keeps?.(edit, node, file) !== false) continue;
    splices.push(...format.set(edit, node, file));
  }
  const leaving = new Set<Node>(
    removes.flatMap((edit) => {
      const nodes = index.leavesAt(edit.key);
      return nodes.some((node) => format.stays?.(edit, node, file) === true) ? [] : nodes;
    }),
  );
  const isElement = (child: F['root'], parent: F['root']): boolean =>
    format.isElement?.(child) === true || format.isList?.(parent, file) === true;
  const landings = { index, format, leaving, isElement };
  const elements = replacedElements(inserts, landings);
  const replaced = new Set(elements.values());
  const apart = runsOf(inserts, { ...landings, replaced: elements });
  const filled = new Set<Node>(apart.map(({ parent }) => parent));
  const gone = goneWithDuplicates(index, { leaving, filled, isElement, replaced });
  const goneNodes = new Set(gone);
  const lastLeft = lastsLeft(goneNodes);
  const runs = joinedAtEnd(apart, goneNodes, lastLeft);
  const changing = { index, format, gone: goneNodes, replaced: elements, lastLeft, renames, nodes };
  const added = runs.map((run) => insertion(run, changing));
  const { text } = file;
  const commas = commaSplices({ text, root: file.root, gone, runs });
  // If a value and a container have the same key, what is needed is what the container's values
  // share.
  const find = (key: Key): F['root'] | undefined => index.containerAt(key) ?? index.leafAt(key);
  const others = [...sets, ...removes, ...inserts.map(({ edit }) => edit)];
  const beside = format.beside?.(others, file, find) ?? [];
  const removed = removals(gone, { file, added, removed: format.removed });
  const [top] = removed;
  const [first] = removes;
  if (top?.start === 0 && text.charCodeAt(top.end) === BOM && first) throw strayBom(first.key);
  const changes = [...beside, ...splices, ...removed, ...commas, ...added];
  return changes.filter((one) => one.start < one.end || one.text !== '');
}

/**
 * A new value at the position of a removed element replaces it, so that the following elements keep
 * their keys.
 */
function replacedElements<F extends TreeFile>(
  inserts: readonly PlacedInsert[],
  landings: Landings<F>,
): ReplacedElements {
  const { index, leaving, isElement } = landings;
  const found = new Map<string, Node>();
  if (leaving.size === 0) return found;
  for (const { edit } of inserts) {
    const { parent } = landing(edit.key, landings);
    const key = edit.key.slice(0, parent.key.length + 1);
    const element = index.containerAt(key) ?? index.leafAt(key);
    if (element === undefined || parent.children?.includes(element) !== true) continue;
    if (isElement(element, parent) && isLeaving(element, leaving)) found.set(keyId(key), element);
  }
  return found;
}

function namedNodes<F extends TreeFile>(
  index: TreeIndex<F>,
  { rename, isList }: TreeFormat<F>,
): NamedNodes<F['root']> | undefined {
  const { file, units } = index;
  if (rename === undefined) return undefined;
  return {
    ...{ text: file.text, units },
    leafAt: (key) => index.leafAt(key),
    leavesAt: (key) => index.leavesAt(key),
    containerAt: (key) => index.containerAt(key),
    isList: (parent) => isList?.(parent, file) === true,
    rename: (name, written) => rename(name, written, file),
  };
}

/** The nodes to remove, including those that would become visible without them. */
function goneWithDuplicates<F extends TreeFile>(
  index: TreeIndex<F>,
  { leaving, ...others }: Leaving,
): readonly Node[] {
  const gone = goneIn(index.file.root, { leaving, ...others });
  const behind = index.behind(gone).filter((node) => !leaving.has(node));
  if (behind.length === 0) return gone;
  return goneWithDuplicates(index, { leaving: new Set([...leaving, ...behind]), ...others });
}

interface Leaving {
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
function goneIn(root: Node, { leaving, filled, isElement, replaced }: Leaving): readonly Node[] {
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
function removals<F extends TreeFile>(
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

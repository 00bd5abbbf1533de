import { keyId, type Edit, type InsertEdit, type Key, type Range } from '../../model/index.js';
import { commaSplices, isItem, lacksComma } from './commas.js';
import { leafOf, nodeOutOfTurn, noRoom, sortEdits, strayBom, type PlacedInsert } from './edits.js';
import {
  beforeLineEnd,
  BOM,
  detectNewline,
  hasBom,
  isBlankLine,
  isLineEnd,
  lineStart,
  newLineAt,
} from './layout.js';
import { movedLines, renamesIn, type NamedNodes, type Renames } from './renames.js';
import type { Splice } from './splices.js';
import type { TreeIndex } from './tree-index.js';
import { firstFrom, isLeaving, joinedAtEnd, landing, lastsLeft, runsOf } from './tree-runs.js';
import type { Insertion, Landings, LastLeft, ReplacedElements, Run } from './tree-runs.js';
import type { NewNode, Node, Place, TreeFile, TreeFormat } from './tree.js';

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

/** A file in which values are removed and added. */
interface Changing<F extends TreeFile> extends Insertion<F> {
  readonly gone: ReadonlySet<Node>;
  readonly replaced: ReplacedElements;
  readonly lastLeft: LastLeft;
  readonly renames: Renames<F['root']>;
  readonly nodes: NamedNodes<F['root']> | undefined;
}

/** The splice that writes a run of new values. @throws EditError */
function insertion<F extends TreeFile>(run: Run<F['root']>, changing: Changing<F>): Splice {
  const { format, gone } = changing;
  const spot = spotOf(run, changing);
  const { offset, place, behind } = spot;
  requireOrder(place, changing);
  const lines = place.run.map((item, at) => linesOf(item, { ...place, at }, changing)).join('');
  const below = behind !== undefined && gone.has(behind) ? undefined : format.below?.(lines, place);
  if (below !== undefined) return inserted(offset + below.offset, below.lines);
  const isAlone = place.before === undefined && place.after === undefined;
  if (format.enclose !== undefined && isAlone)
    return inserted(offset, format.enclose(lines, place));
  return inserted(offset, withLineEnds(lines, spot));
}

/** Where new values are written. */
interface Spot<F extends TreeFile> {
  readonly offset: number;
  readonly place: Place<F>;
  /** The child after the new values, of whatever kind. */
  readonly behind: Node | undefined;
  /** Whether a line starts there. */
  readonly isAtStart: boolean;
}

function spotOf<F extends TreeFile>(
  { parent, behind, edits }: Run<F['root']>,
  { index, gone, lastLeft }: Changing<F>,
): Spot<F> {
  const { file } = index;
  const { text } = file;
  const children = parent.children ?? [];
  const [before, next] = [children[behind], children[behind + 1]];
  // PHP statements are not neighbours of array items.
  const isAmongItems = isItem(before ?? next);
  const after = isItem(next) === isAmongItems ? next : undefined;
  const isAlike = (child: Node): boolean => isItem(child) === isAmongItems;
  const left = lastLeft(parent, isAmongItems);
  const last = children.findLastIndex(isAlike);
  const offset = before?.block.end ?? after?.block.start ?? parent.inside ?? parent.block.end;
  const isAtStart =
    offset === 0 || isLineEnd(text.charCodeAt(offset - 1)) || (offset === 1 && hasBom(text));
  const place: Place<F> = {
    ...{ file, parent, before, after },
    newline: file.newline ?? detectNewline(text),
    next: firstFrom(children, { behind, left, isAlike, gone }),
    staying: () => children.filter((child) => !gone.has(child)),
    isInLine: (before ?? after) !== undefined && !isAtStart && offset < text.length,
    endsBare: lacksComma(last > behind ? children[last] : before) && left <= behind,
    run: newNodes(edits, parent.key.length),
    at: 0,
    leafAt: (key) => index.leafAt(key),
  };
  return { offset, place, behind: next, isAtStart };
}

/** @throws EditError for list elements in the wrong order */
function requireOrder<F extends TreeFile>(
  { file, parent, run, staying }: Place<F>,
  { format: { isList }, replaced }: Changing<F>,
): void {
  if (isList === undefined) return;
  run.forEach(requireFirst);
  if (!isList(parent, file)) return;
  const kept = parent.children?.filter(({ key }) => replaced.has(keyId(key))) ?? [];
  const added = run.filter(({ key }) => !replaced.has(keyId(key)));
  requireTurns(added, staying().length + kept.length);
}

function linesOf<F extends TreeFile>(
  item: NewNode,
  place: Place<F>,
  { format, renames, nodes }: Changing<F>,
): string {
  return movedLines(item, place, { renames, nodes }) ?? format.insert(item, place);
}

/** Separates lines from a comment that is not theirs, and from a last line without an end. */
function withLineEnds<F extends TreeFile>(
  lines: string,
  { offset, place: { file, newline, before, after }, isAtStart }: Spot<F>,
): string {
  const { text } = file;
  const isBeside = before !== undefined || (after !== undefined && !isBlankLine(text, offset));
  const isApart = isBeside || isLineEnd(lines.charCodeAt(0));
  const gap = !isApart && isBelowComment(file, offset) ? newLineAt(text, offset, newline) : '';
  if (isAtStart || !lines.endsWith(newline)) return gap + lines;
  return newline + gap + lines.slice(0, -newline.length);
}

function inserted(offset: number, text: string): Splice {
  return { start: offset, end: offset, text };
}

/** Whether a first value would claim the comment above it, such as a licence. */
function isBelowComment({ text, newline }: TreeFile, at: number): boolean {
  const end = beforeLineEnd(text, at);
  // In Fluent, a carriage return does not end a line.
  const start = newline === undefined ? lineStart(text, end) : text.lastIndexOf('\n', at - 2) + 1;
  const line = text.slice(start, at);
  return /^\ufeff?[ \t]*(?:[#!;]|\/[/*])|(?:-->|\*\/)\s*$/.test(line);
}

interface Growing extends NewNode {
  edit?: InsertEdit;
  readonly children: Growing[];
}

/** New values and the containers that they need, in the order of the edits. */
function newNodes(edits: readonly InsertEdit[], depth: number): readonly NewNode[] {
  const top: Growing[] = [];
  const known = new Map<string, Growing>();
  for (const edit of edits) {
    let list = top;
    // A format may place a value in a container with the same key.
    const first = Math.min(depth + 1, edit.key.length);
    for (let length = first; length <= edit.key.length; length += 1) {
      const key = edit.key.slice(0, length);
      const id = keyId(key);
      let node = known.get(id);
      if (node === undefined) {
        node = { key, children: [] };
        known.set(id, node);
        list.push(node);
      }
      if (length === edit.key.length) node.edit = edit;
      list = node.children;
    }
  }
  return top;
}

/**
 * @throws EditError for a list element whose key is not an index, whose place is taken, or whose
 * preceding elements are missing
 */
function requireTurns(run: readonly NewNode[], length: number): void {
  const item = run.find(({ key }, i) => key.at(-1) !== String(length + i));
  if (item === undefined) return;
  if (Number(item.key.at(-1)) < length) throw noRoom(leafOf(item).key, item.key);
  throw nodeOutOfTurn(item);
}

/** @throws EditError for an element of a new list that is not the first */
function requireFirst(item: NewNode): void {
  const { children, key } = item;
  children.forEach(requireFirst);
  const names = children.map((child) => child.key[key.length] ?? '');
  const gap = children[names.findIndex((name, i) => name !== String(i))];
  if (gap === undefined || !names.every((name) => /^\d+$/.test(name))) return;
  const { edit, key: own } = leafOf(gap);
  const from = edit?.from;
  const path = from?.unit.key.slice(0, key.length + from.unit.key.length - own.length) ?? [];
  const isFirst = (other: Key): boolean =>
    other[path.length] === '0' && path.every((name, i) => name === other[i]);
  if (from?.document.units.some((unit) => isFirst(unit.key)) === true) throw nodeOutOfTurn(gap);
}

import { type Edit, type InsertEdit, type Key, keyId, type Range } from '../../model/index.js';
import { leafOf, nodeOutOfTurn, noRoom, type PlacedInsert, sortEdits, strayBom } from './edits.js';
import {
  beforeLineEnd,
  BOM,
  detectNewline,
  hasBom,
  isBlankLine,
  isLineEnd,
  lineEnd,
  lineStart,
  newLineAt,
  skipLineEnd,
} from './layout.js';
import { getOrSet } from './maps.js';
import { movedLines, type NamedNodes, type Renames, renamesIn } from './renames.js';
import type { Splice } from './splices.js';
import type { TreeIndex } from './tree-index.js';
import type { EditFormat, Landing, NewNode, Node, Place, TreeFile } from './tree.js';

/** The splices for edits of a file. @throws EditError */
export function editSplices<F extends TreeFile>(
  index: TreeIndex<F>,
  edits: readonly Edit[],
  format: EditFormat<F>,
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
  const removed = removals(gone, { file, added, commas, removed: format.removed });
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
  { rename, isList }: EditFormat<F>,
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
    const isWhole = (i: number): boolean => i >= 0 && gone[i]?.[0] === children[i];
    const isEmpty =
      children.some((_, i) => isWhole(i)) &&
      children.every((child, i) => isWhole(i) || child.goesWith !== undefined) &&
      (node.unit === undefined || leaving.has(node));
    if (isEmpty && node !== root && !filled.has(node)) return [node];
    let last: ReadonlyMap<string, number> | undefined;
    return children.flatMap((child, i) => {
      const { children: inner = [], key, goesWith } = child;
      if (goesWith !== undefined) return isWhole(goesWith) ? [child] : [];
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
  readonly commas: readonly Splice[];
  readonly removed: EditFormat<F>['removed'];
}

/** The blocks of removed nodes. A file without a final line end gets none. */
function removals<F extends TreeFile>(
  gone: readonly Node[],
  { file, added, commas, removed }: Removal<F>,
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
    const lines =
      removed?.(splice, file, added) ?? withLineEnd(file, splice, [...added, ...commas]);
    Object.assign(splice, withBlankLines(file, { ...splice, ...lines }, { added, beside }));
  }
  const last = splices.at(-1);
  if (last === undefined || last.end < text.length) return splices;
  if (last.end === last.start || isLineEnd(text.charCodeAt(last.end - 1))) return splices;
  const start = beforeLineEnd(text, last.start);
  if (!added.some((one) => one.start >= start)) last.start = start;
  return splices;
}

/** Of the last items on a line also the white space before them, or all of their line. */
function withLineEnd(
  { text, root }: TreeFile,
  { start, end }: Splice,
  others: readonly Splice[],
): Range {
  const isItems = root.children?.some(isItem) === true;
  const isInLine = start > 0 && !isLineEnd(text.charCodeAt(start - 1));
  if (!isItems || !isInLine || !isLineEnd(text.charCodeAt(end))) return { start, end };
  const line = lineStart(text, start);
  if (others.some((one) => one.end >= line && one.start <= end)) return { start, end };
  if (isBlank(text, line, start)) return { start: line, end: skipLineEnd(text, end) };
  return { start: line + text.slice(line, start).trimEnd().length, end };
}

const BLANK_ABOVE = /(?:\r\n|\n|\r(?!\n))([ \t]*(?:\r\n|\n|\r))$/;
/** The line above the first item of a container. */
const OPENING = /[[({][ \t]*(?:\r\n|\n|\r)$/;
/** The line below the last one. */
const CLOSING = /^[ \t]*[\])}]/;
const BLANKS_BELOW = /(?:[ \t]*(?:\r\n|\n|\r))*/y;
/** For formats in which a lone carriage return does not end a line. */
const FEEDS_BELOW = /(?:[ \t]*\r?\n)*/y;

/**
 * Of the blank lines around removed lines, those above stay, and at the end of the file or of a
 * container all but one. Not if other lines there are removed or added.
 */
function withBlankLines(
  { text, root, newline }: TreeFile,
  { start, end }: Splice,
  { added, beside }: { readonly added: readonly Splice[]; readonly beside: readonly Splice[] },
): Range {
  const above = BLANK_ABOVE.exec(text.slice(Math.max(0, start - 200), start))?.[1];
  const isTop = start === 0 || (start === 1 && hasBom(text));
  const hasBrackets = root.children?.some(isItem) === true;
  // An item may begin with the blank line that the container does: the next one's takes its place.
  const isFirst =
    hasBrackets &&
    !isBlankLine(text, start) &&
    OPENING.test(text.slice(Math.max(0, start - 200), start));
  if (above === undefined && !isTop && !isFirst) return { start, end };
  const blanks = newline === undefined ? BLANKS_BELOW : FEEDS_BELOW;
  blanks.lastIndex = end;
  blanks.test(text);
  const below = blanks.lastIndex;
  let top = start;
  const isLast = hasBrackets && CLOSING.test(text.slice(below, below + 200));
  if (above !== undefined && (below === text.length || isLast)) {
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
  let offset = before?.block.end ?? after?.block.start ?? parent.inside ?? parent.block.end;
  // Behind the last of several items on a line, or above the first of them, a new one gets its own.
  const top = children[0]?.block.start ?? 0;
  const isInLines =
    (before ?? after)?.comma !== undefined && isBlank(text, lineStart(text, top), top);
  if (isInLines && before === undefined) offset = lineStart(text, offset);
  else if (isInLines && !isLineEnd(text.charCodeAt(offset - 1)) && isBlankLine(text, offset))
    offset = skipLineEnd(text, lineEnd(text, offset));
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

function isBlank(text: string, start: number, end: number): boolean {
  return text.slice(start, end).trim() === '';
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

/** A file with its format's own functions. */
interface Insertion<F extends TreeFile> {
  readonly index: TreeIndex<F>;
  readonly format: EditFormat<F>;
}

/** New values that follow one node of a container. */
interface Run<N extends Node> extends Landing<N> {
  readonly edits: InsertEdit[];
}

/** A file whose leaving values are removed by the same edits. */
interface Landings<F extends TreeFile> extends Insertion<F> {
  readonly leaving: ReadonlySet<Node>;
  /** Whether a child is keyed by its position. */
  readonly isElement: (child: F['root'], parent: F['root']) => boolean;
}

/** Elements of lists that are removed and get a new value of another shape, by key id. */
type ReplacedElements = ReadonlyMap<string, Node>;

/** New values by place, those in inner containers first. @throws EditError */
function runsOf<F extends TreeFile>(
  inserts: readonly PlacedInsert[],
  landings: Landings<F> & { readonly replaced: ReplacedElements },
): readonly Run<F['root']>[] {
  const { index, format, replaced } = landings;
  const runs = new Map<F['root'], Map<number, Run<F['root']>>>();
  for (const { edit, anchor } of inserts) {
    const { parent: found, filler } = landing(edit.key, landings);
    const node = anchor === null ? undefined : index.leafAt(anchor);
    const { children = [] } = found;
    const isList = format.isList?.(found, index.file) === true;
    const last = isList ? children.length - 1 : lastBefore(children, node?.block.end ?? 0);
    const first = filler === undefined ? -1 : children.indexOf(filler);
    const own = { parent: found, behind: Math.max(last, first) };
    const element = replaced.get(keyId(edit.key.slice(0, found.key.length + 1)));
    const { parent, behind } =
      element === undefined
        ? (format.land?.(edit, own, index.file) ?? own)
        : { parent: found, behind: children.indexOf(element) - 1 };
    const here = getOrSet(runs, parent, () => new Map<number, Run<F['root']>>());
    getOrSet(here, behind, () => ({ parent, behind, edits: [] })).edits.push(edit);
  }
  // If a container ends with its last value, whatever follows the container is inserted at the same
  // offset.
  const inner = [...runs].sort(([a], [b]) => b.key.length - a.key.length);
  return inner.flatMap(([, here]) => [...here.values()]);
}

/** Index of the last child that stays, among items or among all others; -1 if there is none. */
type LastLeft = (parent: Node, isAmongItems: boolean) => number;

/** Computed once per container, however many values are added there. */
function lastsLeft(gone: ReadonlySet<Node>): LastLeft {
  const known = { items: new Map<Node, number>(), others: new Map<Node, number>() };
  return (parent, isAmongItems) =>
    getOrSet(isAmongItems ? known.items : known.others, parent, () =>
      (parent.children ?? []).findLastIndex(
        (child) => isItem(child) === isAmongItems && !gone.has(child),
      ),
    );
}

interface Behind {
  readonly behind: number;
  readonly left: number;
  readonly isAlike: (child: Node) => boolean;
  readonly gone: ReadonlySet<Node>;
}

/** The first child from an index on that stays. */
function firstFrom<N extends Node>(
  children: readonly N[],
  { behind, left, isAlike, gone }: Behind,
): N | undefined {
  for (let at = behind + 1; at <= left; at += 1) {
    const child = children[at];
    if (child !== undefined && isAlike(child) && !gone.has(child)) return child;
  }
  return undefined;
}

/**
 * If the last items are removed and had no final comma, everything added among them is one run, and
 * only the last of it has no comma.
 */
function joinedAtEnd<N extends Node>(
  runs: readonly Run<N>[],
  gone: ReadonlySet<Node>,
  lastLeft: LastLeft,
): readonly Run<N>[] {
  const byParent = new Map<N, Run<N>[]>();
  for (const run of runs) getOrSet(byParent, run.parent, () => []).push(run);
  const others = new Set<Run<N>>();
  for (const [parent, own] of byParent) {
    const last = parent.children?.findLast(isItem);
    if (last === undefined || !gone.has(last) || !lacksComma(last)) continue;
    const left = lastLeft(parent, true);
    const [first, ...rest] = own.filter(({ behind }) => behind >= left).sort(byPlace);
    for (const run of rest) {
      first?.edits.push(...run.edits);
      others.add(run);
    }
  }
  return runs.filter((run) => !others.has(run));
}

function byPlace(a: Landing, b: Landing): number {
  return a.behind - b.behind;
}

/**
 * The innermost existing container for a new key, and the child that it follows.
 * @throws EditError `existing-key` if a value is in the way
 */
function landing<F extends TreeFile>(
  key: Key,
  landings: Landings<F>,
): { readonly parent: F['root']; readonly filler?: F['root'] } {
  const { index, format, leaving } = landings;
  const { keysGoOn } = format;
  for (let length = key.length - 1; length > 0; length -= 1) {
    const path = key.slice(0, length);
    const container = index.containerAt(path);
    if (container !== undefined && isReshaped(container, key, landings)) continue;
    if (container !== undefined) return { parent: container };
    const filler = index.fillerAt(path);
    if (filler !== undefined) return { parent: index.file.root, filler };
    if (keysGoOn === true || index.leavesAt(path).every((node) => leaving.has(node))) continue;
    throw noRoom(key, path);
  }
  return { parent: index.file.root };
}

/** Whether an element of a list is a list, and its new values are not, or the reverse. */
function isReshaped<F extends TreeFile>(
  element: F['root'],
  key: Key,
  { index, format, leaving, isElement }: Landings<F>,
): boolean {
  const { length } = element.key;
  const isList = format.isList?.(element, index.file) === true;
  if (isList === /^\d+$/.test(key[length] ?? '')) return false;
  const list = index.containerAt(element.key.slice(0, length - 1));
  if (list?.children?.includes(element) !== true) return false;
  return isElement(element, list) && isLeaving(element, leaving);
}

/** Whether all values of a node are removed. */
function isLeaving(node: Node, leaving: ReadonlySet<Node>): boolean {
  const { children = [] } = node;
  if (children.length === 0) return leaving.has(node);
  return children.every((child) => isLeaving(child, leaving));
}

/** Index of the last node that starts before an offset; nodes are in file order. */
function lastBefore(nodes: readonly Node[], offset: number): number {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((nodes[middle]?.block.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Removed and added items of a file. */
interface Changes {
  readonly text: string;
  readonly root: Node;
  /** Removed nodes, in file order. */
  readonly gone: readonly Node[];
  /** Places of the new nodes. */
  readonly runs: readonly Landing[];
}

/**
 * Splices for commas that are missing or superfluous after the changes: a comma is added after an
 * item that is no longer the last, and removed after one that has become the last if the previous
 * last item had none.
 */
function commaSplices({ text, root, gone, runs }: Changes): readonly Splice[] {
  const leaving = new Set(gone.filter(isItem));
  const ends = new Map<Node, number>();
  for (const { parent, behind } of runs)
    if (isItem(parent.children?.[behind]))
      ends.set(parent, Math.max(behind, ends.get(parent) ?? -1));
  const touched = new Set([...ends.keys(), ...parentsOf(root, leaving)]);
  return [...touched].flatMap((parent): readonly Splice[] => {
    // In PHP, statements are siblings of the items of an array.
    const items = (parent.children ?? []).filter(isItem);
    const last = items.findLast((item) => !leaving.has(item));
    if (last?.comma === undefined) return [];
    const { start, end } = last.comma;
    const at = parent.children?.lastIndexOf(last) ?? 0;
    if (at <= (ends.get(parent) ?? -1)) return start === end ? [{ start, end, text: ',' }] : [];
    if (last === items.at(-1) || start === end || !lacksComma(items.at(-1))) return [];
    const isLine = isLineEnd(text.charCodeAt(last.block.end - 1));
    return [{ start, end: isLine ? end : Math.max(end, last.block.end), text: '' }];
  });
}

/** Whether a node is an item of a comma-separated container, with or without its comma. */
function isItem(node: Node | undefined): boolean {
  return node?.comma !== undefined;
}

function lacksComma(node: Node | undefined): boolean {
  return node?.comma !== undefined && node.comma.start === node.comma.end;
}

/** The containers of some nodes. */
function parentsOf(root: Node, nodes: ReadonlySet<Node>): readonly Node[] {
  if (nodes.size === 0) return [];
  const parents: Node[] = [];
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { children = [] } = node;
    if (children.some((child) => nodes.has(child))) parents.push(node);
    open.push(...children.filter(({ children: inner }) => inner !== undefined));
  }
  return parents;
}

import { keyId } from '../../model/index.js';
import type { Edit, InsertEdit, Key } from '../../model/index.js';
import { commaSplices, isItem, lacksComma } from './commas.js';
import { leafOf, nodeOutOfTurn, sortEdits, strayBom } from './edits.js';
import {
  BOM,
  beforeLineEnd,
  detectNewline,
  hasBom,
  isLineEnd,
  lineStart,
  newLineAt,
} from './layout.js';
import { goneIn, removals, type Leaving } from './removals.js';
import { movedLines, renamesIn, type NamedNodes, type Renames } from './renames.js';
import type { Splice } from './splices.js';
import type { NewNode, Node, Place, TreeFile, TreeFormat } from './tree.js';
import type { TreeIndex } from './tree-index.js';
import { firstFrom, joinedAtEnd, lastsLeft, runsOf } from './tree-runs.js';
import type { Insertion, LastLeft, Run } from './tree-runs.js';

/** The splices that make edits of a file. @throws EditError */
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
  const apart = runsOf(inserts, { index, format });
  const filled = new Set<Node>(apart.map(({ parent }) => parent));
  const gone = goneWithDuplicates(index, { leaving, filled });
  const goneNodes = new Set(gone);
  const lastLeft = lastsLeft(goneNodes);
  const runs = joinedAtEnd(apart, goneNodes, lastLeft);
  const changing = { index, format, gone: goneNodes, lastLeft, renames, nodes };
  const added = runs.map((run) => insertion(run, changing));
  const { text } = file;
  const commas = commaSplices({ text, root: file.root, gone, runs });
  // Where a value has the key of a container, what is asked for is what the values in it share.
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

/** What goes, and all that would be read again without it. */
function goneWithDuplicates<F extends TreeFile>(
  index: TreeIndex<F>,
  { leaving, filled }: Leaving,
): readonly Node[] {
  const gone = goneIn(index.file.root, { leaving, filled });
  const behind = index.behind(gone).filter((node) => !leaving.has(node));
  if (behind.length === 0) return gone;
  return goneWithDuplicates(index, { leaving: new Set([...leaving, ...behind]), filled });
}

interface Changing<F extends TreeFile> extends Insertion<F> {
  readonly gone: ReadonlySet<Node>;
  readonly lastLeft: LastLeft;
  readonly renames: Renames<F['root']>;
  readonly nodes: NamedNodes<F['root']> | undefined;
}

function insertion<F extends TreeFile>(
  { parent, behind, edits }: Run<F['root']>,
  { index, format, gone, lastLeft, renames, nodes }: Changing<F>,
): Splice {
  const { file } = index;
  const { text } = file;
  const newline = file.newline ?? detectNewline(text);
  const children = parent.children ?? [];
  const [before, next] = [children[behind], children[behind + 1]];
  // Statements of PHP are no neighbours of the items of an array.
  const isAmongItems = isItem(before ?? next);
  const after = isItem(next) === isAmongItems ? next : undefined;
  const isAlike = (child: Node): boolean => isItem(child) === isAmongItems;
  const left = lastLeft(parent, isAmongItems);
  const last = children.findLastIndex(isAlike);
  const run = newNodes(edits, parent.key.length);
  if (format.isList !== undefined) run.forEach(requireFirst);
  if (format.isList?.(parent, file) === true)
    requireTurns(run, children.filter((child) => !gone.has(child)).length);
  const endsBare = lacksComma(last > behind ? children[last] : before) && left <= behind;
  const at = before?.block.end ?? after?.block.start ?? parent.inside ?? parent.block.end;
  const isAtStart = at === 0 || isLineEnd(text.charCodeAt(at - 1)) || (at === 1 && hasBom(text));
  const isInLine = (before ?? after) !== undefined && !isAtStart && at < text.length;
  const neighbours = { before, after, next: firstFrom(children, { behind, left, isAlike, gone }) };
  const leafAt = (key: Key): F['root'] | undefined => index.leafAt(key);
  const place: Place<F> = {
    ...{ file, newline, parent, ...neighbours, isInLine, endsBare, run },
    ...{ at: 0, leafAt },
  };
  const linesOf = (item: NewNode, i: number): string =>
    movedLines(item, place, { renames, nodes }) ?? format.insert(item, { ...place, at: i });
  const lines = run.map(linesOf).join('');
  const below = next !== undefined && gone.has(next) ? undefined : format.below?.(lines, place);
  if (below !== undefined)
    return { start: at + below.offset, end: at + below.offset, text: below.lines };
  if (format.enclose !== undefined && before === undefined && after === undefined)
    return { start: at, end: at, text: format.enclose(lines, place) };
  const isBeside = before !== undefined || (after !== undefined && !isBlankLine(text, at));
  const isApart = isBeside || isLineEnd(lines.charCodeAt(0));
  const gap = !isApart && isBelowComment(file, at) ? newLineAt(text, at, newline) : '';
  if (isAtStart || !lines.endsWith(newline)) return { start: at, end: at, text: gap + lines };
  return { start: at, end: at, text: newline + gap + lines.slice(0, -newline.length) };
}

/** @throws EditError for an element of a list by name, or behind one that is not there */
function requireTurns(run: readonly NewNode[], length: number): void {
  const item = run.find(({ key }, i) => key.at(-1) !== String(length + i));
  if (item !== undefined) throw nodeOutOfTurn(item);
}

/** @throws EditError for an element of what its source has as a list, and which lacks others before it */
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

const BLANK_LINE = /[ \t]*[\n\r]/y;

function isBlankLine(text: string, at: number): boolean {
  BLANK_LINE.lastIndex = at;
  return BLANK_LINE.test(text);
}

/** Whether a first value would take the comment above it, such as a licence, for its own. */
function isBelowComment({ text, newline }: TreeFile, at: number): boolean {
  const end = beforeLineEnd(text, at);
  // To Fluent a carriage return ends no line.
  const start = newline === undefined ? lineStart(text, end) : text.lastIndexOf('\n', at - 2) + 1;
  const line = text.slice(start, at);
  return /^\ufeff?[ \t]*(?:[#!]|\/[/*])|(?:-->|\*\/)\s*$/.test(line);
}

interface Growing extends NewNode {
  edit?: InsertEdit;
  readonly children: Growing[];
}

/** Values and the containers that they need, in the order of the edits. */
function newNodes(edits: readonly InsertEdit[], depth: number): readonly NewNode[] {
  const top: Growing[] = [];
  const known = new Map<string, Growing>();
  for (const edit of edits) {
    let list = top;
    // A format may land a value in a container of the same key.
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

import { keyId } from '../../model/index.js';
import type { InsertEdit, Key } from '../../model/index.js';
import { isItem, lacksComma } from './commas.js';
import {
  beforeLineEnd,
  detectNewline,
  hasBom,
  isBlankLine,
  isLineEnd,
  lineStart,
  newLineAt,
} from './layout.js';
import { movedLines } from './renames.js';
import type { NamedNodes, Renames } from './renames.js';
import type { Splice } from './splices.js';
import type { NewNode, Node, Place, TreeFile } from './tree.js';
import { firstFrom } from './tree-runs.js';
import type { Insertion, LastLeft, ReplacedElements, Run } from './tree-runs.js';
import { leafOf, nodeOutOfTurn, noRoom } from './edits.js';

/** A file in which values are removed and added. */
export interface Changing<F extends TreeFile> extends Insertion<F> {
  readonly gone: ReadonlySet<Node>;
  readonly replaced: ReplacedElements;
  readonly lastLeft: LastLeft;
  readonly renames: Renames<F['root']>;
  readonly nodes: NamedNodes<F['root']> | undefined;
}

/** The splice that writes a run of new values. @throws EditError */
export function insertion<F extends TreeFile>(run: Run<F['root']>, changing: Changing<F>): Splice {
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

import { lineStart } from './layout.js';
import type { Node, Place, TreeFile } from './tree.js';

/** An item of a file whose containers have brackets and commas: JSON5, PHP. */
export interface Item extends Node {
  /** White space before it on its line; undefined if it does not start its line. */
  readonly indent: string | undefined;
  /** Whether a blank line above is part of its block. */
  readonly isSpaced: boolean;
  readonly children?: readonly Item[];
  /** Offset of a container's closing bracket. */
  readonly close?: number;
}

type ItemPlace = Place<TreeFile<Item>>;

interface Writing {
  /** Its key with what separates it from the value. */
  readonly lead: string;
  /** The value with its lines indented; undefined: on one line. */
  readonly value: (indent: string | undefined) => string;
  /** Its indentation if no neighbour shows one. */
  readonly inner: string;
  /** White space after a comma between items on one line. */
  readonly gap: '' | ' ';
  /** The last line of a container in several lines ends in a comma. */
  readonly isTrailing: boolean;
}

/** The lines of a new item, or only the item if its neighbours share a line. */
export function newItem(
  place: ItemPlace,
  { lead, value, inner, gap, isTrailing }: Writing,
): string {
  const { file, before, after, newline, isInLine, run, at, endsBare } = place;
  const isLast = at === run.length - 1 && (after === undefined || endsBare);
  const isOpen = before?.comma === undefined || before.comma.end > before.comma.start;
  if (isInLine) {
    const offset = before?.block.end ?? after?.block.start ?? 0;
    const isClose = at === 0 && !/[\s[({]/.test(file.text.charAt(offset - 1));
    const isNext = isOpen && before !== undefined && !endsBare;
    const comma = !isLast ? `,${gap}` : isNext ? ',' : '';
    return `${isClose ? gap : ''}${lead}${value(undefined)}${comma}`;
  }
  const indent = before?.indent ?? after?.indent ?? inner;
  // The nearest container with items decides whether a new one is on one line.
  const like = [before, after].find(
    (node) => node?.close !== undefined && (node.children ?? []).length > 0,
  );
  const isShort = like !== undefined && !/[\n\r]/.test(file.text.slice(like.inside, like.close));
  const hasComma = !isLast || ((before === undefined ? isTrailing : isOpen) && !endsBare);
  const line = `${indent}${lead}${value(isShort ? undefined : indent)}${hasComma ? ',' : ''}`;
  return blankLine(place) + line + newline;
}

/** A blank line above, if each neighbour has one. */
export function blankLine({ parent, before, after, newline, at }: ItemPlace): string {
  if (before === undefined) return at > 0 && after?.isSpaced === true ? newline : '';
  if (!before.isSpaced || after !== undefined) return before.isSpaced ? newline : '';
  return parent.children?.at(-2)?.isSpaced === false ? '' : newline;
}

/** The first lines of a container, with line ends inside its brackets. */
export function inBrackets(lines: string, { file, parent, newline }: ItemPlace): string {
  const { inside = 0, close } = parent;
  const body = newline + lines.slice(0, -newline.length);
  if (/[\n\r]/.test(file.text.slice(inside, close))) return body;
  return body + newline + indentOf(parent, file.text);
}

/** White space at the start of a container's line. */
export function indentOf({ inside = 0 }: Item, text: string): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, inside), inside))?.[0] ?? '';
}

import { unicodeEscape } from '../kit/character-escapes.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { TreeFormat, NewNode, Place } from '../kit/tree.js';
import { about } from './about.js';
import type { Json5File } from './file.js';
import { read } from './read.js';
import { renamedRoot } from './root.js';
import { keyText, inQuotes } from './strings.js';
import type { InsertEdit, SetEdit } from '../../model/index.js';
import { lineStart } from '../kit/layout.js';
import { areInOneLine } from '../kit/one-line.js';
import type { Splice } from '../kit/splices.js';
import type { Json5Node } from './node.js';

/** JSON5: keeps quotes, bare keys, comments and commas as they are. */
const format: TreeFormat<Json5File> = {
  ...about,
  read,
  replaces: true,
  set: setValue,
  rename: (name, written, { habits }) => keyText(name, /^['"]/.exec(written)?.[0] ?? '', habits),
  insert: insertItem,
  isList: isArray,
  enclose,
  derived: renamedRoot,
  escape: (character) => unicodeEscape(character),
};

type Json5Place = Place<Json5File>;

/** Replaces a value by a text, in the same quotes. */
function setValue(
  edit: SetEdit,
  { unit }: Json5Node,
  { text, habits }: Json5File,
): readonly Splice[] {
  if (unit === undefined) return [];
  const { start, end } = unit.range;
  const quote = unit.kind === 'text' ? text.charAt(start) : habits.quote;
  return [{ start, end, text: rawOf(edit) ?? inQuotes(edit.text, quote) }];
}

function rawOf(edit: SetEdit | InsertEdit): string | undefined {
  return edit.from?.unit.kind === 'raw' ? edit.text : undefined;
}

/** The line of a new member, or only the member if its neighbours share a line. */
function insertItem(item: NewNode, place: Json5Place): string {
  const { file, before, after, newline, isInLine, run, at } = place;
  const near = after?.indent === undefined ? before : after;
  const indent = (before?.indent === undefined ? near : before)?.indent;
  const lead = nameOf(item, place);
  const isLast = at === run.length - 1 && (after === undefined || place.endsBare);
  const isOpen = before?.comma === undefined || before.comma.end > before.comma.start;
  if (isInLine) {
    const value = valueOf(item, { file, newline, indent: undefined });
    const offset = before?.block.end ?? after?.block.start ?? 0;
    const gap = isTight(place) ? '' : ' ';
    const isClose = at === 0 && !/[\s[{]/.test(file.text.charAt(offset - 1));
    const isNext = isOpen && before !== undefined && !place.endsBare;
    const comma = !isLast ? `,${gap}` : isNext ? ',' : '';
    return `${isClose ? gap : ''}${lead}${value}${comma}`;
  }
  const own =
    indent ?? innerIndent(place) + (file.newRootKey === undefined ? '' : file.habits.step);
  const isShort = areInOneLine(file.text, [before, after]);
  const value = valueOf(item, { file, newline, indent: isShort ? undefined : own });
  const isTrailing = before === undefined ? file.habits.isTrailing : isOpen;
  const hasComma = !isLast || (isTrailing && !place.endsBare);
  return `${blankLine(place)}${own}${lead}${value}${hasComma ? ',' : ''}${newline}`;
}

/** Whether there is no space after commas, or after colons if there is no comma. */
function isTight({ file: { text }, before, after }: Json5Place): boolean {
  const near = before ?? after;
  if (near?.comma === undefined) return false;
  const { start, end } = near.comma;
  return start < end && after !== undefined ? /\S/.test(text.charAt(end)) : near.colon === ':';
}

/** Adds line ends inside the brackets of a previously empty container. */
function enclose(members: string, place: Json5Place): string {
  const { file, parent, newline } = place;
  const lines = file.newRootKey === undefined ? members : belowRootKey(members, place);
  const { text } = file;
  const { inside = 0, close } = parent;
  if (close === undefined) {
    const lead = text === '' || /[\n\r\ufeff]$/.test(text) ? '' : newline;
    return `${lead}{${newline}${lines}}${newline}`;
  }
  const body = newline + lines.slice(0, -newline.length);
  if (/[\n\r]/.test(text.slice(inside, close))) return body;
  return body + newline + indentIn(place);
}

function belowRootKey(lines: string, place: Json5Place): string {
  const { file, newline } = place;
  const { keyQuote, isTrailing } = file.habits;
  const indent = innerIndent(place);
  const name = keyText(file.newRootKey ?? '', keyQuote, file.habits);
  return `${indent}${name}: {${newline}${lines}${indent}}${isTrailing ? ',' : ''}${newline}`;
}

/** Indentation of the first members of an empty container. */
function innerIndent(place: Json5Place): string {
  const { step } = place.file.habits;
  return isNewFile(place.parent) ? step : indentIn(place) + step;
}

function isNewFile({ key, close }: Json5Node): boolean {
  return key.length === 0 && close === undefined;
}

/** A blank line above, if each neighbour has one. */
function blankLine({ parent, before, after, newline, at }: Json5Place): string {
  if (before === undefined) return at > 0 && after?.isSpaced === true ? newline : '';
  if (!before.isSpaced || after !== undefined) return before.isSpaced ? newline : '';
  return parent.children?.at(-2)?.isSpaced === false ? '' : newline;
}

interface Writing {
  readonly file: Json5File;
  readonly newline: string;
  /** Undefined: everything is on one line. */
  readonly indent: string | undefined;
}

function valueOf({ edit, children, key }: NewNode, writing: Writing): string {
  const { file, newline, indent } = writing;
  const { habits } = file;
  if (edit !== undefined) return rawOf(edit) ?? inQuotes(edit.text, habits.quote);
  const inner = indent === undefined ? undefined : indent + habits.step;
  const isList = children.every((child, i) => child.key[key.length] === String(i));
  const items = children.map((child) => {
    const name = isList ? '' : `${keyText(child.key.at(-1) ?? '', habits.keyQuote, habits)}: `;
    return name + valueOf(child, { ...writing, indent: inner });
  });
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (indent === undefined || inner === undefined)
    return isList ? `[${items.join(', ')}]` : `{ ${items.join(', ')} }`;
  const lines = items.map((item, i) => {
    const hasComma = i < items.length - 1 || habits.isTrailing;
    return inner + item + (hasComma ? ',' : '') + newline;
  });
  return open + newline + lines.join('') + indent + close;
}

/** The key with its separator; '' for an element of an array. */
function nameOf(item: NewNode, { file, parent, before, after }: Json5Place): string {
  const { habits } = file;
  const near = before ?? after;
  if (isArray(parent, file)) return '';
  const model = [before, after].find((one) => one?.unit !== undefined) ?? near;
  const colon = model === undefined || /[^: \t]/.test(model.colon) ? ': ' : model.colon;
  const quote = near === undefined ? habits.keyQuote : (/^['"]/.exec(near.name)?.[0] ?? '');
  return keyText(item.key.at(-1) ?? '', quote, habits) + colon;
}

function isArray({ close = -1 }: Json5Node, { text }: Json5File): boolean {
  return text.charAt(close) === ']';
}

/** White space at the start of a container's line. */
function indentIn({ parent: { inside = 0 }, file: { text } }: Json5Place): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, inside), inside))?.[0] ?? '';
}

export const json5 = treeCodec(format);

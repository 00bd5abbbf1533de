import { treeCodec } from '../kit/tree-codec.js';
import type { TreeFormat, Landing, NewNode, Place } from '../kit/tree.js';
import { about } from './about.js';
import { basic, isBare, read, rewrite, type TomlFile, type TomlNode } from './read.js';
import { EditError, formatKey } from '../../model/index.js';
import type { InsertEdit, Key, SetEdit } from '../../model/index.js';
import { separatorLike } from '../kit/alignment.js';
import { nodeOutOfTurn } from '../kit/edits.js';
import { hasBom, isBlankLine, lineStart } from '../kit/layout.js';
import type { Splice } from '../kit/splices.js';

/** TOML 1.1: among others, catalogs of go-i18n and Hugo. */
const format: TreeFormat<TomlFile> = {
  ...about,
  read,
  set: setValue,
  rename: (name, written) => keyText([name], written),
  insert: insertItem,
  enclose,
  isList: isArray,
  isElement: ({ kind }) => kind === 'element',
  land,
};

type TomlPlace = Place<TomlFile>;

/** Replaces a value by a text, in the same quotes if those can represent it. */
function setValue(
  edit: SetEdit,
  { unit }: TomlNode,
  { text, newline }: TomlFile,
): readonly Splice[] {
  if (unit === undefined) return [];
  const { start, end } = unit.range;
  if (edit.from?.unit.kind === 'raw') return [{ start, end, text: edit.text }];
  const isText = unit.kind === 'text';
  const value = isText ? rewrite(edit.text, text.slice(start, end), newline) : basic(edit.text);
  return [{ start, end, text: value }];
}

/**
 * Places where TOML allows a value: the file's own pairs before its first table, tables after other
 * tables, dotted keys beside similar ones.
 */
function land(
  { key }: InsertEdit,
  { parent, behind }: Landing<TomlNode>,
  file: TomlFile,
): Landing<TomlNode> {
  const { children = [] } = parent;
  if (parent.close !== undefined) return { parent, behind };
  const isRoot = parent === file.root;
  if (key.length === parent.key.length + 1)
    return { parent, behind: isRoot ? Math.min(behind, file.lastPair) : behind };
  if (isDotted(key, parent, file)) {
    const like = key.slice(0, parent.key.length + 1);
    const isLike = (node: TomlNode | undefined): boolean =>
      node?.kind === 'pair' && like.every((segment, i) => node.key[i] === segment);
    const isNear = isLike(children[behind]) || isLike(children[behind + 1]);
    const own = isNear ? -1 : children.findLastIndex(isLike);
    const at = own === -1 ? behind : own;
    return { parent, behind: isRoot ? Math.min(at, file.lastPair) : at };
  }
  // An array is a pair of its table. Elements of arrays of tables have headers.
  const { root, lastPair, definitions } = file;
  const isIndex = /^\d+$/.test(key.at(-1) ?? '');
  const isElement = isIndex && definitions.lengthOf(key.slice(0, -1)) === undefined;
  if (!isRoot && key.length === parent.key.length + 2 && isElement) return { parent, behind };
  const all = root.children ?? [];
  if (definitions.lengthOf(key.slice(0, 1)) !== undefined)
    return { parent: root, behind: all.findLastIndex((node) => node.key[0] === key[0]) };
  // It may become an array, which is a pair, or a table: both are allowed here.
  if (isIndex) return { parent: root, behind: lastPair };
  return { parent: root, behind: Math.max(isRoot ? behind : all.indexOf(parent), lastPair) };
}

/** Whether the containers of a new key are written as dotted keys. */
function isDotted(key: Key, parent: TomlNode, file: TomlFile): boolean {
  if (parent.kind === 'element') return true;
  const isLike = file.definitions.isDotted(key.slice(0, parent.key.length + 1));
  return isLike || (parent === file.root && file.isFlat);
}

/** The lines of a new pair or table, or an item of an array or inline table. */
function insertItem(item: NewNode, place: TomlPlace): string {
  const { file, parent, run, at } = place;
  if (parent.close !== undefined) return inlineItem(item, place);
  if (parent !== file.root) return pairs(item, place);
  // Pairs are not allowed after a table, so all of them come first.
  if (at > 0) return '';
  const isTable = (one: NewNode): boolean =>
    one.edit === undefined &&
    !isDotted(one.key, parent, file) &&
    !(isIndexed(one) && one.children.some(({ edit }) => edit !== undefined));
  const lines = run.filter((one) => !isTable(one)).map((one) => pairs(one, place));
  const added = run.filter(isTable).flatMap((one) => tables(one, place));
  return lines.join('') + spaced(added, place, lines.length > 0);
}

/** Tables separated by blank lines, if the file does that. */
function spaced(added: readonly string[], place: TomlPlace, isBehindPairs: boolean): string {
  const { file, before, after, newline } = place;
  if (added.length === 0) {
    const isAbove = before === undefined && after !== undefined && after.kind !== 'pair';
    return isAbove && !after.isSpaced ? newline : '';
  }
  const gap = file.hasGaps ? newline : '';
  const top = before === undefined && !isBehindPairs ? '' : gap;
  // A heading, which is not part of the table below it, can follow a blank line of its own.
  const isSpaced = before !== undefined && isBlankLine(file.text, before.block.end);
  const bottom = after !== undefined && !after.isSpaced && !isSpaced ? gap : '';
  return top + added.join(gap) + bottom;
}

/** `[a.b]` and its pairs; one table per container with pairs of its own. */
function tables(item: NewNode, place: TomlPlace): readonly string[] {
  const { file, newline } = place;
  const { key, children } = item;
  const length = file.definitions.lengthOf(key);
  if (length !== undefined || isIndexed(item)) {
    return children.flatMap((child, i) => {
      if (child.key.at(-1) !== String((length ?? 0) + i)) throw nodeOutOfTurn(child);
      if (child.edit !== undefined) {
        const message = `"${formatKey(child.key)}" cannot be added, because its array contains tables.`;
        throw new EditError('not-writable', child.edit.key, message);
      }
      const own = child.children.flatMap((one) => pairsIn(one, child.key, place));
      return [`[[${keyText(key)}]]${newline}${own.join('')}`];
    });
  }
  const own = children.filter((child) => child.edit !== undefined || isIndexed(child));
  const header = `[${keyText(key)}]${newline}`;
  const lines = own.flatMap((child) => pairsIn(child, key, place));
  const rest = children.filter((child) => !own.includes(child));
  const inner = rest.flatMap((child) => tables(child, place));
  return own.length === 0 ? inner : [header + lines.join(''), ...inner];
}

/** Whether keys are `0`, `1` and so on: the items of an array. */
function isIndexed({ key, children }: NewNode): boolean {
  return children.length > 0 && children.every((child, i) => child.key[key.length] === String(i));
}

function pairs(item: NewNode, place: TomlPlace): string {
  return pairsIn(item, place.parent.key, place).join('');
}

/** `a = "text"`, with dotted keys for containers. */
function pairsIn(item: NewNode, table: Key, place: TomlPlace): readonly string[] {
  const { before, after, newline } = place;
  if (item.edit === undefined && !isIndexed(item))
    return item.children.flatMap((child) => pairsIn(child, table, place));
  const near = [before, after].filter((one) => one?.kind === 'pair');
  const indent = near[0]?.indent ?? '';
  const name = keyText(item.key.slice(table.length), near[0]?.name);
  const others = near.flatMap((one) =>
    one === undefined
      ? []
      : [{ name: one.name, between: one.equals, isText: one.unit !== undefined }],
  );
  const blank = before?.kind === 'pair' && before.isSpaced ? newline : '';
  return [`${blank}${indent}${name}${separatorLike(name, others, '=')}${valueOf(item)}${newline}`];
}

/** A value on one line. */
function valueOf(item: NewNode): string {
  const { edit, children, key } = item;
  if (edit !== undefined) return edit.from?.unit.kind === 'raw' ? edit.text : basic(edit.text);
  if (isIndexed(item)) return `[${children.map(valueOf).join(', ')}]`;
  const all = children.map(
    (child) => `${keyText(child.key.slice(key.length))} = ${valueOf(child)}`,
  );
  return `{ ${all.join(', ')} }`;
}

/** A dotted key, quoted if necessary, or if its neighbour is. */
function keyText(names: Key, like = ''): string {
  const isQuoted = /^["']/.test(like);
  return names.map((name) => (isBare(name) && !isQuoted ? name : basic(name))).join('.');
}

function isArray({ close, inside = 1 }: TomlNode, { text }: TomlFile): boolean {
  return close !== undefined && text.charAt(inside - 1) === '[';
}

function inlineItem(item: NewNode, place: TomlPlace): string {
  const { file, parent, before, after, run, at, newline } = place;
  const near = before ?? after;
  const name = isArray(parent, file) ? '' : keyText(item.key.slice(parent.key.length));
  const equals = near === undefined || near.equals === '' ? ' = ' : near.equals;
  const text = name === '' ? valueOf(item) : name + equals + valueOf(item);
  const isLast = at === run.length - 1 && (after === undefined || place.endsBare);
  const indent = after?.indent ?? before?.indent;
  if (indent === undefined) {
    const offset = before?.block.end ?? after?.block.start ?? 0;
    const isClose = at === 0 && near !== undefined && !/[\s[{]/.test(file.text.charAt(offset - 1));
    // The last of several items has a comma if the previous last one has.
    const comma = before?.comma;
    const hasLast = comma !== undefined && !place.endsBare;
    const end = hasLast ? `,${file.text.slice(comma.end, before?.block.end)}` : '';
    return `${isClose ? ' ' : ''}${text}${isLast ? end : ', '}`;
  }
  const isOpen = before?.comma === undefined || before.comma.end > before.comma.start;
  return `${indent}${text}${isLast && (!isOpen || place.endsBare) ? '' : ','}${newline}`;
}

/** The first items of previously empty brackets. */
function enclose(lines: string, { file, parent, newline }: TomlPlace): string {
  const { close, inside = 0 } = parent;
  if (close === undefined) {
    const { text } = file;
    const at = parent.inside ?? parent.block.end;
    // A comment above would become the note of the first value.
    const gap = parent === file.root && /\S/.test(text) ? newline : '';
    if (lineStart(text, at) === at || (hasBom(text) && at === 1)) return gap + lines;
    return newline + gap + lines.slice(0, -newline.length);
  }
  return file.text.charAt(inside - 1) === '{' ? ` ${lines.trim()} ` : lines.trim();
}

export const toml = treeCodec(format);

import { treeCodec } from '../kit/tree-codec.js';
import type { TreeFormat, Landing, NewNode, Place } from '../kit/tree.js';
import { about } from './about.js';
import { inQuotes, rewrite } from './literals.js';
import { type PhpFile, type PhpNode, read } from './read.js';
import type { InsertEdit, SetEdit } from '../../model/index.js';
import { separatorLike } from '../kit/alignment.js';
import { leafOf, noRoom } from '../kit/edits.js';
import { blankLine, inBrackets, indentOf, newItem } from '../kit/items.js';
import type { Splice } from '../kit/splices.js';

/** PHP files with arrays or constants of texts and no code: Laravel, Symfony, CodeIgniter, XOOPS. */
const format: TreeFormat<PhpFile> = {
  ...about,
  read,
  replaces: true,
  set: setValue,
  rename: (name, written) => inQuotes(name, written.charAt(0)),
  insert: insertItem,
  isElement: ({ name }) => name === '',
  land,
  enclose,
};

type PhpPlace = Place<PhpFile>;

/** Replaces a value by a text, in the same quotes; joined texts become one. */
function setValue(edit: SetEdit, { unit }: PhpNode, { text, habits }: PhpFile): readonly Splice[] {
  if (unit === undefined) return [];
  const { start, end } = unit.range;
  if (edit.from?.unit.kind === 'raw') return [{ start, end, text: edit.text }];
  const isText = unit.kind === 'text';
  const value = isText
    ? rewrite(edit.text, text.slice(start, end))
    : inQuotes(edit.text, habits.quote);
  return [{ start, end, text: value }];
}

/**
 * Unkeyed elements continue the numbering of earlier ones, so a numeric key goes to the end. An
 * array that starts with `$lang['a'] = [];` is continued with statements.
 */
function land(
  { key }: InsertEdit,
  { parent, behind }: Landing<PhpNode>,
  { root }: PhpFile,
): Landing<PhpNode> {
  const { children = [] } = parent;
  if (parent.isStatement && children.length === 0)
    return { parent: root, behind: root.children?.indexOf(parent) ?? behind };
  const isNumber = /^\d+$/.test(key[parent.key.length] ?? '');
  const isCounted = isNumber && children.slice(behind + 1).some(({ name }) => name === '');
  return { parent, behind: isCounted ? children.length - 1 : behind };
}

/** The lines of a new item, or only the item if its neighbours share a line. */
function insertItem(item: NewNode, place: PhpPlace): string {
  const { file, before, after, parent } = place;
  const isStatement = (before ?? after)?.isStatement ?? isStatements(place);
  if (isStatement) return statements(item, place);
  return newItem(place, {
    lead: nameOf(item, place),
    value: (indent) => valueOf(item, indent, place),
    inner: indentOf(parent, file.text) + file.habits.step,
    gap: ' ',
    isTrailing: file.habits.isTrailing,
  });
}

/** Adds line ends inside the brackets of a previously empty array. */
function enclose(lines: string, place: PhpPlace): string {
  return place.parent.close === undefined ? newFile(lines, place) : inBrackets(lines, place);
}

/** A file without an array gets one, or assignments as in its source. */
function newFile(lines: string, place: PhpPlace): string {
  const { file, newline } = place;
  const { text } = file;
  const isOpen = text.includes('<?');
  const lead = isOpen ? (/[\n\r]$/.test(text) ? '' : newline) : `<?php${newline}${newline}`;
  return isStatements(place) ? lead + lines : `${lead}return [${newline}${lines}];${newline}`;
}

function isStatements({ file, parent, run }: PhpPlace): boolean {
  if (parent.key.length > 0 || parent.close !== undefined) return false;
  if (file.variable !== undefined || file.isDefines) return true;
  const from = originOf(run[0]);
  return variableOf(from) !== undefined || hasDefines(from);
}

function hasDefines(from: InsertEdit['from']): boolean {
  return /^\s*define\s*\(/im.test(from?.document.text ?? '');
}

function originOf(item: NewNode | undefined): InsertEdit['from'] {
  return item === undefined ? undefined : (item.edit?.from ?? originOf(item.children[0]));
}

function variableOf(from: InsertEdit['from']): string | undefined {
  return /^\s*(\$\w+)\s*\[/m.exec(from?.document.text ?? '')?.[1];
}

/** `$lang['a']['b'] = 'text';`, one per line. */
function statements(item: NewNode, place: PhpPlace): string {
  const { file, before, after, newline } = place;
  if (item.edit === undefined)
    return item.children.map((child) => statements(child, place)).join('');
  const [first = '', ...rest] = item.key;
  if (file.isDefines || (file.variable === undefined && hasDefines(item.edit.from))) {
    const near = before ?? after;
    const constant = inQuotes(item.key.join('.'), file.habits.keyQuote);
    const guard = near?.guard?.[0].replace(/(['"])[^'"]*\1/, () => constant) ?? '';
    const name = `${guard}define(${constant}`;
    const value = valueOf(item, '', place);
    const lead = `${blankLine(place)}${near?.indent ?? ''}${name}`;
    return `${lead}${arrowFor(name, place, ',').trimStart()}${value});${near?.guard?.[1] ?? ''}${newline}`;
  }
  const main = file.variable ?? variableOf(item.edit.from) ?? '$lang';
  const isOther = /^\$\w+$/.test(first) && first !== main && rest.length > 0;
  const path = (isOther ? rest : item.key).map((one) => `[${keyText(one, file, before ?? after)}]`);
  const name = (isOther ? first : main) + path.join('');
  const indent = (before ?? after)?.indent ?? '';
  const value = valueOf(item, indent, place);
  return `${blankLine(place)}${indent}${name}${arrowFor(name, place, '=')}${value};${newline}`;
}

/** @param indent undefined: everything is on one line */
function valueOf(
  { edit, children, key }: NewNode,
  indent: string | undefined,
  place: PhpPlace,
): string {
  const { file, newline } = place;
  const { habits } = file;
  if (edit !== undefined)
    return edit.from?.unit.kind === 'raw' ? edit.text : inQuotes(edit.text, habits.quote);
  const inner = indent === undefined ? undefined : indent + habits.step;
  const isList = children.every((child, i) => child.key[key.length] === String(i));
  const items = children.map((child) => {
    const name = isList && !isKeyed(child) ? '' : `${keyText(child.key.at(-1) ?? '', file)} => `;
    return name + valueOf(child, inner, place);
  });
  const [open, close] = habits.isLong ? ['array(', ')'] : ['[', ']'];
  if (indent === undefined || inner === undefined) return open + items.join(', ') + close;
  const lines = items.map((item, i) => {
    const hasComma = i < items.length - 1 || habits.isTrailing;
    return inner + item + (hasComma ? ',' : '') + newline;
  });
  return open + newline + lines.join('') + indent + close;
}

/** Whether the source writes the index of an element. */
function isKeyed(item: NewNode): boolean {
  const from = originOf(item);
  if (from === undefined || item.edit === undefined) return false;
  const { start } = from.unit.range;
  return from.document.text
    .slice(Math.max(0, start - 200), start)
    .trimEnd()
    .endsWith('=>');
}

/** The key with its arrow; '' for an element of a list. */
function nameOf(item: NewNode, place: PhpPlace): string {
  const { file, before, after, parent, at } = place;
  const key = item.key.at(-1) ?? '';
  const isList =
    (before ?? after)?.name === '' || (parent.children?.length === 0 && !isKeyed(item));
  const first = before === undefined ? 0 : Number(before.key.at(-1)) + 1;
  if (isList && (before === undefined || before.name === '') && key === String(first + at))
    return '';
  // A written index replaces the element that has it by its position.
  const unnamed = place.staying().filter((child) => child.name === '');
  if (/^\d+$/.test(key) && Number(key) < unnamed.length) throw noRoom(leafOf(item).key, item.key);
  const name = keyText(key, file, before ?? after);
  return name + arrowFor(name, place, '=>');
}

function keyText(key: string, file: PhpFile, near?: PhpNode): string {
  const isQuoted = /^['"]-?\d+['"]$/.test(near?.name ?? '');
  if (/^(?:0|-?[1-9]\d{0,17})$/.test(key) && !isQuoted) return key;
  return inQuotes(key, file.habits.keyQuote);
}

function arrowFor(name: string, { before, after }: PhpPlace, sign: string): string {
  const near = [before, after].flatMap((one) =>
    one === undefined || one.arrow === ''
      ? []
      : [{ name: one.name, between: one.arrow, isText: one.unit !== undefined }],
  );
  return separatorLike(name, near, sign);
}

export const php = treeCodec(format);

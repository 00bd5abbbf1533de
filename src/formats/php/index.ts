import { treeCodec } from '../kit/tree-codec.js';
import type { TreeFormat, Landing, NewNode, Place } from '../kit/tree.js';
import { about } from './about.js';
import { inQuotes, rewrite } from './literals.js';
import { read } from './read.js';
import type { PhpFile } from './read.js';
import type { InsertEdit, SetEdit } from '../../model/index.js';
import { separatorLike } from '../kit/alignment.js';
import { leafOf, noRoom } from '../kit/edits.js';
import { lineStart } from '../kit/layout.js';
import { areInOneLine } from '../kit/one-line.js';
import type { Splice } from '../kit/splices.js';
import type { PhpNode } from './node.js';

/** PHP files with arrays of texts and no code: Laravel, Symfony, CodeIgniter. */
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
  return [{ start, end, text: valueFor(edit, { unit, text, habits }) }];
}

function valueFor(
  edit: SetEdit,
  { unit, text, habits }: { unit: NonNullable<PhpNode['unit']> } & Pick<PhpFile, 'text' | 'habits'>,
): string {
  if (edit.from?.unit.kind === 'raw') return edit.text;
  const raw = text.slice(unit.range.start, unit.range.end);
  return unit.kind === 'text' ? rewrite(edit.text, raw) : inQuotes(edit.text, habits.quote);
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
  const { file, before, after, parent, newline, run, at } = place;
  const isStatement = (before ?? after)?.isStatement ?? isStatements(place);
  if (isStatement) return statements(item, place);
  const near = after?.indent === undefined ? before : after;
  const indent = (before?.indent === undefined ? near : before)?.indent;
  const { name, arrow } = nameOf(item, place);
  const isLast = at === run.length - 1 && (after === undefined || place.endsBare);
  const isOpen = before?.comma === undefined || before.comma.end > before.comma.start;
  if (place.isInLine) {
    const value = valueOf(item, { file, newline, indent: undefined });
    const offset = before?.block.end ?? after?.block.start ?? 0;
    const isClose = at === 0 && !/[\s[(]/.test(file.text.charAt(offset - 1));
    const comma = !isLast ? ', ' : isOpen && before !== undefined && !place.endsBare ? ',' : '';
    return `${isClose ? ' ' : ''}${name}${arrow}${value}${comma}`;
  }
  const own = indent ?? indentIn(parent, file) + file.habits.step;
  const isShort = areInOneLine(file.text, [before, after]);
  const value = valueOf(item, { file, newline, indent: isShort ? undefined : own });
  const isTrailing = before === undefined ? file.habits.isTrailing : isOpen;
  const hasComma = !isLast || (isTrailing && !place.endsBare);
  return `${blankLine(place)}${own}${name}${arrow}${value}${hasComma ? ',' : ''}${newline}`;
}

/** Adds line ends inside the brackets of a previously empty array. */
function enclose(lines: string, place: PhpPlace): string {
  const { file, parent, newline } = place;
  const { text } = file;
  const { inside = 0, close } = parent;
  if (close === undefined) return newFile(lines, place);
  const body = newline + lines.slice(0, -newline.length);
  if (/[\n\r]/.test(text.slice(inside, close))) return body;
  return body + newline + indentIn(parent, file);
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
  return file.variable !== undefined || variableOf(originOf(run[0])) !== undefined;
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
  const main = file.variable ?? variableOf(item.edit.from) ?? '$lang';
  const isOther = /^\$\w+$/.test(first) && first !== main && rest.length > 0;
  const path = (isOther ? rest : item.key).map((one) => `[${keyText(one, place)}]`);
  const name = (isOther ? first : main) + path.join('');
  const indent = (before ?? after)?.indent ?? '';
  const value = valueOf(item, { file, newline, indent });
  return `${blankLine(place)}${indent}${name}${arrowFor(name, place, '=')}${value};${newline}`;
}

/** A blank line above, if each neighbour has one. */
function blankLine({ parent, before, after, newline, at }: PhpPlace): string {
  if (before === undefined) return at > 0 && after?.isSpaced === true ? newline : '';
  if (!before.isSpaced || after !== undefined) return before.isSpaced ? newline : '';
  return parent.children?.at(-2)?.isSpaced === false ? '' : newline;
}

interface Writing {
  readonly file: PhpFile;
  readonly newline: string;
  /** Undefined: everything is on one line. */
  readonly indent: string | undefined;
}

function valueOf({ edit, children, key }: NewNode, writing: Writing): string {
  const { file, newline, indent } = writing;
  const { habits } = file;
  if (edit !== undefined)
    return edit.from?.unit.kind === 'raw' ? edit.text : inQuotes(edit.text, habits.quote);
  const inner = indent === undefined ? undefined : indent + habits.step;
  const isList = children.every((child, i) => child.key[key.length] === String(i));
  const items = children.map((child) => {
    const name =
      isList && !isKeyed(child) ? '' : `${keyText(child.key.at(-1) ?? '', { file })} => `;
    return name + valueOf(child, { ...writing, indent: inner });
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

function nameOf(item: NewNode, place: PhpPlace): { name: string; arrow: string } {
  const { before, after, parent, at } = place;
  const key = item.key.at(-1) ?? '';
  const isList =
    (before ?? after)?.name === '' || (parent.children?.length === 0 && !isKeyed(item));
  const first = before === undefined ? 0 : Number(before.key.at(-1)) + 1;
  if (isList && (before === undefined || before.name === '') && key === String(first + at))
    return { name: '', arrow: '' };
  // A written index replaces the element that has it by its position.
  const unnamed = place.staying().filter((child) => child.name === '');
  if (/^\d+$/.test(key) && Number(key) < unnamed.length) throw noRoom(leafOf(item).key, item.key);
  const name = keyText(key, place);
  return { name, arrow: arrowFor(name, place, '=>') };
}

function keyText(
  key: string,
  { file, before, after }: Partial<PhpPlace> & Pick<PhpPlace, 'file'>,
): string {
  const near = before ?? after;
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

/** White space at the start of an array's line. */
function indentIn({ inside = 0 }: PhpNode, { text }: PhpFile): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, inside), inside))?.[0] ?? '';
}

export const php = treeCodec(format);

import { treeCodec } from '../kit/tree-codec.js';
import type { TreeFormat, Landing, NewNode, Place } from '../kit/tree.js';
import { about } from './about.js';
import { read } from './read.js';
import type { FluentFile, FluentNode } from './read.js';
import { EditError, formatKey, printPattern, readText } from '../../model/index.js';
import type { InsertEdit, SetEdit, FluentPattern } from '../../model/index.js';
import { newLineAt } from '../kit/layout.js';
import { originsOf } from '../kit/origins.js';
import type { Splice } from '../kit/splices.js';

const STEP = '    ';
const originOf = originsOf('fluent', (text) => read(text));

/** Replaces a text. It starts after `=` or on its own line, as before. */
function setValue(
  { text: value }: SetEdit,
  { unit, indent }: FluentNode,
  { text }: FluentFile,
): readonly Splice[] {
  if (unit === undefined) return [];
  const { start, end } = unit.range;
  const raw = text.slice(start, end);
  return [{ start, end, text: inLines(printLike(value, raw, indent + STEP), text) }];
}

/** A new message with its attributes, a new attribute, or the text of a message without one. */
function insertItem(item: NewNode, place: Place<FluentFile>): string {
  const { file, parent, before, after, at } = place;
  rejectKey(item);
  if (parent.key.length === 0) {
    // The first entry of a file has none above it. The next one shows the usual spacing if it is
    // directly below.
    const isNext = before === parent.children?.[0] && after?.block.start === before?.block.end;
    const isSpaced = (isNext ? after : (before ?? after))?.isSpaced === true;
    // A comment directly above would become the new message's.
    const isFirst = before === undefined && after === undefined && at === 0;
    const isApart = isFirst && /[^\n\r\ufeff]/.test(file.text);
    const end = file.text.length;
    if (isBehindReturn(place)) return endOfReturn(place) + inLines(messageOf(item), file.text);
    const lead = isApart ? newLineAt(file.text, end, '\n') : isSpaced ? '\n' : '';
    return inLines(lead + messageOf(item), file.text);
  }
  const near = before?.indent === '' ? after : (before ?? after);
  const indent = near?.indent ?? STEP;
  if (item.key.length === parent.key.length) {
    const pattern = patternOf(item.edit);
    return inLines(`${STEP}${printPattern(pattern, { indent: STEP, isBlock: true })}\n`, file.text);
  }
  const lead = isBehindReturn(place) ? endOfReturn(place) : '';
  return lead + inLines(attributeOf(item, indent === '' ? STEP : indent), file.text);
}

/** A lone carriage return belongs to the text above and does not end a line in Fluent. */
function isBehindReturn({ file, before, at }: Place<FluentFile>): boolean {
  return at === 0 && before !== undefined && file.text.charAt(before.block.end - 1) === '\r';
}

/**
 * The line end after such a carriage return. A line feed alone would combine with it, and a line
 * with nothing else would become blank, so its indentation would no longer count.
 */
function endOfReturn({ file, before, newline }: Place<FluentFile>): string {
  const end = before?.block.end ?? 0;
  const line = file.text.slice(file.text.lastIndexOf('\n', end) + 1, end);
  return newline === '\n' && /^ *\r$/.test(line) ? '\r\n' : newline;
}

const NAME = /^-?[A-Za-z][\w-]*$/;
const ATTRIBUTE = /^[A-Za-z][\w-]*$/;

/** @throws EditError `not-writable` for a key that Fluent cannot represent */
function rejectKey({ key, children }: NewNode): void {
  const [name = '', attribute, ...rest] = key;
  const isName = NAME.test(name) && (attribute === undefined || ATTRIBUTE.test(attribute));
  if (!isName || rest.length > 0) {
    const message = `"${formatKey(key)}" is not a valid Fluent key: letters, digits, - and _, with at most one attribute.`;
    throw new EditError('not-writable', key, message);
  }
  for (const child of children) rejectKey(child);
}

/** Attributes follow the text of their message, even if that is added later. */
function landAt(
  { key: [name = '', ...rest] }: InsertEdit,
  { parent, behind }: Landing<FluentNode>,
  { entries }: FluentFile,
): Landing<FluentNode> {
  const entry = entries.get(name);
  if (rest.length === 0)
    return entry === undefined ? { parent, behind } : { parent: entry, behind: -1 };
  const hasText = parent === entry && parent.children?.[0]?.key.length === 1;
  return { parent, behind: hasText ? Math.max(behind, 0) : behind };
}

function messageOf({ key: [name = ''], edit, children }: NewNode): string {
  const value = edit === undefined ? '' : printLike(edit.text, rawOf(edit), STEP);
  const attributes = children.map((child) => attributeOf(child, STEP));
  return `${name} =${value}\n${attributes.join('')}${attributesOfTerm(edit)}`;
}

/** The attributes of a term in the source, which a person adapts to the target language. */
function attributesOfTerm(edit: InsertEdit | undefined): string {
  const { node, file } = originOf(edit?.from) ?? {};
  if (node?.attributes === undefined || file === undefined) return '';
  const { start, end } = node.attributes;
  const lines = file.text.slice(start, end).replaceAll('\r\n', '\n');
  return lines === '' ? '' : `${lines}\n`;
}

function attributeOf({ key, edit }: NewNode, indent: string): string {
  const value = edit === undefined ? '' : printLike(edit.text, rawOf(edit), indent + STEP);
  return `${indent}.${key.at(-1) ?? ''} =${value}\n`;
}

function patternOf(edit: InsertEdit | undefined): FluentPattern {
  return readText((edit?.text ?? '').replaceAll('\r\n', '\n'));
}

/** The source's spelling of a text that is new here. */
function rawOf({ from }: InsertEdit): string {
  if (from?.document.format !== 'fluent') return ' ';
  const { start, end } = from.unit.range;
  return from.document.text.slice(start, end);
}

/** A text after `=`, in the layout of another one. */
function printLike(value: string, raw: string, step: string): string {
  const pattern = readText(value.replaceAll('\r\n', '\n'));
  // A lone carriage return is part of the text.
  const lead = /^(?: |\r?\n)*/.exec(raw)?.[0].replaceAll('\r\n', '\n') ?? ' ';
  const below = raw
    .slice(lead.length)
    .split('\n')
    .slice(1)
    .find((line) => /\S/.test(line));
  const startsAlike = raw.startsWith('{', lead.length);
  if (
    lead.includes('\n') ||
    isBetterBelow(pattern, { hadLines: below !== undefined, startsAlike })
  ) {
    const own = lead.includes('\n') ? lead.slice(lead.lastIndexOf('\n') + 1) : '';
    const indent = own === '' ? step : own;
    const body = printPattern(pattern, { indent, isBlock: true });
    return (own === '' ? '\n' + indent : lead) + body;
  }
  const indent = /^ +/.exec(below ?? '')?.[0] ?? step;
  const inner = /(?:^|\n)( *)\}$/.exec(raw)?.[1] ?? indent;
  return lead + printPattern(pattern, { indent, inner, isBlock: false });
}

/**
 * Whether the text is better on its own line: common indentation is only visible beside a first
 * line, and selectors span lines anyway.
 */
function isBetterBelow(
  pattern: FluentPattern,
  { hadLines, startsAlike }: { readonly hadLines: boolean; readonly startsAlike: boolean },
): boolean {
  if (!hadLines && pattern.some(isSelector)) return true;
  // A sentence around a selector becomes a selector of sentences.
  if (!startsAlike && pattern.slice(0, 1).some(isSelector)) return true;
  const text = pattern.map((part) => (typeof part === 'string' ? part : '{}')).join('');
  const [first = '', ...rest] = text.split('\n');
  const lines = rest.filter((line) => /[^ ]/.test(line));
  return /^[^ ]/.test(first) && lines.length > 0 && lines.every((line) => line.startsWith(' '));
}

function isSelector(part: FluentPattern[number]): boolean {
  return typeof part !== 'string' && part.variants !== undefined;
}

function inLines(lines: string, text: string): string {
  return /\r\n/.test(text.slice(0, text.indexOf('\n') + 1))
    ? lines.replaceAll('\n', '\r\n')
    : lines;
}

/** Mozilla's Fluent: messages, terms and attributes, each of them a pattern. */
const format: TreeFormat<FluentFile> = {
  ...about,
  read,
  set: setValue,
  rename: (name) => name,
  insert: insertItem,
  land: landAt,
};

export const fluent = treeCodec(format);

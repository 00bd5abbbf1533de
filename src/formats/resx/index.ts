import { EditError } from '../../model/index.js';
import type { Encoding, Key, ParseOptions, Range, SetEdit } from '../../model/index.js';
import { characterReference } from '../kit/character-escapes.js';
import { firstLacking } from '../kit/encoding.js';
import { detectNewline } from '../kit/layout.js';
import { originsOf } from '../kit/origins.js';
import type { Splice } from '../kit/splices.js';
import { plainUnit, treeCodec } from '../kit/tree-codec.js';
import type { NewNode, Node, Place, TreeFile, TreeFormat } from '../kit/tree.js';
import {
  blocksIn,
  emptyEnd,
  endOfEmpty,
  insideOf,
  isEmptyTag,
  linesInEmpty,
} from '../kit/xml/blocks.js';
import type { XmlBlock } from '../kit/xml/blocks.js';
import { attributeOf, elementsIn, quotedLike, quotedRange, readXml } from '../kit/xml/elements.js';
import { charactersOf, escapeAttribute, NOT_XML } from '../kit/xml/escape.js';
import type { XmlElement } from '../kit/xml/elements.js';
import { about } from './about.js';

/** .NET's `.resx` and `.resw`. A name is one segment. */
const format: TreeFormat<ResxFile> = {
  ...about,
  read,
  set,
  rename: quotedLike,
  insert,
  beside: (edits, { text, root: { element } }) =>
    isEmptyTag(element) && edits.some(({ op }) => op === 'insert')
      ? [endOfEmpty(text, element)]
      : [],
  derived: ({ foreign }) => foreign.map((range) => ({ ...range, text: '' })),
  escape: characterReference,
};

const originOf = originsOf('resx', (text) => read(text));

function set({ key, text }: SetEdit, { unit, element }: Entry, file: ResxFile): readonly Splice[] {
  const value = valueIn(element);
  if (unit === undefined || value === undefined) return [];
  const newline = detectNewline(file.text);
  const isCdata = value.children.some(({ kind }) => kind === 'cdata');
  const written =
    isCdata && fitsCdata(text, file.encoding)
      ? `<![CDATA[${writable(key, text).replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\n', newline)}]]>`
      : escapeText(key, text, newline);
  return [{ ...unit.range, text: isEmptyTag(value) ? `<value>${written}</value>` : written }];
}

/** Whether CDATA can contain a text, because nothing can be escaped there. */
function fitsCdata(text: string, encoding = 'utf-8'): boolean {
  return !text.includes('\r') && firstLacking(text, encoding) === -1;
}

/** A text escaped as in .NET. */
function escapeText(key: Key, text: string, newline: string): string {
  return writable(key, text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;')
    .replaceAll('\n', newline);
}

/** @throws EditError `not-writable` for a character that XML lacks */
function writable(key: Key, text: string): string {
  const lacking = NOT_XML.exec(text)?.[0];
  if (lacking === undefined) return text;
  const code = lacking.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  throw new EditError('not-writable', key, `The character U+${code} is not allowed in XML.`);
}

function insert({ key, edit }: NewNode, place: Place<ResxFile>): string {
  const { file, newline, parent, before, after, isInLine } = place;
  const neighbour = before ?? after;
  const indent = neighbour?.indent ?? '  ';
  const { lead, tail } = layoutOf(file, neighbour) ?? {
    lead: `${newline}${indent}${indent}`,
    tail: `${newline}${indent}`,
  };
  const source = originOf(edit?.from)?.node;
  const name = key.join('.');
  const attributes =
    source === undefined
      ? ` name="${escapeAttribute(name)}" xml:space="preserve"`
      : attributesOf(source, name);
  const value = `<value>${escapeText(key, edit?.text ?? '', newline)}</value>`;
  const data = `<data${attributes}>${lead}${value}${tail}</data>`;
  if (isInLine) return data;
  const lines = `${indent}${data}${newline}`;
  return isEmptyTag(parent.element) ? linesInEmpty(lines, parent.element, place) : lines;
}

/** The attributes of the source's entry, with the given name. */
function attributesOf({ element }: Entry, own: string): string {
  return element.attributes
    .map(({ name, value }) => ` ${name}="${escapeAttribute(name === 'name' ? own : value)}"`)
    .join('');
}

/** White space before and after the value of a neighbour. */
function layoutOf(
  { text }: ResxFile,
  neighbour: Entry | undefined,
): { readonly lead: string; readonly tail: string } | undefined {
  const inner = neighbour === undefined ? [] : elementsIn(neighbour.element);
  const [first, last] = [inner[0], inner.at(-1)];
  if (neighbour === undefined || first === undefined || last === undefined) return undefined;
  const lead = text.slice(neighbour.element.open, first.start);
  const tail = text.slice(last.end, neighbour.element.close);
  return /\S/.test(lead + tail) ? undefined : { lead, tail };
}

export const resx = treeCodec(format);

/** A `<data>` with a text. */
export interface Entry extends Node {
  readonly element: XmlElement;
  readonly indent: string;
}

export interface ResxFile extends TreeFile<Entry> {
  /** Lines of data of other types, which a new target does not get. */
  readonly foreign: readonly Range[];
  readonly encoding: Encoding | undefined;
}

/** @throws FormatError `syntax` if it is not a well-formed `<root>` */
export function read(text: string, { file, encoding }: ParseOptions = {}): ResxFile {
  const { root } = readXml(text, { root: 'root', what: 'a .resx file', hasEntities: false, file });
  const children: Entry[] = [];
  const foreign: Range[] = [];
  for (const block of blocksIn(text, root)) {
    const entry = entryOf(text, block);
    if (entry !== undefined) children.push(entry);
    else if (FOREIGN.has(block.element.name)) foreign.push(block.block);
  }
  const whole = { start: 0, end: text.length };
  const inside = isEmptyTag(root) ? emptyEnd(text, root) : insideOf(text, root);
  const top = { key: [], block: whole, children, inside, element: root, indent: '' };
  return { text, root: top, foreign, encoding };
}

/** Everything else, such as headers and the schema, stays in a new target. */
const FOREIGN = new Set(['data', 'metadata', 'assembly']);

/**
 * Undefined if it is not a text for people. Names that start with `>>` describe controls of the
 * Windows Forms designer.
 */
function entryOf(text: string, { element, block, note, indent }: XmlBlock): Entry | undefined {
  if (element.name !== 'data') return undefined;
  const name = attributeOf(element, 'name');
  const type = attributeOf(element, 'type') ?? 'System.String';
  const value = valueIn(element);
  const isText = /^System\.String\b/.test(type) && attributeOf(element, 'mimetype') === undefined;
  if (name === undefined || value === undefined || !isText || name.startsWith('>>'))
    return undefined;
  if (elementsIn(value).length > 0) return undefined;
  const said = elementsIn(element, 'comment').map((one) => charactersIn(text, one).trim());
  const notes = [note, ...said].filter((one) => one !== '').join('\n');
  const { start, open, close, end } = value;
  const range = open === end ? { start, end } : { start: open, end: close };
  const unit = plainUnit({ key: [name], text: charactersIn(text, value), range, note: notes });
  const named = quotedRange(text, element, 'name');
  return { key: [name], block, unit, element, indent, ...(named && { named }) };
}

/** The value of an entry. */
export function valueIn(element: XmlElement): XmlElement | undefined {
  return elementsIn(element, 'value')[0];
}

/** All characters of an element, as read by XML. */
function charactersIn(text: string, { children }: XmlElement): string {
  return children.map((node) => charactersOf(text, node)).join('');
}

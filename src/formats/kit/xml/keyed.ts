import { EditError } from '../../../model/index.js';
import type {
  Codec,
  DeriveOptions,
  Encoding,
  FormatFacts,
  Key,
  ParseOptions,
  Range,
  SetEdit,
} from '../../../model/index.js';
import { characterReference } from '../character-escapes.js';
import { firstLacking } from '../encoding.js';
import { detectNewline } from '../layout.js';
import { originsOf } from '../origins.js';
import type { Splice } from '../splices.js';
import { plainUnit, treeCodec } from '../tree-codec.js';
import type { NewNode, Node, Place, TreeFile, TreeFormat } from '../tree.js';
import { blocksIn, emptyEnd, endOfEmpty, insideOf, isEmptyTag, linesInEmpty } from './blocks.js';
import type { XmlBlock } from './blocks.js';
import {
  attributeOf,
  charactersIn,
  elementsIn,
  quotedLike,
  quotedRange,
  readXml,
} from './elements.js';
import type { XmlElement } from './elements.js';
import { escapeAttribute, notInXml } from './escape.js';

/** A format whose texts are elements below the root, each with a key as an attribute. */
export interface KeyedFormat extends FormatFacts {
  /** Name of the root element, and of this kind of file for messages. */
  readonly root: string;
  readonly what: string;
  /** Name of the attribute with the key. */
  readonly keyed: string;
  /** Whether an element with that is a text for people. */
  readonly isText: (element: XmlElement) => boolean;
  /** Name of the element in it that has the characters. Default: it has them itself. */
  readonly inner?: string;
  /** An attribute that has the text instead, if it is there. */
  readonly attribute?: string;
  /** Names of other elements that a new target does not get. Default: all stay. */
  readonly foreign?: ReadonlySet<string>;
  /** Names of elements in it that are notes. */
  readonly notes?: string;
  /** White space is one blank, unless an element has `xml:space="preserve"`. */
  readonly folds?: true;
  /** A new element without a neighbour: its name, and attributes behind the key. */
  readonly tag: string;
  readonly rest?: string;
  /** Other changes in a new target. */
  readonly derived?: (text: string, root: XmlElement, options: DeriveOptions) => readonly Splice[];
}

/** An element with a text. */
interface Entry extends Node {
  readonly element: XmlElement;
  readonly indent: string;
}

interface KeyedFile extends TreeFile<Entry> {
  /** Lines of elements that a new target does not get. */
  readonly foreign: readonly Range[];
  readonly encoding: Encoding | undefined;
}

/** @throws FormatError `syntax` if it is not well-formed XML with this root */
function readKeyed(
  text: string,
  format: KeyedFormat,
  { file, encoding }: ParseOptions = {},
): KeyedFile {
  const { what } = format;
  const { root } = readXml(text, { root: format.root, what, hasEntities: false, file });
  const children: Entry[] = [];
  const foreign: Range[] = [];
  for (const block of blocksIn(text, root)) {
    const entry = entryOf(text, block, { format, root });
    if (entry !== undefined) children.push(entry);
    else if (format.foreign?.has(block.element.name) === true) foreign.push(block.block);
  }
  const whole = { start: 0, end: text.length };
  const inside = isEmptyTag(root) ? emptyEnd(text, root) : insideOf(text, root);
  const top = { key: [], block: whole, children, inside, element: root, indent: '' };
  return { text, root: top, foreign, encoding };
}

interface Within {
  readonly format: KeyedFormat;
  readonly root: XmlElement;
}

function entryOf(text: string, block: XmlBlock, { format, root }: Within): Entry | undefined {
  const { element, indent } = block;
  const name = attributeOf(element, format.keyed);
  const value = holderIn(element, format);
  if (name === undefined || value === undefined || !format.isText(element)) return undefined;
  if (elementsIn(value).length > 0) return undefined;
  const notes = format.notes === undefined ? [] : elementsIn(element, format.notes);
  const said = notes.map((one) => charactersIn(text, one).trim());
  const note = [block.note, ...said].filter((one) => one !== '').join('\n');
  const quoted =
    format.attribute === undefined ? undefined : quotedRange(text, value, format.attribute);
  const { start, open, close, end } = value;
  const own = quoted
    ? { start: quoted.start + 1, end: quoted.end - 1 }
    : open === end
      ? { start, end }
      : { start: open, end: close };
  const raw = quoted ? attributeOf(value, format.attribute ?? '') : charactersIn(text, value);
  const isFolded = format.folds === true && quoted === undefined && !preserves(element, root);
  const characters = isFolded ? folded(raw ?? '') : (raw ?? '');
  const unit = plainUnit({ key: [name], text: characters, range: own, note });
  const named = quotedRange(text, element, format.keyed);
  return { key: [name], block: block.block, unit, element, indent, ...(named && { named }) };
}

function holderIn(element: XmlElement, { inner }: KeyedFormat): XmlElement | undefined {
  return inner === undefined ? element : elementsIn(element, inner)[0];
}

function preserves(...elements: readonly XmlElement[]): boolean {
  return elements.some((one) => attributeOf(one, 'xml:space') === 'preserve');
}

function folded(text: string): string {
  return text.replace(/[ \t\r\n]+/g, ' ').trim();
}

export function keyedCodec(keyed: KeyedFormat): Codec {
  const read = (text: string, options: ParseOptions = {}): KeyedFile =>
    readKeyed(text, keyed, options);
  const originOf = originsOf(keyed.name, (text) => read(text));
  const format: TreeFormat<KeyedFile> = {
    ...keyed,
    read,
    set: (edit, entry, file) => set(edit, entry, { file, keyed }),
    rename: quotedLike,
    insert: (item, place) =>
      insert(item, place, { keyed, source: originOf(item.edit?.from)?.node }),
    beside: (edits, { text, root: { element } }) =>
      isEmptyTag(element) && edits.some(({ op }) => op === 'insert')
        ? [endOfEmpty(text, element)]
        : [],
    derived: ({ text, root, foreign }, options) => [
      ...foreign.map((range) => ({ ...range, text: '' })),
      ...(keyed.derived?.(text, root.element, options) ?? []),
    ],
    escape: characterReference,
  };
  return treeCodec(format);
}

function set(
  { key, text }: SetEdit,
  { unit, element }: Entry,
  { file, keyed }: { readonly file: KeyedFile; readonly keyed: KeyedFormat },
): readonly Splice[] {
  const value = holderIn(element, keyed);
  if (unit === undefined || value === undefined) return [];
  if (keyed.attribute !== undefined && attributeOf(value, keyed.attribute) !== undefined)
    return [{ ...unit.range, text: inAttribute(key, text) }];
  const newline = detectNewline(file.text);
  const isCdata = value.children.some(({ kind }) => kind === 'cdata');
  const written =
    isCdata && fitsCdata(text, file.encoding)
      ? `<![CDATA[${writable(key, text).replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\n', newline)}]]>`
      : escapeText(key, text, newline);
  const space = spaceFor(text, keyed, [element, file.root.element]);
  if (!isEmptyTag(value)) {
    const at = value.open - 1;
    return [
      { ...unit.range, text: written },
      { start: at, end: at, text: space },
    ];
  }
  const tag = file.text.slice(value.start, emptyEnd(file.text, value));
  return [{ ...unit.range, text: `${tag}${space}>${written}</${value.name}>` }];
}

/** The attribute that keeps white space which would be folded. */
function spaceFor(text: string, { folds }: KeyedFormat, within: readonly XmlElement[]): string {
  const keeps = folds === true && folded(text) !== text && !preserves(...within);
  return keeps ? ' xml:space="preserve"' : '';
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

function inAttribute(key: Key, text: string): string {
  return escapeAttribute(writable(key, text)).replaceAll("'", '&apos;');
}

/** @throws EditError `not-writable` for a character that XML lacks */
function writable(key: Key, text: string): string {
  const why = notInXml(text);
  if (why === undefined) return text;
  throw new EditError('not-writable', key, why);
}

function insert(
  { key, edit }: NewNode,
  place: Place<KeyedFile>,
  { keyed, source }: { readonly keyed: KeyedFormat; readonly source: Entry | undefined },
): string {
  const { file, newline, parent, before, after, isInLine } = place;
  const neighbour = before ?? after;
  const indent = neighbour?.indent ?? '  ';
  const tag = neighbour?.element.name ?? source?.element.name ?? keyed.tag;
  const [name, text] = [key.join('.'), edit?.text ?? ''];
  const has = (element: XmlElement | undefined): boolean =>
    element?.attributes.some((one) => one.name === keyed.attribute) === true;
  const isAttribute = has(source?.element ?? neighbour?.element);
  const added = isAttribute ? ` ${keyed.attribute ?? ''}="${inAttribute(key, text)}"` : '';
  const others = source?.element.attributes.filter((one) => one.name !== keyed.attribute);
  const attributes =
    others
      ?.map(
        (one) => ` ${one.name}="${escapeAttribute(one.name === keyed.keyed ? name : one.value)}"`,
      )
      .join('') ?? ` ${keyed.keyed}="${escapeAttribute(name)}"${keyed.rest ?? ''}`;
  const written = isAttribute ? '' : escapeText(key, text, newline);
  const { lead, tail } = layoutOf(file, neighbour) ?? {
    lead: `${newline}${indent}${indent}`,
    tail: `${newline}${indent}`,
  };
  const space = spaceFor(text, keyed, [file.root.element, ...(source ? [source.element] : [])]);
  const { inner } = keyed;
  const body = inner === undefined ? written : `${lead}<${inner}>${written}</${inner}>${tail}`;
  const data = `<${tag}${attributes}${space}${added}${isAttribute ? ' />' : `>${body}</${tag}>`}`;
  if (isInLine) return data;
  const lines = `${indent}${data}${newline}`;
  return isEmptyTag(parent.element) ? linesInEmpty(lines, parent.element, place) : lines;
}

/** White space before and after the value of a neighbour. */
function layoutOf(
  { text }: KeyedFile,
  neighbour: Entry | undefined,
): { readonly lead: string; readonly tail: string } | undefined {
  const inner = neighbour === undefined ? [] : elementsIn(neighbour.element);
  const [first, last] = [inner[0], inner.at(-1)];
  if (neighbour === undefined || first === undefined || last === undefined) return undefined;
  const lead = text.slice(neighbour.element.open, first.start);
  const tail = text.slice(last.end, neighbour.element.close);
  return /\S/.test(lead + tail) ? undefined : { lead, tail };
}

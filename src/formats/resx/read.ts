import type { Encoding, ParseOptions, Range } from '../../model/index.js';
import { plainUnit } from '../kit/tree-codec.js';
import type { Node, TreeFile } from '../kit/tree.js';
import { blocksIn, emptyEnd, insideOf, isEmptyTag, type XmlBlock } from '../kit/xml-blocks.js';
import {
  attributeOf,
  decodeXml,
  elementsIn,
  quotedRange,
  readXml,
  type XmlElement,
} from '../kit/xml-values.js';

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
  return children
    .map(({ kind, start, end }) => {
      if (kind === 'text') return decodeXml(text.slice(start, end));
      return kind === 'cdata' ? text.slice(start + 9, end - 3).replace(/\r\n?/g, '\n') : '';
    })
    .join('');
}

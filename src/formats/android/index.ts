import type { DeriveOptions, Edit, SetEdit } from '../../model/index.js';
import { unicodeEscape } from '../kit/character-escapes.js';
import type { Splice } from '../kit/splices.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { TreeFormat } from '../kit/tree.js';
import { endOfEmpty } from '../kit/xml-blocks.js';
import { escapeAttribute, quotedLike } from '../kit/xml-values.js';
import { about } from './about.js';
import { declarations, insertLines, isArray, sourceOf } from './insert.js';
import { read, type AndroidFile, type Resource } from './read.js';
import { lookOf, writeValue } from './write-value.js';

/** Android's `strings.xml`: strings, plurals and string arrays. */
const format: TreeFormat<AndroidFile> = {
  ...about,
  refusedBy: 'aapt2',
  read,
  set,
  rename: quotedLike,
  insert: insertLines,
  isList: isArray,
  // `device`, and `device` for a product.
  keysGoOn: true,
  beside,
  derived,
  escape: (character) => unicodeEscape(character),
};

function set(edit: SetEdit, node: Resource, file: AndroidFile): readonly Splice[] {
  const { unit, element } = node;
  if (unit === undefined) return [];
  const source = sourceOf(edit.from);
  const own = { source: file.text, element };
  const look = lookOf(source ? [own, source.value] : [own], file.entities.keys());
  const copied = source?.node.unit;
  // A reference may come to a place that had a text, because array items have positions as keys.
  const isCode =
    copied?.translate === false && (unit.translate === false || edit.text === copied.text);
  const value = isCode ? edit.text : writeValue(edit.key, edit.text, look);
  const isEmptyTag = element.end === element.open;
  const text = isEmptyTag ? `>${value}</${element.name}>` : value;
  return [{ ...unit.range, text }];
}

function beside(edits: readonly Edit[], file: AndroidFile): readonly Splice[] {
  const { attributes, start, name } = file.root.element;
  const text = declarations(edits, file);
  const at = attributes.at(-1)?.end ?? start + 1 + name.length;
  const splices = text === '' ? [] : [{ start: at, end: at, text }];
  const { open, end } = file.root.element;
  if (open < end || !edits.some(({ op }) => op === 'insert')) return splices;
  return [...splices, endOfEmpty(file.text, file.root.element)];
}

/** Removes everything except texts: other resources would hide those that fit a device better. */
function derived({ root, foreign }: AndroidFile, { language }: DeriveOptions): readonly Splice[] {
  const removed = foreign.map((range) => ({ ...range, text: '' }));
  const locale = root.element.attributes.find(({ name }) => name === 'tools:locale');
  if (locale === undefined) return removed;
  const text = `tools:locale="${escapeAttribute(language)}"`;
  return [...removed, { start: locale.start, end: locale.end, text }];
}

export const android = treeCodec(format);

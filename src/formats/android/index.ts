import { EditError, type DeriveOptions, type SetEdit } from '../../model/index.js';
import { ENDINGS } from '../endings.js';
import { XML_DECLARATION } from '../kit/encoding.js';
import type { Splice } from '../kit/splices.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { TreeFormat } from '../kit/tree.js';
import { escapeAttribute } from '../kit/xml-values.js';
import { declarations, insertLines, sourceOf } from './insert.js';
import { read, type AndroidFile, type Resource } from './read.js';
import { lookOf, unicodeEscape, writeValue } from './write-value.js';

/** Android's `strings.xml`: strings, plurals and arrays of strings. */
const format: TreeFormat<AndroidFile> = {
  name: 'android',
  extensions: ENDINGS.android,
  capabilities: {
    arrays: true,
    sourceDecides: false,
    bilingual: false,
    syntaxes: ['printf', 'icu'],
    onlyTexts: false,
    takesNewKeys: true,
    signature: /<resources\b/,
    declaredEncoding: XML_DECLARATION,
  },
  read,
  set,
  insert: (item, place) => {
    if (place.parent.element.end === place.parent.element.open) {
      const message = `<${place.parent.element.name}/> has no room for texts; write it as two tags.`;
      throw new EditError('not-writable', item.edit?.key ?? item.key, message);
    }
    return insertLines(item, place);
  },
  derived,
  escape: unicodeEscape,
};

function set(edit: SetEdit, node: Resource, file: AndroidFile): readonly Splice[] {
  const { unit, element } = node;
  if (unit === undefined) return [];
  const source = sourceOf(edit.from);
  const own = { source: file.text, element };
  const look = lookOf(source ? [own, source.value] : [own], file.entities.keys());
  const value = writeValue(edit.key, edit.text, look);
  const isEmptyTag = element.end === element.open;
  const text = isEmptyTag ? `>${value}</${element.name}>` : value;
  const splices = [{ ...unit.range, text }];
  const prefixes = declarations(value, file, source?.file);
  if (prefixes === '') return splices;
  const at = element.start + 1 + element.name.length;
  return [...splices, { start: at, end: at, text: prefixes }];
}

/** Only texts: any other resource would hide the one that fits a device better. */
function derived({ root, foreign }: AndroidFile, { language }: DeriveOptions): readonly Splice[] {
  const removed = foreign.map((range) => ({ ...range, text: '' }));
  const locale = root.element.attributes.find(({ name }) => name === 'tools:locale');
  if (locale === undefined) return removed;
  const text = `tools:locale="${escapeAttribute(language)}"`;
  return [...removed, { start: locale.start, end: locale.end, text }];
}

export const android = treeCodec(format);

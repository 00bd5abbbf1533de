import { newLineAt } from '../kit/layout.js';
import { unicodeEscape } from '../kit/character-escapes.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { NewNode, Place, TreeFormat } from '../kit/tree.js';
import { about } from './about.js';
import { escapeKey, escapeValue } from './escapes.js';
import { goesOn, read, type PropertiesFile } from './read.js';

/** Java's `.properties`, in UTF-8 or in Latin-1 with `\u` escapes. A key has one segment. */
const format: TreeFormat<PropertiesFile> = {
  ...about,
  read,
  set: ({ text }, { unit, separator, block }, { habits }) => {
    if (unit === undefined) return [];
    // A key without a value has no separator yet.
    const lead = separator === '' && text !== '' ? '=' : '';
    const value = escapeValue(text, separator + lead, habits);
    const { start, end } = unit.range;
    return [{ start: Math.min(start, block.end), end, text: lead + value }];
  },
  rename: (name, _, { habits }) => escapeKey(name, habits),
  insert: line,
  escape: (character) => unicodeEscape(character),
};

function line(
  { key, edit }: NewNode,
  { file, before, after, newline }: Place<PropertiesFile>,
): string {
  const { habits, text } = file;
  const { indent, separator } = before ?? after ?? { indent: '', separator: '' };
  const name = escapeKey(key.join('.'), habits);
  // After an empty key, blanks alone do not separate.
  const separates = name === '' ? /[=:]/.test(separator) : separator !== '';
  const isOneLine = /^[ \t\f]*[=:]?[ \t\f]*$/.test(separator) && separates;
  const own = isOneLine ? separator : '=';
  const value = escapeValue(edit?.text ?? '', own, habits);
  // A backslash at the end of the file would continue its value on the new line.
  const end = before?.block.end ?? 0;
  const lead = before !== undefined && goesOn(text, end) ? newLineAt(text, end, newline) : '';
  return lead + indent + name + own + value + newline;
}

export const properties = treeCodec(format);

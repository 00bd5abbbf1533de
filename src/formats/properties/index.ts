import { beforeLineEnd } from '../kit/layout.js';
import { unicodeEscape } from '../kit/character-escapes.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { NewNode, Place, TreeFormat } from '../kit/tree.js';
import { about } from './about.js';
import { escapeKey, escapeValue } from './escapes.js';
import { read, type Pair, type PropertiesFile } from './read.js';

/** Java's `.properties`, in UTF-8 or in Latin-1 with `\u` escapes. A key is one segment. */
const format: TreeFormat<PropertiesFile> = {
  ...about,
  read,
  set: ({ text }, pair, { habits, text: old }) => {
    const { unit, separator, block } = pair;
    if (unit === undefined) return [];
    // A key with nothing behind it has no separator yet.
    const lead = separator === '' && text !== '' ? '=' : '';
    const { start, end } = unit.range;
    const written = lead + escapeValue(text, habits);
    // A backslash at the end of the file says nothing, but would escape what comes behind it.
    if (start === end && goesOn(old, pair)) {
      const behind = beforeLineEnd(old, block.end);
      return [{ start: behind - 1, end: behind, text: written }];
    }
    return [{ start: Math.min(start, block.end), end, text: written }];
  },
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
  // Behind an empty key blanks alone separate nothing.
  const separates = name === '' ? /[=:]/.test(separator) : separator !== '';
  const isOneLine = /^[ \t\f]*[=:]?[ \t\f]*$/.test(separator) && separates;
  const value = escapeValue(edit?.text ?? '', habits);
  // A backslash at the end of the file would take the new line into its value.
  const lead = before !== undefined && goesOn(text, before) ? newline : '';
  return lead + indent + name + (isOneLine ? separator : '=') + value + newline;
}

/** Whether a value at the end of the file goes on, so that a new line would be part of it. */
function goesOn(text: string, { block, unit }: Pair): boolean {
  if (unit?.range.end !== block.end) return false;
  const end = beforeLineEnd(text, block.end);
  let at = end;
  while (text.charCodeAt(at - 1) === 92) at -= 1;
  return (end - at) % 2 === 1;
}

export const properties = treeCodec(format);

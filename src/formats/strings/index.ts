import { characterReference } from '../kit/character-escapes.js';
import { withRoom } from '../kit/plist-room.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { NewNode, Place, TreeFormat } from '../kit/tree.js';
import { about } from './about.js';
import { escapeText, unicodeEscape } from './escapes.js';
import { readPairs, type StringsFile } from './read.js';
import { insertXml, isXml, readXml, setXml } from './xml.js';

/** Apple's `.strings`. A key is one segment. */
const format: TreeFormat<StringsFile> = {
  ...about,
  read: (text, { file }) => (isXml(text) ? readXml(text, file) : readPairs(text, file)),
  set: ({ key, text }, { unit, mark, separator, xml }, file) => {
    if (unit === undefined) return [];
    if (xml !== undefined) return [setXml({ key, text }, xml, file)];
    const quote = mark || '"';
    const lead = separator === '' ? ' = ' : '';
    const value = escapeText(text, quote, file.habits);
    return [{ ...unit.range, text: lead + quote + value + quote }];
  },
  rename: (name, written, { habits }) => {
    const quote = written.startsWith("'") ? "'" : '"';
    return quote + escapeText(name, quote, habits) + quote;
  },
  insert: (node, place) =>
    place.file.xml === undefined ? pair(node, place) : insertXml(node, place),
  escape: (character, file) =>
    isXml(file) ? characterReference(character) : unicodeEscape(character),
};

function pair(
  { key, edit }: NewNode,
  { file, before, after, newline, isInLine }: Place<StringsFile>,
): string {
  const near = before ?? after;
  const { indent = '', separator = '', isApart = false, hasComment = false } = near ?? {};
  const between = /^[ \t]*=[ \t]*$/.test(separator) ? separator : ' = ';
  const [name, value] = [key.join('.'), edit?.text ?? ''].map(
    (one) => `"${escapeText(one, '"', file.habits)}"`,
  );
  if (isInLine) return `${name}${between}${value}; `;
  const note = hasComment ? comment(edit?.from?.unit.note, { indent, newline }) : '';
  const blank = isApart ? newline : '';
  return `${blank}${note}${indent}${name}${between}${value};${newline}`;
}

/** The note of the source, where the neighbours have theirs. */
function comment(
  note: string | undefined,
  { indent, newline }: { readonly indent: string; readonly newline: string },
): string {
  if (note === undefined || note.includes('*/')) return '';
  return `${indent}/* ${note.replaceAll('\n', newline)} */${newline}`;
}

export const strings = withRoom(treeCodec(format), isXml);

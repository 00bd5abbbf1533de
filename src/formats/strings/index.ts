import type { Origin } from '../../model/index.js';
import { characterReference } from '../kit/character-escapes.js';
import { originsOf } from '../kit/origins.js';
import { withRoom } from '../kit/plist.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { NewNode, Place, TreeFormat } from '../kit/tree.js';
import { about } from './about.js';
import { escapeText, unicodeEscape } from './escapes.js';
import { readPairs, type StringsFile } from './read.js';
import { insertXml, isXml, readXml, setXml } from './xml.js';

function read(text: string, file?: string): StringsFile {
  return isXml(text) ? readXml(text, file) : readPairs(text, file);
}

const originOf = originsOf('strings', (text) => read(text));

/** Apple's `.strings`. A key has one segment. */
const format: TreeFormat<StringsFile> = {
  ...about,
  read: (text, { file }) => read(text, file),
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
  const note = hasComment ? comments(edit?.from, { indent, newline }) : '';
  const blank = isApart ? newline : '';
  return `${blank}${note}${indent}${name}${between}${value};${newline}`;
}

/** The source's note, if the neighbours have theirs: in as many comments as in the source. */
function comments(
  from: Origin | undefined,
  { indent, newline }: { readonly indent: string; readonly newline: string },
): string {
  const note = from?.unit.note;
  if (note === undefined || note.includes('*/')) return '';
  const found = originOf(from);
  const { block, named } = found?.node ?? {};
  const above = block && named && found?.file.text.slice(block.start, named.start);
  const pieces = [...(above ?? '').matchAll(/\/\*([^]*?)\*\//g)].map(([, said = '']) =>
    said.trim(),
  );
  const said = pieces.join('\n') === note ? pieces : [note];
  return said.map((one) => `${indent}/* ${one.replaceAll('\n', newline)} */${newline}`).join('');
}

export const strings = withRoom(treeCodec(format), isXml);

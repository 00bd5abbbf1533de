import type { Origin } from '../../model/index.js';
import { characterReference } from '../kit/character-escapes.js';
import { originsOf } from '../kit/origins.js';
import {
  withRoom,
  blockOf,
  escapeXml,
  indentIn,
  indentOf,
  insideOf,
  readPlist,
  setString,
} from '../kit/plist.js';
import type { PlistEntry, PlistValue } from '../kit/plist.js';
import { treeCodec, plainUnit } from '../kit/tree-codec.js';
import type { NewNode, Place, TreeFormat } from '../kit/tree.js';
import { about } from './about.js';
import { escapeText, unicodeEscape } from './escapes.js';
import { readPairs } from './read.js';
import type { StringsFile, Pair } from './read.js';
import { detectNewline } from '../kit/layout.js';
import type { Splice } from '../kit/splices.js';
import { formatError } from '../kit/unusable.js';

/** Whether a file is an XML property list, as plutil writes it under the same extension. */
function isXml(text: string): boolean {
  return /^\ufeff?\s*<(?:\?xml|!DOCTYPE|!--|plist|dict)/.test(text.slice(0, 200));
}

const LOOKS = { separator: ' = ', indent: '', mark: '"', hasComment: false, isApart: false };

/** @throws FormatError for a property list that contains more than texts by key */
function readXml(text: string, file: string | undefined): StringsFile {
  const xml = readPlist(text, file);
  const children = xml.entries.map((entry): Pair => {
    const { key, note, value } = entry;
    refuseOther(value, { text, file });
    const range = value.inner ?? { start: value.start, end: value.end };
    const unit = plainUnit({ key: [key], text: value.text, range, note });
    return { key: [key], block: blockOf(text, entry), unit, ...LOOKS, xml: entry };
  });
  if (xml.kind !== 'dict') refuseOther(xml, { text, file });
  const inside = insideOf(text, xml);
  const block = { start: 0, end: text.length };
  const root = { key: [], block, children, ...LOOKS, ...(inside !== undefined && { inside }) };
  return { text, root, habits: { ascii: false, upperCase: false }, xml };
}

function refuseOther(
  { kind, start }: PlistValue,
  { text, file }: { readonly text: string; readonly file: string | undefined },
): void {
  if (kind === 'string') return;
  const message = 'expected a <string>: only strings are supported as values in a property list.';
  throw formatError('syntax', message, { text, offset: start, file });
}

function setXml(
  { key, text }: { readonly key: Pair['key']; readonly text: string },
  { value }: PlistEntry,
  file: StringsFile,
): Splice {
  return setString(text, { key, value, newline: detectNewline(file.text) });
}

function insertXml(
  { key, edit }: NewNode,
  { file, before, after, newline, isInLine }: Place<StringsFile>,
): string {
  const { text, xml } = file;
  const near = (before ?? after)?.xml;
  const indent =
    near === undefined ? (xml === undefined ? '' : indentIn(text, xml)) : indentOf(text, near);
  const [name, value] = [key.join('.'), edit?.text ?? ''].map((one) =>
    escapeXml(one, { key, newline }),
  );
  if (isInLine) return `<key>${name}</key><string>${value}</string>`;
  return `${indent}<key>${name}</key>${newline}${indent}<string>${value}</string>${newline}`;
}

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

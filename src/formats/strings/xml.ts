import { detectNewline } from '../kit/layout.js';
import {
  blockOf,
  escapeXml,
  indentIn,
  indentOf,
  insideOf,
  type PlistEntry,
  type PlistValue,
  readPlist,
  setString,
} from '../kit/plist.js';
import type { Splice } from '../kit/splices.js';
import { plainUnit } from '../kit/tree-codec.js';
import type { NewNode, Place } from '../kit/tree.js';
import { formatError } from '../kit/unusable.js';
import type { Pair, StringsFile } from './read.js';

/** Whether a file is an XML property list, as plutil writes it under the same extension. */
export function isXml(text: string): boolean {
  return /^\ufeff?\s*<(?:\?xml|!DOCTYPE|!--|plist|dict)/.test(text.slice(0, 200));
}

const LOOKS = { separator: ' = ', indent: '', mark: '"', hasComment: false, isApart: false };

/** @throws FormatError for a property list that contains more than texts by key */
export function readXml(text: string, file: string | undefined): StringsFile {
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

export function setXml(
  { key, text }: { readonly key: Pair['key']; readonly text: string },
  { value }: PlistEntry,
  file: StringsFile,
): Splice {
  return setString(text, { key, value, newline: detectNewline(file.text) });
}

export function insertXml(
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

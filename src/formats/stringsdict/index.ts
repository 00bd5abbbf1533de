import type { Document, Key, ParseOptions } from '../../model/index.js';
import { CATEGORIES, isCategory } from '../kit/categories.js';
import { characterReference } from '../kit/character-escapes.js';
import { detectNewline } from '../kit/layout.js';
import {
  blockOf,
  escapeXml,
  indentIn,
  indentOf,
  insideOf,
  readPlist,
  setString,
  withRoom,
} from '../kit/plist.js';
import type { PlistEntry, PlistValue } from '../kit/plist.js';
import { hasWords } from '../kit/printf.js';
import { textUnit, treeCodec } from '../kit/tree-codec.js';
import type { NewNode, Node, Place, TreeFile, TreeFormat } from '../kit/tree.js';
import { formatError } from '../kit/unusable.js';
import { about } from './about.js';

/** Apple's plural rules and variants, an XML property list. Keys are paths of dicts. */
const format: TreeFormat<RulesFile> = {
  ...about,
  read,
  replaces: true,
  set: ({ key, text }, { value }, file) => [
    setString(text, { key, value, newline: detectNewline(file.text) }),
  ],
  insert: (node: NewNode, { file, parent, before, after, newline }: Place<RulesFile>) => {
    const { text, root } = file;
    const step = indentIn(text, root.value);
    const near = before ?? after;
    const indent = near === undefined ? innerIndent(text, parent, step) : indentAt(text, near);
    return printNode(node, indent, { newline, step });
  },
  escape: characterReference,
};

function indentAt(text: string, { entry }: Rule): string {
  return entry === undefined ? '' : indentOf(text, entry);
}

/**
 * Indentation inside a dict without texts: that of its settings, or one level more than its own.
 */
function innerIndent(text: string, parent: Rule, step: string): string {
  const setting = parent.value.entries.at(-1);
  return setting === undefined ? indentAt(text, parent) + step : indentOf(text, setting);
}

export const stringsdict = withRoom(treeCodec(format));

/** An entry of a dict with a text, or with texts at a deeper level. */
export interface Rule extends Node {
  /** Absent for the root. */
  readonly entry?: PlistEntry;
  readonly value: PlistValue;
}

export interface RulesFile extends TreeFile<Rule> {
  readonly root: Rule & { readonly children: readonly Rule[] };
}

/** @throws FormatError if it is not a property list of dicts */
export function read(text: string, { file }: ParseOptions = {}): RulesFile {
  const value = readPlist(text, file);
  if (value.kind !== 'dict') {
    const at = { text, offset: value.start, file };
    throw formatError('syntax', 'expected a <dict> of keys and texts.', at);
  }
  const children = value.entries.flatMap((entry) => ruleOf(text, entry, { key: [], note: '' }));
  const inside = insideOf(text, value);
  const block = { start: 0, end: text.length };
  const root = { key: [], block, value, children, ...(inside !== undefined && { inside }) };
  return { text, root };
}

const TYPE = 'NSStringFormatSpecTypeKey';
const FORMAT = 'NSStringLocalizedFormatKey';

/** Keys whose values determine how a text is chosen. */
const SETTINGS: readonly string[] = [TYPE, 'NSStringFormatValueTypeKey'];

interface Outer {
  readonly key: Key;
  readonly note: string;
  readonly isPlural?: boolean;
}

/** Empty for an entry that is not a text and never changes. */
function ruleOf(text: string, entry: PlistEntry, { key: outer, note, isPlural }: Outer): Rule[] {
  const { value } = entry;
  const key = [...outer, entry.key];
  const notes = note === '' || entry.note === '' ? note + entry.note : `${note}\n${entry.note}`;
  const block = blockOf(text, entry);
  if (value.kind === 'string') {
    if (outer.length > 0 && SETTINGS.includes(entry.key)) return [];
    const range = value.inner ?? { start: value.start, end: value.end };
    const plural = isPlural === true && isCategory(entry.key) ? entry.key : undefined;
    const unit = textUnit({
      ...{ key, text: value.text, range, note: notes },
      ...(plural !== undefined && { plural }),
      ...(entry.key === FORMAT && !hasWords(value.text) && { translate: false }),
    });
    return [{ key, block, entry, value, unit }];
  }
  if (value.kind !== 'dict') return [];
  const inner = { key, note: notes, isPlural: isPluralRule(value) };
  const children = value.entries.flatMap((one) => ruleOf(text, one, inner));
  const inside = insideOf(text, value);
  return [{ key, block, entry, value, children, ...(inside !== undefined && { inside }) }];
}

export function isPluralRule({ entries }: PlistValue): boolean {
  return entries.some(({ key, value }) => key === TYPE && value.text === 'NSStringPluralRuleType');
}

/** Layout of new lines. */
export interface Look {
  readonly newline: string;
  /** One level of indentation. */
  readonly step: string;
}

/**
 * The lines of a new text or of a dict of texts, including the source's settings, such as its
 * variables.
 */
export function printNode(node: NewNode, indent: string, look: Look): string {
  const source = sourceOf(node);
  const model = source && find(source, node.key);
  return printEntry(node, { source, model, indent, look });
}

interface Printing {
  readonly source: Source | undefined;
  /** The same value in the source. */
  readonly model: PlistValue | undefined;
  readonly indent: string;
  readonly look: Look;
}

function printEntry(node: NewNode, printing: Printing): string {
  const { indent, look } = printing;
  const { key, edit, children } = node;
  const { newline, step } = look;
  const name = `${indent}<key>${escapeXml(key.at(-1) ?? '', { key, newline })}</key>${newline}`;
  if (edit !== undefined && children.length === 0) {
    const text = escapeXml(edit.text, { key, newline });
    return `${name}${indent}<string>${text}</string>${newline}`;
  }
  const lines = printChildren(node, { ...printing, indent: indent + step });
  return `${name}${indent}<dict>${newline}${lines}${indent}</dict>${newline}`;
}

/** In the order of the source; plural forms in CLDR's order. */
function printChildren({ children }: NewNode, printing: Printing): string {
  const { source, model } = printing;
  const named = new Map(children.map((child) => [child.key.at(-1) ?? '', child]));
  const forms = model !== undefined && isPluralRule(model) ? CATEGORIES : [];
  const lines: string[] = [];
  for (const entry of model?.entries ?? []) {
    const { key, value } = entry;
    const isForm = (forms as readonly string[]).includes(key);
    const child = isForm ? undefined : named.get(key);
    if (child !== undefined) lines.push(printEntry(child, { ...printing, model: value }));
    else if (!isForm && isSetting(entry) && source !== undefined)
      lines.push(copy(entry, source.text, printing));
    named.delete(isForm ? '' : key);
  }
  const left = [...named.values()].sort((a, b) => formRank(a) - formRank(b));
  for (const child of left) lines.push(printEntry(child, { ...printing, model: undefined }));
  return lines.join('');
}

function formRank({ key }: NewNode): number {
  return (CATEGORIES as readonly string[]).indexOf(key.at(-1) ?? '');
}

/**
 * Whether an entry is a setting: it determines how a text is chosen, or contains only variables.
 */
function isSetting({ key, value }: PlistEntry): boolean {
  if (value.kind === 'string') return key.startsWith('NSString');
  return value.kind === 'other';
}

function copy({ key, value }: PlistEntry, text: string, { indent, look }: Printing): string {
  const { newline } = look;
  const name = escapeXml(key, { key: [key], newline });
  const raw = text.slice(value.start, value.end).replace(/\r\n|\r|\n/g, newline);
  return `${indent}<key>${name}</key>${newline}${indent}${raw}${newline}`;
}

interface Source {
  readonly text: string;
  readonly byKey: ReadonlyMap<string, PlistValue>;
}

const sources = new WeakMap<Document, Source>();

/** The file that a new text translates. */
function sourceOf({ edit, children }: NewNode): Source | undefined {
  const document = edit?.from?.document;
  if (document === undefined) return children[0] && sourceOf(children[0]);
  const known = sources.get(document) ?? readSource(document.text);
  sources.set(document, known);
  return known;
}

function readSource(text: string): Source {
  const { entries } = read(text).root.value;
  return { text, byKey: new Map(entries.map(({ key, value }) => [key, value])) };
}

function find({ byKey }: Source, [first = '', ...rest]: readonly string[]): PlistValue | undefined {
  let value = byKey.get(first);
  for (const name of rest) value = value?.entries.findLast((one) => one.key === name)?.value;
  return value;
}

import type { Document } from '../../model/index.js';
import { CATEGORIES } from '../kit/categories.js';
import { escapeXml } from '../kit/plist-layout.js';
import type { PlistEntry, PlistValue } from '../kit/plist.js';
import type { NewNode } from '../kit/tree.js';
import { isPluralRule, read } from './read.js';

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

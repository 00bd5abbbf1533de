import {
  type Document,
  type Key,
  type ParseOptions,
  type PluralCategory,
  qtForms,
  type Range,
  type Unit,
} from '../../model/index.js';
import { detectNewline } from '../kit/layout.js';
import { textUnit } from '../kit/tree-codec.js';
import type { Node, TreeFile } from '../kit/tree.js';
import { formatError } from '../kit/unusable.js';
import { blocksIn, emptyEnd, insideOf, isEmptyTag, type XmlBlock } from '../kit/xml/blocks.js';
import { attributeOf, elementIn, elementsIn, readXml } from '../kit/xml/elements.js';
import type { XmlElement } from '../kit/xml/elements.js';
import { charactersOf } from '../kit/xml/escape.js';

/** A context, a message, or a plural form of one. */
export interface Message extends Node {
  readonly element: XmlElement;
  readonly indent: string;
  readonly children?: readonly Message[];
  /** Of a message and its forms. */
  readonly translation?: XmlElement;
  readonly source?: XmlElement;
  /** Of a form: undefined if the file does not contain it yet. */
  readonly form?: XmlElement | undefined;
}

export interface QtFile extends TreeFile<Message> {
  readonly habits: () => Habits;
  /** The plural forms of its messages, in order. */
  readonly forms: readonly PluralCategory[];
  /** Language of a target that does not state it; Qt's tools need it for the plural forms. */
  readonly unsaidLanguage?: string;
}

interface Reading {
  readonly text: string;
  readonly role: ParseOptions['role'];
  readonly forms: readonly PluralCategory[];
}

/** How a TypeScript module begins, which has the same file extension. */
const MODULE =
  /^\ufeff?\s*(?:\/[/*]|["']use |[{(;]|(?:export|import|const|let|var|declare|type|interface|enum|namespace|module|function)\b)/;

/**
 * @throws FormatError `syntax` if it is not a well-formed `<TS>`, `doctype` for internal entities
 */
export function readTs(text: string, file?: string): XmlElement {
  if (MODULE.test(text)) {
    const message =
      'a TypeScript module, not a Qt translation file. Add `format: javascript` to its catalog.';
    throw formatError('syntax', message, { text, offset: 0, file });
  }
  const what = 'a Qt translation file';
  return readXml(text, { root: 'TS', what, hasEntities: false, file }).root;
}

/** @throws FormatError like `readTs` */
export function read(text: string, { file, role, locale }: ParseOptions = {}): QtFile {
  const root = readTs(text, file);
  const language = role === 'template' ? undefined : attributeOf(root, 'language');
  const known = qtForms(language || locale || '');
  const isTarget = role === 'target';
  const isUnsaid = isTarget && locale !== undefined && (language ?? '') === '';
  const counts = messagesIn(root).map((message) => countOf(text, message));
  const forms = role === 'template' ? known : formsOf(counts, { known, language });
  const reading = { text, role, forms };
  const children = blocksIn(text, root).flatMap((block): Message[] => {
    if (block.element.name === 'message') return messageOf(block, '', reading);
    return block.element.name === 'context' ? [contextOf(block, reading)] : [];
  });
  const whole = { start: 0, end: text.length };
  const top = { key: [], block: whole, children, element: root, indent: '' };
  const inside = isEmptyTag(root) ? emptyEnd(text, root) : insideOf(text, root);
  let habits: Habits | undefined;
  return {
    ...{ text, root: { ...top, inside }, forms },
    ...(isUnsaid && { unsaidLanguage: locale }),
    habits: () => (habits ??= habitsOf(text, detectNewline(text))),
    facts: factsOf(root, { isTarget, forms: forms === known ? undefined : forms }),
  };
}

function factsOf(
  root: XmlElement,
  {
    isTarget,
    forms,
  }: { readonly isTarget: boolean; readonly forms: readonly PluralCategory[] | undefined },
): Partial<Document> {
  const source = attributeOf(root, 'sourcelanguage');
  const language = root.attributes.find(({ name }) => name === 'language');
  return {
    syntax: 'qt',
    ...(source !== undefined && source !== '' && { sourceLanguage: source.replaceAll('_', '-') }),
    ...(isTarget &&
      language !== undefined &&
      language.value !== '' && {
        targetLanguage: language.value.replaceAll('_', '-'),
        targetLanguageAt: language.start,
      }),
    ...(forms !== undefined && { pluralCategories: forms }),
  };
}

export function messagesIn(root: XmlElement): readonly XmlElement[] {
  const contexts = elementsIn(root, 'context').flatMap((one) => elementsIn(one, 'message'));
  return [...elementsIn(root, 'message'), ...contexts];
}

/**
 * Number of a message's plural forms; 0 if it says nothing about its language because it has no
 * texts.
 */
function countOf(text: string, message: XmlElement): number {
  const translation = elementIn(message, 'translation');
  if (translation === undefined || isGone(translation)) return 0;
  const forms = elementsIn(translation, 'numerusform');
  return forms.some((form) => textOf(text, form) !== '') ? forms.length : 0;
}

function contextOf({ element, block, indent }: XmlBlock, reading: Reading): Message {
  const { text } = reading;
  const [named] = elementsIn(element, 'name');
  const name = named === undefined ? '' : textOf(text, named);
  const children = blocksIn(text, element).flatMap((one) =>
    one.element.name === 'message' ? messageOf(one, name, reading) : [],
  );
  const written = named && { named: { start: named.open, end: named.close } };
  const inside = insideOf(text, element);
  return { key: [name], block, element, indent, children, inside, ...written };
}

/** Whether the code no longer has the message, which is kept for lupdate. */
export function isGone(translation: XmlElement): boolean {
  return /^(?:vanished|obsolete)$/.test(attributeOf(translation, 'type') ?? '');
}

/** Whether it has texts of several lengths, which are not a unit. */
export function hasVariants(translation: XmlElement): boolean {
  return attributeOf(translation, 'variants') === 'yes';
}

function messageOf(
  { element, block, indent, note }: XmlBlock,
  context: string,
  reading: Reading,
): Message[] {
  const { text } = reading;
  const source = elementIn(element, 'source');
  const translation = elementIn(element, 'translation');
  const id = attributeOf(element, 'id');
  const said = source === undefined ? '' : textOf(text, source);
  const comment = elementIn(element, 'comment');
  const words = comment === undefined ? '' : textOf(text, comment);
  // What distinguishes equal texts comes first, so that no key is the start of another.
  const key = [context, ...(words === '' ? [] : [words]), id ?? said];
  if (translation === undefined || isGone(translation) || hasVariants(translation))
    return [{ key, block, element, indent }];
  if (said === '' && id === undefined) return [{ key, block, element, indent }];
  const extra = elementsIn(element, 'extracomment').map((one) => textOf(text, one));
  const notes = [note, words, ...extra].filter((one) => one !== '').join('\n');
  const parts = { key, said, note: notes, context: words, translation, reading };
  const common = { block, element, indent, translation, ...(source && { source }) };
  if (attributeOf(element, 'numerus') !== 'yes')
    return [{ key, ...common, unit: unitOf(parts, translation) }];
  return [{ key, ...common, children: formsIn({ key, ...common }, parts) }];
}

interface Parts {
  readonly key: Key;
  /** The text in code. */
  readonly said: string;
  readonly note: string;
  /** What tells it from an equal text of the same class. */
  readonly context: string;
  readonly translation: XmlElement;
  readonly reading: Reading;
}

function formsIn(message: Message, parts: Parts): readonly Message[] {
  const elements = elementsIn(parts.translation, 'numerusform');
  const { close } = parts.translation;
  return parts.reading.forms.map((category, at): Message => {
    const form = elements[at];
    const key = [...parts.key, category];
    const unit = { ...unitOf({ ...parts, key }, form, close), plural: category };
    return { ...message, key, block: { start: close, end: close }, unit, form };
  });
}

/** @param at where to insert a missing value */
function unitOf(parts: Parts, value: XmlElement | undefined, at = 0): Unit {
  const { key, said, note, context, translation, reading } = parts;
  const about = { note, ...(context !== '' && { context }) };
  const { text, role } = reading;
  const found = value === undefined ? '' : textOf(text, value);
  const isOpen = attributeOf(translation, 'type') === 'unfinished';
  const range = value === undefined ? { start: at, end: at } : rangeOf(value, translation);
  if (role === 'target') {
    const unit = { ...textUnit({ key, text: found, range, ...about }), source: said };
    return isOpen ? { ...unit, state: found === '' ? 'initial' : 'review' } : unit;
  }
  // The text shown in the source language may be worded better than the one in code.
  const isOwn = role !== 'template' && found !== '' && found !== said;
  const isBetter = isOwn && (!isOpen || value !== translation);
  const unit = textUnit({ key, text: isBetter ? found : said, range, ...about });
  return isBetter ? { ...unit, source: said } : unit;
}

/** The value; all of a translation whose `type` changes with its text. */
function rangeOf(value: XmlElement, translation: XmlElement): Range {
  const { start, open, close, end, attributes } = value;
  const isWhole = open === end || (value === translation && attributes.length > 0);
  return isWhole ? { start, end } : { start: open, end: close };
}

/** CLDR's forms by their number, for files of other tools. */
const BY_COUNT: Readonly<Record<number, readonly PluralCategory[]>> = {
  1: ['other'],
  2: ['one', 'other'],
  3: ['one', 'few', 'other'],
  4: ['one', 'few', 'many', 'other'],
  5: ['one', 'two', 'few', 'many', 'other'],
  6: ['zero', 'one', 'two', 'few', 'many', 'other'],
};
/** Languages whose third form is for millions. */
const MILLIONS = /^(?:ca|es|fr|it|pt)\b/;

interface Language {
  /** The language's forms in Qt. */
  readonly known: readonly PluralCategory[];
  readonly language: string | undefined;
}

/**
 * The plural forms of a file's messages: those of its language in Qt, unless most of its messages
 * have another number of forms.
 *
 * @param counts number of forms of each message; 0 for one without texts
 */
function formsOf(
  counts: readonly number[],
  { known, language = '' }: Language,
): readonly PluralCategory[] {
  const times = new Map<number, number>();
  for (const count of counts) if (count > 0) times.set(count, (times.get(count) ?? 0) + 1);
  const [usual] = [...times].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  if (usual === undefined || usual === known.length || usual === 1) return known;
  if (usual === 3 && MILLIONS.test(language.replace('_', '-'))) return ['one', 'many', 'other'];
  return BY_COUNT[usual] ?? known;
}

/** Characters as Qt reads them: `<byte value="x1b"/>` is a character that XML lacks. */
export function textOf(source: string, { children }: XmlElement): string {
  const [first] = children;
  if (first?.kind === 'text' && children.length === 1) return charactersOf(source, first);
  return children
    .map((node) => {
      if (node.kind !== 'element') return charactersOf(source, node);
      return node.name === 'byte' ? byteOf(node) : '';
    })
    .join('');
}

function byteOf(element: XmlElement): string {
  const value = attributeOf(element, 'value') ?? '';
  const code = value.startsWith('x') ? Number.parseInt(value.slice(1), 16) : Number(value);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** How a file escapes texts. */
interface Habits {
  readonly newline: string;
  /** `'` and `"` are written as entities, as lupdate does. */
  readonly escapesQuotes: boolean;
}

function habitsOf(text: string, newline: string): Habits {
  const bare = /<(?:source|translation|numerusform)\b[^<>]*>[^<]*['"]/.test(text);
  return { newline, escapesQuotes: !bare || /&(?:apos|quot);/.test(text) };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&apos;',
  '"': '&quot;',
};
/* Besides entities: control characters, invisible spaces, characters that XML lacks. */
const ESCAPED =
  /[&<>'"]|[^\t\n -\x9f\xa1-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff\u3001-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A text as Qt Linguist writes it. */
export function escapeText(text: string, { newline, escapesQuotes }: Habits): string {
  const escaped = text.replace(ESCAPED, (one) => {
    const entity = ENTITIES[one];
    if (entity !== undefined) return /['"]/.test(one) && !escapesQuotes ? one : entity;
    const code = one.codePointAt(0) ?? 0;
    const hex = code.toString(16);
    return code <= 0x20 || (code >= 0xd800 && code < 0xe000) || code > 0xfffd
      ? `<byte value="x${hex}"/>`
      : `&#x${hex};`;
  });
  return newline === '\n' ? escaped : escaped.replaceAll('\n', newline);
}

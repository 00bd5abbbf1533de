import { EditError, formatKey, keyId } from '../../model/index.js';
import type {
  Codec,
  DeriveOptions,
  Document,
  Edit,
  InsertEdit,
  Key,
  ParseOptions,
  SetEdit,
  PluralCategory,
  UnitState,
} from '../../model/index.js';
import { originsOf } from '../kit/origins.js';
import { applySplices, type Splice } from '../kit/splices.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { Finder, NewNode, Place, TreeFormat } from '../kit/tree.js';
import { endOfEmpty, linesInEmpty } from '../kit/xml/blocks.js';
import { attributeOf, elementIn, elementsIn, type XmlElement } from '../kit/xml/elements.js';
import { escapeAttribute } from '../kit/xml/escape.js';
import { about } from './about.js';
import { escapeText, hasVariants, isGone, messagesIn, read, readTs, textOf } from './read.js';
import type { Message, QtFile } from './read.js';

const UNFINISHED = ' type="unfinished"';

/** The start tag of a translation: a missing one, or one in review, is unfinished. */
function startTag(file: QtFile, translation: XmlElement | undefined, isOpen: boolean): string {
  return `<translation${isOpen ? UNFINISHED : ''}${othersOf(file, translation)}>`;
}

/** Marks a message that the code no longer has, as lupdate does. Programs do not show it. */
function vanishedTag(file: QtFile, translation: XmlElement): Splice {
  const { start, open, end } = translation;
  const type = isUnfinished(translation) ? 'obsolete' : 'vanished';
  const tag = `<translation type="${type}"${othersOf(file, translation)}`;
  return { start, end: open, text: open === end ? `${tag}/>` : `${tag}>` };
}

function othersOf(file: QtFile, translation: XmlElement | undefined): string {
  const attributes = (translation?.attributes ?? []).filter(({ name }) => name !== 'type');
  return attributes.map(({ start, end }) => ` ${file.text.slice(start, end)}`).join('');
}

function isUnfinished(translation: XmlElement): boolean {
  return attributeOf(translation, 'type') === 'unfinished';
}

interface Form {
  readonly category: PluralCategory;
  /** As written in the file. */
  readonly raw: string;
  readonly element: XmlElement | undefined;
}

/** The splices for edits of plural forms. Their message states whether all of them are finished. */
function formSplices(file: QtFile, message: Message, edits: readonly Edit[]): readonly Splice[] {
  const { translation, children = [] } = message;
  const before = children.map((child) => formBefore(file, child));
  const after = formsAfter(file, before, edits);
  if (translation === undefined || after.length === 0) return [];
  const isOpen =
    after.some(({ raw }) => raw === '') ||
    edits.some((edit) => edit.op !== 'remove' && edit.state === 'review') ||
    (isUnfinished(translation) && waits(before, edits));
  const tag = startTag(file, translation, isOpen);
  // Surplus forms stay: programs do not show them, but a person wrote them.
  const isSame =
    after.length === before.length &&
    after.every(({ category, element }, at) => {
      return element !== undefined && category === before[at]?.category;
    });
  if (!isSame) {
    const text = `${tag}${innerOf(file, message, after)}</translation>`;
    return [{ start: translation.start, end: translation.end, text }];
  }
  const changed = after.flatMap(({ element, raw }, at): Splice[] => {
    if (element === undefined || raw === before[at]?.raw) return [];
    const { start, open, close, end } = element;
    return open === end
      ? [{ start, end, text: `<numerusform>${raw}</numerusform>` }]
      : [{ start: open, end: close, text: raw }];
  });
  const { start, open } = translation;
  return file.text.slice(start, open) === tag
    ? changed
    : [{ start, end: open, text: tag }, ...changed];
}

/** Whether there is a text that nobody has reviewed. */
function waits(before: readonly Form[], edits: readonly Edit[]): boolean {
  const edited = new Set(edits.map(({ key }) => key.at(-1)));
  return before.some(({ category, raw }) => raw !== '' && !edited.has(category));
}

function formBefore({ text }: QtFile, { unit, form }: Message): Form {
  const category = unit?.plural ?? 'other';
  const raw = form === undefined ? '' : text.slice(form.open, form.close);
  return { category, raw, element: form };
}

function formsAfter(
  file: QtFile,
  before: readonly Form[],
  edits: readonly Edit[],
): readonly Form[] {
  const forms = new Map(before.map((form) => [form.category, form]));
  for (const edit of edits) {
    const category = edit.key.at(-1) as PluralCategory;
    if (edit.op === 'remove') forms.delete(category);
    else {
      const known = forms.get(category);
      const { element } = known ?? {};
      const isKnown = element !== undefined && textOf(file.text, element) === edit.text;
      const raw = isKnown && known ? known.raw : escapeText(edit.text, file.habits());
      forms.set(category, { category, raw, element });
    }
  }
  return inOrder([...forms.keys()], file.forms).flatMap((category) => forms.get(category) ?? []);
}

const ORDER: readonly PluralCategory[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** Forms in the file's order; for a new language in Qt's: Latvian's zero is last. */
function inOrder(
  categories: readonly PluralCategory[],
  forms: readonly PluralCategory[],
): readonly PluralCategory[] {
  if (categories.every((one) => forms.includes(one)))
    return forms.filter((one) => categories.includes(one));
  const sorted = ORDER.filter((one) => categories.includes(one));
  return sorted.join() === 'zero,one,other' ? ['one', 'other', 'zero'] : sorted;
}

function innerOf(file: QtFile, message: Message, forms: readonly Form[]): string {
  const { newline } = file.habits();
  const indent = `${message.indent}${message.indent === '' ? '    ' : message.indent}`;
  return formLines(
    forms.map(({ raw }) => raw),
    { indent, newline },
  );
}

/** Plural forms, one per line, between the tags of a translation. */
function formLines(
  raws: readonly string[],
  { indent, newline }: { readonly indent: string; readonly newline: string },
): string {
  const lines = raws.map((raw) => `${indent}    <numerusform>${raw}</numerusform>${newline}`);
  return `${newline}${lines.join('')}${indent}`;
}

function isReview(state: UnitState | undefined): boolean {
  return state === 'review' || state === 'initial';
}

/** Qt Linguist's `.ts`: the source text and its translation in one file. */
const format: TreeFormat<QtFile> = {
  ...about,
  read,
  set,
  rename: (name, _, { habits }) => escapeText(name, habits()),
  insert: insertLines,
  stays: ({ retires }, node) => retires === true && hasComments(node),
  keeps: ({ text, state }, { translation }, file) =>
    translation === undefined ||
    (textOf(file.text, translation) === text &&
      isReview(state) === (attributeOf(translation, 'type') === 'unfinished')),
  beside,
  derived,
  escape: (character) => `&#x${character.codePointAt(0)?.toString(16) ?? ''};`,
};

function set(edit: SetEdit, node: Message, file: QtFile): readonly Splice[] {
  const { translation, unit } = node;
  if (translation === undefined || unit?.plural !== undefined) return [];
  if (elementsIn(translation, 'numerusform').length > 0) throw hasForms(edit.key);
  const text = escapeText(edit.text, file.habits());
  const { start, open, close, end } = translation;
  const tag = startTag(file, translation, isReview(edit.state));
  const isOnlyText = open < end && file.text.slice(start, open) === tag;
  return [
    ...sourceSplices(edit, node, file),
    isOnlyText
      ? { start: open, end: close, text }
      : { start, end, text: `${tag}${text}</translation>` },
  ];
}

function hasForms(key: Key): EditError {
  const message = `"${formatKey(key)}" has plural forms, but its <message> does not have numerus="yes".`;
  return new EditError('not-writable', key, message);
}

/** Updates the source text of a message that is identified by its id. */
function sourceSplices(
  { from }: SetEdit,
  { source, element }: Message,
  file: QtFile,
): readonly Splice[] {
  if (from === undefined || source === undefined || source.open === source.end) return [];
  const said = from.unit.source ?? from.unit.text;
  if (attributeOf(element, 'id') === undefined || textOf(file.text, source) === said) return [];
  return [{ start: source.open, end: source.close, text: escapeText(said, file.habits()) }];
}

function beside(edits: readonly Edit[], file: QtFile, find: Finder<QtFile>): readonly Splice[] {
  const touched = new Map<string, { readonly message: Message; readonly edits: Edit[] }>();
  const vanished = new Set<XmlElement>();
  for (const edit of edits) {
    const node = edit.op === 'remove' && edit.retires === true ? find(edit.key) : undefined;
    if (node?.translation !== undefined && hasComments(node)) {
      vanished.add(node.translation);
      continue;
    }
    const parent = edit.key.slice(0, -1);
    const id = keyId(parent);
    const known = touched.get(id);
    if (known !== undefined) {
      known.edits.push(edit);
      continue;
    }
    const message = find(parent);
    if (message?.children === undefined || message.translation === undefined) continue;
    touched.set(id, { message, edits: [edit] });
  }
  const forms = [...touched.values()].flatMap((one) => formSplices(file, one.message, one.edits));
  const { unsaidLanguage: language } = file;
  const isPlural = forms.length > 0 || edits.some(isNewForm);
  const says = language !== undefined && isPlural ? [languageSplice(file, language)] : [];
  const { element } = file.root;
  const isFirst = element.open === element.end && edits.some(({ op }) => op === 'insert');
  const marks = [...vanished].map((translation) => vanishedTag(file, translation));
  return [...says, ...(isFirst ? [endOfEmpty(file.text, element)] : []), ...forms, ...marks];
}

/**
 * Whether a person commented on a removed message: the file keeps such messages, as lupdate does.
 */
function hasComments({ element }: Message): boolean {
  return elementsIn(element, 'translatorcomment').length > 0;
}

function isNewForm(edit: Edit): boolean {
  return edit.op === 'insert' && edit.from?.unit.plural !== undefined;
}

/**
 * Sets the language in Qt's spelling, `pt_BR`, and leaves out vanished messages and length
 * variants, whose texts would be the source's.
 */
function derived(file: QtFile, { language }: DeriveOptions): readonly Splice[] {
  return [languageSplice(file, language), ...gone(file.root)];
}

function gone({ children = [] }: Message): readonly Splice[] {
  return children.flatMap((child): readonly Splice[] => {
    const translation = elementIn(child.element, 'translation');
    if (translation !== undefined)
      return isGone(translation) || hasVariants(translation) ? [{ ...child.block, text: '' }] : [];
    const inside = gone(child);
    const isAll = inside.length > 0 && inside.length === child.children?.length;
    return isAll ? [{ ...child.block, text: '' }] : inside;
  });
}

function languageSplice({ text, root }: QtFile, language: string): Splice {
  const attribute = `language="${escapeAttribute(language.replaceAll('-', '_'))}"`;
  const { attributes, start } = root.element;
  const stated = attributes.find(({ name }) => name === 'language');
  if (stated !== undefined) return { start: stated.start, end: stated.end, text: attribute };
  const at = attributes.at(-1)?.end ?? text.indexOf('TS', start) + 2;
  return { start: at, end: at, text: ` ${attribute}` };
}

const codec = treeCodec(format);
/** The options with which translations were read as templates. */
const templates = new WeakMap<Document, ParseOptions>();

export const qt: Codec = {
  ...codec,
  parse: (text, options) => {
    const document = codec.parse(text, options);
    if (options?.role === 'template') templates.set(document, options);
    return document;
  },
  derive: (source, edits, options) => {
    const reading = templates.get(source);
    const bare = reading && codec.parse(withoutTranslations(source.text), reading);
    return codec.derive(bare ?? source, edits, options);
  },
};

const originOf = originsOf('qt', (text) => read(text));
const STEP = '    ';

/** Lines of new messages, in a new context if the file lacks theirs. */
export function insertLines(item: NewNode, place: Place<QtFile>): string {
  const { parent, before, after, newline } = place;
  // Plural forms are written with their message.
  if (parent.translation !== undefined) return refuseForeign(item, parent);
  const edits = editsIn(item);
  if (parent.key.length > 0) {
    const indent = (before ?? after)?.indent ?? parent.indent + STEP;
    return messagesOf(edits, { place, indent });
  }
  const indent = (before ?? after)?.indent ?? '';
  const name = escapeText(item.key[0] ?? '', place.file.habits());
  const messages = messagesOf(edits, { place, indent: indent + STEP });
  const start = `${indent}<context>${newline}${indent}${STEP}<name>${name}</name>${newline}`;
  const lines = `${start}${messages}${indent}</context>${newline}`;
  const { element } = parent;
  return element.open === element.end ? linesInEmpty(lines, element, place) : lines;
}

function refuseForeign(item: NewNode, { key }: Message): string {
  for (const edit of editsIn(item)) {
    if (messageKey(edit).length === key.length) continue;
    const message = `"${formatKey(key)}" already exists as a message with plural forms.`;
    throw new EditError('not-writable', edit.key, message);
  }
  return '';
}

function editsIn({ edit, children }: NewNode): readonly InsertEdit[] {
  return [...(edit === undefined ? [] : [edit]), ...children.flatMap(editsIn)];
}

interface Writing {
  readonly place: Place<QtFile>;
  readonly indent: string;
}

function isForm({ from }: InsertEdit): boolean {
  return from?.unit.plural !== undefined;
}

function messageKey(edit: InsertEdit): Key {
  return isForm(edit) ? edit.key.slice(0, -1) : edit.key;
}

/** The parts of a message that are for its key, if the key differs from its source's. */
function partsForOther(edit: InsertEdit, file: QtFile): Other | undefined {
  const of = edit.from?.unit.key.slice(0, messageKey(edit).length);
  const key = messageKey(edit);
  if (of === undefined || keyId(of.slice(1)) === keyId(key.slice(1))) return undefined;
  return { id: key.at(-1) ?? '', parts: partsOfKey(key, file) };
}

function messagesOf(edits: readonly InsertEdit[], writing: Writing): string {
  const messages = new Map<string, InsertEdit[]>();
  for (const edit of edits) {
    const id = keyId(messageKey(edit));
    messages.set(id, [...(messages.get(id) ?? []), edit]);
  }
  return [...messages.values()].map((some) => messageLines(some, writing)).join('');
}

function messageLines(edits: readonly InsertEdit[], { place, indent }: Writing): string {
  const { file, newline } = place;
  const [first] = edits;
  if (first === undefined) return '';
  const inner = indent + STEP;
  const source = originOf(first.from);
  const key = messageKey(first);
  const { attributes, parts } =
    source === undefined
      ? { attributes: '', parts: partsOfKey(key, file) }
      : partsOf(source.file.text, source.node, partsForOther(first, file));
  const lines = [
    `${indent}<message${attributes}>`,
    ...[...parts, ...ownComments(edits, place)].map(
      (part) => `${inner}${part.replace(/\r\n|\n|\r/g, newline)}`,
    ),
    `${inner}${translationOf(edits, file, inner)}`,
    `${indent}</message>`,
  ];
  return lines.map((line) => line + newline).join('');
}

function translationOf(edits: readonly InsertEdit[], file: QtFile, indent: string): string {
  const isOpen = edits.some(({ state }) => isReview(state));
  const tag = startTag(file, undefined, isOpen);
  const habits = file.habits();
  const [first] = edits;
  if (first === undefined || !isForm(first))
    return `${tag}${escapeText(first?.text ?? '', habits)}</translation>`;
  const texts = new Map(
    edits.map((edit) => [edit.key.at(-1) ?? '', escapeText(edit.text, habits)]),
  );
  const wanted = file.forms.filter((one) => texts.has(one));
  const forms = inOrder(wanted, file.forms).map((one) => texts.get(one) ?? '');
  return `${tag}${formLines(forms, { indent, newline: habits.newline })}</translation>`;
}

/** Translators' comments on a text that now has another key. */
function ownComments(
  edits: readonly InsertEdit[],
  { file, leafAt }: Place<QtFile>,
): readonly string[] {
  const before = edits.find(({ movedFrom }) => movedFrom !== undefined)?.movedFrom;
  const message = before && leafAt(before)?.element;
  const comments = message === undefined ? [] : elementsIn(message, 'translatorcomment');
  return comments.map(({ start, end }) => file.text.slice(start, end));
}

interface Parts {
  readonly attributes: string;
  readonly parts: readonly string[];
}

/** The name of a message with an id, and the texts of one whose key is its source. */
interface Other {
  readonly id: string;
  readonly parts: readonly string[];
}

/** The parts of a source message that describe it. References to code are left to lupdate. */
function partsOf(text: string, { element }: Message, other: Other | undefined): Parts {
  const hasId = element.attributes.some(({ name }) => name === 'id');
  const isNamed = other !== undefined && !hasId;
  const kept = element.children.flatMap((node) => {
    if (node.kind !== 'element' || LEFT.has(node.name)) return [];
    return isNamed && NAMES.has(node.name) ? [] : [text.slice(node.start, node.end)];
  });
  const attributes = element.attributes.map(({ name, start, end }) =>
    other !== undefined && name === 'id'
      ? ` id="${escapeAttribute(other.id)}"`
      : ` ${text.slice(start, end)}`,
  );
  return { attributes: attributes.join(''), parts: [...(isNamed ? other.parts : []), ...kept] };
}

const LEFT = new Set(['location', 'translation', 'translatorcomment', 'oldsource', 'oldcomment']);
/** Naming elements of a message without an id. */
const NAMES = new Set(['source', 'comment']);

function partsOfKey(key: Key, file: QtFile): readonly string[] {
  const [source = '', comment] = key
    .slice(1)
    .toReversed()
    .map((part) => escapeText(part, file.habits()));
  const more = comment === undefined ? [] : [`<comment>${comment}</comment>`];
  return [`<source>${source}</source>`, ...more];
}

/** Turns a translation back into its template, without anything about its language. */
export function withoutTranslations(text: string): string {
  const root = readTs(text);
  const language = root.attributes.find(({ name }) => name === 'language');
  const splices = messagesIn(root).flatMap((message): Splice[] => {
    const translation = elementIn(message, 'translation');
    if (translation === undefined || isGone(translation)) return [];
    const forms = elementsIn(translation, 'numerusform').length > 0 ? FORM : '';
    const comments = elementsIn(message, 'translatorcomment');
    return [
      ...comments.map(({ start, end }) => ({ start: lineBefore(text, start), end, text: '' })),
      { ...translation, text: `<translation type="unfinished">${forms}</translation>` },
    ];
  });
  if (language !== undefined)
    splices.push({ start: language.start - 1, end: language.end, text: '' });
  return applySplices(text, splices);
}

const FORM = '<numerusform></numerusform>';

/** Start of the white space and the line end before an element. */
function lineBefore(text: string, at: number): number {
  return text.slice(0, at).trimEnd().length;
}

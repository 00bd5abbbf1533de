import { EditError, formatKey, keyId, type InsertEdit, type Key } from '../../model/index.js';
import { originsOf } from '../kit/origins.js';
import type { NewNode, Place } from '../kit/tree.js';
import { linesInEmpty } from '../kit/xml-blocks.js';
import { elementsIn, escapeAttribute } from '../kit/xml-values.js';
import { read, type Message, type QtFile } from './read.js';
import { escapeText } from './text.js';
import { formLines, inOrder, isReview, startTag } from './translation.js';

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

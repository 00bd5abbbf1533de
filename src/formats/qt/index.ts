import { EditError, formatKey, keyId } from '../../model/index.js';
import type {
  Codec,
  DeriveOptions,
  Document,
  Edit,
  Key,
  ParseOptions,
  SetEdit,
} from '../../model/index.js';
import type { Splice } from '../kit/splices.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { Finder, TreeFormat } from '../kit/tree.js';
import { endOfEmpty } from '../kit/xml-blocks.js';
import {
  attributeOf,
  elementIn,
  elementsIn,
  escapeAttribute,
  type XmlElement,
} from '../kit/xml-values.js';
import { about } from './about.js';
import { insertLines } from './insert.js';
import { hasVariants, isGone, read, type Message, type QtFile } from './read.js';
import { escapeText, textOf } from './text.js';
import { withoutTranslations } from './template.js';
import { formSplices, isReview, startTag, vanishedTag } from './translation.js';

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

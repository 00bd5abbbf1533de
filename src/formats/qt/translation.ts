import type { Edit, PluralCategory, UnitState } from '../../model/index.js';
import type { Splice } from '../kit/splices.js';
import { attributeOf, type XmlElement } from '../kit/xml/elements.js';
import type { Message, QtFile } from './read.js';
import { escapeText, textOf } from './text.js';

const UNFINISHED = ' type="unfinished"';

/** The start tag of a translation: a missing one, or one in review, is unfinished. */
export function startTag(
  file: QtFile,
  translation: XmlElement | undefined,
  isOpen: boolean,
): string {
  return `<translation${isOpen ? UNFINISHED : ''}${othersOf(file, translation)}>`;
}

/** Marks a message that the code no longer has, as lupdate does. Programs do not show it. */
export function vanishedTag(file: QtFile, translation: XmlElement): Splice {
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
export function formSplices(
  file: QtFile,
  message: Message,
  edits: readonly Edit[],
): readonly Splice[] {
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
export function inOrder(
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
export function formLines(
  raws: readonly string[],
  { indent, newline }: { readonly indent: string; readonly newline: string },
): string {
  const lines = raws.map((raw) => `${indent}    <numerusform>${raw}</numerusform>${newline}`);
  return `${newline}${lines.join('')}${indent}`;
}

export function isReview(state: UnitState | undefined): boolean {
  return state === 'review' || state === 'initial';
}

import { EditError, formatKey, keyId } from '../../model/index.js';
import type { Edit, InsertEdit, Key, SetEdit, Unit } from '../../model/index.js';
import { type PlacedInsert, sortEdits } from '../kit/edits.js';
import { encodingNamed } from '../kit/encoding.js';
import { detectNewline, lineEnd, lineStart, isLineEnd } from '../kit/layout.js';
import { getOrSet } from '../kit/maps.js';
import type { Splice } from '../kit/splices.js';
import { type Entry, type Field, filledIn, isFuzzy, keyOf } from './read.js';
import type { PoFile } from './file.js';
import {
  charsetOf,
  contentType,
  flagSplices,
  type Former,
  formerOf,
  headerSplices,
  obsoleteOf,
  previousLines,
  retirement,
} from './header.js';
import { beforeOf, indentOf, quote, removalsOf, separatesEntries, stylesFor } from './style.js';

/** Finds the file of a document, for details that a new entry takes from its source. */
export type FileOf = (origin: NonNullable<InsertEdit['from']>) => PoFile;

/** The splices for edits of a file. @throws EditError */
export function editSplices(
  file: PoFile,
  edits: readonly Edit[],
  fileOf: FileOf,
): readonly Splice[] {
  const { sets, removes, inserts } = sortEdits(edits, (key) => file.placeOf(key) !== undefined);
  const changes = new Map<Entry, EntryChange>();
  const changeOf = (key: Key): EntryChange | undefined => {
    const place = file.placeOf(key);
    if (place === undefined) return undefined;
    const change = changes.get(place.entry) ?? { entry: place.entry, sets: new Map() };
    changes.set(place.entry, change);
    return change;
  };
  const indexOf = (key: Key): number => file.placeOf(key)?.index ?? 0;
  const gone = new Set(removes.map(({ key }) => keyId(key)));
  for (const edit of sets) changeOf(edit.key)?.sets.set(indexOf(edit.key), edit);
  for (const { key } of removes)
    changeOf(key)?.sets.set(indexOf(key), { op: 'set', key, text: '' });
  const unitsBy = new Map<Entry, Unit[]>();
  for (const unit of changes.size === 0 ? [] : file.units) {
    const entry = file.placeOf(unit.key)?.entry;
    if (entry !== undefined && changes.has(entry))
      getOrSet(unitsBy, entry, (): Unit[] => []).push(unit);
  }
  const retires = new Set(removes.filter((one) => one.retires).map(({ key }) => keyId(key)));
  const leaving = new Set<Entry>();
  const retired: Entry[] = [];
  const splices: Splice[] = [];
  for (const change of changes.values()) {
    const units = unitsBy.get(change.entry) ?? [];
    const goes = units.every((unit) => gone.has(keyId(unit.key)));
    if (goes) for (const entry of file.entriesOf(change.entry)) leaving.add(entry);
    const isUsed = file.role === 'target' && filledIn(change.entry).length > 0;
    if (goes && isUsed && units.some(({ key }) => retires.has(keyId(key))))
      retired.push(change.entry);
    if (!goes) splices.push(...entrySplices(file, change, fileOf));
  }
  const returned = inserts.map(({ edit }) => entryKey(edit));
  const old = obsoleteOf(file, [...returned, ...retired.map(keyOf)]);
  const removals = removalsOf(file.text, [...[...leaving].map(({ block }) => block), ...old]);
  const added = insertions(file, inserts, { removals, leaving, fileOf });
  const changed = [...splices, ...removals];
  const written = [...added, ...retirement(file, retired)];
  const texts = [...sets, ...inserts.map(({ edit }) => edit)].filter(({ text }) => text !== '');
  return [...changed, ...headerChanges(file, texts, [...changed, ...written]), ...written];
}

interface InsertContext {
  readonly removals: readonly Splice[];
  readonly leaving: ReadonlySet<Entry>;
  readonly fileOf: (origin: NonNullable<InsertEdit['from']>) => PoFile;
}

/** All inserts for one new entry. */
interface NewEntry {
  readonly key: Key;
  readonly anchor: Key | null;
  readonly edits: InsertEdit[];
}

/** New entries, each after the one that precedes it in the source. @throws EditError */
function insertions(
  file: PoFile,
  inserts: readonly PlacedInsert[],
  context: InsertContext,
): readonly Splice[] {
  const places = new Map<string, { at: number; isBehind: boolean; entries: string[] }>();
  for (const item of newEntries(inserts)) {
    const there = file.entryAt(item.key);
    if (there !== undefined && !context.leaving.has(there)) {
      const message = `${formatKey(item.key)} already exists with different plural forms.`;
      throw new EditError('not-writable', item.edits[0]?.key ?? item.key, message);
    }
    const { at, isBehind } = placeFor(file, item.anchor, context);
    const id = `${at} ${isBehind}`;
    const place = places.get(id) ?? { at, isBehind, entries: [] };
    places.set(id, place);
    place.entries.push(entryText(file, item, context));
  }
  return [...places.values()].map((place) => spliceOf(file, place));
}

function newEntries(inserts: readonly PlacedInsert[]): readonly NewEntry[] {
  const found = new Map<string, NewEntry>();
  for (const { edit, anchor } of inserts) {
    const key = entryKey(edit);
    const id = `${key.length < edit.key.length} ${keyId(key)}`;
    getOrSet(found, id, () => ({ key, anchor, edits: [] })).edits.push(edit);
  }
  return [...found.values()];
}

/** Where to insert: after an entry (`isBehind`), or before one. */
interface EntryPlace {
  readonly at: number;
  readonly isBehind: boolean;
}

function placeFor(file: PoFile, anchor: Key | null, { removals }: InsertContext): EntryPlace {
  const { header, entries, text } = file;
  const [first] = entries;
  const entry = anchor === null ? undefined : file.placeOf(anchor)?.entry;
  const behind = entry ?? (header === first ? header : undefined);
  const place =
    behind !== undefined
      ? { at: behind.block.end, isBehind: true }
      : {
          at: first?.block.start ?? text.length,
          isBehind: first === undefined && text.trim() !== '',
        };
  // If the neighbour is removed, the new entry takes its place.
  const gone = removals.find(({ start, end }) => start < place.at && place.at <= end);
  if (gone === undefined) return place;
  return { at: gone.start, isBehind: gone.end === text.length && gone.start > 0 };
}

function spliceOf(
  file: PoFile,
  { at, isBehind, entries }: EntryPlace & { readonly entries: readonly string[] },
): Splice {
  const { text } = file;
  // After a lone `\r`, a `\n` would complete its line end.
  const newline = text[at - 1] === '\r' ? '\r' : detectNewline(text);
  const blank = separatesEntries(file) ? newline : '';
  const body = entries.join(newline + blank);
  if (!isBehind) {
    const isLast = at >= text.length;
    return { start: at, end: at, text: body + newline + (isLast ? '' : blank) };
  }
  const isEndOfLine = at === 0 || isLineEnd(text.charCodeAt(at - 1));
  // A file without a final line end gets none.
  const isBetween = !isEndOfLine && at < text.length && !isLineEnd(text.charCodeAt(at));
  const end = isBetween ? newline : '';
  const added = isEndOfLine ? blank + body + newline : newline + blank + body + end;
  return { start: at, end: at, text: added };
}

/** The lines of a new entry without the final line end. */
function entryText(file: PoFile, item: NewEntry, { fileOf }: InsertContext): string {
  const [edit] = item.edits;
  const from = edit?.from;
  const origin = from && fileOf(from);
  const source = from && origin?.placeOf(from.unit.key)?.entry;
  const newline = detectNewline(file.text);
  const styles = stylesFor(file, source ?? { flags: [] });
  const field = (name: string, text: string): string => {
    const style = name.startsWith('msgstr') ? styles.texts : styles.ids;
    return `${name} ${quote(text, style, { before: name.length + 1, newline })}`;
  };
  const flags = (source?.flags ?? []).filter((flag) => flag !== 'fuzzy');
  const former = item.edits.find((one) => one.former !== undefined)?.former;
  const isFuzzy = item.edits.some(({ state }) => state === 'review');
  const said = [...(isFuzzy ? ['fuzzy'] : []), ...flags];
  const isOwn = source !== undefined && keyId(keyOf(source)) === keyId(item.key);
  const { context, id } = isOwn ? source : namesOf(item.key);
  // Translators' comments on a text that now has another key.
  const before = item.edits.find(({ movedFrom }) => movedFrom !== undefined)?.movedFrom;
  const kept = ((before && file.placeOf(before)?.entry.comments) ?? [])
    .filter(({ kind }) => kind === ' ')
    .map(({ start, end }) => file.text.slice(start, end));
  const previous =
    former === undefined || !isFuzzy
      ? []
      : [previousLines(formerOf(former), { style: styles.ids, newline })];
  return [
    ...commentsOf(origin, source, kept),
    ...(said.length === 0 ? [] : [`#, ${said.join(', ')}`]),
    ...previous.map((lines) => lines.slice(0, -newline.length)),
    ...(context === undefined ? [] : [field('msgctxt', context.text)]),
    field('msgid', id.text),
    ...(source?.plural === undefined ? [] : [field('msgid_plural', source.plural.text)]),
    ...textsOf(file, item, source).map(([name, text]) => field(name, text)),
  ].join(newline);
}

function namesOf(key: Key): {
  readonly context: { readonly text: string } | undefined;
  readonly id: { readonly text: string };
} {
  const [first = '', ...rest] = key;
  const last = rest.at(-1);
  if (last === undefined) return { context: undefined, id: { text: first } };
  return { context: { text: first }, id: { text: last } };
}

/**
 * Comments as in the source, without those about a translation of its own.
 * @param own comments of the target's translators, if any
 */
function commentsOf(
  origin: PoFile | undefined,
  source: Entry | undefined,
  own: readonly string[],
): readonly string[] {
  if (origin === undefined || source === undefined) return own;
  const isOther = origin.role === 'template' || own.length > 0;
  const left = isOther ? [',', '|', ' '] : [',', '|'];
  const said = source.comments
    .filter(({ kind }) => !left.includes(kind))
    .map(({ start, end }) => origin.text.slice(start, end));
  return [...own, ...said];
}

/** `msgstr`, or one for each form of the file. @throws EditError */
function textsOf(
  file: PoFile,
  { edits, key }: NewEntry,
  source: Entry | undefined,
): readonly (readonly [name: string, text: string])[] {
  const [first] = edits;
  if (source?.plural === undefined) return [['msgstr', first?.text ?? '']];
  const { names } = file.forms;
  const texts = new Map(edits.map((edit) => [edit.key.at(-1), edit]));
  const odd = edits.find(
    (edit) => !(names as readonly (string | undefined)[]).includes(edit.key.at(-1)),
  );
  if (odd !== undefined) {
    const message = `The file's Plural-Forms has no form "${odd.key.at(-1) ?? ''}" for ${formatKey(key)}.`;
    throw new EditError('not-writable', odd.key, message);
  }
  return names.map((name, index) => [`msgstr[${index}]`, texts.get(name)?.text ?? '']);
}

/** The key without a plural form. */
function entryKey({ key, from }: InsertEdit): Key {
  return from?.unit.plural === undefined ? key : key.slice(0, -1);
}

/**
 * What gettext needs for new texts: the plural formula and a charset. A file without a header gets
 * one if it was empty or gets non-ASCII characters, which gettext refuses without a charset.
 */
function headerChanges(
  file: PoFile,
  texts: readonly (SetEdit | InsertEdit)[],
  others: readonly Splice[],
): readonly Splice[] {
  const { forms, header, role } = file;
  if (texts.length === 0) return [];
  const isEmpty = header === undefined && file.entries.length === 0;
  const writesForms = texts.some((edit) => {
    const unit = edit.op === 'insert' ? edit.from?.unit : file.placeOf(edit.key)?.unit;
    return unit?.plural !== undefined;
  });
  const values: Record<string, string> = {};
  if (role !== 'source' && (isEmpty || (forms.isUnsaid && writesForms)))
    values['Plural-Forms'] = forms.forms.text;
  if (needsCharset(file, others)) values['Content-Type'] = contentType(file.encoding);
  return Object.keys(values).length === 0 ? [] : headerSplices(file, values);
}

/**
 * Whether the charset cannot stay: it is a template's placeholder, or the file gets non-ASCII
 * characters and the charset is missing, ASCII (as msginit writes it) or unknown.
 */
function needsCharset({ header, role, text }: PoFile, splices: readonly Splice[]): boolean {
  const label = charsetOf(header);
  if (label === 'CHARSET' && role !== 'source') return true;
  const isAscii = /^(?:us-)?ascii$/i.test(label) || encodingNamed(label) === undefined;
  const written = splices.some((one) => BEYOND_ASCII.test(one.text));
  return isAscii && (written || (label !== '' && BEYOND_ASCII.test(text)));
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/** Changes of one entry. */
interface EntryChange {
  readonly entry: Entry;
  /** By index of the `msgstr`. */
  readonly sets: Map<number, SetEdit>;
}

function entrySplices(file: PoFile, change: EntryChange, fileOf: FileOf): readonly Splice[] {
  const { entry, sets } = change;
  const texts = new Map(sets);
  const [edit] = sets.values();
  const spare: Splice[] = [];
  if (entry.plural !== undefined) {
    // gettext refuses gaps, so missing forms before a written one are added empty.
    for (let index = 0; edit !== undefined && index < Math.max(...sets.keys()); index += 1)
      if (entry.texts[index] === undefined && !sets.has(index))
        texts.set(index, { ...edit, text: '' });
    // It also refuses empty forms that a template has and the language does not.
    for (const [index, field] of file.role === 'source' ? [] : entry.texts.entries()) {
      const above = entry.texts[index - 1];
      if (index >= file.forms.forms.count && field?.text === '' && above !== undefined)
        spare.push({ start: above.end, end: field.end, text: '' });
    }
  }
  const written = [...texts]
    .sort(([a], [b]) => a - b)
    .flatMap(([index, one]) => textSplices(file, entry, { index, edit: one }));
  const plural = pluralSplices(file, change, fileOf);
  const flag = flagAfter(change, plural.length > 0);
  return [...flagSplices(file, entry, flag), ...plural, ...written, ...spare];
}

/** The new flag, and the text that the translation was made for. */
function flagAfter(
  { entry, sets }: EntryChange,
  hasNewPlural: boolean,
): { readonly fuzzy: boolean; readonly former: Former | undefined } {
  const edits = [...sets.values()];
  const moved = edits.find((edit) => edit.former !== undefined)?.former;
  const { context, id, plural } = entry;
  // An entry that was already fuzzy says itself what it was made for, if anything does.
  const isReworded = hasNewPlural && !isFuzzy(entry);
  const own = { context: context?.text, id: id.text, plural: plural?.text };
  const former = moved === undefined ? (isReworded ? own : undefined) : formerOf(moved);
  if (edits.some(({ state }) => state === 'review')) return { fuzzy: true, former };
  // A form that nobody has reviewed is still in review.
  const isOpen = entry.texts.some(
    (field, index) => field !== undefined && field.text !== '' && !sets.has(index),
  );
  return { fuzzy: isFuzzy(entry) && isOpen, former };
}

interface TextChange {
  readonly index: number;
  readonly edit: SetEdit;
}

function textSplices(file: PoFile, entry: Entry, { index, edit }: TextChange): readonly Splice[] {
  const field = entry.texts[index];
  if (field !== undefined) {
    if (field.text === edit.text) return [];
    const text = quoted(file, entry, { field, text: edit.text });
    return [{ start: field.start, end: field.end, text }];
  }
  const above = entry.texts.slice(0, index).findLast((one) => one !== undefined);
  const below = entry.texts.find((one) => one !== undefined);
  const beside = above ?? below;
  if (beside === undefined || entry.plural === undefined) {
    throw new EditError('not-writable', edit.key, `There is no place for ${formatKey(edit.key)}.`);
  }
  return [lineOfForm(file, entry, { index, edit, beside, isBehind: above !== undefined })];
}

/** A line for a form that its entry lacks. */
function lineOfForm(
  file: PoFile,
  entry: Entry,
  {
    index,
    edit,
    beside,
    isBehind,
  }: TextChange & { readonly beside: Field; readonly isBehind: boolean },
): Splice {
  const { text } = file;
  const newline = detectNewline(text);
  const lead = leadOf(text, beside);
  const gap = /\][ \t]*/.exec(text.slice(beside.at, beside.start))?.[0].slice(1) ?? ' ';
  const keyword = `${lead}msgstr[${index}]${gap}`;
  const indent = indentOf(text, [beside, entry.id]);
  const style = stylesFor(file, entry).texts;
  const line = keyword + quote(edit.text, style, { before: keyword.length, newline, indent });
  if (!isBehind) {
    const at = beside.at - lead.length;
    return { start: at, end: at, text: line + newline };
  }
  const rest = /^[ \t]*(?:#[^\n\r]*)?/.exec(text.slice(beside.end, lineEnd(text, beside.end)));
  const at = beside.end + (rest?.[0].length ?? 0);
  return { start: at, end: at, text: newline + line };
}

/** White space before a keyword; '' if other fields are before it on its line. */
export function leadOf(text: string, { at }: Field): string {
  const before = text.slice(lineStart(text, at), at);
  return before.trim() === '' ? before : '';
}

function quoted(
  file: PoFile,
  entry: Entry,
  { field, text }: { readonly field: Field; readonly text: string },
): string {
  const styles = stylesFor(file, entry);
  const style = entry.texts.includes(field) ? styles.texts : styles.ids;
  const { texts, id, plural } = entry;
  const newline = detectNewline(file.text);
  const indent = indentOf(file.text, [field, ...texts, id, plural]);
  const before = beforeOf(file.text, field);
  // Comments between the old lines follow the new ones.
  const behind = (field.behind ?? []).map(({ start, end }) => ` ${file.text.slice(start, end)}`);
  return quote(text, style, { before, newline, indent }) + behind.join('');
}

/** `msgid_plural` is not part of a key, so it can change beside its translations. */
function pluralSplices(
  file: PoFile,
  { entry, sets }: EntryChange,
  fileOf: FileOf,
): readonly Splice[] {
  const { plural } = entry;
  if (plural === undefined || file.role === 'source') return [];
  for (const { from } of sets.values()) {
    const now = from && fileOf(from).placeOf(from.unit.key)?.entry.plural;
    if (now === undefined || now.text === plural.text) continue;
    const text = quoted(file, entry, { field: plural, text: now.text });
    return [{ start: plural.start, end: plural.end, text }];
  }
  return [];
}

import { EditError, formatKey, keyId } from '../../model/index.js';
import type { InsertEdit, Key } from '../../model/index.js';
import type { PlacedInsert } from '../kit/edits.js';
import { detectNewline, isLineEnd } from '../kit/layout.js';
import type { Splice } from '../kit/splices.js';
import { keyOf } from './entry.js';
import type { PoFile } from './file.js';
import { formerOf, previousLines } from './flags.js';
import type { Entry } from './read.js';
import { separatesEntries, stylesFor } from './style.js';
import { quote } from './wrap.js';

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
export function insertions(
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
    const key = isPlural(edit) ? edit.key.slice(0, -1) : edit.key;
    const id = `${isPlural(edit)} ${keyId(key)}`;
    const item = found.get(id);
    if (item === undefined) found.set(id, { key, anchor, edits: [edit] });
    else item.edits.push(edit);
  }
  return [...found.values()];
}

function isPlural({ from }: InsertEdit): boolean {
  return from?.unit.plural !== undefined;
}

interface EntryPlace {
  readonly at: number;
  /** After an entry; otherwise before one. */
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
  const added = isEndOfLine ? blank + body + newline : newline + blank + body;
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
  const kept = ownComments(file, item);
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

/** Translators' comments on a text that now has another key. */
function ownComments(file: PoFile, { edits }: NewEntry): readonly string[] {
  const before = edits.find(({ movedFrom }) => movedFrom !== undefined)?.movedFrom;
  const comments = (before && file.placeOf(before)?.entry.comments) ?? [];
  return comments
    .filter(({ kind }) => kind === ' ')
    .map(({ start, end }) => file.text.slice(start, end));
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

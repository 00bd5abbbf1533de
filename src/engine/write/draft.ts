import { setImmediate as nextTurn } from 'node:timers/promises';
import { languageTag } from '../../facts/index.js';
import { nameInFiles } from '../../config/index.js';
import { firstLacking, withEscapes } from '../../formats/index.js';
import { EditError, FormatError, keyId, locate } from '../../model/index.js';
import type { Codec, Document, Encoding, ParseOptions, Unit, Key } from '../../model/index.js';
import type { DecidedRow, Failure, FileComparison, NewText, Row } from '../units/row.js';
import { changesShape, derivation, editsOf } from './edits.js';
import type { Edition } from './edits.js';
import { findUnits } from './find-units.js';
import type { FilePair } from '../load/index.js';
import { isListIndex } from '../units/list-keys.js';
import type { SourceUnit } from '../units/source-units.js';

export interface DraftInput {
  readonly codec: Codec;
  readonly file: FileComparison;
  /** The current file on disk; undefined if it does not exist. */
  readonly document: Document | undefined;
  /** In the units' order. */
  readonly texts: readonly NewText[];
}

/** The new content of a target file. */
export interface Draft {
  /** The new file, parsed; undefined if nothing changes. */
  readonly document: Document | undefined;
  /** The texts that are in it. */
  readonly accepted: readonly NewText[];
  /** The unit of each of these texts. Empty if nothing changes. */
  readonly present: readonly (Unit | undefined)[];
  /** Rows whose text the file cannot hold. */
  readonly failures: ReadonlyMap<DecidedRow, Failure>;
  readonly keepsObsolete: boolean;
  /** Why units are kept, if that is not due to a row. */
  readonly refusal: EditError | undefined;
}

interface FileEdition extends Edition {
  /** The file to edit; undefined: it is new. */
  readonly document: Document | undefined;
}

/**
 * Creates the new file with everything that it can hold. If the codec refuses a text or a place,
 * that row fails and the others continue. Then no dropped unit is removed, because its text may
 * be the one that could not move.
 */
export async function makeDraft(input: DraftInput): Promise<Draft> {
  const { file, document, texts } = input;
  const keepsObsolete = holdsBack(file, texts);
  const obsolete = keepsObsolete ? [] : file.obsolete;
  const edition = { document, texts, obsolete };
  const whole = changesShape(edition)
    ? await inTurn(input, edition)
    : await attempt(input, edition);
  if (whole.refused.length === 0) {
    return { ...whole, accepted: texts, failures: new Map(), keepsObsolete, refusal: undefined };
  }
  const kept = await withoutRefused(input, obsolete.length === 0 ? whole : undefined);
  if (kept.failures.size > 0 || kept.accepted.length < texts.length) {
    return { ...kept, keepsObsolete: true, refusal: undefined };
  }
  // What blocked the removals has now moved.
  const from = kept.document ?? document;
  const rest = await attempt(input, { document: from, texts: [], obsolete });
  const after = rest.document ?? kept.document;
  const present = after === undefined ? NOTHING : unitsOf(after, kept.accepted);
  const lost = after === undefined ? [] : unreadable(present, kept.accepted);
  const [refusal] = [...rest.refused, ...lost];
  if (refusal !== undefined) return { ...kept, keepsObsolete: true, refusal };
  return { ...kept, document: after, present, keepsObsolete, refusal };
}

/** Leaves out rows that the file refuses, until it holds the rest. */
async function withoutRefused(
  input: DraftInput,
  first: Attempt | undefined,
): Promise<Omit<Draft, 'keepsObsolete' | 'refusal'>> {
  const { file, document } = input;
  const failures = new Map<DecidedRow, Failure>();
  let texts = input.texts;
  let made = first ?? (await attempt(input, { document, texts, obsolete: [] }));
  while (made.refused.length > 0) {
    const left = texts;
    const rest: NewText[] = [];
    const errors = new Map(made.refused.map((error) => [keyId(error.key), error]));
    for (const one of left) {
      const { row } = one;
      const error = behindElement(row, made.refused) ?? errors.get(row.source.keyId);
      if (error === undefined) rest.push(one);
      else failures.set(row, failureOf(error, file.target.path));
    }
    const [refusal] = made.refused;
    if (rest.length === left.length && refusal !== undefined) throw refusal;
    texts = movedTogether(left, rest);
    made = await attempt(input, { document, texts, obsolete: [] });
  }
  const { document: after, present } = made;
  return { document: after, present, accepted: texts, failures };
}

/**
 * Removes units first, so that an emptied container is removed and created again as in the source.
 */
async function inTurn(
  input: DraftInput,
  { document, texts, obsolete }: FileEdition,
): Promise<Attempt> {
  const cleared = await attempt(input, { document, texts: [], obsolete });
  if (cleared.refused.length > 0) return cleared;
  return attempt(input, { document: cleared.document ?? document, texts, obsolete: [] });
}

/**
 * Whether nothing may be removed because a text could not move: an obsolete unit may have that
 * text.
 */
function holdsBack({ rows, obsolete }: FileComparison, texts: readonly NewText[]): boolean {
  if (obsolete.length === 0) return false;
  const written = new Set<Row>(texts.map(({ row }) => row));
  return rows.some((row) => row.state.arrival !== undefined && !written.has(row));
}

/**
 * Moves are written all together or not at all: a text that cannot move must not be overwritten.
 */
export function movedTogether(
  texts: readonly NewText[],
  left: readonly NewText[],
): readonly NewText[] {
  const moves = (some: readonly NewText[]): number =>
    some.filter(({ row }) => row.state.arrival !== undefined).length;
  if (moves(left) === moves(texts)) return left;
  return left.filter(({ row }) => row.state.place !== 'leaving');
}

interface Attempt {
  readonly document: Document | undefined;
  readonly present: Draft['present'];
  readonly refused: readonly EditError[];
}

const NOTHING: Draft['present'] = [];

/** Applies edits and parses the result, so that nothing unreadable is written. */
async function attempt({ codec, file }: DraftInput, edition: FileEdition): Promise<Attempt> {
  try {
    const encoding = encodingFor(file.pair, edition.document);
    const made = newText(codec, file, edition);
    const text =
      made && encoding && codec.escape ? withEscapes(made, encoding, codec.escape) : made;
    // A large file takes longer than an answer: between steps, answers are read and requests are
    // sent.
    await nextTurn();
    if (text === undefined) return { document: undefined, present: NOTHING, refused: [] };
    const before = edition.document && { editedFrom: edition.document };
    const document = codec.parse(text, { ...parseOptions(file), encoding, ...before });
    await nextTurn();
    const isNew = edition.document === undefined;
    const foreign = unencodable(document, { isNew, ...(encoding && { encoding }) });
    if (foreign !== undefined) throw foreign;
    const { texts } = edition;
    const present = unitsOf(document, texts);
    const lost = unreadable(present, texts);
    if (lost.length === 0) return { document, present, refused: lost };
    const { expected } = file;
    const rows = texts.map(({ row }) => row);
    const behind = behindGaps({ document, before: edition.document, expected, rows });
    return { document, present, refused: behind.length > 0 ? behind : lost };
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    return { document: undefined, present: NOTHING, refused: [error] };
  }
}

/** Every reader decodes these bytes in the same way, whatever encoding it assumes. */
const ASCII = 'us-ascii';

/**
 * The encoding to write a target in; undefined: UTF-8. A new file has its source's, unless its format
 * declares UTF-8. Plain ASCII does not show the encoding where some readers of the format assume
 * UTF-8 and others do not: then the next target with other letters shows whether they are escaped,
 * and if there is none, they are.
 */
function encodingFor(
  { catalog, source, targets }: FilePair,
  document: Document | undefined,
): Encoding | undefined {
  const { encoding, text } = document ?? source.document;
  const { correctsEncoding, fallbackEncoding } = source.capabilities;
  if (document === undefined && correctsEncoding === true) return undefined;
  if (encoding !== undefined) return encoding;
  const isOpen = fallbackEncoding !== undefined && catalog.encoding === undefined;
  if (!isOpen || !isAscii(text)) return undefined;
  for (const { document: other } of targets) {
    if (other === undefined) continue;
    if (other.encoding !== undefined) return ASCII;
    if (!isAscii(other.text)) return undefined;
    if (other.units.some(({ text }) => !isAscii(text))) return ASCII;
  }
  return isAscii(source.document.text) ? ASCII : undefined;
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/** The new text of a target file; undefined if nothing changes. */
function newText(
  codec: Codec,
  file: FileComparison,
  { document, texts, obsolete }: FileEdition,
): string | undefined {
  if (document !== undefined) {
    const edits = editsOf(file, document, { texts, obsolete });
    return edits.length === 0 ? undefined : codec.edit(document, edits);
  }
  if (texts.length === 0) return undefined;
  const { locale } = file.target;
  const options = {
    locale: nameInFiles(file.pair.catalog, locale),
    language: languageTag(locale),
  };
  return codec.derive(file.pair.source.document, derivation(file, texts), options);
}

export function parseOptions({ target, pair }: FileComparison): ParseOptions {
  const { path: file } = target;
  const locale = nameInFiles(pair.catalog, target.locale);
  return { role: 'target', locale, source: pair.source.document, file };
}

/**
 * The first unit whose text or key has a character that the file's encoding lacks. @throws
 * FormatError if it is outside units
 */
function unencodable(
  { text, units }: Document,
  { encoding = 'utf-8', isNew }: { readonly encoding?: Encoding; readonly isNew: boolean },
): EditError | undefined {
  const at = firstLacking(text, encoding);
  if (at === -1) return undefined;
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const file = isNew ? 'its source; save the source' : 'the file; save it';
  const message = /[\ud800-\udfff]/u.test(character)
    ? 'the text has half of a surrogate pair, which no file can hold; remove it.'
    : `"${character}" cannot be encoded in ${encoding}, the encoding of ${file} as UTF-8.`;
  const unit =
    units.find(({ range }) => range.start <= at && at < range.end) ??
    units.find(({ key }) => key.some((part) => part.includes(character)));
  if (unit === undefined) throw new FormatError('encoding', message, locate(text, at));
  return new EditError('not-writable', unit.key, message);
}

function unitsOf(document: Document, texts: readonly NewText[]): Draft['present'] {
  return findUnits(
    document,
    texts.map(({ row }) => row.source),
  );
}

/** Texts that cannot be read back from the new file. */
function unreadable(present: Draft['present'], texts: readonly NewText[]): readonly EditError[] {
  const message = 'The unit could not be read back after it was written.';
  const lost = texts.filter(({ row: { source } }, at) => {
    const kind = present[at]?.kind;
    return kind === undefined || (kind === 'raw' && source.expected.unit.kind === 'text');
  });
  return lost.map(
    ({ row: { source } }) => new EditError('not-writable', source.expected.key, message),
  );
}

/** The failure of a row: its text does not fit, or the file's content is in the way. */
function failureOf({ code, message }: EditError, path: string): Failure {
  if (code === 'inline-codes') return { code: 'markup-mismatch', message };
  return { code: 'write-failed', message: `${path}: ${message}` };
}

const IN_TURN =
  'An earlier element of its array has no text yet; this one is written once that one has a text.';

interface Turn {
  /** The new file, parsed. */
  readonly document: Document;
  /** The file before; undefined if it did not exist. */
  readonly before: Document | undefined;
  readonly expected: readonly SourceUnit[];
  readonly rows: readonly DecidedRow[];
}

/**
 * Omitting an element of a list would shift the following ones, so that texts end up in the wrong
 * place. A unit that is present although no row wrote it shows where this happened.
 */
export function behindGaps({ document, before, expected, rows }: Turn): readonly EditError[] {
  const known = new Set(before?.units.map((unit) => keyId(unit.key)));
  for (const { source } of rows) known.add(source.keyId);
  const present = new Set(document.units.map((unit) => keyId(unit.key)));
  const gaps = new Map<string, number>();
  for (const source of expected) {
    const { key } = source.expected;
    const at = key.findLastIndex(isListIndex);
    if (at < 0 || known.has(source.keyId) || !present.has(source.keyId)) continue;
    const list = keyId(key.slice(0, at));
    gaps.set(list, Math.min(gaps.get(list) ?? Infinity, Number(key[at])));
  }
  const isBehind = (key: Key): boolean =>
    key.some(
      (name, at) =>
        isListIndex(name) && Number(name) > (gaps.get(keyId(key.slice(0, at))) ?? Infinity),
    );
  return rows
    .map(({ source }) => source.expected.key)
    .filter(isBehind)
    .map((key) => new EditError('not-writable', key, IN_TURN));
}

/** Elements of a list are refused one at a time, starting with the first. */
export function behindElement(
  { source, current }: DecidedRow,
  refused: readonly EditError[],
): EditError | undefined {
  if (current !== undefined) return undefined;
  const { key } = source.expected;
  const isBehind = refused.some(({ element }) => {
    const at = (element?.length ?? 0) - 1;
    return (
      element !== undefined &&
      Number(key[at]) >= Number(element[at]) &&
      keyId(key.slice(0, at)) === keyId(element.slice(0, at))
    );
  });
  return isBehind ? new EditError('not-writable', key, IN_TURN) : undefined;
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { languageTag } from '../../facts/index.js';
import { nameInFiles } from '../../config/index.js';
import { firstLacking, withEscapes } from '../../formats/index.js';
import { EditError, FormatError, keyId, locate } from '../../model/index.js';
import type { Codec, Document, Encoding, ParseOptions, Unit } from '../../model/index.js';
import type { DecidedRow, Failure, FileComparison, NewText, Row } from '../units/row.js';
import { changesShape, derivation, editsOf } from './edits.js';
import type { Edition } from './edits.js';
import { encodingFor } from './encoding-for.js';
import { findUnits } from './find-units.js';
import { behindElement, behindGaps } from './list-turns.js';

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
): Promise<Pick<Draft, 'document' | 'present' | 'accepted' | 'failures'>> {
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
  { document, texts, obsolete }: Edition & Pick<DraftInput, 'document'>,
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

interface Attempt extends Pick<Draft, 'document' | 'present'> {
  readonly refused: readonly EditError[];
}

const NOTHING: Draft['present'] = [];

/** Applies edits and parses the result, so that nothing unreadable is written. */
async function attempt(
  { codec, file }: DraftInput,
  edition: Edition & Pick<DraftInput, 'document'>,
): Promise<Attempt> {
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

/** The new text of a target file; undefined if nothing changes. */
function newText(
  codec: Codec,
  file: FileComparison,
  { document, texts, obsolete }: Edition & Pick<DraftInput, 'document'>,
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

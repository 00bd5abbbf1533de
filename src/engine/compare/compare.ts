import { eachInSteps, keyId } from '../../model/index.js';
import type { Steps, Key } from '../../model/index.js';
import { isHuman, REVIEW, targetHash } from '../../lock/index.js';
import { isRehearsed } from '../units/drift.js';
import { findingsOf, hasErrors, NO_FINDINGS } from '../units/findings.js';
import { judged } from '../units/settling.js';
import { looseDropped, looseTexts } from './match/loose.js';
import { match } from './match/match.js';
import type { FileToMatch, MatchContext, Matching } from './match/match.js';
import { findOccupied } from './occupied.js';
import { BY_REFERENCE, INHERITED, MISSING, OCCUPIED } from './state.js';
import type {
  Arrival,
  Row,
  DroppedUnit,
  FileComparison,
  LocaleComparison,
  OrphanTexts,
  TextState,
} from '../units/row.js';
import { hasAllForms } from '../../text/index.js';
import { isListIndex } from '../units/list-keys.js';

export interface LocaleContext extends MatchContext {
  readonly locale: string;
  readonly orphans: readonly OrphanTexts[];
}

/** Matches texts and units across all files of a locale, after comparison by key. Pure. */
export function* matchLocale(
  byKey: readonly FileComparison[],
  context: LocaleContext,
): Steps<LocaleComparison> {
  const { locale } = context;
  const files = yield* eachInSteps(byKey, (file) =>
    withCompleteArrays(withLeftOut(withOccupied(file))),
  );
  const found = yield* eachInSteps(files, ({ target: { path }, rows, obsolete, kept }) =>
    looseTexts(rows, [...obsolete, ...kept], { path, locale }),
  );
  const loose = found.flat();
  for (const { path, units } of context.orphans) {
    for (const unit of units) loose.push(...looseDropped(unit, path));
  }
  const matching = match(
    files.map((file) => toMatch(file, context)),
    loose,
    context,
  );
  const matched = yield* eachInSteps(files, (file) =>
    withInherited(withProposals(withMatching(file, matching))),
  );
  return { locale, files: matched, loose, orphans: context.orphans };
}

/** In a file of differences, an absent unit is not missing. */
function withInherited(file: FileComparison): FileComparison {
  if (file.fallback === undefined) return file;
  const rows = file.rows.map((row): Row => {
    const { status, arrival } = row.state;
    const isOwn = status !== 'missing' || arrival !== undefined;
    return isOwn ? row : { ...row, state: INHERITED, findings: NO_FINDINGS };
  });
  return { ...file, rows };
}

function toMatch(file: FileComparison, { lockIsKnown }: MatchContext): FileToMatch {
  const { document, path } = file.target;
  // The value of an anchor is also shown at its aliases. Texts unknown to an older lock may be
  // newer than it, so its facts about the other texts are uncertain too.
  const isInDoubt =
    document?.references !== undefined || (!lockIsKnown && file.rows.some(isUnknown));
  return { path, units: file.rows, isInDoubt, isOverride: file.fallback !== undefined };
}

function isUnknown({ current, state, source }: Row): boolean {
  return current !== undefined && current.text !== '' && !state.isKnown && !source.copied;
}

/**
 * Marks units whose place is taken by another kind of value. Nothing is removed from such a file.
 */
function withOccupied(file: FileComparison): FileComparison {
  const { target, rows, obsolete, kept, extra } = file;
  if (file.fallback !== undefined) return file;
  const others = [...kept.map(({ unit }) => unit), ...extra];
  const place = { path: target.path, expected: file.expected };
  if (findOccupied(rows, others, place).size === 0) return file;
  const all = [...others, ...obsolete.map(({ unit }) => unit)];
  const occupied = findOccupied(rows, all, place);
  const marked = rows.map((row): Row => {
    const found = occupied.get(row);
    if (found === undefined) return row;
    if (found === 'plural') return { ...row, state: BY_REFERENCE, findings: [] };
    const { reason: message } = found;
    const findings = [{ code: 'write-failed', level: 'error', message }] as const;
    return { ...row, current: undefined, state: OCCUPIED, findings };
  });
  return { ...file, rows: marked, obsolete: [], kept: [...kept, ...obsolete] };
}

/** Marks units that are in the file but cannot be read: nothing can be written there. */
function withLeftOut(file: FileComparison): FileComparison {
  const { target, rows } = file;
  const { leftOut } = target.document ?? {};
  if (leftOut === undefined) return file;
  const whys = new Map(leftOut.map(({ key, why }) => [keyId(key), why]));
  const marked = rows.map((row): Row => {
    if (row.current !== undefined) return row;
    const { key } = row.source.expected;
    const why = whys.get(keyId(key)) ?? whys.get(keyId(key.slice(0, -1)));
    if (why === undefined) return row;
    const message = `In ${target.path}, this unit ${why} Fix it, and the next sync writes the translation.`;
    const findings = [{ code: 'write-failed', level: 'error', message }] as const;
    return { ...row, state: OCCUPIED, findings };
  });
  return { ...file, rows: marked };
}

function withMatching(file: FileComparison, { arrivals, leaving }: Matching): FileComparison {
  if (arrivals.size + leaving.size === 0) return file;
  const rows = file.rows.map((row): Row => {
    const arrival = soundArrival(row, arrivals.get(row), file);
    if (arrival === undefined && !leaving.has(row)) return row;
    return { ...row, state: movedState(row, arrival), findings: [] };
  });
  return withCompleteArrays({ ...file, rows });
}

/**
 * Machine text that would break a rule, or is of a rehearsal, is translated again instead of moved;
 * human text is moved anyway.
 */
function soundArrival(
  row: Row,
  arrival: Arrival | undefined,
  file: FileComparison,
): Arrival | undefined {
  if (arrival === undefined || isHuman(arrival.origin)) return arrival;
  const { source } = row;
  const { text } = arrival.unit;
  if (isRehearsed(row, text, arrival.origin)) return undefined;
  const findings = findingsOf(source, text, file);
  const weighed = judged(findings, { source, text, isAdopted: false }, file);
  return hasErrors(weighed) ? undefined : arrival;
}

function movedState(
  { current, state: { former, origin } }: Row,
  arrival: Arrival | undefined,
): TextState {
  const isEmpty = current === undefined || current.text === '';
  const known = former === undefined ? {} : { former };
  const leaving = { status: 'stale', place: 'leaving', origin } as const;
  const state: TextState = { ...MISSING, ...(isEmpty ? {} : leaving), ...known };
  return arrival === undefined ? state : { ...state, arrival };
}

/**
 * Keeps a human text that the source dropped as long as it can be proposed for a unit in review.
 */
function withProposals(file: FileComparison): FileComparison {
  if (file.obsolete.length === 0) return file;
  const sources = new Set<string>();
  for (const { state, source } of file.rows) {
    if (state.status === 'review' && !source.copied) sources.add(source.sourceHash);
  }
  // Excludes sources of which another key has a text or takes this one.
  for (const { state, source } of file.rows) {
    if (state.status !== 'review') sources.delete(source.sourceHash);
  }
  if (sources.size === 0) return file;
  const kept = file.obsolete.filter((one) => isProposal(one, sources));
  const texts = kept.map(({ unit }) => unit);
  const place = { path: file.target.path, expected: file.expected };
  if (kept.length === 0 || findOccupied(file.rows, texts, place).size > 0) return file;
  const obsolete = file.obsolete.filter((one) => !kept.includes(one));
  return { ...file, obsolete, kept: [...file.kept, ...kept] };
}

/**
 * Whether a dropped text is a human translation of one of these sources and not itself in review.
 */
function isProposal({ unit, facts }: DroppedUnit, sources: ReadonlySet<string>): boolean {
  const hash = targetHash(unit.text);
  return facts.some(
    ({ hash: known, source, origin }) =>
      known === hash && sources.has(source) && isHuman(origin) && origin !== REVIEW,
  );
}

/**
 * Marks elements as present that are missing only because the language has fewer plural forms: some
 * catalogs write forms as arrays, with as many elements as the language has forms.
 */
function withCompleteArrays(file: FileComparison): FileComparison {
  if (!file.rows.some(isMissingElement)) return file;
  const arrays = new PluralArrays(file);
  const rows = file.rows.map((row): Row => {
    const isComplete = isMissingElement(row) && arrays.isComplete(listOf(row));
    return isComplete ? { ...row, state: BY_REFERENCE, findings: NO_FINDINGS } : row;
  });
  return { ...file, rows };
}

function isMissingElement({ source, state, current }: Row): boolean {
  if (state.status !== 'missing' || state.place !== 'own') return false;
  if (state.arrival !== undefined || current !== undefined) return false;
  const name = source.expected.key.at(-1) ?? '';
  return name !== '0' && isListIndex(name);
}

function listOf({ source }: Row): Key {
  return source.expected.key.slice(0, -1);
}

/** The arrays of a file, by key. */
class PluralArrays {
  readonly #message: FileComparison['message'];
  /** The source's texts, by `keyId`. */
  readonly #texts: ReadonlyMap<string, string>;
  /** `keyId`s of the texts that are in the target or move there. */
  readonly #present: ReadonlySet<string>;
  readonly #known = new Map<string, boolean>();

  constructor({ expected, rows, target, message }: FileComparison) {
    this.#message = message;
    this.#texts = new Map(expected.map((source) => [source.keyId, source.expected.unit.text]));
    const arriving = rows.filter(({ state }) => state.arrival !== undefined);
    this.#present = new Set([
      ...(target.document?.units ?? []).map(({ key }) => keyId(key)),
      ...arriving.map(({ source }) => source.keyId),
    ]);
  }

  /** Whether the array of this key has all forms of the target's language. */
  isComplete(list: Key): boolean {
    const id = keyId(list);
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const texts = elements(list, (element) => this.#texts.get(element));
    const count = elements(list, (element) => this.#present.has(element) || undefined).length;
    const array = { name: list.at(-1) ?? '', texts, count };
    const isComplete = count < texts.length && hasAllForms({ ...array, ...this.#message });
    this.#known.set(id, isComplete);
    return isComplete;
  }
}

/** The values of a list's elements, up to the first that has none. */
function elements<T>(list: Key, valueOf: (keyId: string) => T | undefined): T[] {
  const found: T[] = [];
  for (;;) {
    const value = valueOf(keyId([...list, String(found.length)]));
    if (value === undefined) return found;
    found.push(value);
  }
}

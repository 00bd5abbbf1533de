import { keyId, formatKey, isPluralCategory, isVacant } from '../../model/index.js';
import type { Key, Unit } from '../../model/index.js';
import { isHuman, REVIEW, targetHash } from '../../lock/index.js';
import { isRehearsed } from '../units/drift.js';
import { findingsOf, hasErrors, NO_FINDINGS } from '../units/findings.js';
import { judged } from '../units/settling.js';
import { looseDropped, looseTexts, match } from './match/match.js';
import type { FileToMatch, MatchContext, Matching } from './match/match.js';
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

/** A comparison by key, with what the target's own structure says about its units. */
export function completed(file: FileComparison): FileComparison {
  return withCompleteArrays(withLeftOut(withOccupied(file)));
}

/** Matches texts and units across all files of a locale, after comparison by key. Pure. */
export function matchLocale(
  files: readonly FileComparison[],
  context: LocaleContext,
): LocaleComparison {
  const { locale, orphans } = context;
  const loose = files.flatMap(({ target: { path }, rows, obsolete, kept, options }) =>
    looseTexts(rows, [...obsolete, ...kept], { path, locale, options }),
  );
  for (const { path, units } of orphans) {
    for (const unit of units) loose.push(...looseDropped(unit, { path, options: undefined }));
  }
  const matching = match(
    files.map((file) => toMatch(file, context)),
    loose,
    context,
  );
  const matched = files.map((file) => withInherited(withProposals(withMatching(file, matching))));
  return { locale, files: matched, loose, orphans };
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

/**
 * Units that a target has no room for, with the reason: it has a text where the source has nested
 * texts, or the reverse, or a list where the source has names.
 * @param others units that only the target has
 */
function findOccupied(
  rows: readonly Row[],
  others: readonly Unit[],
  { path, expected }: Pick<FileComparison, 'expected'> & { readonly path: string },
): ReadonlyMap<Row, Occupied> {
  const found = new Map<Row, Occupied>();
  if (others.length === 0) return found;
  const shape = shapeOf(rows, others);
  for (const row of rows) {
    if (row.current !== undefined || row.state.place === 'reference') continue;
    const { key } = row.source.expected;
    const reason = reasonFor(key, shape);
    if (reason === undefined || holdsBoth(key, shape, expected)) continue;
    if (isPluralOf(key, shape)) {
      found.set(row, 'plural');
      continue;
    }
    const keep = 'it is kept. Rename or remove it, and the next sync writes the translation.';
    found.set(row, { reason: `${path} ${reason}; ${keep}` });
  }
  return found;
}

/**
 * Whether a plural and a string may share a name, as in Android; the language may have other forms.
 */
function holdsBoth(key: Key, { containers }: Shape, expected: FileComparison['expected']): boolean {
  if (!containers.has(keyId(key))) return false;
  return expected.some(({ expected: { key: other } }) => {
    return other.length > key.length && key.every((name, depth) => name === other[depth]);
  });
}

/** Why there is no room. 'plural': the target has the same text with other plural forms. */
type Occupied = { readonly reason: string } | 'plural';

/**
 * Whether a single text replaces a map of plural forms, which applies to all numbers in Rails and
 * others, or forms replace a single text.
 */
function isPluralOf(key: Key, { values, forms, plurals }: Shape): boolean {
  const parent = keyId(key.slice(0, -1));
  if (isPluralCategory(key.at(-1)) && plurals.has(parent)) return values.has(parent);
  return forms.has(keyId(key));
}

/**
 * Containers, by `keyId`, whose members are plural forms only: `other` or several forms. Some
 * languages have no text for `other`.
 */
function pluralMaps(keys: readonly Key[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const key of keys) {
    if (!isPluralCategory(key.at(-1))) continue;
    const parent = keyId(key.slice(0, -1));
    counts.set(parent, (counts.get(parent) ?? 0) + (key.at(-1) === 'other' ? 2 : 1));
  }
  if (counts.size === 0) return NO_KEYS;
  for (const key of keys) {
    for (let depth = key.length - 1; depth > 0; depth -= 1) {
      const isInside = depth === key.length - 1 && isPluralCategory(key[depth]);
      if (!isInside) counts.delete(keyId(key.slice(0, depth)));
    }
  }
  return new Set([...counts].flatMap(([container, count]) => (count > 1 ? [container] : [])));
}

const NO_KEYS: ReadonlySet<string> = new Set();

/** The target's structure besides the units of its source, by `keyId`. */
interface Shape {
  readonly values: ReadonlySet<string>;
  readonly containers: ReadonlySet<string>;
  readonly lists: ReadonlySet<string>;
  /** Maps of plural forms in the target. */
  readonly forms: ReadonlySet<string>;
  /** Maps of plural forms in the source. */
  readonly plurals: ReadonlySet<string>;
}

function shapeOf(rows: readonly Row[], others: readonly Unit[]): Shape {
  const values = new Set<string>();
  const containers = new Set<string>();
  for (const unit of others) {
    const { key } = unit;
    if (!isVacant(unit)) values.add(keyId(key));
    for (let depth = key.length - 1; depth > 0; depth -= 1) {
      containers.add(keyId(key.slice(0, depth)));
    }
  }
  const lists = listsIn(rows, others);
  const forms = pluralMaps(others.map(({ key }) => key));
  const plurals = pluralMaps(rows.map(({ source }) => source.expected.key));
  return { values, containers, lists, forms, plurals };
}

function reasonFor(key: Key, { values, containers, lists }: Shape): string | undefined {
  const inList = key.findIndex(
    (name, i) => !isListIndex(name) && lists.has(keyId(key.slice(0, i))),
  );
  if (inList >= 0) {
    const where = inList === 0 ? '' : ` at "${formatKey(key.slice(0, inList))}"`;
    return `has a list${where}, but the source has named keys there`;
  }
  if (containers.has(keyId(key))) {
    return `has texts below "${formatKey(key)}", but the source has a single value there`;
  }
  const depth = key.findIndex((_, i) => i > 0 && values.has(keyId(key.slice(0, i))));
  if (depth <= 0) return undefined;
  return `has a value at "${formatKey(key.slice(0, depth))}", but the source has texts below it`;
}

/**
 * Containers of a target that look like lists: their members are numbered from 0 and are not units
 * of the source.
 */
function listsIn(rows: readonly Row[], others: readonly Unit[]): ReadonlySet<string> {
  const members = new Map<string, Set<string>>();
  for (const { key } of others) {
    for (const [depth, name] of key.entries()) {
      const container = keyId(key.slice(0, depth));
      const known = members.get(container);
      if (known === undefined) members.set(container, new Set([name]));
      else known.add(name);
    }
  }
  for (const [container, names] of members) {
    for (let i = 0; i < names.size; i += 1) if (!names.has(String(i))) members.delete(container);
  }
  if (members.size === 0) return new Set();
  for (const { current, source } of rows) {
    if (current === undefined) continue;
    const { key } = source.expected;
    for (const depth of key.keys()) members.delete(keyId(key.slice(0, depth)));
  }
  return new Set(members.keys());
}

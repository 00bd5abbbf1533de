import { formatKey } from '../../model/index.js';
import type { Key } from '../../model/index.js';
import { ADOPTED, EDITED, FactRow, isHuman, PIECED, REVIEW, targetHash } from '../../lock/index.js';
import type { Fact, Facts } from '../../lock/index.js';
import { isConfirmed, newTextOf } from '../units/decided.js';
import type { FileComparison, KnownText, OrphanTexts, Row } from '../units/row.js';
import { baselineId, CATALOG_FACT, knownTexts } from '../units/known-texts.js';
import { hasErrors } from '../units/findings.js';

export interface LockFactsInput {
  /** The lock's previous facts of a unit. */
  readonly previous: (id: string) => readonly Fact[];
  /** Compared files, in any order. Other units keep their facts. */
  readonly files: readonly FileComparison[];
  /** Files whose source is gone, by locale: their facts are kept as long as the files exist. */
  readonly orphans: readonly { readonly locale: string; readonly texts: OrphanTexts }[];
  /** Whether a human text in review counts as reviewed. */
  readonly accepts: (unit: Row) => boolean;
  /** Target files that still contain dropped units. */
  readonly kept: ReadonlySet<FileComparison>;
  /** Units of the lock to remove unless found; empty if the run did not compare everything. */
  readonly mayBeGone: Iterable<string>;
  /** Catalogs (`catalogId`) with the locales that the run has seen in full. */
  readonly adopted: Adopted;
  /** Whether the lock has no facts. */
  readonly lockIsEmpty: boolean;
}

type Adopted = ReadonlyMap<string, readonly string[]>;

/** The new facts of units that change; no facts: the unit is removed. Pure. */
export function lockChanges(input: LockFactsInput): ReadonlyMap<string, readonly Fact[]> {
  const changes = new FactChanges(input.previous);
  const gone = new Set(input.mayBeGone);
  // Targets with the same plural forms share their units.
  const expected = new Set(input.files.map((file) => file.expected));
  for (const units of gone.size === 0 ? [] : expected) {
    for (const { id } of units) gone.delete(id);
  }
  for (const file of input.files) {
    for (const id of addFile(changes, file, input)) gone.delete(id);
  }
  for (const { locale, texts } of input.orphans) {
    for (const { id, facts } of texts.units) {
      gone.delete(id);
      changes.set(id, locale, facts);
    }
  }
  for (const id of input.adopted.keys()) gone.delete(id);
  // A project without any translation needs no lock yet.
  if (changes.rows.size > 0 || !input.lockIsEmpty) changes.adopt(input.adopted);
  for (const id of gone) changes.rows.set(id, []);
  return changes.rows;
}

/** The new facts of a baseline: every text that the lock does not know is adopted. Pure. */
export function baselineChanges(
  files: readonly FileComparison[],
  previous: LockFactsInput['previous'],
  adopted: Adopted,
): ReadonlyMap<string, readonly Fact[]> {
  const changes = new FactChanges(previous);
  for (const { pair, target, rows } of files) {
    for (const { source, current, state } of rows) {
      if (current?.kind !== 'text' || current.text === '' || state.isKnown) continue;
      const known = { source: source.sourceHash, hash: targetHash(current.text), origin: ADOPTED };
      changes.set(baselineId(pair.source.path, source.expected.key), target.locale, [known]);
    }
  }
  changes.adopt(adopted);
  return changes.rows;
}

/** Units that are about to leave the source, as targets have them. */
export interface Leaving {
  /** Their keys in targets, also of plural forms that only these have. */
  readonly keys: readonly string[];
  /** What a lock would say of their texts: the lock's facts, or else as if adopted now. */
  readonly facts: Facts;
}

/** @param isLeaving whether a key of the source is about to leave it */
export function leavingUnits(
  files: readonly FileComparison[],
  lock: { readonly factsOf: LockFactsInput['previous'] },
  isLeaving: (key: Key) => boolean,
): Leaving {
  const keys = new Set<string>();
  const changes = new FactChanges((id) => lock.factsOf(id));
  for (const { rows, target } of files) {
    for (const { source, current, state } of rows) {
      if (!isLeaving(source.expected.unit.key)) continue;
      keys.add(formatKey(source.expected.key));
      const isKnown = knownTexts(source.facts, target.locale).length > 0;
      if (current === undefined || isKnown) continue;
      const [hash, origin] = [targetHash(current.text), state.origin ?? ADOPTED];
      changes.set(source.id, target.locale, [{ source: source.sourceHash, hash, origin }]);
    }
  }
  return { keys: [...keys], facts: changes.rows };
}

/** Adds a file's facts. Returns the dropped units that are still in the lock. */
function addFile(
  changes: FactChanges,
  file: FileComparison,
  input: LockFactsInput,
): readonly string[] {
  const { locale } = file.target;
  const isWaiting = file.rows.some(
    ({ state, written }) => state.arrival !== undefined && written === undefined,
  );
  // A text that could not move or be removed yet is found again by the facts of its old unit.
  const keepsObsolete = isWaiting || input.kept.has(file);
  const staying = keepsObsolete ? [...file.kept, ...file.obsolete] : file.kept;
  const dropped = new Map<string, readonly KnownText[]>();
  if (!keepsObsolete) for (const { id } of file.obsolete) dropped.set(id, []);
  for (const { id, facts } of staying) dropped.set(id, [...(dropped.get(id) ?? []), ...facts]);
  for (const row of file.rows) {
    const { id } = row.source;
    const facts = factsAfter(row, locale, isWaiting, input);
    // A unit that the source dropped may have the key of one that it has (blocks of Markdown).
    const others = dropped.get(id);
    dropped.delete(id);
    changes.set(id, locale, others === undefined ? facts : [...facts, ...others]);
  }
  for (const [id, facts] of dropped) changes.set(id, locale, facts);
  return staying.map(({ id }) => id);
}

/**
 * A unit's facts after the run.
 * @param isWaiting whether a text of its file has not moved to its new key yet
 */
function factsAfter(
  row: Row,
  locale: string,
  isWaiting: boolean,
  input: LockFactsInput,
): readonly KnownText[] {
  const { source: of, current, state, options } = row;
  const source = of.sourceHash;
  if (row.written !== undefined) return [{ ...row.written, source }];
  if (state.place === 'leaving' && state.arrival === undefined && current !== undefined) {
    // Its text moves to another key while no other text replaces it here. If a human text has
    // moved, the text at its old key is a copy that waits to be translated.
    const known = knownTexts(input.previous(of.id), locale);
    if (isWaiting) return known;
    const origin = options.originOf(of.expected.text);
    return known.map((one) => (isHuman(one.origin) ? { ...one, origin } : one));
  }
  if (isConfirmed(row)) {
    const hash = targetHash(current?.text ?? '');
    return [{ source, hash, origin: newTextOf(row)?.origin ?? ADOPTED }];
  }
  // For a text assembled from others: their facts no longer show its origin once those units have
  // new facts.
  const before = (): readonly KnownText[] =>
    state.recut === undefined ? knownTexts(input.previous(of.id), locale) : [state.recut];
  if (current === undefined || state.place === 'inherited') return before();
  const as = (origin: string): readonly KnownText[] => [
    { source, hash: targetHash(current.text), origin },
  ];
  switch (state.status) {
    case 'current':
      return as(state.origin ?? ADOPTED);
    case 'edited':
      return as(EDITED);
    case 'review': {
      // An accepted text that breaks a rule stays invalid, as an edited text does; an adopted one
      // would only get a warning.
      if (input.accepts(row)) return as(hasErrors(row.findings) ? EDITED : ADOPTED);
      // If a proposal is possible but was not requested, the next run requests it. One that was
      // shown is not requested again.
      const isProposed = row.decision?.do === 'recall' || newTextOf(row) !== undefined;
      const isNoted = !state.mayPropose || isProposed;
      if (state.flag === 'due') return before();
      if (state.flag === 'set') return as(isHuman(state.origin ?? ADOPTED) ? REVIEW : PIECED);
      if (state.origin === PIECED) return as(PIECED);
      return isNoted ? [...settledBefore(before(), as(REVIEW)), ...as(REVIEW)] : before();
    }
    case 'invalid': {
      // If a person replaced a machine text, the machine text's fact is kept, so that this stays
      // visible. An adopted text would only get a warning.
      const known = before().filter((fact) => fact.source === source);
      const { origin = EDITED } = state;
      return known.length > 0 ? known : as(isHuman(origin) ? EDITED : origin);
    }
    case 'missing':
    case 'stale':
      return before();
  }
}

/**
 * One fact of the same text from before it went into review: if its source changes back, so does
 * its state.
 */
function settledBefore(
  before: readonly KnownText[],
  [review]: readonly KnownText[],
): readonly KnownText[] {
  const isSettled = ({ source, hash, origin }: KnownText): boolean =>
    hash === review?.hash && source !== review.source && isHuman(origin) && origin !== REVIEW;
  return before.filter(isSettled).slice(0, 1);
}

/** Changes of the lock. */
class FactChanges {
  /** All facts of each changed unit. */
  readonly rows = new Map<string, readonly FactRow[]>();
  readonly #previous: LockFactsInput['previous'];

  constructor(previous: LockFactsInput['previous']) {
    this.#previous = previous;
  }

  set(id: string, locale: string, facts: readonly KnownText[]): void {
    const previous = this.#previous(id);
    if (isSame(facts, knownTexts(previous, locale))) return;
    let rows = this.rows.get(id) ?? previous.map((fact) => FactRow.of(fact));
    for (const row of rows) row.remove(locale);
    for (const known of facts) rows = withFact(rows, locale, known);
    if (rows.some(({ tokens }) => tokens === '')) rows = rows.filter(({ tokens }) => tokens !== '');
    this.rows.set(id, rows);
  }

  adopt(adopted: Adopted): void {
    for (const [id, locales] of adopted)
      for (const locale of locales) this.set(id, locale, [CATALOG_FACT]);
  }
}

function withFact(rows: readonly FactRow[], locale: string, known: KnownText): readonly FactRow[] {
  const { source } = known;
  if (rows.some((row) => row.source === source && row.add(locale, known))) return rows;
  const row = new FactRow(source);
  row.add(locale, known);
  // `push` would reserve memory for 16 more.
  return rows.concat(row);
}

function isSame(a: readonly KnownText[], b: readonly KnownText[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ source, hash, origin }, i) => {
      const other = b[i];
      return other?.source === source && other.hash === hash && other.origin === origin;
    })
  );
}

import {
  ADOPTED,
  EDITED,
  FactRow,
  isHuman,
  PIECED,
  REVIEW,
  targetHash,
} from '../../state/index.js';
import type { Fact, TargetFact } from '../../state/index.js';
import type { ComparedUnit, FileComparison, KnownText, OrphanTexts } from '../units/types.js';
import type { Change, FileChanges } from '../changes/types.js';
import { changesInOrder } from '../changes/in-order.js';
import { hasErrors } from '../units/findings.js';
import { knownTexts } from '../units/known-texts.js';

export interface LockFactsInput {
  /** What the lock said of a unit. */
  readonly previous: (id: string) => readonly Fact[];
  /** What was compared, in any order. Units that are not in it keep what the lock said. */
  readonly files: readonly FileChanges[];
  /**
   * Files whose source is gone, by locale: what is known of them stays as long as they are there.
   */
  readonly orphans: readonly { readonly locale: string; readonly texts: OrphanTexts }[];
  /** Texts that the run put into their files. */
  readonly written: ReadonlyMap<Change, TargetFact>;
  /** Proposals that were shown: they are not asked for again. */
  readonly isProposed: (change: Change) => boolean;
  /** A text in review that the service confirmed: it is what it says for today's source. */
  readonly confirmed: (change: Change) => TargetFact | undefined;
  /** Texts of people in review that count as reviewed. */
  readonly accepts: (unit: ComparedUnit) => boolean;
  /** Target files in which units are still that the source dropped. */
  readonly kept: ReadonlySet<FileComparison>;
  /**
   * Units of the lock that go unless they were found: none where the run did not look at
   * everything.
   */
  readonly mayBeGone: Iterable<string>;
}

/** What the lock is to say of the units that changed; no facts: the unit goes. Pure. */
export function lockChanges(input: LockFactsInput): ReadonlyMap<string, readonly Fact[]> {
  const changes = new FactChanges(input.previous);
  const gone = new Set(input.mayBeGone);
  // Targets with the same plural forms share their units.
  const expected = new Set(input.files.map(({ file }) => file.expected));
  for (const units of gone.size === 0 ? [] : expected) {
    for (const { id } of units) gone.delete(id);
  }
  for (const one of input.files) {
    for (const id of addFile(changes, one, input)) gone.delete(id);
  }
  for (const { locale, texts } of input.orphans) {
    for (const { id, facts } of texts.units) {
      gone.delete(id);
      changes.set(id, locale, facts);
    }
  }
  for (const id of gone) changes.rows.set(id, []);
  return changes.rows;
}

/** Returns the units that the source dropped, and of which the lock still speaks. */
function addFile(
  changes: FactChanges,
  { file, changes: own }: FileChanges,
  input: LockFactsInput,
): readonly string[] {
  const { locale } = file.target;
  const changeOf = changesInOrder(own);
  const found = new Map<string, readonly KnownText[]>();
  const add = (id: string, facts: readonly KnownText[]): void => {
    const known = found.get(id);
    found.set(id, known === undefined ? facts : [...known, ...facts]);
  };
  const at = { ...input, locale };
  const left: ComparedUnit[] = [];
  let waiting = 0;
  for (const unit of file.units) {
    const change = changeOf(unit);
    const isDone = change !== undefined && input.written.has(change);
    if (unit.state.arrival !== undefined && !isDone) waiting += 1;
    if (!isDone && isLeftBehind(unit)) left.push(unit);
    else add(unit.source.id, factsOf(unit, change, at));
  }
  for (const unit of left) {
    const known = knownTexts(input.previous(unit.source.id), locale);
    add(unit.source.id, waiting === 0 ? known.map((one) => asCopy(one, unit)) : known);
  }
  // Where a text did not move yet, or could not be removed, it is found again by what is known of
  // all that are there.
  const keepsObsolete = waiting > 0 || input.kept.has(file);
  const staying = keepsObsolete ? [...file.kept, ...file.obsolete] : file.kept;
  for (const { id, facts } of staying) add(id, facts);
  if (!keepsObsolete) for (const { id } of file.obsolete) add(id, []);
  found.forEach((facts, id) => changes.set(id, locale, facts));
  return staying.map(({ id }) => id);
}

/** True where a text is that moves to another key, while none is there to take its place. */
function isLeftBehind({ state, current }: ComparedUnit): boolean {
  return state.place === 'leaving' && state.arrival === undefined && current !== undefined;
}

/**
 * A person's text is at its new key: what is left at the old one is a copy that waits to be
 * translated.
 */
function asCopy(known: KnownText, { options, source }: ComparedUnit): KnownText {
  if (!isHuman(known.origin)) return known;
  return { ...known, origin: options.originOf(source.expected.text) };
}

function factsOf(
  unit: ComparedUnit,
  change: Change | undefined,
  input: LockFactsInput & { readonly locale: string },
): readonly KnownText[] {
  const done = change && (input.written.get(change) ?? input.confirmed(change));
  if (done === undefined) return factsAsTheyAre(unit, change, input);
  return [{ hash: done.hash, origin: done.origin, source: unit.source.sourceHash }];
}

/** Of a unit whose text the run did not write. */
function factsAsTheyAre(
  unit: ComparedUnit,
  change: Change | undefined,
  input: LockFactsInput & { readonly locale: string },
): readonly KnownText[] {
  const { source: of, current, state } = unit;
  const source = of.sourceHash;
  // What is known of other units says no more whose it is, once these are others in the lock too.
  const before = (): readonly KnownText[] =>
    state.recut === undefined ? knownTexts(input.previous(of.id), input.locale) : [state.recut];
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
      // What breaks a rule stays invalid, as an edited text does; an adopted one would only warn.
      if (input.accepts(unit)) return as(hasErrors(unit.findings) ? EDITED : ADOPTED);
      // Where a proposal may be asked for and was not, the next run asks again.
      const isNoted = !state.mayPropose || (change !== undefined && input.isProposed(change));
      if (state.flag === 'due') return before();
      if (state.flag === 'set') return as(isHuman(state.origin ?? ADOPTED) ? REVIEW : PIECED);
      if (state.origin === PIECED) return as(PIECED);
      return isNoted ? [...settledBefore(before(), as(REVIEW)), ...as(REVIEW)] : before();
    }
    case 'invalid': {
      // A person's text over a machine's stays visible as such: the fact of the machine's is kept.
      const known = before().filter((fact) => fact.source === source);
      return known.length > 0 ? known : as(state.origin ?? ADOPTED);
    }
    case 'missing':
    case 'stale':
      return before();
  }
}

/**
 * What the same text was before it waited for review: where its source is what it was again, the
 * text is what it was, too. One of them is enough.
 */
function settledBefore(
  before: readonly KnownText[],
  [review]: readonly KnownText[],
): readonly KnownText[] {
  const isSettled = ({ source, hash, origin }: KnownText): boolean =>
    hash === review?.hash && source !== review.source && isHuman(origin) && origin !== REVIEW;
  return before.filter(isSettled).slice(0, 1);
}

/** What changes in the lock. */
class FactChanges {
  /** All facts of each unit that changed. */
  readonly rows = new Map<string, FactRow[]>();
  readonly #previous: LockFactsInput['previous'];

  constructor(previous: LockFactsInput['previous']) {
    this.#previous = previous;
  }

  set(id: string, locale: string, facts: readonly KnownText[]): void {
    const previous = this.#previous(id);
    if (isSame(facts, knownTexts(previous, locale))) return;
    let rows = this.rows.get(id);
    if (rows === undefined) {
      rows = previous.map((fact) => FactRow.of(fact));
      this.rows.set(id, rows);
    }
    for (const row of rows) row.remove(locale);
    for (const known of facts) addTo(rows, locale, known);
    for (let i = rows.length - 1; i >= 0; i -= 1) if (rows[i]?.tokens === '') rows.splice(i, 1);
  }
}

function addTo(rows: FactRow[], locale: string, known: KnownText): void {
  const { source } = known;
  if (rows.some((row) => row.source === source && row.add(locale, known))) return;
  const row = new FactRow(source);
  row.add(locale, known);
  rows.push(row);
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

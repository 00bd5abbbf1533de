import { ADOPTED, EDITED, FactRow, isHuman, REVIEW, targetHash } from '../../state/index.js';
import type { Fact, Facts, TargetFact } from '../../state/index.js';
import type { OrphanTexts } from '../compare/compare.js';
import { knownTexts } from '../compare/state.js';
import type { ComparedUnit, FileComparison, KnownText } from '../compare/types.js';
import type { FileChanges } from '../plan/plan.js';
import type { Change } from '../plan/types.js';

/** What is true of one locale after a run. */
export interface LocaleResult {
  readonly locale: string;
  readonly files: readonly FileChanges[];
  /** Files whose source is gone: what is known of them stays as long as they are there. */
  readonly orphans: readonly OrphanTexts[];
}

export interface LockFactsInput {
  readonly previous: Facts;
  readonly locales: readonly LocaleResult[];
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
}

/** What the lock says of each unit that was looked at, by unit and then by locale. Pure. */
export function factsAfter(input: LockFactsInput): Facts {
  const facts = new FactTable();
  for (const { locale, files, orphans } of input.locales) {
    for (const file of files) addFile(facts, file, { ...input, locale });
    for (const { units } of orphans) {
      for (const { id, facts: known } of units) facts.addAll(id, locale, known);
    }
  }
  return facts.facts;
}

type FileInput = LockFactsInput & { readonly locale: string };

function addFile(facts: FactTable, { file, changes }: FileChanges, input: FileInput): void {
  const { locale, previous, written } = input;
  const changeOf = new Map(changes.map((change) => [change.unit, change]));
  const left: ComparedUnit[] = [];
  let waiting = 0;
  for (const unit of file.units) {
    const change = changeOf.get(unit);
    const isDone = change !== undefined && written.has(change);
    if (unit.state.arrival !== undefined && !isDone) waiting += 1;
    if (!isDone && isLeftBehind(unit)) left.push(unit);
    else facts.addAll(unit.source.id, locale, factsOf(unit, change, input));
  }
  for (const { id, facts: known } of file.kept) facts.addAll(id, locale, known);
  for (const unit of left) {
    for (const known of knownTexts(previous.get(unit.source.id), locale)) {
      facts.add(unit.source.id, locale, waiting === 0 ? asCopy(known, unit) : known);
    }
  }
  // Where a text did not move yet, it is found again by what is known of all that are there.
  if (waiting === 0 && !input.kept.has(file)) return;
  for (const { id, facts: known } of file.obsolete) facts.addAll(id, locale, known);
}

/** True where a text is that moves to another key, while none is there to take its place. */
function isLeftBehind({ state, current }: ComparedUnit): boolean {
  return state.place === 'leaving' && state.arrival === undefined && current !== undefined;
}

/** A person's text is at its new key: what is left at the old one is a copy that waits to be translated. */
function asCopy(known: KnownText, { options }: ComparedUnit): KnownText {
  return isHuman(known.origin) ? { ...known, origin: options.origin } : known;
}

function factsOf(
  unit: ComparedUnit,
  change: Change | undefined,
  input: FileInput,
): readonly KnownText[] {
  const { source: of, current, state } = unit;
  const source = of.sourceHash;
  const done = change && (input.written.get(change) ?? input.confirmed(change));
  if (done !== undefined) return [{ ...done, source }];
  // What is known of other units says no more whose it is, once these are others in the lock too.
  const { previous, locale } = input;
  const before = (): readonly KnownText[] =>
    state.recut === undefined ? knownTexts(previous.get(of.id), locale) : [state.recut];
  if (current === undefined) return before();
  const as = (origin: string): readonly KnownText[] => [
    { source, hash: targetHash(current.text), origin },
  ];
  switch (state.status) {
    case 'current':
      return as(state.origin ?? ADOPTED);
    case 'edited':
      return as(EDITED);
    case 'review': {
      if (input.accepts(unit)) return as(ADOPTED);
      // Where a proposal may be asked for and was not, the next run asks again.
      const isNoted = !state.mayPropose || (change !== undefined && input.isProposed(change));
      return isNoted ? as(REVIEW) : before();
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

/** True facts by unit. */
class FactTable {
  readonly #units = new Map<string, FactRow[]>();

  get facts(): ReadonlyMap<string, readonly Fact[]> {
    return this.#units;
  }

  addAll(unit: string, locale: string, known: readonly KnownText[]): void {
    for (const one of known) this.add(unit, locale, one);
  }

  add(unit: string, locale: string, known: KnownText): void {
    let rows = this.#units.get(unit);
    if (rows === undefined) this.#units.set(unit, (rows = []));
    const { source } = known;
    if (rows.some((row) => row.source === source && row.add(locale, known))) return;
    const row = new FactRow(source);
    row.add(locale, known);
    rows.push(row);
  }
}

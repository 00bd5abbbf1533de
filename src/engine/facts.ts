import {
  ADOPTED,
  EDITED,
  FactRow,
  isHuman,
  REVIEW,
  targetHash,
  targetIn,
  updateFacts,
} from '../state/index.js';
import type { Fact, Facts } from '../state/index.js';
import { isConfirmed } from './accept.js';
import { hasIndex } from './array-elements.js';
import type { TargetDiff } from './diff.js';
import type { UnitDiff } from './unit-diff.js';
import { Foresight, isMade } from './foresight.js';
import { eachUnit } from './job.js';
import type { Job, JobsOf } from './job.js';
import { knownTexts } from './judge.js';
import type { KnownText } from './judge.js';
import type { Orphan } from './orphans.js';

export interface FactContext {
  readonly previous: Facts;
  /** Human texts that wait for review count as reviewed. */
  readonly accepts: (unit: UnitDiff) => boolean;
  /** Files whose source is gone: what is known of them stays as long as they are there. */
  readonly orphans: readonly Orphan[];
  /** False when the run was narrowed or a file could not be read: then unknown units stay in the lock. */
  readonly complete: boolean;
}

/** What is true after a run: which text of which target belongs to which source text. */
export class LockFacts {
  readonly #diffs: readonly TargetDiff[];
  readonly #jobsOf: JobsOf;
  readonly #context: FactContext;
  readonly #found = new FactTable();
  /** Targets that were taken before their files were in their places. */
  readonly #foreseen: Foresight;
  #same: ReadonlyMap<string, readonly Fact[]> | undefined;

  constructor(
    diffs: readonly TargetDiff[],
    jobsOf: JobsOf,
    context: FactContext & { readonly foresight: Foresight },
  ) {
    this.#diffs = diffs;
    this.#jobsOf = jobsOf;
    this.#context = context;
    this.#foreseen = context.foresight;
  }

  /** Takes a target that is foreseen. */
  foresee(diff: TargetDiff): void {
    this.#take(diff, isMade);
  }

  /**
   * Once every file is in its place, or is not.
   * @param kept targets in which units stand still that the source dropped
   */
  finish(kept: ReadonlySet<TargetDiff>): Facts {
    if (!this.#foreseen.cameTrue()) {
      const context = { ...this.#context, foresight: new Foresight(this.#jobsOf) };
      return new LockFacts(this.#diffs, this.#jobsOf, context).finish(kept);
    }
    const { previous, orphans, complete } = this.#context;
    const found = this.#found;
    const same = this.#unchanged();
    const locales = new Set<string>();
    for (const diff of this.#diffs) {
      locales.add(diff.target.locale);
      if (!this.#foreseen.has(diff)) this.#take(diff, ({ done }) => done);
    }
    for (const { target, obsolete } of kept) {
      for (const { id, facts } of obsolete) {
        for (const known of facts) found.add(id, target.locale, known);
      }
    }
    for (const { locale, units: left } of orphans) {
      for (const { id, facts } of left) for (const known of facts) found.add(id, locale, known);
    }
    keepUnread(this.#diffs, previous, { found, locales, same });
    for (const [id, facts] of same) found.keep(id, facts);
    const scope = complete
      ? ({ units: 'all', locales: 'all' } as const)
      : { units: unitsOf(this.#diffs), locales };
    return updateFacts(previous, found.facts, scope);
  }

  #unchanged(): ReadonlyMap<string, readonly Fact[]> {
    return (this.#same ??= unchangedUnits(this.#diffs, this.#jobsOf, this.#context.previous));
  }

  #take(diff: TargetDiff, isDone: (job: Job) => boolean): void {
    const { locale } = diff.target;
    const here = { ...this.#context, locale };
    const same = this.#unchanged();
    let heldBack = 0;
    const left: UnitDiff[] = [];
    eachUnit(diff, this.#jobsOf, (unit, job) => {
      if (same.has(unit.id)) return;
      const done = job !== undefined && isDone(job);
      if (unit.arrival !== undefined && !done) heldBack += 1;
      if (!done && isLeftBehind(unit)) {
        left.push(unit);
        return;
      }
      for (const known of factsOf(unit, { job, done }, here)) {
        this.#found.add(unit.id, locale, known);
      }
    });
    for (const { id, facts } of diff.kept) {
      for (const known of facts) this.#found.add(id, locale, known);
    }
    for (const unit of left) {
      for (const known of knownTexts(here.previous.get(unit.id), locale)) {
        this.#found.add(unit.id, locale, heldBack === 0 ? asCopy(known, unit) : known);
      }
    }
    if (heldBack === 0) return;
    // Elements that did not move yet are found again by what is known of all that stand.
    for (const { id, facts } of diff.obsolete) {
      for (const known of facts) this.#found.add(id, locale, known);
    }
  }
}

/** True where a text stands that moves to another key, while none is there to take its place. */
function isLeftBehind({ isDisplaced, arrival, current, key }: UnitDiff): boolean {
  return isDisplaced && arrival === undefined && current !== undefined && !hasIndex(key);
}

/** A person's text stands at its new key: what is left at the old one is a copy that waits to be translated anew. */
function asCopy(known: KnownText, { options }: UnitDiff): KnownText {
  return isHuman(known.origin) ? { ...known, origin: options.origin } : known;
}

function unitsOf(diffs: readonly TargetDiff[]): ReadonlySet<string> {
  const units = new Set<string>();
  for (const { units: listed, obsolete, kept } of diffs) {
    for (const { id } of listed) units.add(id);
    for (const { id } of [...obsolete, ...kept]) units.add(id);
  }
  return units;
}

/** Units of which the lock says just what is true in every locale: most, in all runs but the first. */
function unchangedUnits(
  diffs: readonly TargetDiff[],
  jobsOf: JobsOf,
  previous: Facts,
): ReadonlyMap<string, readonly Fact[]> {
  const found = new Map<string, readonly Fact[]>();
  if (previous.size === 0) return found;
  const standing = new Map<string, number>();
  for (const diff of diffs) {
    eachUnit(diff, jobsOf, (unit, job) => {
      const known = previous.get(unit.id);
      const fact = known?.length === 1 ? known[0] : undefined;
      const same =
        fact !== undefined &&
        unit.status === 'current' &&
        unit.isKnown &&
        fact.source === unit.sourceHash &&
        targetIn(fact, diff.target.locale)?.origin === unit.origin &&
        job === undefined;
      standing.set(unit.id, (standing.get(unit.id) ?? 0) + (same ? 1 : Number.NaN));
    });
  }
  for (const [id, count] of standing) {
    const known = previous.get(id);
    if (known?.[0]?.targets.size === count) found.set(id, known);
  }
  return found;
}

function factsOf(
  unit: UnitDiff,
  { job, done }: { readonly job: Job | undefined; readonly done: boolean },
  context: FactContext & { readonly locale: string },
): readonly KnownText[] {
  const { id, sourceHash: source, current, status, origin = ADOPTED } = unit;
  if (done && job !== undefined && job.action !== 'propose' && job.hash !== undefined) {
    return [{ source, hash: job.hash, origin: job.origin ?? ADOPTED }];
  }
  if (job !== undefined && current !== undefined && isConfirmed(job)) {
    return [{ source, hash: targetHash(current.text), origin: job.origin ?? ADOPTED }];
  }
  // What is known of other units says no more whose it is, once these are others in the lock too.
  const previous = (): readonly KnownText[] =>
    unit.cut === undefined ? knownTexts(context.previous.get(id), context.locale) : [unit.cut];
  if (current === undefined) return previous();
  const standing = (as: string): readonly KnownText[] => [
    { source, hash: targetHash(current.text), origin: as },
  ];
  switch (status) {
    case 'current':
      return standing(origin);
    case 'review':
      if (context.accepts(unit)) return standing(ADOPTED);
      // Where a proposal may be asked for and was not, the next run asks again.
      return done || job?.pending === true || !unit.mayPropose ? standing(REVIEW) : previous();
    case 'invalid': {
      // A person's text over a machine's stays visible as such: the fact of the machine's is kept.
      const known = previous().filter((fact) => fact.source === source);
      return known.length > 0 ? known : standing(origin);
    }
    case 'edited':
      return standing(EDITED);
    case 'missing':
    case 'stale':
    case 'obsolete':
    case 'extra':
      return previous();
  }
}

interface Unread {
  readonly found: FactTable;
  readonly locales: ReadonlySet<string>;
  readonly same: ReadonlyMap<string, unknown>;
}

/** Targets of a pair that could not be read keep what the lock said of them. */
function keepUnread(
  diffs: readonly TargetDiff[],
  previous: Facts,
  { found, locales, same }: Unread,
): void {
  const read = new Map<string, Set<string>>();
  for (const { pair, target } of diffs) {
    const known = read.get(pair.source.path) ?? new Set<string>();
    read.set(pair.source.path, known.add(target.locale));
  }
  for (const { pair, units } of diffs) {
    const present = read.get(pair.source.path);
    const absent = pair.catalog.targets.filter(
      (locale) => locales.has(locale) && present?.has(locale) !== true,
    );
    for (const locale of absent) {
      for (const { id } of units) {
        if (same.has(id)) continue;
        for (const known of knownTexts(previous.get(id), locale)) found.add(id, locale, known);
      }
    }
  }
}

/** True facts by unit. */
class FactTable {
  readonly #units = new Map<string, readonly Fact[]>();
  /** Those of `#units` that were made here. */
  readonly #own = new Map<string, FactRow[]>();

  get facts(): Facts {
    return this.#units;
  }

  /** Takes facts over as they are. */
  keep(unit: string, facts: readonly Fact[]): void {
    this.#units.set(unit, facts);
  }

  add(unit: string, locale: string, known: KnownText): void {
    let rows = this.#own.get(unit);
    if (rows === undefined) {
      rows = [];
      this.#own.set(unit, rows);
      this.#units.set(unit, rows);
    }
    const { source } = known;
    if (rows.some((row) => row.source === source && row.add(locale, known))) return;
    const row = new FactRow(source);
    row.add(locale, known);
    rows.push(row);
  }
}

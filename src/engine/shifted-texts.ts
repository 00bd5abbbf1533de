import type { Key, Unit } from '../model/index.js';
import { isHuman, targetHash, targetIn } from '../state/index.js';
import { hasIndex } from './array-elements.js';
import type { MovedText, Rearrangement } from './array-elements.js';
import type { ObsoleteUnit } from './diff.js';
import { formerTexts } from './former-texts.js';
import type { KnownText } from './judge.js';
import { highest, likeness } from './leverage.js';
import type { SourceUnit } from './source-units.js';
import type { UnitDiff } from './unit-diff.js';

export interface ShiftContext {
  readonly locale: string;
  /** False when the lock may be older than the files beside it. */
  readonly lockIsKnown: boolean;
  /** True where a source of the project has the text, or may have it. */
  readonly hasSource: (sourceHash: string) => boolean;
  /** True where more units have come to a source text than have gone with it. */
  readonly isSought: (sourceHash: string) => boolean;
}

/** A text that stands where it does not belong, by what the lock says of it. */
interface Stray {
  readonly unit: Unit;
  /** The source texts that it belongs to. */
  readonly facts: readonly KnownText[];
  /** The unit that the source has in its place now; undefined where it has none. */
  readonly at: SourceUnit | undefined;
}

interface Arrival {
  readonly stray: Stray;
  readonly origin: string;
}

const NOTHING: Rearrangement = { displaced: new Map(), inPlace: new Map(), dropped: [] };

/** Of more texts for one source than these, the first ones are looked at. */
const MOST_ALIKE = 100;

/**
 * Keys that shifted onto each other, as numbered ones do: each text goes where its source went, as far as no text of a
 * person is lost by it. A machine's texts need no such care: they are found as leverage.
 */
export function findShifted(
  units: readonly UnitDiff[],
  obsolete: readonly ObsoleteUnit[],
  context: ShiftContext,
): Rearrangement {
  const { locale, lockIsKnown, hasSource, isSought } = context;
  if (!units.some(({ status, isKnown }) => status === 'review' && isKnown)) return NOTHING;
  const strays = straysOf(units, locale);
  if (![...strays.values()].some(isPersons)) return NOTHING;
  // Texts that a lock does not know may have come after it, and then it says nothing of the others either.
  if (!lockIsKnown && units.some(isUnknown)) return NOTHING;
  const arrivals = arrivalsFor(units, strays, [
    ...sought(strays, isSought),
    ...obsolete.flatMap(leftBehind),
  ]);
  const taken = withoutLosses(arrivals, strays, hasSource);
  const displaced = new Map<SourceUnit, MovedText | undefined>();
  for (const stray of taken) if (stray.at !== undefined) displaced.set(stray.at, undefined);
  for (const [source, { stray, origin }] of arrivals) {
    displaced.set(source, { unit: stray.unit, origin });
  }
  return { ...NOTHING, displaced };
}

function straysOf(units: readonly UnitDiff[], locale: string): ReadonlyMap<SourceUnit, Stray> {
  const strays = new Map<SourceUnit, Stray>();
  for (const unit of units) {
    const { source, current } = unit;
    if (current === undefined || !mayShift(unit)) continue;
    const facts = formerTexts(unit, locale);
    const hash = targetHash(current.text);
    const isAtHome = (): boolean =>
      source.facts.some(
        (fact) => fact.source === source.sourceHash && targetIn(fact, locale)?.hash === hash,
      );
    if (facts.length > 0 && !isAtHome()) strays.set(source, { unit: current, facts, at: source });
  }
  return strays;
}

/** Elements of arrays are compared as such, and plural forms of one key share their source text. */
function mayShift(unit: UnitDiff): boolean {
  const { key, expected, treatment, isByElement, isReference, isBlocked } = unit;
  if (treatment === 'copy' || isBlocked || expected.plural !== undefined) return false;
  return !isByElement && !isReference && !hasIndex(key);
}

function isUnknown({ current, isKnown, treatment }: UnitDiff): boolean {
  return current !== undefined && current.text !== '' && !isKnown && treatment === 'translate';
}

function isPersons({ facts }: Stray): boolean {
  return facts.some(({ origin }) => isHuman(origin));
}

function arrivalsFor(
  units: readonly UnitDiff[],
  strays: ReadonlyMap<SourceUnit, Stray>,
  candidates: readonly Stray[],
): Map<SourceUnit, Arrival> {
  const bySource = straysBySource(candidates);
  const arrivals = new Map<SourceUnit, Arrival>();
  const taken = new Set<Stray>();
  for (const unit of units) {
    const { source, key, current } = unit;
    if (!strays.has(source) && (current !== undefined || !mayShift(unit))) continue;
    const ofSource = bySource.get(source.sourceHash) ?? [];
    // A new key is no other's place: where no text has to make room, leverage finds it.
    if (current === undefined && ofSource.every(({ stray }) => stray.at === undefined)) continue;
    const found = bestFor(key, ofSource, taken);
    if (found === undefined) continue;
    arrivals.set(source, found);
    taken.add(found.stray);
  }
  return arrivals;
}

/** Without what a dropped text of the same source explains better: that its key was renamed, and the others' sources changed. */
function sought(
  strays: ReadonlyMap<SourceUnit, Stray>,
  isSought: (sourceHash: string) => boolean,
): readonly Stray[] {
  return [...strays.values()].filter(({ facts }) => facts.some(({ source }) => isSought(source)));
}

/** The text of a unit that the source dropped, if the lock knows it. */
function leftBehind({ unit, facts, aliases }: ObsoleteUnit): readonly Stray[] {
  if (unit.kind !== 'text' || unit.text === '' || aliases !== undefined) return [];
  if (hasIndex(unit.key)) return [];
  const hash = targetHash(unit.text);
  return [{ unit, facts: facts.filter((one) => one.hash === hash), at: undefined }];
}

function straysBySource(strays: readonly Stray[]): ReadonlyMap<string, readonly Arrival[]> {
  const bySource = new Map<string, Arrival[]>();
  for (const stray of strays) {
    for (const { source, origin } of stray.facts) {
      const known = bySource.get(source);
      if (known === undefined) bySource.set(source, [{ stray, origin }]);
      else if (known.length < MOST_ALIKE) known.push({ stray, origin });
    }
  }
  return bySource;
}

/** One that nobody took yet, then a person's, then the one whose key is most alike. */
function bestFor(
  key: Key,
  candidates: readonly Arrival[],
  taken: ReadonlySet<Stray>,
): Arrival | undefined {
  const rank = ({ stray, origin }: Arrival): number =>
    (taken.has(stray) ? 0 : 1_000_000) +
    (isHuman(origin) ? 100_000 : 0) +
    Math.min(99_999, likeness(key, stray.unit.key));
  return highest(candidates, rank);
}

/**
 * Takes back what would overwrite a person's text that neither moves itself nor has lost its source.
 * Returns the texts that move.
 */
function withoutLosses(
  arrivals: Map<SourceUnit, Arrival>,
  strays: ReadonlyMap<SourceUnit, Stray>,
  hasSource: (sourceHash: string) => boolean,
): ReadonlySet<Stray> {
  const takers = new Map<Stray, number>();
  for (const { stray } of arrivals.values()) takers.set(stray, (takers.get(stray) ?? 0) + 1);
  const mayGo = (stray: Stray): boolean =>
    takers.has(stray) || !isPersons(stray) || !stray.facts.some(({ source }) => hasSource(source));
  const open = [...arrivals.keys()];
  for (let source = open.pop(); source !== undefined; source = open.pop()) {
    const own = strays.get(source);
    const arrival = arrivals.get(source);
    if (own === undefined || arrival === undefined || mayGo(own)) continue;
    arrivals.delete(source);
    const { stray } = arrival;
    const left = (takers.get(stray) ?? 1) - 1;
    if (left > 0) takers.set(stray, left);
    else takers.delete(stray);
    // It may have been safe to overwrite only because it moved here.
    if (stray.at !== undefined) open.push(stray.at);
  }
  return new Set(takers.keys());
}

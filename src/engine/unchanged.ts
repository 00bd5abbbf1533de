import { keyId } from '../model/index.js';
import type { Unit } from '../model/index.js';
import type { Fact, Facts } from '../state/index.js';
import type { ExpectedUnit } from '../text/index.js';
import type { TargetDiff } from './diff.js';
import type { UnitDiff } from './unit-diff.js';
import type { FilePair, TargetFile } from './files.js';
import type { UnitOptions } from './options.js';
import type { SourceUnit } from './source-units.js';

/** What an earlier run of the same engine found. */
export interface EarlierRun {
  readonly diffs: readonly TargetDiff[];
  readonly lock: { readonly facts: Facts };
  readonly lockIsKnown: boolean;
}

/** Units of one target file as an earlier run found them, by `keyId`, with the facts that it went by. */
export interface EarlierTarget {
  readonly units: ReadonlyMap<string, UnitDiff>;
  readonly facts: Facts;
  readonly lockIsKnown: boolean;
}

/** What the earlier run found of the same target of the same source, if its texts meant the same. */
export function earlierTarget(
  earlier: EarlierRun | undefined,
  pair: FilePair,
  target: TargetFile,
): EarlierTarget | undefined {
  const found = earlier?.diffs.find(
    (diff) =>
      diff.target.path === target.path &&
      diff.pair.source.path === pair.source.path &&
      diff.pair.source.syntax === pair.source.syntax,
  );
  if (earlier === undefined || found === undefined) return undefined;
  const units = new Map(found.units.map((unit) => [keyId(unit.key), unit]));
  return { units, facts: earlier.lock.facts, lockIsKnown: earlier.lockIsKnown };
}

export interface UnitNow {
  readonly current: Unit | undefined;
  readonly options: UnitOptions;
  readonly facts: Facts;
  readonly lockIsKnown: boolean;
}

/** What was found of a unit, moved to where it stands now; undefined where anything that it rests on has changed. */
export function unchangedUnit(
  earlier: EarlierTarget | undefined,
  source: SourceUnit,
  now: UnitNow,
): UnitDiff | undefined {
  const { expected } = source;
  const known = earlier?.units.get(source.keyId);
  if (earlier === undefined || known === undefined) return undefined;
  // It rests on other units too.
  if (known.isByElement || known.isBlocked || known.cut !== undefined) return undefined;
  const { current, options, facts, lockIsKnown } = now;
  const same =
    !known.isReference &&
    (known.status !== 'review' || earlier.lockIsKnown === lockIsKnown) &&
    sameSource(known.expected, expected) &&
    sameTarget(known.current, current) &&
    known.options.fingerprint === options.fingerprint &&
    sameFacts(earlier.facts.get(source.id), facts.get(source.id));
  return same ? known.moved(source, now) : undefined;
}

function sameSource(a: ExpectedUnit, b: ExpectedUnit): boolean {
  return (
    a.text === b.text &&
    a.unit.text === b.unit.text &&
    a.unit.kind === b.unit.kind &&
    a.unit.translate === b.unit.translate &&
    a.unit.inline === b.unit.inline &&
    a.unit.maxLength === b.unit.maxLength &&
    a.plural?.category === b.plural?.category &&
    a.plural?.ordinal === b.plural?.ordinal
  );
}

function sameTarget(a: Unit | undefined, b: Unit | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.text === b.text &&
    a.kind === b.kind &&
    a.source === b.source &&
    a.incomplete === b.incomplete &&
    a.untranslated === b.untranslated
  );
}

function sameFacts(a: readonly Fact[] | undefined, b: readonly Fact[] | undefined): boolean {
  if (a?.length !== b?.length) return false;
  return a === undefined || a.every((fact, i) => fact === b?.[i]);
}

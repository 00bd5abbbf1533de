import type { Fact, Facts } from './fact.js';
import { formatUnit } from './format-lock.js';

export interface FactsToMerge {
  /** The lock's facts when the run read it. */
  readonly before: Facts;
  /** The facts that the run found. */
  readonly own: Facts;
  /** The lock's current facts, after somebody else changed it. */
  readonly onDisk: Facts;
  /** By unit, the locales in which the run wrote a text. */
  readonly wrote: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * The facts to write if the lock has changed since the run read it. If a unit's facts changed, the
 * lock on disk takes precedence over the run, except in locales that the run wrote. A unit that is
 * gone from the lock is kept as the run found it: the lock may be half written, and a fact that
 * contradicts the files does no harm.
 */
export function mergeFacts({ before, own, onDisk, wrote }: FactsToMerge): Facts {
  const merged = new Map(own);
  for (const [unit, facts] of onDisk) {
    if (formatUnit(unit, facts) === formatUnit(unit, before.get(unit) ?? [])) continue;
    const locales = wrote.get(unit);
    merged.set(unit, locales === undefined ? facts : beside(facts, own.get(unit) ?? [], locales));
  }
  return merged;
}

function beside(
  facts: readonly Fact[],
  own: readonly Fact[],
  locales: ReadonlySet<string>,
): readonly Fact[] {
  const written = own.map((fact) => narrowed(fact, (locale) => locales.has(locale)));
  const sources = new Set(written.map(({ source }) => source));
  const others = facts.map((fact) =>
    sources.has(fact.source) ? narrowed(fact, (locale) => !locales.has(locale)) : fact,
  );
  return [...others, ...written].filter(({ targets }) => targets.size > 0);
}

function narrowed({ source, targets }: Fact, isKept: (locale: string) => boolean): Fact {
  return { source, targets: new Map([...targets].filter(([locale]) => isKept(locale))) };
}

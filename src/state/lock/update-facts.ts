import type { Fact, Facts, TargetFact } from './fact.js';

/** What a run compared. Facts about anything else are kept. */
export interface FactScope {
  /**
   * Units (`unitHash`) of the compared files. 'all' if the run compared every file: then units that
   * it did not find are dropped.
   */
  readonly units: 'all' | ReadonlySet<string>;
  /** Compared locales; 'all' for every target. */
  readonly locales: 'all' | ReadonlySet<string>;
}

/**
 * The facts to write: those that the run found, plus earlier facts about what it did not compare.
 */
export function updateFacts(previous: Facts, current: Facts, scope: FactScope): Facts {
  const { locales } = scope;
  if (scope.units === 'all' && locales === 'all') return current;
  const next = new Map<string, Fact[]>();
  for (const [unit, facts] of previous) {
    const lookedAt = scope.units === 'all' || scope.units.has(unit);
    if (lookedAt && locales === 'all') continue;
    const kept = lookedAt
      ? facts.map((fact) => without(fact, locales as ReadonlySet<string>))
      : facts;
    const remaining = kept.filter(({ targets }) => targets.size > 0);
    if (remaining.length > 0) next.set(unit, remaining);
  }
  for (const [unit, facts] of current) next.set(unit, [...(next.get(unit) ?? []), ...facts]);
  return next;
}

function without({ source, targets }: Fact, locales: ReadonlySet<string>): Fact {
  const kept = new Map<string, TargetFact>();
  for (const [locale, target] of targets) if (!locales.has(locale)) kept.set(locale, target);
  return { source, targets: kept };
}

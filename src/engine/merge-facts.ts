import type { Fact, Facts } from '../state/index.js';

export interface FactsToMerge {
  /** What the lock said when the run read it. */
  readonly before: Facts;
  /** What the run found true. */
  readonly own: Facts;
  /** What the lock says now that somebody else changed it. */
  readonly onDisk: Facts;
  /** Locales that the run wrote a text of, by unit. */
  readonly wrote: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * What the lock says of a unit on the disk by now counts, beside what the run itself wrote. What is no longer there is
 * kept as the run found it: a fact that the files contradict does no harm, and the file may be only half written. Pure.
 */
export function mergeFacts({ before, own, onDisk, wrote }: FactsToMerge): Facts {
  const merged = new Map(own);
  for (const [unit, facts] of onDisk) {
    if (isSame(facts, before.get(unit))) continue;
    const locales = wrote.get(unit);
    merged.set(unit, locales === undefined ? facts : beside(facts, own.get(unit) ?? [], locales));
  }
  return merged;
}

/** Lines that still stand are parsed to the same objects. */
function isSame(facts: readonly Fact[], before: readonly Fact[] | undefined): boolean {
  return facts.length === before?.length && facts.every((fact) => before.includes(fact));
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

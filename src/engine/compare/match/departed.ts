import { ADOPTED, isHuman, targetIn } from '../../../lock/index.js';
import type { Fact, Facts } from '../../../lock/index.js';
import type { UnitIdentity } from '../../units/source-units.js';

export interface ProjectContext {
  /** All facts of the lock. */
  readonly facts: () => Facts;
  /** False if some source files were not read: then no text is known to be gone. */
  readonly isWhole: boolean;
  readonly locale: string;
  /** The units that the locale should have, of all files. */
  readonly units: () => Iterable<UnitIdentity>;
}

/** Questions that need all source files. The data is built on first use. */
export class Project {
  readonly #context: ProjectContext;
  #today: ReadonlyMap<string, string> | undefined;
  #sources: ReadonlySet<string> | undefined;
  #departed: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  constructor(context: ProjectContext) {
    this.#context = context;
  }

  /** Whether a unit has this source text today, or may have it. */
  hasSource(sourceHash: string): boolean {
    if (!this.#context.isWhole) return true;
    this.#sources ??= new Set(this.#unitsOfToday().values());
    return this.#sources.has(sourceHash);
  }

  /** Whether the locale should have a unit (`unitHash`), or may. */
  hasUnit(id: string): boolean {
    return !this.#context.isWhole || this.#unitsOfToday().has(id);
  }

  /**
   * Origin of a text that moved when its key or file was renamed: the lock has its source and
   * target hashes for a unit that is gone or whose source has changed. If the lock has several
   * origins, the text counts as human.
   */
  originOf(pair: { readonly source: string; readonly hash: string }): string | undefined {
    const { isWhole, facts } = this.#context;
    if (!isWhole) return undefined;
    this.#departed ??= this.#findDeparted(facts());
    const origins = [...(this.#departed.get(pairId(pair)) ?? [])].sort();
    const people = origins.filter(isHuman);
    if (people.length === 0) return origins[0];
    return people.length === 1 ? people[0] : ADOPTED;
  }

  /** Source hash by unit. */
  #unitsOfToday(): ReadonlyMap<string, string> {
    if (this.#today !== undefined) return this.#today;
    const today = new Map<string, string>();
    for (const { id, sourceHash } of this.#context.units()) today.set(id, sourceHash);
    return (this.#today = today);
  }

  #findDeparted(all: Facts): ReadonlyMap<string, ReadonlySet<string>> {
    const departed = new Map<string, Set<string>>();
    if (all.size === 0) return departed;
    const today = this.#unitsOfToday();
    for (const [id, facts] of all) {
      const source = today.get(id);
      for (const fact of facts) if (fact.source !== source) this.#add(departed, fact);
    }
    return departed;
  }

  #add(departed: Map<string, Set<string>>, fact: Fact): void {
    const target = targetIn(fact, this.#context.locale);
    if (target === undefined) return;
    const pair = pairId({ source: fact.source, hash: target.hash });
    const known = departed.get(pair);
    if (known === undefined) departed.set(pair, new Set([target.origin]));
    else known.add(target.origin);
  }
}

function pairId({ source, hash }: { readonly source: string; readonly hash: string }): string {
  return `${source} ${hash}`;
}

import { ADOPTED, isHuman, targetIn } from '../state/index.js';
import type { Fact, Facts } from '../state/index.js';
import type { SourceUnit } from './source-units.js';

/** Of one file; targets that should have the same units share it. */
type UnitList = readonly SourceUnit[];

export interface ProjectContext {
  readonly facts: Facts;
  /** False where not every source file was read. */
  readonly isWhole: boolean;
  /** The units that a locale should have, of all files. */
  readonly unitsOf: (locale: string) => readonly UnitList[];
}

/** What the lock says of a unit that exists no more, or has another source now. */
interface PastFact {
  readonly fact: Fact;
  /** No unit has its key. */
  readonly isGone: boolean;
}

/** What the lock knows of units that exist no more, or have another source now. */
interface Departed {
  /** By source and target text. */
  readonly origins: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many units that exist no more had a source text. */
  readonly sources: ReadonlyMap<string, number>;
}

/** What can be said of a text only with all source files in view. Put together when it is first asked: most runs never ask. */
export class ProjectView {
  readonly #context: ProjectContext;
  /** By locale: hashes of source texts, with the number of units that have it and had another before, or none. */
  readonly #sources = new Map<string, ReadonlyMap<string, number>>();
  readonly #past: { readonly lists: readonly UnitList[]; readonly facts: readonly PastFact[] }[] =
    [];
  readonly #departed = new Map<string, Departed>();

  constructor(context: ProjectContext) {
    this.#context = context;
  }

  /** True where some unit has this source text, or may have it. */
  hasSource(locale: string, sourceHash: string): boolean {
    return !this.#context.isWhole || this.#sourcesOf(locale).has(sourceHash);
  }

  /**
   * True where more units have come to this source text than have gone with it: a text of another unit, whose source is
   * another now, may have moved to one of them.
   */
  isSought(locale: string, sourceHash: string): boolean {
    const come = this.#sourcesOf(locale).get(sourceHash) ?? 0;
    return come > (this.#departedOf(locale).sources.get(sourceHash) ?? 0);
  }

  /**
   * Origin of a text that the lock knows of units that exist no more, or have another source now: files or keys got other
   * names, and the text was taken along. In doubt it is a person's.
   * @param pair hashes of its source text and its own
   */
  originOf(
    locale: string,
    pair: { readonly source: string; readonly hash: string },
  ): string | undefined {
    if (!this.#context.isWhole || this.#context.facts.size === 0) return undefined;
    const origins = [...(this.#departedOf(locale).origins.get(pairId(pair)) ?? [])].sort();
    const people = origins.filter(isHuman);
    if (people.length === 0) return origins[0];
    return people.length === 1 ? people[0] : ADOPTED;
  }

  #sourcesOf(locale: string): ReadonlyMap<string, number> {
    const known = this.#sources.get(locale);
    if (known !== undefined) return known;
    const sources = new Map<string, number>();
    for (const units of this.#context.unitsOf(locale)) {
      for (const { sourceHash, facts } of units) {
        const had = facts.some((fact) => fact.source === sourceHash && targetIn(fact, locale));
        sources.set(sourceHash, (sources.get(sourceHash) ?? 0) + (had ? 0 : 1));
      }
    }
    this.#sources.set(locale, sources);
    return sources;
  }

  #departedOf(locale: string): Departed {
    const known = this.#departed.get(locale);
    if (known !== undefined) return known;
    const origins = new Map<string, Set<string>>();
    const sources = new Map<string, number>();
    for (const { fact, isGone } of this.#pastOf(locale)) {
      const target = targetIn(fact, locale);
      if (target === undefined) continue;
      const { source } = fact;
      const pair = pairId({ source, hash: target.hash });
      origins.set(pair, (origins.get(pair) ?? new Set()).add(target.origin));
      if (isGone) sources.set(source, (sources.get(source) ?? 0) + 1);
    }
    const departed = { origins, sources };
    this.#departed.set(locale, departed);
    return departed;
  }

  /** Looked for once for all locales that should have the same units. */
  #pastOf(locale: string): readonly PastFact[] {
    const lists = this.#context.unitsOf(locale);
    const known = this.#past.find((one) => areSame(one.lists, lists));
    if (known !== undefined) return known.facts;
    const today = new Map<string, string>();
    for (const units of lists) for (const { id, sourceHash } of units) today.set(id, sourceHash);
    const facts: PastFact[] = [];
    for (const [id, said] of this.#context.facts) {
      const source = today.get(id);
      for (const fact of said) {
        if (fact.source !== source) facts.push({ fact, isGone: source === undefined });
      }
    }
    this.#past.push({ lists, facts });
    return facts;
  }
}

function pairId({ source, hash }: { readonly source: string; readonly hash: string }): string {
  return `${source} ${hash}`;
}

function areSame(lists: readonly UnitList[], others: readonly UnitList[]): boolean {
  return lists.length === others.length && lists.every((units, n) => units === others[n]);
}

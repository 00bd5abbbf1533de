import { ADOPTED, isHuman, targetIn } from '../state/index.js';
import type { Facts } from '../state/index.js';
import { knownTexts } from './judge.js';
import type { SourceUnit } from './source-units.js';

export interface ProjectContext {
  readonly facts: Facts;
  /** False where not every source file was read. */
  readonly isWhole: boolean;
  /** The units that a locale should have, of all files. */
  readonly unitsOf: (locale: string) => Iterable<SourceUnit>;
}

interface LocaleView {
  /** By `unitHash`: hashes of source texts. */
  readonly units: ReadonlyMap<string, string>;
  /** Hashes of source texts, with the number of units that have it and had another before, or none. */
  readonly sources: ReadonlyMap<string, number>;
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
  readonly #views = new Map<string, LocaleView>();
  readonly #departed = new Map<string, Departed>();

  constructor(context: ProjectContext) {
    this.#context = context;
  }

  /** True where some unit has this source text, or may have it. */
  hasSource(locale: string, sourceHash: string): boolean {
    return !this.#context.isWhole || this.#viewOf(locale).sources.has(sourceHash);
  }

  /**
   * True where more units have come to this source text than have gone with it: a text of another unit, whose source is
   * another now, may have moved to one of them.
   */
  isSought(locale: string, sourceHash: string): boolean {
    const come = this.#viewOf(locale).sources.get(sourceHash) ?? 0;
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

  #viewOf(locale: string): LocaleView {
    const known = this.#views.get(locale);
    if (known !== undefined) return known;
    const units = new Map<string, string>();
    const sources = new Map<string, number>();
    for (const { id, sourceHash, facts } of this.#context.unitsOf(locale)) {
      units.set(id, sourceHash);
      const had = facts.some((fact) => fact.source === sourceHash && targetIn(fact, locale));
      sources.set(sourceHash, (sources.get(sourceHash) ?? 0) + (had ? 0 : 1));
    }
    const view = { units, sources };
    this.#views.set(locale, view);
    return view;
  }

  #departedOf(locale: string): Departed {
    const known = this.#departed.get(locale);
    if (known !== undefined) return known;
    const { units } = this.#viewOf(locale);
    const origins = new Map<string, Set<string>>();
    const sources = new Map<string, number>();
    for (const [id, facts] of this.#context.facts) {
      const today = units.get(id);
      for (const { source, hash, origin } of knownTexts(facts, locale)) {
        if (source === today) continue;
        const pair = pairId({ source, hash });
        origins.set(pair, (origins.get(pair) ?? new Set()).add(origin));
        if (today === undefined) sources.set(source, (sources.get(source) ?? 0) + 1);
      }
    }
    const departed = { origins, sources };
    this.#departed.set(locale, departed);
    return departed;
  }
}

function pairId({ source, hash }: { readonly source: string; readonly hash: string }): string {
  return `${source} ${hash}`;
}

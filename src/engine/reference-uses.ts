import { keyId } from '../model/index.js';
import type { Document, Key, Unit, Use } from '../model/index.js';
import type { UnitDiff } from './unit-diff.js';

/** Which units, dropped by the source, are shown through references (aliases of YAML) at keys that it still has. */
export class ReferenceUses {
  readonly #source: Document;
  readonly #target: Document | undefined;
  readonly #units: readonly UnitDiff[];
  #expected: ReadonlySet<string> | undefined;

  constructor(source: Document, target: Document | undefined, units: readonly UnitDiff[]) {
    this.#source = source;
    this.#target = target;
    this.#units = units;
  }

  /** True where removing the unit would take a text away that the source has: under its own key, or as part of more. */
  needs(unit: Unit): boolean {
    if (this.#source.references?.shows(unit.key) === true) return true;
    return this.#usesOf(unit).some(({ isAlias }) => !isAlias);
  }

  /** Aliases of the unit that can take its text over. */
  aliasesOf(unit: Unit): { readonly aliases?: readonly Key[] } {
    const aliases = this.#usesOf(unit).map(({ key }) => key);
    return aliases.length === 0 ? {} : { aliases };
  }

  #usesOf(unit: Unit): readonly Use[] {
    const references = this.#target?.references;
    if (references === undefined) return [];
    return references
      .usesOf(unit.key)
      .filter(({ key }) => references.shows(key) && this.#sourceHas(key));
  }

  #sourceHas(key: Key): boolean {
    this.#expected ??= new Set(this.#units.map(({ source }) => source.keyId));
    return this.#expected.has(keyId(key)) || this.#source.references?.shows(key) === true;
  }
}

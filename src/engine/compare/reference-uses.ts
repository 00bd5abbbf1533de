import { keyId } from '../../model/index.js';
import type { Document, Key, Unit, Use } from '../../model/index.js';
import type { SourceUnit } from '../units/source-units.js';

export interface References {
  readonly source: Document;
  readonly target: Document | undefined;
  readonly expected: readonly SourceUnit[];
}

/** Finds dropped units that references (YAML aliases) still show at keys of the source. */
export class ReferenceUses {
  readonly #files: References;
  #keys: ReadonlySet<string> | undefined;

  constructor(files: References) {
    this.#files = files;
  }

  /**
   * Whether removing the unit would remove a text that the source has, at the unit's own key or
   * inside a larger value.
   */
  needs(unit: Unit): boolean {
    if (this.#files.source.references?.shows(unit.key) === true) return true;
    return this.#usesOf(unit).some(({ isAlias }) => !isAlias);
  }

  /** Aliases that can take over the unit's text. */
  aliasesOf(unit: Unit): { readonly aliases?: readonly Key[] } {
    const aliases = this.#usesOf(unit).map(({ key }) => key);
    return aliases.length === 0 ? {} : { aliases };
  }

  #usesOf(unit: Unit): readonly Use[] {
    const references = this.#files.target?.references;
    if (references === undefined) return [];
    return references
      .usesOf(unit.key)
      .filter(({ key }) => references.shows(key) && this.#sourceHas(key));
  }

  #sourceHas(key: Key): boolean {
    const { expected, source } = this.#files;
    this.#keys ??= new Set(expected.map((unit) => unit.keyId));
    return this.#keys.has(keyId(key)) || source.references?.shows(key) === true;
  }
}

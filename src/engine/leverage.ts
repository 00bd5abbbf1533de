import { ADOPTED, targetHash } from '../state/index.js';
import type { Unit } from '../model/index.js';
import type { KnownText, TargetDiff, UnitDiff } from './diff.js';

/** A text that the repository already has for a source text. */
export interface Leverage {
  readonly text: string;
  /** Origin it keeps in the lock: human text stays human. */
  readonly origin: string;
}

/**
 * What one locale's files say for free: every true pair of source and target, and the texts of units that the
 * source dropped, by which a renamed or moved key keeps its translation. A person's text comes before a machine's.
 */
export class LeverageIndex {
  readonly #bySource = new Map<string, Leverage>();
  /** Texts of dropped units: their source is known by its hash only. */
  readonly #dropped = new Map<string, Leverage>();

  add({ units, obsolete }: TargetDiff): void {
    for (const unit of units) this.#addUnit(unit);
    for (const { unit, facts } of obsolete) this.addDropped(unit, facts);
  }

  /** A text that stands in a target, though the source has its unit no more. */
  addDropped({ text }: Unit, facts: readonly KnownText[]): void {
    const hash = targetHash(text);
    const edited = facts.every((fact) => fact.hash !== hash);
    for (const { source, origin } of facts) {
      put(this.#dropped, source, { text, origin: edited ? ADOPTED : origin });
    }
  }

  find(unit: UnitDiff): Leverage | undefined {
    return this.#bySource.get(leverageKey(unit)) ?? this.#dropped.get(unit.sourceHash);
  }

  #addUnit(unit: UnitDiff): void {
    const { current, status, origin, treatment, drifted } = unit;
    if (current === undefined || treatment === 'copy' || drifted) return;
    if (status !== 'current' && status !== 'edited') return;
    put(this.#bySource, leverageKey(unit), { text: current.text, origin: origin ?? ADOPTED });
  }
}

function put(map: Map<string, Leverage>, key: string, found: Leverage): void {
  const known = map.get(key);
  if (known === undefined || (known.origin !== ADOPTED && found.origin === ADOPTED)) {
    map.set(key, found);
  }
}

/** Equal text under the same options (context included) and in the same plural form. */
function leverageKey({ expected, options }: UnitDiff): string {
  const form = expected.plural === undefined ? '' : expected.plural.category;
  return `${options.request.context ?? ''}\u0000${form}\u0000${expected.unit.inline ?? ''}\u0000${expected.text}`;
}

import { ADOPTED, EDITED, isHuman, REVIEW, targetHash } from '../state/index.js';
import { knownTexts } from './judge.js';
import type { KnownText } from './judge.js';
import type { Leverage } from './leverage.js';
import { isDrifted } from './unit-diff.js';
import type { UnitDiff } from './unit-diff.js';

const NONE: readonly KnownText[] = [];

/** What the lock says of the very text that stands at a unit whose source is another now. */
export function formerTexts(unit: UnitDiff, locale: string): readonly KnownText[] {
  const { source, current, status, treatment } = unit;
  if (status !== 'stale' && status !== 'review') return NONE;
  if (!(unit.isKnown || unit.isDisplaced) || treatment === 'copy' || current?.kind !== 'text')
    return NONE;
  const hash = targetHash(current.text);
  return knownTexts(source.facts, locale).filter(
    (one) => one.hash === hash && one.source !== source.sourceHash,
  );
}

/** Texts of units whose source has changed, each for the source text that the lock says it belongs to. */
export class FormerTexts {
  /** Units whose texts will be asked for. */
  readonly #units: readonly UnitDiff[];
  /** Hashes of their source texts, made where a former text is found: in a first run there is none. */
  #wanted: ReadonlySet<string> | undefined;
  /** By form and source, then by origin. */
  readonly #bySource = new Map<string, Map<string, Leverage>>();

  constructor(wanted: readonly UnitDiff[]) {
    this.#units = wanted;
  }

  add(unit: UnitDiff, locale: string): void {
    if (unit.current === undefined || unit.current.incomplete === true) return;
    for (const { source, origin } of formerTexts(unit, locale)) {
      // What still waits for review has not been found true of its source.
      if (origin === REVIEW || !this.#isWanted(source)) continue;
      const own = origin === EDITED ? ADOPTED : origin;
      const id = formerKey(unit, source);
      const known = this.#bySource.get(id) ?? new Map<string, Leverage>();
      this.#bySource.set(id, known);
      if (!known.has(own)) known.set(own, { text: unit.current.text, origin: own });
    }
  }

  /** A person's text, or a machine's that was made under the options that the unit has today. */
  find(unit: UnitDiff): Leverage | undefined {
    if (this.#bySource.size === 0) return undefined;
    const known = this.#bySource.get(formerKey(unit, unit.sourceHash));
    if (known === undefined) return undefined;
    return (
      known.get(ADOPTED) ??
      [...known.values()].find(({ origin }) => !isHuman(origin) && !isDrifted(origin, unit.options))
    );
  }

  #isWanted(source: string): boolean {
    this.#wanted ??= new Set(this.#units.map(({ sourceHash }) => sourceHash));
    return this.#wanted.has(source);
  }
}

/** A source text, in the same plural form. */
function formerKey({ expected }: UnitDiff, sourceHash: string): string {
  const form = expected.plural === undefined ? '' : expected.plural.category;
  return `${form}\u0000${expected.unit.inline ?? ''}\u0000${sourceHash}`;
}

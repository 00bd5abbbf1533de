import { parseSettled, settledId } from '../../lock/index.js';
import type { SettledFinding } from '../../lock/index.js';

/** The lock's settled findings, looked up by unit or by texts. */
export class SettledFindings {
  readonly all: readonly SettledFinding[];
  /** `settledId` of each. */
  readonly #ids = new Set<string>();
  /** Units by rule, locale and hash. */
  readonly #byText = new Map<string, string[]>();
  /** Unit, rule and locale of each. */
  readonly #places = new Set<string>();

  /** @param lines the lock's lines of settled findings */
  constructor(lines: string) {
    this.all = parseSettled(lines);
    for (const one of this.all) {
      this.#ids.add(settledId(one));
      this.#places.add(placeId(one));
      const units = this.#byText.get(textId(one));
      if (units === undefined) this.#byText.set(textId(one), [one.unit]);
      else units.push(one.unit);
    }
  }

  /**
   * here: this finding is settled · moved: it was settled for the same texts under a key that is
   * gone · other: one of this rule was settled for other texts of the unit · undefined: none.
   */
  find(
    finding: SettledFinding,
    isThere: (unit: string) => boolean,
  ): 'here' | 'moved' | 'other' | undefined {
    if (this.#ids.has(settledId(finding))) return 'here';
    const units = this.#byText.get(textId(finding));
    if (units?.some((unit) => !isThere(unit)) === true) return 'moved';
    return this.#places.has(placeId(finding)) ? 'other' : undefined;
  }
}

export function placeId({ unit, rule, locale }: SettledFinding): string {
  return `${unit} ${rule} ${locale}`;
}

function textId({ rule, hash, locale }: SettledFinding): string {
  return `${rule} ${hash}${locale}`;
}

/** Settled findings for the texts of one locale. */
export interface Settling {
  readonly locale: string;
  readonly settled: SettledFindings;
  /** Whether the source has a unit (`unitHash`), or may have it. */
  readonly isThere: (unit: string) => boolean;
}

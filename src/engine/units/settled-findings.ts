import { parseSettled, settledId } from '../../state/data.js';
import type { SettledFinding } from '../../state/data.js';

/** What the lock says of settled findings, looked up by unit or by texts. */
export class SettledFindings {
  readonly all: readonly SettledFinding[];
  /** `settledId` of each. */
  readonly #ids = new Set<string>();
  /** Units by rule, locale and hash. */
  readonly #byText = new Map<string, string[]>();
  /** Unit, rule and locale of each. */
  readonly #places = new Set<string>();

  /** @param lines of the lock */
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
   * here: this finding is settled · moved: it was settled under a key that is gone, with these very
   * texts · other: the unit has one of this rule that was settled for other texts.
   */
  find(
    finding: SettledFinding,
    isThere: (unit: string) => boolean,
  ): 'here' | 'moved' | 'other' | undefined {
    if (this.#ids.has(settledId(finding))) return 'here';
    const units = this.#byText.get(textId(finding));
    if (units?.some((unit) => !isThere(unit)) === true) return 'moved';
    return this.hasPlace(finding) ? 'other' : undefined;
  }

  /** True where a finding of that rule was settled for that unit, whatever its texts were. */
  hasPlace(place: Omit<SettledFinding, 'hash'>): boolean {
    return this.#places.has(placeId(place));
  }
}

export function placeId({ unit, rule, locale }: Omit<SettledFinding, 'hash'>): string {
  return `${unit} ${rule} ${locale}`;
}

function textId({ rule, hash, locale }: SettledFinding): string {
  return `${rule} ${hash}${locale}`;
}

/** What of settled findings holds for the texts of one locale. */
export interface Settling {
  readonly locale: string;
  readonly settled: SettledFindings;
  /** Whether the source has a unit (`unitHash`); true as well where that is not known. */
  readonly isThere: (unit: string) => boolean;
}

import { ADOPTED, findingHash, parseSettled, settledId } from '../../state/data.js';
import type { SettledFinding } from '../../state/data.js';
import { ruleOf } from './findings.js';
import { ignoredRules } from './ignored-rules.js';
import type { SourceUnit } from './source-units.js';
import type { ComparedUnit, FileComparison, Finding } from './types.js';

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

export interface JudgedText {
  readonly source: SourceUnit;
  /** The text in the target. */
  readonly text: string;
  /** Nobody has touched it since it was adopted: by default, it only warns. */
  readonly isAdopted: boolean;
}

/** What holds for the texts of a file. */
export type Judging = Pick<FileComparison, 'settling' | 'strict'>;

/**
 * Findings with the weight that they have: less for adopted text, none for those that a note of the
 * author or the lock settles.
 */
export function judged(
  findings: readonly Finding[],
  text: JudgedText,
  { settling, strict }: Judging,
): readonly Finding[] {
  if (findings.length === 0) return findings;
  const ignored = ignoredRules(text.source.expected.unit.note);
  return findings.map((finding): Finding => {
    const rule = ruleOf(finding.code);
    if (rule === undefined) return finding;
    if (ignored?.rules.has(rule) === true) return { ...finding, level: 'settled', by: 'note' };
    const isSoft = text.isAdopted && finding.level === 'error' && !strict.includes(rule);
    const own: Finding = isSoft ? { ...finding, level: 'warn' } : finding;
    if (settling === undefined) return own;
    const { settled, isThere, locale } = settling;
    const found = settled.find(settledOf(rule, text, locale), isThere);
    if (found === undefined) return own;
    if (found !== 'other') return { ...finding, level: 'settled', by: 'lock' };
    return { ...own, message: `${own.message}; it was accepted for another text` };
  });
}

/** What the lock says of a finding once it is settled. */
export function settledOf(
  rule: string,
  { source, text }: Pick<JudgedText, 'source' | 'text'>,
  locale: string,
): SettledFinding {
  const hash = findingHash(rule, source.expected.text, text);
  return { unit: source.id, rule, locale, hash };
}

/** True for a text that was there before the tool and that nobody has touched since. */
export function isAdopted({ status, origin }: ComparedUnit['state']): boolean {
  return status === 'current' && origin === ADOPTED;
}

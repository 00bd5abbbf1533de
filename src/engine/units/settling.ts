import { parseSettled, settledId, ADOPTED, findingHash } from '../../lock/index.js';
import type { SettledFinding } from '../../lock/index.js';
import { ruleOf } from './findings.js';
import { ignoredRules } from './ignored-rules.js';
import type { SourceUnit } from './source-units.js';
import type { Row, Finding } from './row.js';

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

interface JudgedText {
  readonly source: SourceUnit;
  /** The target's text. */
  readonly text: string;
  /** Whether it was adopted and has not changed since: errors are then lowered to warnings. */
  readonly isAdopted: boolean;
}

/**
 * Findings with their final severity: lower for adopted text, 'settled' if the author's note or the
 * lock settles them.
 */
export function judged(
  findings: readonly Finding[],
  text: JudgedText,
  { settling }: { readonly settling: Settling | undefined },
): readonly Finding[] {
  if (findings.length === 0) return findings;
  const ignored = ignoredRules(text.source.expected.unit.note);
  return findings.map((finding): Finding => {
    const rule = ruleOf(finding.code);
    if (rule === undefined) return finding;
    if (ignored?.rules.has(rule) === true) return { ...finding, level: 'settled', by: 'note' };
    const isSoft = text.isAdopted && finding.level === 'error';
    const own: Finding = isSoft ? { ...finding, level: 'warn' } : finding;
    if (settling === undefined) return own;
    const { settled, isThere, locale } = settling;
    const fact = settledOf(rule, text, locale);
    // An earlier version may have settled it for the source text as it is.
    const asIs = { ...fact, hash: findingHash(rule, text.source.expected.text, text.text) };
    const found = [fact, asIs].map((one) => settled.find(one, isThere));
    if (found[0] === undefined) return own;
    if (found.some((one) => one !== 'other')) return { ...finding, level: 'settled', by: 'lock' };
    // One of the texts has changed since.
    return { ...finding, message: `${finding.message}; it was accepted for another text` };
  });
}

/** The lock's record of a settled finding. */
export function settledOf(
  rule: string,
  { source, text }: { readonly source: SourceUnit; readonly text: string },
  locale: string,
): SettledFinding {
  const hash = findingHash(rule, source.lockText, text);
  return { unit: source.id, rule, locale, hash };
}

/** Whether a text is older than locale-sync's use and unchanged since. */
export function isAdopted({ status, origin }: Row['state']): boolean {
  return status === 'current' && origin === ADOPTED;
}

import { ADOPTED, findingHash } from '../../lock/index.js';
import type { SettledFinding } from '../../lock/index.js';
import { ruleOf, settledByNote } from './findings.js';
import type { SourceUnit } from './source-units.js';
import type { Row, Finding } from './row.js';
import type { Settling } from './settled-findings.js';

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
  return settledByNote(findings, text.source.expected.unit.note).map((finding): Finding => {
    const rule = ruleOf(finding.code);
    if (rule === undefined || finding.level === 'settled') return finding;
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

/** Nothing is settled of a text that is new. */
export const UNSETTLED = { settling: undefined };

/** Whether a text is older than locale-sync's use and unchanged since. */
export function isAdopted({ status, origin }: Row['state']): boolean {
  return status === 'current' && origin === ADOPTED;
}

import { ADOPTED, findingHash } from '../../state/data.js';
import type { SettledFinding } from '../../state/data.js';
import { ruleOf } from './findings.js';
import { ignoredRules } from './ignored-rules.js';
import type { SourceUnit } from './source-units.js';
import type { ComparedUnit, FileComparison, Finding } from './types.js';

export interface JudgedText {
  readonly source: SourceUnit;
  /** The text in the target. */
  readonly text: string;
  /** Nobody has touched it since it was adopted: it only warns, whatever the config says. */
  readonly isAdopted: boolean;
}

/** What holds for the texts of a file. */
export type Judging = Pick<FileComparison, 'settling'>;

/**
 * Findings with the weight that they have: less for adopted text, none for those that a note of the
 * author or the lock settles.
 */
export function judged(
  findings: readonly Finding[],
  text: JudgedText,
  { settling }: Judging,
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
    const found = settled.find(settledOf(rule, text, locale), isThere);
    if (found === undefined) return own;
    if (found !== 'other') return { ...finding, level: 'settled', by: 'lock' };
    // Somebody has changed one of the texts since.
    return { ...finding, message: `${finding.message}; it was accepted for another text` };
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

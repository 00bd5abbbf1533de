import { findRule, RULE_NAMES } from '../../model/index.js';
import type { RuleName } from '../../model/index.js';

/** Written by an author in a note to settle findings: `locale-sync-ignore placeholders`. */
export const IGNORE = 'locale-sync-ignore';

const DIRECTIVE = new RegExp(`${IGNORE}(?![\\w-])[ \\t]*:?([^\\r\\n]*)`, 'g');
/** Separates rule names from a reason, or from the end of the comment. */
const REASON = /(?:^|\s)(?:--|—|–|\(|#|\*\/|-->).*/;

export interface IgnoredRules {
  readonly rules: ReadonlySet<RuleName>;
  /** Words that are not names of rules. */
  readonly unknown: readonly string[];
}

/** The rules named after `locale-sync-ignore` in a note; all rules if it names none. */
export function ignoredRules(note: string | undefined): IgnoredRules | undefined {
  if (note?.includes(IGNORE) !== true) return undefined;
  const rules = new Set<RuleName>();
  const unknown: string[] = [];
  for (const [, rest = ''] of note.matchAll(DIRECTIVE)) {
    const words = rest.replace(REASON, '').split(/[\s,;]+/);
    const names = words.map((word) => word.replace(/[.:]$/, '')).filter((word) => word !== '');
    const isAll = names.length === 0 || names.includes('all');
    const known = isAll ? RULE_NAMES : names.map(findRule).filter((rule) => rule !== undefined);
    for (const rule of known) rules.add(rule);
    unknown.push(...names.filter((name) => name !== 'all' && findRule(name) === undefined));
  }
  return { rules, unknown };
}

/**
 * A note without its `locale-sync-ignore` directives, which translators do not need; '' if nothing
 * is left.
 */
export function withoutDirectives(note: string): string {
  if (!note.includes(IGNORE)) return note;
  return note.replace(DIRECTIVE, '').trim();
}

import { findRule, RULE_NAMES } from '../../model/index.js';
import type { RuleName } from '../../model/index.js';

/** What an author writes into a note to settle findings: `locale-sync-ignore placeholders`. */
export const IGNORE = 'locale-sync-ignore';

const DIRECTIVE = new RegExp(`${IGNORE}(?![\\w-])[ \\t]*:?([^\\r\\n]*)`, 'g');
/** Where names end and a reason, or the comment itself, begins or ends. */
const REASON = /(?:^|\s)(?:--|—|–|\(|#|\*\/|-->).*/;

export interface IgnoredRules {
  readonly rules: ReadonlySet<RuleName>;
  /** Words in the place of rules that are none. */
  readonly unknown: readonly string[];
}

/** The rules that a note names after `locale-sync-ignore`; all of them where it names none. */
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

/** A note without what it says to this tool: no translator needs that. '' where nothing is left. */
export function withoutDirectives(note: string): string {
  if (!note.includes(IGNORE)) return note;
  return note.replace(DIRECTIVE, '').trim();
}

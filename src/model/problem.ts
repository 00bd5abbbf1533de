import { RULES } from './message.js';
import type { RuleName } from './message.js';

/** The codes of problems in a report. The list is closed, so that users can filter by it. */
export type ProblemCode =
  // files
  | 'invalid-file'
  | 'duplicate-key'
  | 'duplicate-id'
  | 'missing-index'
  | 'text-in-code'
  | 'tool'
  | 'module-constraint'
  | 'invalid-unit'
  | 'plural-forms'
  | 'orphan-file'
  | 'unportable-path'
  | 'similar-keys'
  | 'missing-reference'
  | 'changed-on-disk'
  | 'write-failed'
  // text
  | 'placeholder-mismatch'
  | 'markup-mismatch'
  | 'icu-syntax'
  | 'unreadable-text'
  | 'plural-categories'
  | 'surrounding-space'
  | 'untranslated'
  | 'too-long'
  | 'forbidden-characters'
  | 'inconsistent'
  | 'opposites'
  // answers of the service
  | 'no-translation'
  | 'sentence-end'
  | 'line-breaks'
  | 'length-ratio'
  | 'repetition'
  | 'term-missing'
  // units
  | 'missing'
  | 'stale'
  | 'review'
  | 'text-too-large'
  | 'service-rejected'
  | 'service-failed'
  // state
  | 'lock-unreadable'
  | 'lock-newer'
  | 'lock-missing'
  | 'archive-unreadable'
  | 'archive-newer'
  | 'archive-full'
  | 'job-unreadable'
  | 'idle-baseline'
  | 'memory-unreadable'
  | 'store-unavailable'
  | 'option-ignored'
  | 'unknown-language'
  | 'glossary-column'
  | 'override-locale'
  | 'limits-unchecked'
  // code
  | 'unreadable-code'
  | 'unknown-namespace'
  | 'unknown-package'
  | 'key-below-text'
  | 'key-is-group'
  | 'key-missing'
  | 'keys-unchecked'
  | 'key-unused'
  | 'default-text-differs'
  | 'hard-coded-text'
  | 'default-texts-conflict'
  | 'code-outside'
  | 'code-left-out'
  | 'compiled-keys'
  | 'no-code'
  | 'no-parser';

export type Severity = 'error' | 'warning';

/**
 * Something that users should know, with the place to fix it. Lines and columns are 1-based.
 */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly locale?: string;
  readonly key?: string;
  /** The finding was accepted, or silenced by a note. Listed only on request. */
  readonly settled?: true;
}

export const RULE_NAMES = Object.keys(RULES) as readonly RuleName[];

/** Finds a rule by its name, or by its problem code, which reports show. */
export function findRule(name: string): RuleName | undefined {
  return RULE_NAMES.find((rule) => rule === name || RULES[rule] === name);
}

import { RULES } from './message.js';
import type { RuleName } from './message.js';

export const RULE_NAMES = Object.keys(RULES) as readonly RuleName[];

/** Finds a rule by its name, or by its problem code, which reports show. */
export function findRule(name: string): RuleName | undefined {
  return RULE_NAMES.find((rule) => rule === name || RULES[rule] === name);
}

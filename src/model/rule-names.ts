import { RULES } from './message.js';
import type { RuleName } from './message.js';

export const RULE_NAMES = Object.keys(RULES) as readonly RuleName[];

/** A rule by its name, or by the code of its problems, which is what reports show. */
export function findRule(name: string): RuleName | undefined {
  return RULE_NAMES.find((rule) => rule === name || RULES[rule] === name);
}

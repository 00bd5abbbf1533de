import { RULES_OF_SEVERAL } from '../../model/index.js';
import type { RuleLevels, RuleName } from '../../model/index.js';
import type { ResolvedCatalog, ResolvedConfig } from '../../config/index.js';

/** Levels of the rules for texts of a catalog in one locale. */
export function rulesOf(
  { rules }: { readonly rules: RuleLevels },
  catalog: ResolvedCatalog,
  locale: string,
): RuleLevels {
  return catalog.rules?.[locale] ?? rules;
}

/** Rules whose level also applies to mild problems, which otherwise only warn. */
export function strictOf(
  { strict = NONE }: ResolvedConfig,
  catalog: ResolvedCatalog,
  locale: string,
): readonly RuleName[] {
  return catalog.strict?.[locale] ?? strict;
}

const NONE: readonly RuleName[] = [];

/** Whether a rule about several texts is on. */
export function comparesSeveral(rules: RuleLevels): boolean {
  return RULES_OF_SEVERAL.some((rule) => rules[rule] !== 'off');
}

import type { RuleLevels, RuleName } from '../model/index.js';
import { DEFAULT_RULES } from './default-rules.js';
import { defined } from './defined.js';
import type { RulesInput } from './schema.js';

/**
 * Rule levels of one target of one catalog. The most specific setting of a rule wins: target of the
 * catalog, target, catalog, top level, default.
 */
export function ruleLevels(
  target: string,
  general: RulesInput = {},
  catalog: RulesInput = {},
): RuleLevels {
  const { targets: ofTargets, ...own } = general;
  const { targets: ofCatalogTargets, ...ofCatalog } = catalog;
  return {
    ...DEFAULT_RULES,
    ...defined(own),
    ...defined(ofCatalog),
    ...defined(ownOf(ofTargets, target)),
    ...defined(ownOf(ofCatalogTargets, target)),
  };
}

type Levels = Omit<RulesInput, 'targets'>;

/** A target's own levels: a locale such as `constructor` must not find inherited properties. */
function ownOf(targets: RulesInput['targets'], target: string): Levels {
  return targets !== undefined && Object.hasOwn(targets, target) ? (targets[target] ?? {}) : {};
}

/** Rules whose level the config sets for a target of a catalog, as opposed to defaults. */
export function strictRules(
  target: string,
  general: RulesInput = {},
  catalog: RulesInput = {},
): readonly RuleName[] {
  const { targets: ofTargets, ...own } = general;
  const { targets: ofCatalogTargets, ...ofCatalog } = catalog;
  const layers = [own, ofCatalog, ownOf(ofTargets, target), ownOf(ofCatalogTargets, target)];
  return [...new Set(layers.flatMap((layer) => Object.keys(defined(layer)) as RuleName[]))];
}

/** Whether some setting does not apply to all texts. */
export function hasLayers(general: RulesInput = {}, catalog: RulesInput = {}): boolean {
  return general.targets !== undefined || Object.keys(catalog).length > 0;
}

import type { ResolvedConfig } from '../../../config/index.js';
import { rulesOf } from '../../units/rule-levels.js';
import { formatKey } from '../../../model/index.js';
import type { Problem } from '../../../model/index.js';
import { isCode, sourceProblem } from '../../../text/index.js';
import { ignoredRules } from '../../units/ignored-rules.js';
import { keyMatcher } from '../../units/key-glob.js';
import { positionOf } from '../../units/unit-position.js';
import type { FilePair } from '../files.js';

/** Warnings for broken source texts: their translations are broken too, and no run can fix that. */
export function sourceProblems(
  config: Pick<ResolvedConfig, 'rules'>,
  pairs: readonly FilePair[],
): readonly Problem[] {
  return pairs.flatMap((pair) => {
    const { catalog } = pair;
    const isOn = (locale: string): boolean =>
      rulesOf(config, catalog, locale)['icu-syntax'] !== 'off';
    return catalog.targets.some(isOn) ? problemsOf(pair) : [];
  });
}

function problemsOf({ catalog, source }: FilePair): readonly Problem[] {
  const { document, path, syntax: usual, exceptions } = source;
  const isExcluded = keyMatcher(catalog.excludedKeys);
  const problems: Problem[] = [];
  for (const unit of document.units) {
    const { kind, text, inline, translate, key } = unit;
    if (kind === 'raw' || translate === false) continue;
    const syntax = exceptions.get(unit) ?? usual;
    const found = sourceProblem(text, { syntax, inline });
    if (found === undefined || isExcluded(key) || isCode(key, text, syntax)) continue;
    if (ignoredRules(unit.note)?.rules.has('icu-syntax') === true) continue;
    const place = { file: path, ...positionOf(document, unit), key: formatKey(key) };
    problems.push({ ...found, severity: 'warning', ...place });
  }
  return problems;
}

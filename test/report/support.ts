import type { Planned } from '../../src/engine/report/run-report.js';
import { isDrifted } from '../../src/engine/units/drift.js';
import type { Loaded } from '../../src/engine/load/index.js';
import { choiceOf } from '../../src/engine/plan/selection.js';
import type { RunPlan } from '../../src/engine/units/row.js';
import type { Reporting } from '../../src/engine/units/reporting.js';
import type { Problem } from '../../src/model/index.js';
import { targetHash } from '../../src/lock/index.js';
import { compareTexts } from '../support/comparison.js';
import type { Comparison, ComparisonInput } from '../support/comparison.js';
import { planFor, rowsIn } from '../support/plan.js';
import type { PlanInput } from '../support/plan.js';
import { answer, textsOf } from '../write/support.js';
import type { Answers } from '../write/support.js';

export interface PlannedInput extends ComparisonInput, PlanInput {
  readonly problems?: readonly Problem[];
  readonly broken?: readonly string[];
}

/** The comparison and the plan that the report is based on. */
export async function plannedFor(
  input: PlannedInput,
): Promise<Planned & { readonly comparison: Comparison; readonly plan: RunPlan }> {
  const comparison = await compareTexts(input);
  const { config, pairs, lock } = comparison;
  const plan = planFor(comparison, input);
  const { problems = [], broken = [] } = input;
  const scanned = pairs.map(({ catalog, source, targets }) => ({
    catalog,
    source: source.path,
    targets: targets.map(({ path, locale }) => ({ path, locale, exists: true })),
  }));
  const loaded = {
    archive: { problems: [] },
    config,
    pairs,
    lock,
    selection: input.selection ?? {},
    scan: { pairs: scanned },
    problems,
    broken,
    foreign: [],
    remembered: [],
  };
  return {
    ...choiceOf(input.selection ?? {}, isDrifted),
    comparison,
    remembered: undefined,
    plan,
    totals: plan.totals,
    files: plan.files,
    loaded: loaded as unknown as Loaded,
  };
}

/** Fills the rows of a plan as these answers of the service would, proposals included. */
export function reportingOf(
  { files, accepts, isMeant }: Planned,
  answers: Answers = {},
): Reporting {
  const rows = rowsIn({ files });
  for (const row of rows) answer(row, answers);
  for (const { row, known } of textsOf(rows, answers)) {
    row.written = { hash: targetHash(known.text), origin: known.origin };
  }
  return { view: 'run', accepts, isMeant };
}

/** A read-only run. */
export function looking({ accepts, isMeant }: Planned, view: 'look' | 'plan'): Reporting {
  return { view, accepts, isMeant };
}

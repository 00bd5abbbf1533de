import type { Planned } from '../../src/engine/report/run-report.js';
import { isDrifted } from '../../src/engine/units/drift.js';
import type { Loaded } from '../../src/engine/load/index.js';
import { choiceOf } from '../../src/engine/plan/selection.js';
import type { Change, RunPlan } from '../../src/engine/changes/types.js';
import type { Results } from '../../src/engine/changes/results.js';
import type { Problem } from '../../src/model/index.js';
import { targetHash } from '../../src/state/index.js';
import { compareTexts } from '../support/comparison.js';
import type { Comparison, ComparisonInput } from '../support/comparison.js';
import { changesIn, planFor } from '../support/plan.js';
import type { PlanInput } from '../support/plan.js';
import { textsOf } from '../write/support.js';
import type { Answers } from '../write/support.js';

export interface PlannedInput extends ComparisonInput, PlanInput {
  readonly problems?: readonly Problem[];
  readonly broken?: readonly string[];
}

/** The comparison and the plan that the report is based on. */
export function plannedFor(
  input: PlannedInput,
): Planned & { readonly comparison: Comparison; readonly plan: RunPlan } {
  const comparison = compareTexts(input);
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
    files: plan.files,
    loaded: loaded as unknown as Loaded,
  };
}

/** The results of a plan after these answers of the service, including proposals. */
export function resultsFor({ plan, accepts, isMeant }: Planned, answers: Answers = {}): Results {
  const texts = textsOf(changesIn(plan), answers);
  const facts = texts.map(
    ({ change, known: { text, origin } }) => [change, { hash: targetHash(text), origin }] as const,
  );
  const proposalOf = (change: Change): ReturnType<Results['proposalOf']> => {
    const text = answers[change.unit.source.expected.text];
    return text === undefined ? change.known : { text, origin: change.unit.options.origin };
  };
  return {
    view: 'run',
    written: new Map(facts),
    failureOf: (change) => plan.failures.get(change),
    findingsOf: ({ findings }) => findings,
    proposalOf,
    accepts,
    isMeant,
  };
}

/** The results of a read-only run. */
export function looking({ plan, accepts, isMeant }: Planned, view: 'look' | 'plan'): Results {
  const failureOf = (change: Change): ReturnType<Results['failureOf']> => plan.failures.get(change);
  return {
    view,
    written: new Map(),
    failureOf,
    findingsOf: ({ findings }) => findings,
    proposalOf: ({ known }) => known,
    accepts,
    isMeant,
  };
}

import { overLimit } from '../../engine/limit.js';
import { planText } from '../../report/index.js';
import type { Plan } from '../../index.js';
import type { PlanFlags } from '../flags.js';
import type { Io } from '../io.js';
import { TO_SEE_ALL } from '../next-steps.js';
import { writePlanFile } from '../plan-file.js';
import type { CommandShape } from '../print.js';
import { runCommand } from '../run.js';
import { selectionOf } from '../selection.js';
import { SHAPES } from '../shapes.js';

/** `plan`. Returns the exit code. */
export function runPlan(io: Io, flags: PlanFlags): Promise<number> {
  const options = { all: flags.verbose === true, toSeeAll: TO_SEE_ALL };
  let shown: Pick<Plan, 'items' | 'empty' | 'jobs'> = { items: [], empty: [], jobs: [] };
  let refusal = '';
  const shape: CommandShape = {
    ...SHAPES.plan,
    view: (report, style) => planText({ ...shown, report }, style, options) + refusal,
  };
  return runCommand(io, flags, {
    shape,
    body: async ({ engine, config }) => {
      const selection = selectionOf(flags, { io, root: config.root });
      const plan = await engine.plan(selection);
      if (flags.out !== undefined) writePlanFile(io, flags, { file: flags.out, plan });
      shown = { items: plan.items, empty: plan.empty, jobs: plan.jobs };
      const why = overLimit(plan.report, config);
      // `plan` itself bills nothing.
      if (why !== undefined) refusal = `sync would refuse: ${why}\n`;
      return plan.report;
    },
  });
}

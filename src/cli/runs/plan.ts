import { selectionOf } from '../selection.js';
import { amount, planText } from '../../report/index.js';

import type { PlanFlags } from '../flags.js';
import type { Io } from '../io.js';
import { TO_SEE_ALL } from '../next-steps.js';
import { writePlanFile } from '../plan-file.js';
import { runCommand } from '../run.js';

/** `plan`. Gives the exit code. */
export function runPlan(io: Io, flags: PlanFlags): Promise<number> {
  return runCommand(io, flags, {
    shape: { gate: 'news', view: () => '' },
    body: async ({ engine, config, style }) => {
      const plan = await engine.plan(selectionOf(flags));
      if (flags.out !== undefined) writePlanFile(io, flags, { file: flags.out, plan });
      if (flags.json !== true && flags.quiet !== true) {
        io.stderr(planText(plan, style, { all: flags.verbose === true, toSeeAll: TO_SEE_ALL }));
        io.stderr(limitNote(plan.report.characters, config.limits.characters));
      }
      return plan.report;
    },
  });
}

/** `plan` itself is never refused, but that `sync` would be is worth knowing. */
function limitNote(characters: number, limit: number | undefined): string {
  if (limit === undefined || characters <= limit) return '';
  return `sync would refuse this: the limit is ${amount(limit, 'character')} (limits.characters, --max-characters).\n`;
}

import { selectionOf } from '../selection.js';
import type { FileCoverage } from '../../index.js';
import { fileCoverageText } from '../../report/index.js';

import type { CommonFlags } from '../flags.js';
import type { Io } from '../io.js';
import { TO_SEE_ALL } from '../next-steps.js';
import type { CommandShape } from '../print.js';
import { runCommand } from '../run.js';
import { SHAPES } from '../shapes.js';

/** `status`. Returns the exit code. */
export function runStatus(io: Io, flags: CommonFlags): Promise<number> {
  const { view } = SHAPES.status;
  const all = flags.verbose === true;
  let files: readonly FileCoverage[] = [];
  const shape: CommandShape = {
    ...SHAPES.status,
    view: (report, style) =>
      view(report, style) + fileCoverageText(files, style, { all, toSeeAll: TO_SEE_ALL }),
  };
  return runCommand(io, flags, {
    shape,
    body: async ({ engine, config }) => {
      const report = await engine.status(selectionOf(flags, { io, root: config.root }));
      if (flags.json !== true && flags.quiet !== true) files = engine.coverage();
      return report;
    },
  });
}

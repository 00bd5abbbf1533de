import { selectionOf } from '../selection.js';
import { defined } from '../../config/defined.js';
import { remember } from '../../engine/remembered.js';
import type { SyncFlags } from '../flags.js';
import type { Io } from '../io.js';
import { readPlanFile } from '../plan-file.js';
import { Said } from '../print.js';
import { runCommand } from '../run.js';
import { SHAPES } from '../shapes.js';
import { watch } from '../watch.js';
import { withTypes } from './with-types.js';

/** `sync`, once or until `--watch` is interrupted. Returns the exit code. */
export function runSync(io: Io, flags: SyncFlags): Promise<number> {
  if (flags.watch !== true) return sync(io, flags);
  const said = new Said();
  return watch(io, flags, { run: () => sync(io, flags, said) });
}

function sync(io: Io, flags: SyncFlags, said?: Said): Promise<number> {
  return runCommand(io, flags, {
    shape: SHAPES.sync,
    said,
    body: async ({ engine, config }) => {
      const saved = flags.plan === undefined ? undefined : readPlanFile(io, flags, flags.plan);
      const selection = saved?.selection ?? selectionOf(flags, { io, root: config.root });
      const report = await withTypes(
        config,
        await engine.sync(selection, defined({ only: saved })),
      );
      remember({ selection, config, engine, report, env: io.env });
      return report;
    },
  });
}

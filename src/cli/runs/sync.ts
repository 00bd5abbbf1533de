import { selectionOf } from '../selection.js';
import { remember } from '../../engine/remembered.js';

import type { SyncFlags } from '../flags.js';
import type { Io } from '../io.js';
import { readPlanFile } from '../plan-file.js';
import { runCommand } from '../run.js';
import { SHAPES } from '../shapes.js';
import { watch } from '../watch.js';
import { withTypes } from './with-types.js';

/** `sync`, once or for as long as it watches. Gives the exit code. */
export function runSync(io: Io, flags: SyncFlags): Promise<number> {
  return flags.watch === true ? watch(io, flags, { run: () => sync(io, flags) }) : sync(io, flags);
}

function sync(io: Io, flags: SyncFlags): Promise<number> {
  return runCommand(io, flags, {
    shape: SHAPES.sync,
    body: async ({ engine, config }) => {
      const saved = flags.plan === undefined ? undefined : readPlanFile(io, flags, flags.plan);
      const selection = saved?.selection ?? selectionOf(flags, { io, root: config.root });
      const only = saved === undefined ? {} : { only: saved };
      const report = await withTypes(config, await engine.sync(selection, only));
      remember({ selection, config, engine, report, env: io.env });
      return report;
    },
  });
}

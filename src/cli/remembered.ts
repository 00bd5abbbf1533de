import { dirname } from 'node:path';
import { likelyConfig } from '../config/index.js';
import { recall } from '../engine/index.js';
import type { Remembered } from '../engine/index.js';
import { exitCodeOf } from './exit-code.js';
import type { RunFlags } from './flags.js';
import { folderOf } from './io.js';
import type { Io } from './io.js';
import { print } from './print.js';
import { chosenReporters } from './reporters/chosen.js';
import { selectionOf } from './selection.js';
import { Timeline } from './timeline.js';
import type { CommandShape } from './print.js';

/** Prints the remembered answer if it is still valid, and returns its exit code. */
export function answerAgain(io: Io, flags: RunFlags, shape: CommandShape): number | undefined {
  // Reports in other formats need a run.
  if (chosenReporters(flags, io.env).length > 0) return undefined;
  const timeline = flags.timing === true ? new Timeline() : undefined;
  timeline?.begin('recall');
  const report = recallFor(io, flags, shape)?.report;
  if (report === undefined) return undefined;
  const timing = timeline?.end();
  print(io, flags, { report, shape, ...(timing && { timing }) });
  return exitCodeOf(report, shape.gate);
}

/** The remembered answer for a folder and these flags. */
export function recallFor(io: Io, flags: RunFlags, shape?: CommandShape): Remembered | undefined {
  const where = { cwd: folderOf(io, flags.cwd), file: flags.config, env: io.env };
  try {
    const root = dirname(likelyConfig(where) ?? '');
    return recall(
      { ...where, isCheck: shape?.command === 'check' },
      selectionOf(flags, { io, root }),
    );
  } catch {
    // There is no config; the engine reports that.
    return undefined;
  }
}

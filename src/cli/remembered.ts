import { dirname } from 'node:path';
import { likelyConfig } from '../config/find.js';
import { recall } from '../engine/remembered.js';
import type { Remembered } from '../engine/remembered.js';
import { exitCodeOf } from './exit-code.js';
import type { CommonFlags } from './flags.js';
import { folderOf } from './io.js';
import type { Io } from './io.js';
import { print } from './print.js';
import { chosenReporters } from './reporters/chosen.js';
import { currentFolder } from './selection.js';
import { Timeline } from './timeline.js';
import type { CommandShape } from './print.js';

/** Prints the remembered answer if it is still valid, and returns its exit code. */
export function answerAgain(io: Io, flags: CommonFlags, shape: CommandShape): number | undefined {
  // Reports in other formats need a run.
  if (chosenReporters(flags, io.env).length > 0) return undefined;
  const timeline = flags.timing === true ? new Timeline() : undefined;
  timeline?.begin('recall');
  const report = recallFor(io, flags)?.report;
  if (report === undefined) return undefined;
  const timing = timeline?.end();
  print(io, flags, { report, shape, ...(timing === undefined ? {} : { timing }) });
  return exitCodeOf(report, shape.gate);
}

/** The remembered answer for a folder and these flags. */
export function recallFor(io: Pick<Io, 'cwd' | 'env'>, flags: CommonFlags): Remembered | undefined {
  const { cwd, config, locale, files, shard } = flags;
  // Which files are in a shard depends on all files.
  if (shard !== undefined) return undefined;
  const where = { cwd: folderOf(io, cwd), file: config, env: io.env };
  try {
    return recall(where, {
      ...(locale === undefined ? {} : { locales: locale }),
      ...(files === undefined
        ? {}
        : {
            files,
            folder: currentFolder(flags, { io, root: dirname(likelyConfig(where) ?? '') }),
          }),
    });
  } catch {
    // There is no config; the engine reports that.
    return undefined;
  }
}

import { basename } from 'node:path';
import { isCode } from '../../config/index.js';
import { oneLine } from '../../sinks/terminal.js';
import { isPullRequest } from '../code-config.js';
import type { CheckFlags, CommonFlags } from '../flags.js';
import type { Io } from '../io.js';
import { runCommand } from '../run.js';
import { selectionOf } from '../selection.js';
import { SHAPES } from '../shapes.js';

/** `check`. Returns the exit code. */
export async function runCheck(io: Io, flags: CheckFlags): Promise<number> {
  let note = '';
  const code = await runCommand(io, flags, {
    shape: SHAPES.check,
    body: async ({ engine, config }) => {
      if (saysOfCode(io, flags) && isCode(config.file)) note = noteOf(config.file);
      const selection = selectionOf(flags, { io, root: config.root });
      const accepted = flags.baseline === true ? await engine.accept(selection) : undefined;
      if (flags.verbose !== true) return accepted ?? engine.check(selection);
      const report = await engine.check({ ...selection, settled: true });
      return accepted === undefined ? report : { ...report, accepted: accepted.accepted ?? 0 };
    },
  });
  io.stderr(note);
  return code;
}

/** Whether to mention code in the config: only if others may have written it, or with --verbose. */
function saysOfCode({ env }: Io, { quiet, json, verbose }: CommonFlags): boolean {
  if (quiet === true || json === true) return false;
  return verbose === true || isPullRequest(env);
}

function noteOf(file: string): string {
  return `note: ${oneLine(basename(file))} is code and was run. Anyone who can change this branch decides what it does; --no-code-config only accepts YAML and JSON.\n`;
}

import { selectionOf } from '../selection.js';

import type { CommonFlags } from '../flags.js';
import type { Io } from '../io.js';
import { runCommand } from '../run.js';
import { SHAPES } from '../shapes.js';

/** `check`. Gives the exit code. */
export function runCheck(io: Io, flags: CommonFlags): Promise<number> {
  return runCommand(io, flags, {
    shape: SHAPES.check,
    body: ({ engine }) => engine.check(selectionOf(flags)),
  });
}

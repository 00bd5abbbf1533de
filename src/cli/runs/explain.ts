import { createEngine } from '../../index.js';
import { explain, jsonText, LocaleSyncError } from '../../model/index.js';
import { explanationText, makeStyle } from '../../people/index.js';
import { EXIT, exitCodeOfError } from '../exit-code.js';
import type { CommonFlags, NamedUnit } from '../flags.js';
import { WORDS } from '../hints.js';
import type { Io } from '../io.js';
import { describeError, printError } from '../print.js';
import { load } from '../run.js';

/** `explain`. Returns the exit code. */
export async function runExplain(
  io: Io,
  flags: CommonFlags,
  named: readonly NamedUnit[],
): Promise<number> {
  try {
    const config = await load(io, flags);
    const engine = createEngine(config, { signal: io.signal, words: WORDS });
    const units = await engine.explain(named);
    if (flags.json === true) io.stdout(`${jsonText({ ok: true, units, error: null })}\n`);
    else io.stdout(explanationText(units, makeStyle(io.page)));
    return EXIT.ok;
  } catch (error) {
    const described =
      error instanceof LocaleSyncError ? explain(error, WORDS) : describeError(io, flags, error);
    printError(io, flags, described);
    return exitCodeOfError(described.code);
  }
}

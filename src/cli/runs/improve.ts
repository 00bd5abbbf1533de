import { createEngine } from '../../index.js';
import type { Improvements } from '../../index.js';
import { emptyReport } from '../failure.js';
import { EXIT, exitCodeOfError } from '../exit-code.js';
import type { RunFlags } from '../flags.js';
import { WORDS } from '../hints.js';
import type { Io } from '../io.js';
import { errorText } from '../print.js';
import { proxyOf } from '../proxy.js';
import { load } from '../run.js';
import { currentFolder } from '../selection.js';
import { improvementsText, makeStyle, problemsText, suggestionsText } from '../../people/index.js';
import { defined, jsonText } from '../../model/index.js';
import { printServiceFailure } from './service-failure.js';

export interface ImproveFlags extends RunFlags {
  readonly apply?: true;
  readonly dismiss?: true;
  /** Undefined: neither flag was given. */
  readonly keepTargets?: boolean | undefined;
}

/** `improve`. Returns the exit code. */
export async function runImprove(
  io: Io,
  flags: ImproveFlags,
  keys: readonly string[],
): Promise<number> {
  try {
    const config = await load(io, flags);
    const characters = flags.maxCharacters ?? config.limits.characters;
    const engine = createEngine(
      { ...config, limits: { ...config.limits, characters } },
      { signal: io.signal, proxy: proxyOf(io.env), words: WORDS },
    );
    const { files, apply, dismiss, keepTargets } = flags;
    const result = await engine.improve({
      ...(keys.length === 0 ? {} : { keys }),
      ...defined({
        files,
        folder: files && currentFolder(flags, { io, root: config.root }),
        action: apply === true ? 'apply' : dismiss === true ? 'dismiss' : undefined,
        keepTargets,
      }),
    });
    print(io, flags, result);
    if (result.error !== null) return exitCodeOfError(result.error.code);
    const isBroken = result.problems.some(({ severity }) => severity === 'error');
    return isBroken ? EXIT.usage : result.ok ? EXIT.ok : EXIT.open;
  } catch (error) {
    return printServiceFailure(io, error, { flags });
  }
}

function print(io: Io, flags: ImproveFlags, result: Improvements): void {
  if (flags.json === true) {
    io.stdout(`${jsonText(result)}\n`);
    return;
  }
  const { suggestions, problems, error } = result;
  const style = makeStyle(io.terminal);
  io.stdout(suggestionsText(suggestions, makeStyle(io.page)));
  if (problems.length > 0) {
    const report = { ...emptyReport({ code: '', message: '' }), problems, error: null };
    io.stderr(problemsText(report, style, { all: true, toSeeAll: '' }));
  }
  if (flags.quiet !== true) io.stderr(improvementsText(result));
  if (error !== null) io.stderr(errorText(error, style));
}

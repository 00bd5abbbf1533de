import { splitLocales } from '../init/choose-locales.js';
import { parseLanguages } from '../init/locale-names.js';
import { terminalPrompt } from '../init/prompts.js';
import { runInit as run } from '../init/run.js';
import { folderOf } from '../io.js';
import type { Io } from '../io.js';
import { showWork } from '../progress.js';
import type { Working } from '../progress.js';

export interface InitFlags {
  readonly source?: string;
  readonly targets?: string;
  readonly languages?: string;
  readonly url?: string;
  readonly files?: string[];
  readonly mergeDriver?: boolean;
  readonly yes?: true;
  readonly force?: true;
  readonly cwd?: string;
  readonly json?: true;
  readonly quiet?: true;
}

/** `init`, which asks if there is a person at the terminal. Returns the exit code. */
export async function runInit(
  io: Io,
  { targets, languages, cwd, ...flags }: InitFlags,
): Promise<number> {
  const prompt = terminalPrompt({
    input: process.stdin,
    output: process.stderr,
    signal: io.signal,
    onInterrupt: () => process.emit('SIGINT'),
  });
  const isInteractive = process.stdin.isTTY && io.terminal.interactive;
  const options = {
    ...flags,
    targets: targets === undefined ? undefined : splitLocales(targets),
    languages: languages === undefined ? undefined : parseLanguages(languages),
    cwd: folderOf(io, cwd),
  };
  const { stdout, stderr, signal } = io;
  const isSilent = flags.quiet === true || flags.json === true;
  const working = isSilent ? undefined : workingOn(io);
  try {
    const ask = isInteractive ? prompt.ask : undefined;
    return await run(options, { stdout, stderr, signal, ask, working });
  } finally {
    prompt.close();
  }
}

/** Only on a terminal: elsewhere nobody waits. */
function workingOn(io: Io): Working | undefined {
  if (!io.terminal.redraws) return undefined;
  const shown = showWork(io, io.redraw);
  const stop = (): void => {
    shown.stop();
    io.redraw('');
  };
  return { ...shown, stop };
}

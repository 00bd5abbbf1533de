import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { syntaxError } from '../config/document.js';
import { explain, redacted } from '../model/index.js';
import { makeStyle } from '../report/index.js';
import { jsonText } from '../sinks/json.js';
import { terminalText } from '../sinks/terminal.js';
import { emptyReport } from './empty-report.js';
import { EXIT } from './exit-code.js';
import type { CommonFlags } from './flags.js';
import { WORDS } from './hints.js';
import type { Io } from './io.js';
import { errorText } from './print.js';
import type { WatchdogData } from './watchdog-thread.js';

/** Milliseconds in which the main thread does nothing else: until it is said, until it ends. */
const LIMITS = { slow: 5_000, end: 20_000 };

/** Milliseconds between two signs of life. */
const BEAT = 250;

/**
 * Watches over a config that is code while it loads, from another thread: a loop that never ends
 * would be silent for ever. Gives what ends the watch. Errors that nobody catches are the config's
 * from now on.
 */
export async function watchOver(io: Io, { json }: CommonFlags, file: string): Promise<() => void> {
  io.onUncaught(
    (error) => thrownLater(file, error),
    (error) => io.stderr(errorText(error, makeStyle(io.terminal))),
  );
  const { default: address } = await import('./watchdog-thread.ts?module');
  const beats = new SharedArrayBuffer(4);
  const counter = new Int32Array(beats);
  const text = json === true ? '' : errorText(endlessError(file), makeStyle(io.terminal));
  const data: WatchdogData = {
    beats,
    ...LIMITS,
    slowText: json === true ? '' : terminalText(`Waiting for ${file} to finish loading.\n`),
    endText: terminalText(text, { colors: io.terminal.color }),
    endOutput: json === true ? `${jsonText(emptyReport(endlessError(file)))}\n` : '',
    code: EXIT.usage,
  };
  const worker = new Worker(new URL(address), { workerData: data, stderr: false });
  worker.unref();
  // Without the thread the command works as well.
  worker.on('error', () => undefined);
  const timer = setInterval(() => Atomics.add(counter, 0, 1), BEAT);
  timer.unref();
  return () => {
    clearInterval(timer);
    void worker.terminate();
  };
}

/** What code of the config throws when nobody waits for it any more. */
function thrownLater(file: string, error: unknown): ReturnType<typeof explain> {
  const said = error instanceof Error ? error.message : String(error);
  const message = `code of the config threw an error that nothing catches: ${redacted(said, dirname(file))}`;
  const hint = 'Look for a timer, an event or a promise that nothing waits for.';
  return explain(syntaxError(file, message, { hint, cause: error }), WORDS);
}

function endlessError(file: string): ReturnType<typeof explain> {
  const message = `the config did not finish loading: it ran for more than ${LIMITS.end / 1000} s without a pause.`;
  const hint = 'Look for a loop that never ends, or for a command that it waits for.';
  return explain(syntaxError(file, message, { code: 'unsettled', hint }), WORDS);
}

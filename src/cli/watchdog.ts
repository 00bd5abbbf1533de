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

/**
 * Milliseconds for which the main thread may be blocked: until a message is printed, and until it
 * is ended.
 */
const LIMITS = { slow: 5_000, end: 20_000 };

/** Milliseconds between two beats. */
const BEAT = 250;

/**
 * Watches a config module from another thread while it loads: an endless loop would otherwise be
 * silent forever. Returns a function that ends the watch. From now on, uncaught errors are
 * attributed to the config.
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
  // The command also works without the thread.
  worker.on('error', () => undefined);
  const timer = setInterval(() => Atomics.add(counter, 0, 1), BEAT);
  timer.unref();
  return () => {
    clearInterval(timer);
    void worker.terminate();
  };
}

/** An error that config code throws where nothing catches it. */
function thrownLater(file: string, error: unknown): ReturnType<typeof explain> {
  const said = error instanceof Error ? error.message : String(error);
  const message = `the config threw an uncaught error: ${redacted(said, dirname(file))}`;
  const hint = 'Look for an error in a timer, an event handler or a promise that is not awaited.';
  return explain(syntaxError(file, message, { hint, cause: error }), WORDS);
}

function endlessError(file: string): ReturnType<typeof explain> {
  const message = `the config did not finish loading: it blocked for more than ${LIMITS.end / 1000} s.`;
  const hint = 'Look for an endless loop, or a command that it waits for.';
  return explain(syntaxError(file, message, { code: 'unsettled', hint }), WORDS);
}

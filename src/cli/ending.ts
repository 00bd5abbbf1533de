import { writeSync } from 'node:fs';
import { constants } from 'node:os';
import type { ReportError } from '../model/index.js';
import { emptyReport } from './failure.js';
import { EXIT } from './exit-code.js';

/** Milliseconds that anything else may keep the process alive after its command has ended. */
const LINGER = 2_000;

/** Milliseconds that a run has to save its answers after an uncaught error. */
const PATIENCE = 2_000;

const UNFINISHED = {
  code: 'internal',
  message: 'The process ended before the command had a result.',
  hint: 'A config that is code must not end the process. If yours does not, please report this.',
} as const;

/** Decides how the process ends. Until a command has reported, every exit is a failure. */
export class Ending {
  readonly #json: boolean;
  #hasResult = false;
  #insisted: number | undefined;
  #uncaught: ReportError | undefined;

  /** @param args command-line arguments */
  constructor(args: readonly string[]) {
    this.#json = args.includes('--json');
    process.once('exit', this.#onExit);
  }

  /** Not earlier: commander would take over an exit code that is already set. */
  commandBegins(): void {
    process.exitCode = EXIT.usage;
  }

  /**
   * Called when the command has ended. Whatever is still running, such as a config's timer, gets a
   * moment.
   */
  readonly exitWith = (code: number): void => {
    this.#hasResult = true;
    process.exitCode = this.#insisted ?? code;
    endLater();
  };

  /** Ends the process with this code when the command ends, or after `milliseconds`. */
  within(milliseconds: number, code: number, last?: () => void): void {
    this.#insisted = code;
    setTimeout(() => {
      if (!this.#hasResult) last?.();
      this.#hasResult = true;
      process.exit(code);
    }, milliseconds).unref();
  }

  /**
   * Ends the run as a signal would on an uncaught error, such as one in a config's timer. After the
   * result, the error is only printed.
   * @param say prints the error
   */
  onUncaught(describe: (error: unknown) => ReportError, say: (error: ReportError) => void): void {
    process.on('uncaughtException', (error) => {
      if (this.#uncaught !== undefined) return;
      const described = describe(error);
      this.#uncaught = described;
      if (this.#hasResult) {
        process.exitCode = EXIT.usage;
        say(described);
        return;
      }
      this.within(PATIENCE, EXIT.usage, () => say(described));
      process.emit('SIGTERM');
    });
  }

  /** The first uncaught error. */
  get uncaught(): ReportError | undefined {
    return this.#uncaught;
  }

  readonly #onExit = (code: number): void => {
    // If Node ends with another code, it has printed the reason.
    if (this.#hasResult || (code !== EXIT.ok && code !== EXIT.usage)) return;
    process.exitCode = this.#insisted ?? EXIT.usage;
    const { message, hint } = UNFINISHED;
    if (this.#json) put(1, `${JSON.stringify(emptyReport(UNFINISHED))}\n`);
    else put(2, `error: ${message}\n       ${hint}\n`);
  };
}

/** Synchronous, because nothing asynchronous runs during exit. */
function put(descriptor: 1 | 2, text: string): void {
  try {
    writeSync(descriptor, text);
  } catch {
    // Nobody reads the output.
  }
}

function endLater(): void {
  setTimeout(() => {
    if (process.stdout.writableLength > 0) endLater();
    else process.exit();
  }, LINGER).unref();
}

/** Signals that ask a process to end. Some exist only on some systems. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGBREAK'] as const;

/** Milliseconds that a run has after a second signal to save its answers. */
const LAST_PATIENCE = 2_000;

/** What a command knows of signals. */
export interface Interruption {
  /**
   * Aborted by the first signal. The second sets a time limit and the exit code that shells expect:
   * 128 plus the number of the signal. Further signals have no effect, because npm and the terminal
   * may both forward the same one.
   */
  readonly signal: AbortSignal;
  /**
   * Lets a signal end the process at once, also in code that never returns to the event loop.
   * Returns what undoes it.
   */
  readonly letSignalsEnd: () => () => void;
}

export function interruption(ending: Ending): Interruption {
  const interrupt = new AbortController();
  let isUrgent = false;
  const onSignal = (name: NodeJS.Signals): void => {
    if (!interrupt.signal.aborted) interrupt.abort();
    else if (!isUrgent) {
      isUrgent = true;
      ending.within(LAST_PATIENCE, 128 + constants.signals[name]);
    }
  };
  const listen = (): void => {
    for (const name of SIGNALS) process.on(name, onSignal);
  };
  listen();
  return {
    signal: interrupt.signal,
    letSignalsEnd: () => {
      for (const name of SIGNALS) process.off(name, onSignal);
      return listen;
    },
  };
}

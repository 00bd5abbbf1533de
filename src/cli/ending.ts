import { writeSync } from 'node:fs';
import type { ReportError } from '../model/report.js';
import { emptyReport } from './empty-report.js';
import { EXIT } from './exit-code.js';

/** Milliseconds that something else may keep the process after its command has ended. */
const LINGER = 2_000;

/** Milliseconds that a run has to keep what was answered, after an error that nobody caught. */
const PATIENCE = 2_000;

const UNFINISHED = {
  code: 'internal',
  message: 'The process ended before the command had a result.',
  hint: 'A config that is code must not end the process. If none does, please report it.',
} as const;

/** How the process ends. Until a command has reported, every end is a failure. */
export class Ending {
  readonly #json: boolean;
  #hasResult = false;
  #insisted: number | undefined;
  #uncaught: ReportError | undefined;

  /** @param args of the command line */
  constructor(args: readonly string[]) {
    this.#json = args.includes('--json');
    process.once('exit', this.#onExit);
  }

  /** Not sooner: commander takes an exit code that is set for its own. */
  commandBegins(): void {
    process.exitCode = EXIT.usage;
  }

  /** The command has ended. What is still running, such as a config's timer, gets a moment. */
  readonly exitWith = (code: number): void => {
    this.#hasResult = true;
    process.exitCode = this.#insisted ?? code;
    endLater();
  };

  /** Ends the process with this code: when the command ends, or after so many milliseconds. */
  within(milliseconds: number, code: number, last?: () => void): void {
    this.#insisted = code;
    setTimeout(() => {
      if (!this.#hasResult) last?.();
      this.#hasResult = true;
      process.exit(code);
    }, milliseconds).unref();
  }

  /**
   * What nobody catches, such as an error of a config's timer, ends the run as a signal does. One
   * that comes after the result is only said.
   * @param say prints it
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

  /** The first error that nobody caught. */
  get uncaught(): ReportError | undefined {
    return this.#uncaught;
  }

  readonly #onExit = (code: number): void => {
    // Node has said what went wrong where it ends with another code.
    if (this.#hasResult || (code !== EXIT.ok && code !== EXIT.usage)) return;
    process.exitCode = this.#insisted ?? EXIT.usage;
    const { message, hint } = UNFINISHED;
    if (this.#json) put(1, `${JSON.stringify(emptyReport(UNFINISHED))}\n`);
    else put(2, `error: ${message}\n       ${hint}\n`);
  };
}

/** Nothing that takes time is carried out any more. */
function put(descriptor: 1 | 2, text: string): void {
  try {
    writeSync(descriptor, text);
  } catch {
    // Nobody reads it.
  }
}

function endLater(): void {
  setTimeout(() => {
    if (process.stdout.writableLength > 0) endLater();
    else process.exit();
  }, LINGER).unref();
}

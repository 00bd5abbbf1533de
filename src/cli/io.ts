import { resolve } from 'node:path';
import { EXIT } from './exit-code.js';

/** The parts of the process that a command uses; nothing else in `src/cli` touches them. */
export interface Io {
  /** For machines: `--json`. */
  readonly stdout: (text: string) => void;
  /** For people: progress, summary, problems. */
  readonly stderr: (text: string) => void;
  /** Sets the exit code that the process ends with. */
  readonly exitWith: (code: number) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly terminal: {
    /** Whether a person reads stderr. */
    readonly interactive: boolean;
    /** Whether a line on it can be redrawn. */
    readonly redraws: boolean;
    readonly width: number;
    readonly color: boolean;
  };
  /** Aborted by Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
}

export function processIo(signal: AbortSignal): Io {
  const { env, stdout, stderr } = process;
  // Undefined for a file or a pipe, whatever its type says.
  const { isTTY: isTerminal = false } = stderr as { readonly isTTY?: boolean };
  const interactive = isTerminal && !isSet(env['CI']);
  // The reader may stop reading (`| head -1`); that must not end in a stack trace.
  stderr.on('error', () => undefined);
  stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    stderr.write(`error: stdout cannot be written: ${message}\n`);
    process.once('exit', () => (process.exitCode = EXIT.usage));
  });
  const isPlain = isPlainTerminal(env);
  const wantsColor = isSet(env['FORCE_COLOR']) || (isTerminal && !isPlain);
  return {
    stdout: (text) => void stdout.write(text),
    stderr: (text) => void stderr.write(text),
    exitWith: (code) => (process.exitCode = code),
    env,
    cwd: process.cwd(),
    terminal: {
      interactive,
      redraws: interactive && !isPlain,
      width: stderr.columns || 80,
      // https://no-color.org: any value but none.
      color: (env['NO_COLOR'] ?? '') === '' && wantsColor,
    },
    signal,
  };
}

/** A terminal without colours and redrawing. Those of Windows have both, and no name. */
function isPlainTerminal({ TERM = '' }: NodeJS.ProcessEnv): boolean {
  return TERM === 'dumb' || (TERM === '' && process.platform !== 'win32');
}

/** The folder that a command works in: `--cwd`, or where it was started. Absolute. */
export function folderOf({ cwd }: Pick<Io, 'cwd'>, flag: string | undefined): string {
  return resolve(cwd, flag ?? '.');
}

export function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

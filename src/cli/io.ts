import { EXIT } from './exit-code.js';

/** What a command may touch of the process, so that it can be tested and nothing else reaches for it. */
export interface Io {
  /** For machines: `--json`. */
  readonly stdout: (text: string) => void;
  /** For people: progress, summary, problems. */
  readonly stderr: (text: string) => void;
  /** The exit code of the process, when everything has ended. */
  readonly exitWith: (code: number) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly terminal: {
    /** Whether a person looks at stderr. */
    readonly interactive: boolean;
    /** Whether a line that stands there can be drawn again. */
    readonly redraws: boolean;
    readonly width: number;
    readonly color: boolean;
  };
  /** Aborted by Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
}

export function processIo(signal: AbortSignal): Io {
  const { env, stdout, stderr } = process;
  // Undefined, whatever its type says, where it is a file or a pipe; picocolors would then decide by itself.
  const { isTTY: isTerminal = false } = stderr as { readonly isTTY?: boolean };
  const interactive = isTerminal && !isSet(env['CI']);
  // Who reads may stop reading (`| head -1`); that is no reason to end in a stack trace.
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

/** One that knows no colours and no moving back; those of Windows know both and have no name. */
function isPlainTerminal({ TERM = '' }: NodeJS.ProcessEnv): boolean {
  return TERM === 'dumb' || (TERM === '' && process.platform !== 'win32');
}

export function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

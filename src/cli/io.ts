import { resolve } from 'node:path';
import type { ReportError } from '../model/report.js';
import { terminalText } from '../sinks/terminal.js';
import type { Ending } from './ending.js';
import { EXIT } from './exit-code.js';

/**
 * The parts of the process that a command uses; nothing else in `src/cli` touches them. What is
 * printed goes through the encoder for terminals here, whoever made it.
 */
export interface Io {
  /** Results that were asked for, for people and for machines (`--json`). */
  readonly stdout: (text: string) => void;
  /** Progress, what a run did, and what went wrong. */
  readonly stderr: (text: string) => void;
  /** Bytes that were asked for as they are, such as a file. Waits until they can be taken. */
  readonly raw: (bytes: Uint8Array) => Promise<void>;
  /** Everything that comes on stdin. */
  readonly stdin: () => Promise<Uint8Array>;
  /** Puts a text without a line feed in the place of the last line of stderr. */
  readonly redraw: (line: string) => void;
  /** For GitHub Actions: its commands, encoded by `githubCommand`. */
  readonly commands: (lines: string) => void;
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
  /** Whether a person types what comes on stdin. */
  readonly stdinIsTerminal: boolean;
  /** Whether what goes to stdout is shown to a person as it is. */
  readonly stdoutIsTerminal: boolean;
  /** How results on stdout are set. */
  readonly page: { readonly width: number; readonly color: boolean };
  /** Ends the run for an error that nobody catches. */
  readonly onUncaught: Ending['onUncaught'];
  /** The first of these errors. */
  readonly uncaught: () => ReportError | undefined;
  /** Aborted by Ctrl-C, SIGTERM and the like. */
  readonly signal: AbortSignal;
}

export function processIo(signal: AbortSignal, ending: Ending): Io {
  const { env, stdout, stderr } = process;
  // Undefined for a file or a pipe, whatever its type says.
  const { isTTY: isTerminal = false } = stderr as { readonly isTTY?: boolean };
  const interactive = isTerminal && !isSet(env['CI']);
  // The reader may stop reading (`| head -1`); that must not end in a stack trace.
  stderr.on('error', () => undefined);
  stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    stderr.write(terminalText(`error: stdout cannot be written: ${message}\n`));
    process.once('exit', () => (process.exitCode = EXIT.usage));
  });
  const isPlain = isPlainTerminal(env);
  const color = wantsColor(env, isTerminal);
  const page = pageOf(env);
  const encode = (text: string): string => terminalText(text, { colors: color });
  return {
    stdout: (text) => void stdout.write(terminalText(text, { colors: page.color })),
    stderr: (text) => void stderr.write(encode(text)),
    raw: (bytes) => new Promise((done) => void stdout.write(bytes, () => done())),
    stdin: readStdin,
    redraw: (line) => void stderr.write(`\r\u001b[2K${encode(line)}`),
    commands: (lines) => void stdout.write(lines),
    exitWith: ending.exitWith,
    onUncaught: (...both) => ending.onUncaught(...both),
    uncaught: () => ending.uncaught,
    env,
    cwd: process.cwd(),
    terminal: {
      interactive,
      redraws: interactive && !isPlain,
      width: stderr.columns || 80,
      color,
    },
    stdinIsTerminal: (process.stdin as { readonly isTTY?: boolean }).isTTY === true,
    stdoutIsTerminal: (stdout as { readonly isTTY?: boolean }).isTTY === true,
    page,
    signal,
  };
}

async function readStdin(): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of process.stdin) pieces.push(piece as Uint8Array);
  return Buffer.concat(pieces);
}

/** A pipe has no width; its reader most likely shows it on the terminal that stderr goes to. */
function pageOf(env: NodeJS.ProcessEnv): Io['page'] {
  const { stdout, stderr } = process;
  const { isTTY: isTerminal = false } = stdout as { readonly isTTY?: boolean };
  return { width: stdout.columns || stderr.columns || 80, color: wantsColor(env, isTerminal) };
}

function wantsColor(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  // https://no-color.org: any value but none.
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  return isSet(env['FORCE_COLOR']) || (isTerminal && !isPlainTerminal(env));
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

import { resolve } from 'node:path';
import type { ReportError } from '../model/index.js';
import { keepSecrets, terminalText } from '../model/index.js';
import type { Ending, Interruption } from './ending.js';
import { EXIT } from './exit-code.js';

/** Variables whose values are secrets, or URLs that may contain a password. */
const SECRETS = [
  ...['SERVICE_AUTH_KEY', 'SERVICE_ADMIN_KEY', 'OPENAI_API_KEY', 'LIBRETRANSLATE_API_KEY'],
  ...['LOCALE_SYNC_STORE', 'LOCALE_SYNC_STORE_KEY', 'PGPASSWORD'],
  ...['LOCALE_SYNC_TOKEN', 'GITHUB_TOKEN', 'GH_TOKEN', 'GITLAB_TOKEN', 'CI_JOB_TOKEN'],
] as const;

/** Variables with URLs of proxies, which may leave out `http://`. */
const PROXIES = [
  'http_proxy',
  'https_proxy',
  'all_proxy',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
];

/**
 * The parts of the process that a command uses; nothing else in `src/cli` touches them. All printed
 * text is encoded for terminals here, without the secrets of the environment.
 */
export interface Io {
  /** Requested results, as text for people or as `--json`. */
  readonly stdout: (text: string) => void;
  /** Progress, what a run did, and errors. */
  readonly stderr: (text: string) => void;
  /** Requested bytes without encoding, such as a file. Resolves when they have been accepted. */
  readonly raw: (bytes: Uint8Array) => Promise<void>;
  /** All of stdin. */
  readonly stdin: () => Promise<Uint8Array>;
  /** Replaces the last line of stderr by a text without a line feed. */
  readonly redraw: (line: string) => void;
  /** Commands for GitHub Actions, encoded by `githubCommand`. */
  readonly commands: (lines: string) => void;
  /** Sets the exit code of the process. */
  readonly exitWith: (code: number) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly terminal: {
    /** Whether a person reads stderr. */
    readonly interactive: boolean;
    /** Whether a line on stderr can be redrawn. */
    readonly redraws: boolean;
    readonly width: number;
    readonly color: boolean;
  };
  /** Whether a person types stdin. */
  readonly stdinIsTerminal: boolean;
  /** Whether stdout is shown on a terminal. */
  readonly stdoutIsTerminal: boolean;
  /** Layout of results on stdout. */
  readonly page: { readonly width: number; readonly color: boolean };
  /** Ends the run on an uncaught error. */
  readonly onUncaught: Ending['onUncaught'];
  /** The first uncaught error. */
  readonly uncaught: () => ReportError | undefined;
  /** Aborted by Ctrl-C, SIGTERM and similar signals. */
  readonly signal: Interruption['signal'];
  readonly letSignalsEnd: Interruption['letSignalsEnd'];
}

export function processIo({ signal, letSignalsEnd }: Interruption, ending: Ending): Io {
  const { env, stdout, stderr } = process;
  keepSecrets(SECRETS.map((name) => env[name]));
  keepSecrets(PROXIES.map((name) => env[name]?.replace(/^(?!.*:\/\/)(?=.)/, 'http://')));
  // Undefined for a file or a pipe, whatever its type says.
  const { isTTY: isTerminal = false } = stderr as { readonly isTTY?: boolean };
  const interactive = isTerminal && !isSet(env['CI']);
  // If the reader closes the pipe (`| head -1`), do not print a stack trace.
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
    letSignalsEnd,
  };
}

async function readStdin(): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of process.stdin) pieces.push(piece as Uint8Array);
  return Buffer.concat(pieces);
}

/** A pipe has no width; its output most likely appears on stderr's terminal. */
function pageOf(env: NodeJS.ProcessEnv): Io['page'] {
  const { stdout, stderr } = process;
  const { isTTY: isTerminal = false } = stdout as { readonly isTTY?: boolean };
  return { width: stdout.columns || stderr.columns || 80, color: wantsColor(env, isTerminal) };
}

function wantsColor(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  // https://no-color.org: any non-empty value.
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  return isSet(env['FORCE_COLOR']) || (isTerminal && !isPlainTerminal(env));
}

/**
 * Whether the terminal lacks colours and redrawing. Windows terminals have both but set no TERM.
 */
function isPlainTerminal({ TERM = '' }: NodeJS.ProcessEnv): boolean {
  return TERM === 'dumb' || (TERM === '' && process.platform !== 'win32');
}

/** The folder that a command works in: `--cwd`, or the current folder. Absolute. */
export function folderOf({ cwd }: Io, flag: string | undefined): string {
  return resolve(cwd, flag ?? '.');
}

/** Waits for the end of a command. Does not keep the process alive. */
export function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((done) => {
    if (signal.aborted) done(undefined);
    else signal.addEventListener('abort', () => done(undefined), { once: true });
  });
}

export function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

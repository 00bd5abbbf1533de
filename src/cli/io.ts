/** What a command may touch of the process, so that it can be tested and nothing else reaches for it. */
export interface Io {
  /** For machines: `--json`. */
  readonly stdout: (text: string) => void;
  /** For people: progress, summary, problems. */
  readonly stderr: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Whether a person looks at stderr. */
  readonly terminal: {
    readonly interactive: boolean;
    readonly width: number;
    readonly color: boolean;
  };
  /** Aborted by Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
}

export function processIo(signal: AbortSignal): Io {
  const { env, stderr } = process;
  const ci = isSet(env['CI']);
  // Who reads may stop reading (`| head -1`); that is no reason to end in a stack trace.
  for (const stream of [process.stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  const color = !isSet(env['NO_COLOR']) && (stderr.isTTY || isSet(env['FORCE_COLOR']));
  return {
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void stderr.write(text),
    env,
    cwd: process.cwd(),
    terminal: { interactive: stderr.isTTY && !ci, width: stderr.columns || 80, color },
    signal,
  };
}

export function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

import { spawn } from 'node:child_process';

/** A command that is missing or failed. The message is for the one who asked for its work. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly isMissing: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isMissing?: boolean } = {}) {
    super(message, options);
    this.isMissing = options.isMissing ?? false;
  }
}

export interface ToolRun {
  readonly command: string;
  readonly args: readonly string[];
  /** What it is needed for, as the start of a sentence: `Speech recognition`. */
  readonly purpose: string;
  readonly input?: string | undefined;
  /** Milliseconds, after which the command is killed. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

const maximumOutput = 512_000_000;

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/**
 * Runs an installed command, without a shell.
 * @returns What it wrote to its standard output.
 * @throws ToolError
 */
export function runTool(run: ToolRun): Promise<Buffer> {
  const { command, args, purpose, input = '', timeout, signal } = run;
  return new Promise((resolve, reject) => {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    const child = spawn(command, args, { signal: ends, killSignal: 'SIGKILL' });
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maximumOutput) child.kill('SIGKILL');
    });
    child.stderr.resume();
    // A command that ends early closes its input; how it ended says enough.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.on('error', (cause) => {
      const why = isMissing(cause)
        ? `needs '${command}', which is not installed`
        : ends.aborted && !signal.aborted
          ? 'took too long'
          : 'was interrupted';
      reject(new ToolError(`${purpose} ${why}`, { cause, isMissing: isMissing(cause) }));
    });
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(chunks));
      else reject(new ToolError(`${purpose} failed: '${command}' could not do it`));
    });
  });
}

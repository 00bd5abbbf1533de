import { spawn, type ChildProcess } from 'node:child_process';

/** A command that is missing or failed. The message is for the caller of the service. */
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
  /** What the command is needed for, as the start of a sentence: `Speech recognition`. */
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
 * Kills a command and all of its children: some, such as `soffice`, are scripts around the real
 * program.
 */
function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/**
 * Runs an installed command, without a shell.
 * @returns its standard output
 * @throws ToolError
 */
export function runTool(run: ToolRun): Promise<Buffer> {
  const { command, args, purpose, input = '', timeout, signal } = run;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new ToolError(`${purpose} was interrupted`));
      return;
    }
    const child = spawn(command, args, { detached: true });
    const chunks: Buffer[] = [];
    let length = 0;
    let reason: string | undefined;
    const end = (why: string) => {
      reason ??= why;
      killGroup(child);
    };
    const interrupt = () => {
      end('was interrupted');
    };
    const timer = setTimeout(() => {
      end('took too long');
    }, timeout);
    signal.addEventListener('abort', interrupt);
    const settle = (error?: ToolError) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', interrupt);
      if (error === undefined) resolve(Buffer.concat(chunks));
      else reject(error);
    };
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maximumOutput) end('produced too much output');
    });
    // Commands write much to it that is not an error, and block if nobody reads it.
    child.stderr.resume();
    // A command that ends early closes its input; its exit says enough.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.on('error', (cause) => {
      const missing = isMissing(cause);
      const why = missing ? `needs '${command}', which is not installed` : 'could not be started';
      settle(new ToolError(`${purpose} ${why}`, { cause, isMissing: missing }));
    });
    child.on('close', (code, killedBy) => {
      if (reason !== undefined) settle(new ToolError(`${purpose} ${reason}`));
      else if (code === 0) settle();
      else {
        const how = code === null ? String(killedBy) : `code ${code}`;
        settle(new ToolError(`${purpose} failed: '${command}' ended with ${how}`));
      }
    });
  });
}

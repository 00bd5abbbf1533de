import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';

/**
 * An optional tool, which converts files or speech, or corrects texts: installed commands or packages. It is looked
 * for when it is used.
 */
export interface Tool<Question, Answer> {
  /** @throws ToolError that says what is missing, or what failed */
  run(question: Question, workplace: Workplace): Promise<Answer>;
}

/** What tools need to work. */
export interface Workplace {
  readonly scratch: Scratch;
  readonly signal: AbortSignal;
}

/**
 * A text to improve. Tools that do so answer with undefined if they are not installed for its
 * language.
 */
export interface Passage {
  readonly text: string;
  /** BCP 47 casing. */
  readonly language: string;
}

/** A tool that is missing or failed. The message is for the caller of the service. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly isMissing: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isMissing?: boolean } = {}) {
    super(message, options);
    this.isMissing = options.isMissing ?? false;
  }
}

/** @param purpose what needs the package, in the plural: `pdf documents` */
export function missingPackage(name: string, purpose: string): ToolError {
  const message = `${purpose} need the package '${name}', which is not installed`;
  return new ToolError(message, { isMissing: true });
}

export interface CommandRun {
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

/**
 * Kills a command and all of its children: some, such as `soffice`, are scripts around the real
 * program.
 */
export function killGroup(child: ChildProcess): void {
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
export function runTool(run: CommandRun): Promise<Buffer> {
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
    const interrupt = () => end('was interrupted');
    const timer = setTimeout(() => end('took too long'), timeout);
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
    child.on('error', (cause: NodeJS.ErrnoException) => {
      const isMissing = cause.code === 'ENOENT';
      const why = isMissing ? `needs '${command}', which is not installed` : 'could not be started';
      settle(new ToolError(`${purpose} ${why}`, { cause, isMissing }));
    });
    child.on('close', (code, killedBy) => {
      const how = code === null ? String(killedBy) : `code ${code}`;
      if (reason !== undefined) settle(new ToolError(`${purpose} ${reason}`));
      else if (code === 0) settle();
      else settle(new ToolError(`${purpose} failed: '${command}' ended with ${how}`));
    });
  });
}

/** A folder for files that are needed while something runs. */
export interface Scratch {
  /** Does work in a separate folder, which is removed afterwards. */
  use<T>(work: (folder: string) => Promise<T>): Promise<T>;
}

const prefix = 'locale-sync-';

/**
 * @param kept a folder for one service at a time; leftovers of a killed one are removed first.
 * Undefined: the system's temporary folder, which the system cleans
 */
export async function openScratch(kept: string | undefined): Promise<Scratch> {
  if (kept !== undefined) {
    await mkdir(kept, { recursive: true, mode: 0o700 });
    // Only our own entries: the folder may contain others' files.
    const own = (await readdir(kept)).filter((name) => name.startsWith(prefix));
    for (const name of own) await rm(join(kept, name), { recursive: true, force: true });
  }
  return {
    use: async (work) => {
      const folder = await mkdtemp(join(kept ?? tmpdir(), prefix));
      try {
        return await work(folder);
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      }
    },
  };
}

const atOnce = pLimit(2);

/** Runs the programs for documents, which take much memory, two at a time. */
export function useInTurn<T>(
  { scratch }: Workplace,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  return atOnce(() => scratch.use(work));
}

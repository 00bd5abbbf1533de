import type { Command } from 'commander';
import { parseApi } from '../../src/cli/operations/index.js';
import { programOf } from '../../src/cli/program.js';
import type { Io } from '../../src/cli/io.js';

/** Enough of the process for a parser that runs nothing. */
const IO = {
  stdout: () => undefined,
  stderr: () => undefined,
  exitWith: () => undefined,
  env: {},
  cwd: '/',
} as unknown as Io;

/**
 * What the command line says about a call, without running it; undefined if it takes it.
 * @param words without `locale-sync`
 */
export async function complaintAbout(words: readonly string[]): Promise<string | undefined> {
  const program = programOf(IO);
  for (const command of program.commands) {
    for (const leaf of [command, ...command.commands]) {
      if (leaf.name() === 'api')
        leaf.action((_words, _flags, { args }: Command) => api(program, args));
      else leaf.action(() => undefined);
    }
  }
  try {
    await program.parseAsync([...words], { from: 'user' });
    return undefined;
  } catch (error) {
    const { exitCode, message } = error as { readonly exitCode?: number; readonly message: string };
    return exitCode === 0 ? undefined : message;
  }
}

function api(program: Command, args: readonly string[]): Promise<void> {
  const run = (): Promise<number> => Promise.resolve(0);
  const invalid = (message: string): Error => new Error(message);
  return parseApi(program, args, { stdout: IO.stdout, exitWith: IO.exitWith, run, invalid });
}

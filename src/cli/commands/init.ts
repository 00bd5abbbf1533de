import { resolve } from 'node:path';
import type { Command } from 'commander';
import { addInitCommand } from '../init/command.js';
import type { Io } from '../io.js';
import type { Finish } from './catalogs.js';

/** `init`: asks on a terminal only; everything it asks has a flag. */
export function addInit(program: Command, io: Io, finish: Finish): void {
  addInitCommand(program, async (options) => {
    const { cwd, json, quiet } = command.opts<InitGlobals>();
    const { runInit } = await import('../init/run.js');
    const { terminalPrompt } = await import('../init/prompts.js');
    const interactive = process.stdin.isTTY && io.terminal.interactive;
    const prompt = terminalPrompt({
      input: process.stdin,
      output: process.stderr,
      signal: io.signal,
      onInterrupt: () => process.emit('SIGINT'),
    });
    await finish(
      runInit(
        { ...options, cwd: resolve(io.cwd, cwd ?? '.'), json, quiet },
        {
          stdout: io.stdout,
          stderr: io.stderr,
          signal: io.signal,
          ...(interactive ? { ask: prompt.ask } : {}),
        },
      ).finally(prompt.close),
    );
  });
  const command = program.commands.find((one) => one.name() === 'init') ?? program;
  command
    .option('--cwd <folder>', 'run as if started in this folder')
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but errors');
}

interface InitGlobals {
  readonly cwd?: string;
  readonly json?: true;
  readonly quiet?: true;
}

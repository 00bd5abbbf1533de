import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import type { Io } from '../io.js';

/** `api`: calls any operation of the interface. Its flags are loaded with its first argument. */
export function addApiCommand(program: Command, io: Io): void {
  program
    .command('api')
    .summary('call any operation of the service: api AREA OPERATION')
    .usage('AREA OPERATION [--field value...]')
    .argument('[words...]')
    .helpOption(false)
    .allowUnknownOption()
    .action(async (_words: readonly string[], _flags: object, { args }: Command) => {
      const { parseApi } = await import('../operations/index.js');
      await parseApi(program, args, {
        stdout: io.stdout,
        exitWith: io.exitWith,
        invalid: (message) => new InvalidArgumentError(message),
        run: async (operation, flags) => {
          const { runOperation } = await import('../runs/index.js');
          return runOperation(io, operation, flags);
        },
      });
    });
}

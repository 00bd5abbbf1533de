import type { Command } from 'commander';
import type { CommonFlags } from '../flags.js';
import type { Io } from '../io.js';

export interface ExtractFlags extends Pick<CommonFlags, 'config' | 'cwd' | 'json' | 'quiet'> {
  readonly prune?: true;
}

const EXAMPLES = `
Examples:
  locale-sync extract            add the keys that code asks for to the source catalogs
  locale-sync extract --prune    also take out the keys that no code asks for`;

export function addExtractCommand(program: Command, io: Io): void {
  program
    .command('extract')
    .summary('add keys found in code to the source catalogs')
    .description(
      'Reads the code that `extract:` of the config names, as i18next finds keys, and adds what the source catalogs lack. Nothing that stands there is changed, and nothing is removed without --prune.',
    )
    .option('--config <file>', 'config file (default: service.config.* found upward from here)')
    .option('--cwd <folder>', 'run as if started in this folder')
    .option('--prune', 'remove keys that no code asks for by their full name')
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but errors')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: ExtractFlags) => {
      const { runExtract } = await import('../runs/index.js');
      io.exitWith(await runExtract(io, flags));
    });
}

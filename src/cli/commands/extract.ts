import type { Command } from 'commander';
import { addConfigFlags } from '../flags.js';
import type { Io } from '../io.js';
import type { ExtractFlags } from '../runs/extract.js';

const EXAMPLES = `
Examples:
  locale-sync extract            add the keys that code uses to the source catalogs
  locale-sync extract --prune    also remove the keys that no code uses`;

export function addExtractCommand(program: Command, io: Io): void {
  const command = program
    .command('extract')
    .summary('add keys found in code to the source catalogs')
    .description(
      'Finds keys in the code that `extract` of the config names and adds those that the source catalogs lack. Existing keys do not change. Only --prune removes keys.',
    );
  addConfigFlags(command)
    .option('--prune', 'list the keys that no code uses, and remove them if you agree')
    .option(
      '-y, --yes',
      'remove them without asking; needed where nobody can be asked, as in CI and with --json',
    )
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but errors')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: ExtractFlags) => {
      const { runExtract } = await import('../runs/index.js');
      io.exitWith(await runExtract(io, flags));
    });
}

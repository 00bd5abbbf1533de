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
      'Finds keys in the code configured under `extract` and adds the ones missing from the source catalogs. Existing keys do not change. Only --prune removes keys.',
    );
  addConfigFlags(command)
    .option('--prune', 'list the keys that no code uses, and remove them after you confirm')
    .option(
      '-y, --yes',
      'remove them without asking; required when it cannot ask, such as in CI and with --json',
    )
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but errors')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: ExtractFlags) => {
      const { runExtract } = await import('../runs/index.js');
      io.exitWith(await runExtract(io, flags));
    });
}

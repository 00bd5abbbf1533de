import type { Command } from 'commander';
import type { Io } from '../io.js';
import type { FormatsFlags } from '../runs/formats.js';

export function addFormatsCommand(program: Command, io: Io): void {
  program
    .command('formats')
    .summary('list the formats that can be read and written')
    .description(
      'Lists every format with its name for `format` of a catalog, its file endings, how its paths spell locales, its plural forms and its encodings. Needs no config.',
    )
    .option('--json', 'print one JSON object on stdout')
    .action(async (flags: FormatsFlags) => {
      const { runFormats } = await import('../runs/index.js');
      io.exitWith(await runFormats(io, flags));
    });
}

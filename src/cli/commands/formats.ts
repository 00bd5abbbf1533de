import type { Command } from 'commander';
import type { Io } from '../io.js';
import type { FormatsFlags } from '../runs/formats.js';

export function addFormatsCommand(program: Command, io: Io): void {
  program
    .command('formats')
    .summary('list the formats that can be read and written')
    .description(
      'Lists every format: its name (for `format` of a catalog), file extensions, how paths spell locales, plural forms and encodings. Needs no config.',
    )
    .option('--json', 'print one JSON object on stdout')
    .action(async (flags: FormatsFlags) => {
      const { runFormats } = await import('../runs/index.js');
      io.exitWith(await runFormats(io, flags));
    });
}

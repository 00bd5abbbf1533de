import { Option } from 'commander';
import type { Command } from 'commander';
import { MESSAGE_LIBRARIES } from '../../model/message.js';
import { addConfigFlags } from '../flags.js';
import type { Io } from '../io.js';
import type { TypesFlags } from '../runs/types.js';

const EXAMPLES = `
Examples:
  locale-sync types                                print the declarations
  locale-sync types --out src/locale-sync.d.ts     write them; the config can name the file: types.out
  locale-sync types --library vue-i18n             for another library than package.json names
  locale-sync types --check                        for CI: fail if the file is not what it would be

TypeScript finds the file if tsconfig.json includes its folder. From then on an unknown key is an error, and so is a
placeholder without a value. The file changes only when keys or placeholders do, not with the wording.

Exit codes: 0 done · 1 the file is not up to date (--check) · 2 wrong call, config or file`;

/** `types`: writes TypeScript types of the messages. */
export function addTypesCommand(program: Command, io: Io): void {
  const command = program
    .command('types')
    .summary('write TypeScript types of keys and placeholders')
    .description(
      'Writes a declaration file (.d.ts) with the keys of the source catalogs and what each message is called with, in the words of the i18n library of the project. Needs no key and no network.',
    );
  addConfigFlags(command)
    .option(
      '--out <file>',
      'declaration file to write (default: types.out of the config, or stdout)',
    )
    .addOption(
      new Option('--library <name>', 'library that shows the texts').choices([
        'auto',
        ...MESSAGE_LIBRARIES,
      ]),
    )
    .option('--check', 'write nothing; exit with 1 if the file would change')
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but errors')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: TypesFlags) => {
      const { runTypes } = await import('../runs/index.js');
      io.exitWith(await runTypes(io, flags));
    });
}

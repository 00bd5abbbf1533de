import type { Command } from 'commander';
import { Option } from 'commander';
import { MESSAGE_LIBRARIES } from '../../model/index.js';
import { addConfigFlags, addReporterFlag } from '../flags.js';
import type { ExtractFlags } from '../flags.js';
import type { Io } from '../io.js';
import type { TypesFlags } from '../runs/types.js';

const EXTRACT_EXAMPLES = `
Examples:
  locale-sync extract                     add the keys that code uses to the source catalogs
  locale-sync extract --prune             also remove the keys that no code uses
  locale-sync extract --dry-run --prune   what both would do, each with its reason
  locale-sync extract --check             for CI: fail if a key of code is missing, or has another text in code
  locale-sync extract --update-defaults   the texts that code gives replace those of the source catalogs
  locale-sync extract --words             texts in templates that no function translates
  locale-sync extract --words --apply     move them into the source catalogs, after showing the change

Exit codes: 0 done · 1 code and catalogs differ, or texts are hard-coded (--check) · 2 wrong call, config or file`;

export function addExtractCommand(program: Command, io: Io): void {
  const command = program
    .command('extract')
    .summary('add keys found in code to the source catalogs')
    .description(
      'Finds keys in the code configured under `extract` and adds the ones missing from the source catalogs. Texts change only with --update-defaults, and only --prune removes keys.',
    );
  addReporterFlag(addConfigFlags(command))
    .option('--prune', 'list the keys that no code uses, and remove them after you confirm')
    .option(
      '-y, --yes',
      'change or remove them without asking; required when it cannot ask, such as in CI and with --json',
    )
    .option('--update-defaults', 'change the texts that differ from the default texts in code')
    .option('--words', 'list texts in templates that people see and that no function translates')
    .option(
      '--apply',
      'with --words: show the change that moves them into the source catalogs, and make it after you confirm',
    )
    .option('--dry-run', 'write nothing; show what would be added, changed and removed')
    .option(
      '--check',
      'write nothing; exit with 1 if a used key is missing, a default text differs or, with --prune, a key is unused',
    )
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but errors')
    .option('--verbose', 'print all texts that differ')
    .addHelpText('after', EXTRACT_EXAMPLES)
    .action(async (flags: ExtractFlags) => {
      const { runExtract } = await import('../runs/index.js');
      io.exitWith(await runExtract(io, flags));
    });
}

const TYPES_EXAMPLES = `
Examples:
  locale-sync types                                print the declarations
  locale-sync types --out src/locale-sync.d.ts     write them to a file (or set types.out in the config)
  locale-sync types --library vue-i18n             for a different library than package.json lists
  locale-sync types --check                        for CI: fail if the file is not up to date

TypeScript finds the file if tsconfig.json includes its folder. From then on, an unknown key is a type error, and so is a
placeholder without a value. Each key has its text and note as a comment, which editors show in completion.

Exit codes: 0 done · 1 the file is not up to date (--check) · 2 wrong call, config or file`;

/** `types`: writes TypeScript types of the messages. */
export function addTypesCommand(program: Command, io: Io): void {
  const command = program
    .command('types')
    .summary('generate TypeScript types for keys and placeholders')
    .description(
      "Generates a declaration file (.d.ts) with the keys of the source catalogs and the values each message takes, for the project's i18n library. Needs no key and no network.",
    );
  addConfigFlags(command)
    .option(
      '--out <file>',
      'declaration file to write (default: types.out in the config, or stdout)',
    )
    .addOption(
      new Option('--library <name>', 'i18n library of the project').choices([
        'auto',
        ...MESSAGE_LIBRARIES,
      ]),
    )
    .option('--check', 'write nothing; exit with 1 if the file would change')
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but errors')
    .addHelpText('after', TYPES_EXAMPLES)
    .action(async (flags: TypesFlags) => {
      const { runTypes } = await import('../runs/index.js');
      io.exitWith(await runTypes(io, flags));
    });
}

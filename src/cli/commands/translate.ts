import { Option } from 'commander';
import type { Command } from 'commander';
import { formalities } from '../../api/facts/options.js';
import { addConfigFlags, list, wholeNumber } from '../flags.js';
import type { Io } from '../io.js';
import type { TranslateFlags } from '../runs/translate.js';

const EXAMPLES = `
Examples:
  locale-sync translate "Save changes" --to de
  locale-sync translate "Hello {name}" "Sign out" --to de,fr --json
  pbpaste | locale-sync translate --to de                     stdin is one text
  locale-sync translate --lines --to de < words.txt           each line is a text

Texts are translated with the config's options (glossary, style, context, formality, model). Placeholders, tags and
ICU messages are protected as in catalogs. A text already translated with the same options comes from the
memory. With more than one target, each line begins with its locale and a tab.

Exit codes: 0 all translated · 1 a text has no valid translation · 2 wrong call, config or limit exceeded ·
            3 the service refused or cannot be reached · 130 interrupted`;

/** `translate`: translates texts that are in no catalog. */
export function addTranslateCommand(program: Command, io: Io): void {
  const command = program
    .command('translate')
    .summary("translate texts, or stdin, with the config's options")
    .description(
      'Translates texts that do not belong to a catalog, and prints the translations on stdout.',
    )
    .argument('[texts...]', 'texts; default: stdin')
    .option(
      '--to <locales>',
      'targets, separated by commas: de,fr (default: all targets in the config)',
      list,
    )
    .option('--from <locale>', 'locale of the texts (default: the source locale in the config)')
    .option('--context <text>', 'what the texts are about, instead of the context in the config')
    .addOption(
      new Option('--formality <word>', 'formality, instead of the one in the config').choices([
        ...formalities,
      ]),
    )
    .option('--lines', 'translate each line of stdin as a separate text');
  addConfigFlags(command)
    .option(
      '--max-characters <n>',
      'send nothing if the run would be billed for more than this',
      wholeNumber,
    )
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but translations and errors')
    .option('--verbose', 'print every step')
    .addHelpText('after', EXAMPLES)
    .action(async (texts: readonly string[], flags: TranslateFlags) => {
      const { runTranslate } = await import('../runs/index.js');
      io.exitWith(await runTranslate(io, flags, texts));
    });
}

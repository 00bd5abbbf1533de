import { Option } from 'commander';
import type { Command } from 'commander';
import { addConfigFlags, collect, wholeNumber } from '../flags.js';
import type { Io } from '../io.js';
import type { ImproveFlags } from '../runs/improve.js';

const EXAMPLES = `
Examples:
  locale-sync improve                          show what Write would change, key by key
  locale-sync improve 'cart.*' --apply         write it into the source files, for these keys
  locale-sync improve cart.title --dismiss     never suggest anything for this text again
  locale-sync accept en:cart.title             the same: en is the source here

The style or tone comes from \`improve:\` in the config. Placeholders, tags and ICU messages stay as they are; a suggestion
that would change one is dropped. A text is sent only once (in CI, cache .locale-sync). Dismissed suggestions are stored
in the lock: commit it.

After --apply, translations stay current if only white space, punctuation or case changed. --keep-targets keeps
all of them, --no-keep-targets none.

Exit codes: 0 nothing to improve, or everything is done · 1 suggestions are open · 2 wrong call, config or file, or limit
            exceeded · 3 the service refused or cannot be reached · 130 interrupted`;

/** `improve`: improves source texts with Write. */
export function addImproveCommand(program: Command, io: Io): void {
  const command = program
    .command('improve')
    .summary('show what Write would change in the source texts, or apply it')
    .description(
      'Asks the service to improve the texts of the source catalogs, and shows its suggestions as a diff by key.',
    )
    .argument('[keys...]', 'only these keys, or globs of keys: "cart.*"')
    .addOption(
      new Option('--apply', 'write the suggestions into the source files').conflicts('dismiss'),
    )
    .option('--dismiss', 'never make these suggestions again; sends nothing')
    .option('--keep-targets', 'after --apply, translations of all changed texts stay current')
    .option('--no-keep-targets', 'after --apply, no translation of a changed text stays current');
  addConfigFlags(command)
    .option(
      '--files <glob>',
      'only source files that match this glob, relative to the current folder or --cwd (repeatable)',
      collect,
    )
    .option(
      '--max-characters <n>',
      'send nothing if the run would be billed for more than this',
      wholeNumber,
    )
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but suggestions and errors')
    .addHelpText('after', EXAMPLES)
    .action(async (keys: readonly string[], flags: ImproveFlags) => {
      const { runImprove } = await import('../runs/index.js');
      const isGiven = command.getOptionValueSource('keepTargets') === 'cli';
      const { keepTargets, ...rest } = flags;
      io.exitWith(await runImprove(io, isGiven ? { ...rest, keepTargets } : rest, keys));
    });
}

import type { Command } from 'commander';
import { addConfigFlags } from '../flags.js';
import type { Io } from '../io.js';
import type { MergeFlags } from '../runs/merge.js';

const MERGE = `
Examples:
  locale-sync merge --install              once per clone: git merges the locale files of the config this way
  locale-sync merge %O %A %B %P            what git then runs for each file that both branches changed

A text that only one branch changed is taken. If both changed it, it is a conflict, and only its own lines are between
markers. A machine text gives way to a text of a newer source and to human text, if the locks of both branches tell so.
Comments and everything else merge by lines, as git does it. A file that cannot be read merges by lines as well.

\`merge --install\` writes .gitattributes (commit it) and registers the driver in this clone's git config. Clones
without the driver merge by lines, as before.

Exit codes: 0 merged, or installed · 1 conflicts are left, between markers · 2 wrong call or config`;

/** `merge`: git calls it, people install it. */
export function addMergeCommand(program: Command, io: Io): void {
  const command = program
    .command('merge')
    .summary("git's merge driver for locale files: text by text, not line by line")
    .description(
      "Merges the versions of a locale file text by text, as git's merge driver. The result replaces the second file.",
    )
    .argument('[base]', 'the version before both sides (%O)')
    .argument('[ours]', 'the version of this side (%A); replaced by the result')
    .argument('[theirs]', 'the version of the other side (%B)')
    .argument('[path]', 'the path of the file in the repository (%P)');
  addConfigFlags(command)
    .option('--install', 'write .gitattributes and register the driver in this clone')
    .option('--quiet', 'print nothing but errors')
    .addHelpText('after', MERGE)
    .action(async (base, ours, theirs, path, flags: MergeFlags) => {
      const files = [base, ours, theirs, path].filter((one): one is string => one !== undefined);
      if (flags.install === true ? files.length > 0 : files.length < 3) {
        command.error('error: name the files (%O %A %B %P), or use --install');
      }
      const { runMerge } = await import('../runs/index.js');
      io.exitWith(await runMerge(io, files, flags));
    });
}

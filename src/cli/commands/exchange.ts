import { Option } from 'commander';
import type { Command } from 'commander';
import { addConfigFlags, collect, list } from '../flags.js';
import type { Io } from '../io.js';
import type { ExportFlags, ImportFlags } from '../runs/exchange.js';
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

const EXPORT = `
Examples:
  locale-sync export                                       all open texts, a file for each target: texts.de.xlf, …
  locale-sync export --format xlsx --locale de             a sheet for Excel or LibreOffice: texts.de.xlsx
  locale-sync export --out 'for-{locale}.csv'              the ending of the file is the format
  locale-sync export --state all --files 'locales/de/*'    texts of any state, of some files

States: missing, stale, review, invalid (these four are exported unless --state says otherwise), edited, current, all.
Needs no key and no network, and changes nothing. \`locale-sync import\` takes the files back.

Exit codes: 0 written, or nothing is open · 2 wrong call, config or file`;

/** `export`: texts for people without the repository. */
export function addExportCommand(program: Command, io: Io): void {
  const command = program
    .command('export')
    .summary('write open texts to files for translators: XLIFF, Excel, CSV, PO')
    .description(
      'Writes the texts that are open to a file for each target: source, current text, note, limit and state. People without the repository edit it, and `import` takes it back.',
    );
  addConfigFlags(command)
    .addOption(
      new Option('--format <name>', 'default: that of the ending of --out, or else xliff').choices([
        ...['xliff', 'xlsx', 'csv', 'po'],
      ]),
    )
    .addOption(
      new Option('--xliff-version <version>', 'version of XLIFF')
        .choices(['1.2', '2.1'])
        .default('1.2'),
    )
    .option('--out <file>', 'file to write; {locale} stands for the target')
    .option('--state <states>', 'states of texts, separated by commas: review,invalid', list)
    .option('--locale <locales>', 'only these targets, separated by commas: de,fr', list)
    .option('--files <glob>', 'only source or target files that match (repeatable)', collect)
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but errors')
    .addHelpText('after', EXPORT)
    .action(async (flags: ExportFlags) => {
      const { runExport } = await import('../runs/index.js');
      io.exitWith(await runExport(io, flags));
    });
}

const IMPORT = `
Examples:
  locale-sync import texts.de.xlsx         check and write what came back
  locale-sync import back/*.xlf            several files
  locale-sync import texts.de.po --force   also write texts that a check reports as an error

Each text is matched by its id, which stands for unit, source and target. It is checked by the same rules as on the
review page and counts as human text. A text whose source has changed since is written and waits for review. Refused
are: texts that a check reports as an error, and texts that somebody has changed since. Lines that were not exported
from here are named, and nothing is guessed.

Exit codes: 0 all taken · 1 texts were refused or belong nowhere · 2 wrong call, config or file`;

/** `import`: takes texts back. */
export function addImportCommand(program: Command, io: Io): void {
  const command = program
    .command('import')
    .summary('take back the files of `export`')
    .description('Checks the texts of files that `export` wrote, and writes them to the catalogs.')
    .argument('<file...>', 'XLIFF, Excel, CSV or PO');
  addConfigFlags(command)
    .option('--force', 'also write texts that a check reports as an error')
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but errors')
    .addHelpText('after', IMPORT)
    .action(async (files: readonly string[], flags: ImportFlags) => {
      const { runImport } = await import('../runs/index.js');
      io.exitWith(await runImport(io, files, flags));
    });
}

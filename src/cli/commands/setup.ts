import { InvalidArgumentError, Argument } from 'commander';
import type { Command } from 'commander';
import type { Io } from '../io.js';
import type { FormatsFlags } from '../runs/formats.js';
import type { InitFlags } from '../runs/init.js';

/** `init`: asks only on a terminal; every question has a flag. */
export function addInit(program: Command, io: Io): void {
  program
    .command('init')
    .summary('find the locale files of a repository and write a config for them')
    .description(
      'Finds the locale files of a repository and writes service.config.yaml. It asks questions on a terminal; each one has a flag.',
    )
    .option('--source <locale>', 'source locale, spelled as in file names')
    .option('--targets <locales>', 'target locales, separated by commas')
    .option(
      '--languages <pairs>',
      'language codes of locales that are not codes themselves: german=DE,english=EN',
      languages,
    )
    .option('--url <url>', 'address of the service, or "embedded"')
    .option(
      '--files <pattern...>',
      'use these files: patterns with {locale}, or source files without one',
    )
    .option(
      '--merge-driver',
      'make git merge the locale files text by text (as `locale-sync merge --install`)',
    )
    .option('--no-merge-driver', 'leave it to git, and do not ask')
    .option('-y, --yes', 'accept all defaults without asking')
    .option('--force', 'replace an existing config, or create one below another')
    .option('--cwd <folder>', 'run as if started in this folder')
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but errors')
    .action(async (flags: InitFlags) => {
      const { runInit } = await import('../runs/index.js');
      io.exitWith(await runInit(io, flags));
    });
}

/** Only the form of the pairs; their names are checked as in a config. */
function languages(text: string): string {
  if (/^[^=,]+=[^=,]+(?:,[^=,]+=[^=,]+)*$/.test(text)) return text;
  throw new InvalidArgumentError('Use pairs separated by commas: german=DE,english=EN.');
}

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

const COMPLETION_EXAMPLES = `
Examples:
  source <(locale-sync completion bash)                                              in ~/.bashrc
  locale-sync completion zsh > "\${fpath[1]}/_locale-sync"
  locale-sync completion fish > ~/.config/fish/completions/locale-sync.fish
  locale-sync completion powershell | Out-String | Invoke-Expression                 in $PROFILE

The script contains the commands and flags of this version: generate it again after an update.`;

/** `completion`: prints a script that completes commands and flags, including those of `api`. */
export function addCompletionCommand(program: Command, io: Io): void {
  program
    .command('completion')
    .summary('print a script that completes commands and flags in a shell')
    .description('Prints a completion script for a shell.')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish', 'powershell']))
    .addHelpText('after', COMPLETION_EXAMPLES)
    .action(async (shell: 'bash' | 'zsh' | 'fish' | 'powershell') => {
      const { completionText } = await import('../operations/index.js');
      io.stdout(completionText(shell, program));
      io.exitWith(0);
    });
}

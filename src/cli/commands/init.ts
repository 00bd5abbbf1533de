import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import type { Io } from '../io.js';
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

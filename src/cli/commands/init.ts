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
      'Finds the locale files of a repository and writes service.config.yaml. On a terminal it asks; every question has a flag.',
    )
    .option('--source <locale>', 'source locale, spelled as in file names')
    .option('--targets <locales>', 'target locales, separated by commas')
    .option(
      '--languages <pairs>',
      'what locales stand for that are no codes: german=DE,english=EN',
      languages,
    )
    .option('--url <url>', 'address of the service, or "embedded"')
    .option(
      '--files <pattern...>',
      'use these files: patterns with {locale}, or source files without it',
    )
    .option('-y, --yes', 'accept every default without asking')
    .option('--force', 'replace an existing config, or write one below another')
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
  throw new InvalidArgumentError(
    'Pairs are needed, with commas between them: german=DE,english=EN.',
  );
}

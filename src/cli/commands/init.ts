import type { Command } from 'commander';
import type { Io } from '../io.js';

export interface InitFlags {
  readonly source?: string;
  readonly targets?: string;
  readonly url?: string;
  readonly files?: string[];
  readonly yes?: true;
  readonly force?: true;
  readonly cwd?: string;
  readonly json?: true;
  readonly quiet?: true;
}

/** `init`: asks on a terminal only; everything it asks has a flag. */
export function addInit(program: Command, io: Io): void {
  program
    .command('init')
    .description('find the locale files of a repository and write a config for them')
    .option('--source <locale>', 'source locale, as it stands in file names')
    .option('--targets <locales>', 'target locales, with commas between them')
    .option('--url <url>', 'address of the service, or "embedded"')
    .option(
      '--files <pattern...>',
      'patterns with {locale}, or of sources without one, instead of what is found',
    )
    .option('-y, --yes', 'take every default without asking')
    .option('--force', 'write over a config that is there')
    .option('--cwd <folder>', 'run as if started in this folder')
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but errors')
    .action(async (flags: InitFlags) => {
      const { runInit } = await import('../runs/index.js');
      io.exitWith(await runInit(io, flags));
    });
}

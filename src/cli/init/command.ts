import type { Command } from 'commander';
import type { InitOptions } from './run.js';

interface InitFlags {
  readonly source?: string;
  readonly targets?: string;
  readonly url?: string;
  readonly files?: string[];
  readonly yes?: boolean;
  readonly force?: boolean;
}

/**
 * Adds `init` and its flags to the program. `run` gets the flags as options; what the program
 * itself knows (`--cwd`, `--json`, `--quiet`) is for the caller to add:
 * `addInitCommand(program, (options) => runInit({ ...globals, ...options }, io))`.
 */
export function addInitCommand(
  program: Command,
  run: (options: Omit<InitOptions, 'cwd' | 'json' | 'quiet'>) => Promise<void>,
): void {
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
    .action(async (flags: InitFlags) => {
      const { targets, ...others } = flags;
      const list = targets?.split(/[\s,]+/).filter((part) => part !== '');
      await run({ ...others, ...(list === undefined ? {} : { targets: list }) });
    });
}

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
    .summary('find the locale files of a repository and write a config for them')
    .description(
      'Finds the locale files of a repository and writes service.config.yaml. On a terminal it asks; every question has a flag.',
    )
    .option('--source <locale>', 'source locale, spelled as in file names')
    .option('--targets <locales>', 'target locales, separated by commas')
    .option('--url <url>', 'address of the service, or "embedded"')
    .option(
      '--files <pattern...>',
      'use these files: patterns with {locale}, or source files without it',
    )
    .option('-y, --yes', 'accept every default without asking')
    .option('--force', 'replace an existing config, or write one below another')
    .action(async (flags: InitFlags) => {
      const { targets, ...others } = flags;
      const list = targets?.split(/[\s,]+/).filter((part) => part !== '');
      await run({ ...others, ...(list === undefined ? {} : { targets: list }) });
    });
}

import type { Command } from 'commander';
import type { Extraction } from '../../extract/index.js';
import { explain, LocaleSyncError } from '../../model/index.js';
import { amount, makeStyle, oneLine } from '../../report/index.js';
import { EXIT } from '../exit-code.js';
import type { CommonFlags } from '../flags.js';
import type { Io } from '../io.js';
import { WORDS } from '../hints.js';
import { errorText } from '../print.js';
import { load } from '../run.js';
import type { Finish } from './catalogs.js';

interface ExtractFlags extends Pick<CommonFlags, 'config' | 'cwd' | 'json' | 'quiet'> {
  readonly prune?: true;
}

const EXAMPLES = `
Examples:
  locale-sync extract            add the keys that code asks for to the source catalogs
  locale-sync extract --prune    also take out the keys that no code asks for`;

export function addExtractCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('extract')
    .summary('add keys found in code to the source catalogs')
    .description(
      'Reads the code that `extract:` of the config names, as i18next finds keys, and adds what the source catalogs lack. Nothing that stands there is changed, and nothing is removed without --prune.',
    )
    .option('--config <file>', 'config file (default: service.config.* found upward from here)')
    .option('--cwd <folder>', 'run as if started in this folder')
    .option('--prune', 'remove keys that no code asks for by their full name')
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but errors')
    .addHelpText('after', EXAMPLES)
    .action((flags: ExtractFlags) => finish(extract(io, flags)));
}

async function extract(io: Io, flags: ExtractFlags): Promise<number> {
  try {
    const config = await load(io, flags);
    const { extract: run } = await import('../../extract/index.js');
    const extraction = await run(config, { prune: flags.prune === true });
    if (flags.json === true)
      io.stdout(`${JSON.stringify({ ok: true, ...extraction, error: null })}\n`);
    else if (flags.quiet !== true) io.stderr(summary(extraction));
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof LocaleSyncError)) throw error;
    const told = explain(error, WORDS);
    if (flags.json === true) io.stdout(`${JSON.stringify({ ok: false, error: told })}\n`);
    else io.stderr(errorText(told, makeStyle({ color: io.terminal.color })));
    return EXIT.usage;
  }
}

function summary({ added, empty, unused, removed }: Extraction): string {
  const lines = [
    ...added.map(({ file, key }) => `+ ${oneLine(file)}  ${oneLine(key)}`),
    ...removed.map(({ file, key }) => `- ${oneLine(file)}  ${oneLine(key)}`),
    ...(removed.length > 0
      ? []
      : unused.map(({ file, key }) => `? ${oneLine(file)}  ${oneLine(key)}  not in code`)),
    `${amount(added.length, 'key')} added, ${empty.length} of them without text; ${amount(unused.length, 'key')} not in code${removed.length > 0 ? ', removed' : ' (--prune removes them)'}.`,
  ];
  return `${lines.join('\n')}\n`;
}

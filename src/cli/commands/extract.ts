import type { Command } from 'commander';
import type { Extraction } from '../../extract/index.js';
import { LocaleSyncError } from '../../model/index.js';
import type { ReportError } from '../../model/index.js';
import { oneLine } from '../../model/one-line.js';
import { amount, makeStyle } from '../../report/index.js';
import { EXIT } from '../exit-code.js';
import type { CommonFlags } from '../flags.js';
import type { Io } from '../io.js';
import { errorText } from '../print.js';
import { load } from '../run.js';
import type { Finish } from './catalogs.js';

interface ExtractFlags extends Pick<CommonFlags, 'config' | 'cwd' | 'json' | 'quiet'> {
  readonly prune?: true;
}

const EXAMPLES = `
Examples:
  locale-sync extract            add the keys that code uses to the source catalogs
  locale-sync extract --prune    also remove the keys that no code uses`;

export function addExtractCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('extract')
    .summary('add keys found in code to the source catalogs')
    .description(
      'Finds keys in the code that `extract` of the config names, the way i18next does, and adds those that the source catalogs lack. Existing keys do not change. Only --prune removes keys.',
    )
    .option(
      '--config <file>',
      'config file (default: the nearest service.config.*, searched upward)',
    )
    .option('--cwd <folder>', 'run as if started in this folder')
    .option('--prune', 'remove keys that no code uses by their full name')
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
    const { code, message, hint } = error;
    const told: ReportError = { code, message, ...(hint === undefined ? {} : { hint }) };
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

import type { Extraction } from '../../extract/index.js';
import { explain, LocaleSyncError } from '../../model/index.js';
import { amount, makeStyle } from '../../report/index.js';
import { jsonText } from '../../sinks/json.js';
import { oneLine } from '../../sinks/terminal.js';
import { EXIT } from '../exit-code.js';
import { WORDS } from '../hints.js';
import type { Io } from '../io.js';
import { errorText } from '../print.js';
import { load } from '../run.js';
import type { CommonFlags } from '../flags.js';

export interface ExtractFlags extends Pick<
  CommonFlags,
  'config' | 'cwd' | 'codeConfig' | 'json' | 'quiet'
> {
  readonly prune?: true;
}

/** `extract`. Gives the exit code. */
export async function runExtract(io: Io, flags: ExtractFlags): Promise<number> {
  try {
    const config = await load(io, flags);
    const { extract: run } = await import('../../extract/index.js');
    const extraction = await run(config, { prune: flags.prune === true });
    if (flags.json === true) io.stdout(`${jsonText({ ok: true, ...extraction, error: null })}\n`);
    else if (flags.quiet !== true) io.stderr(summary(extraction));
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof LocaleSyncError)) throw error;
    const described = explain(error, WORDS);
    if (flags.json === true) io.stdout(`${jsonText({ ok: false, error: described })}\n`);
    else io.stderr(errorText(described, makeStyle(io.terminal)));
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

import type { Extraction, UnusedKey } from '../../extract/index.js';
import { explain, LocaleSyncError } from '../../model/index.js';
import type { Problem, ReportError } from '../../model/index.js';
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
  readonly yes?: true;
}

/** `extract`. Returns the exit code. */
export async function runExtract(io: Io, flags: ExtractFlags): Promise<number> {
  try {
    const config = await load(io, flags);
    const { extract: run, CodeFiles, lookForKeys } = await import('../../extract/index.js');
    const files = new CodeFiles();
    if (flags.prune === true && flags.yes !== true && !canAsk(io, flags)) {
      const { unused } = await lookForKeys(config, { files });
      if (unused.length > 0) return refuse(io, flags, unused);
    }
    const found = await run(config, { files });
    const prunes = flags.prune === true && found.unused.length > 0;
    const removes = prunes && (await mayRemove(io, flags, found));
    let extraction = found;
    if (removes) {
      const { prune } = await import('../../pruned-keys.js');
      const { removed, problems } = await prune(config, { files }, WORDS);
      extraction = { ...found, removed, problems };
    }
    if (flags.json === true) io.stdout(`${jsonText({ ok: true, ...extraction, error: null })}\n`);
    else if (flags.quiet !== true) io.stderr(summary(extraction, prunes && !removes));
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof LocaleSyncError)) throw error;
    const described = explain(error, WORDS);
    if (flags.json === true) io.stdout(`${jsonText({ ok: false, error: described })}\n`);
    else io.stderr(errorText(described, makeStyle(io.terminal)));
    return EXIT.usage;
  }
}

function canAsk(io: Io, flags: ExtractFlags): boolean {
  const isCi = io.env['CI'] !== undefined && !/^(?:|0|false)$/i.test(io.env['CI']);
  return !isCi && process.stdin.isTTY && io.terminal.interactive && flags.json !== true;
}

/** Without a terminal, `--yes` is required; otherwise nothing is written. */
function refuse(io: Io, flags: ExtractFlags, unused: readonly UnusedKey[]): number {
  const error: ReportError = {
    code: 'unconfirmed',
    message: `${amount(unused.length, 'key')} would be removed, but there is no way to ask you here. Nothing was written.`,
    hint: 'Check the list. If no code uses these keys, run: locale-sync extract --prune --yes',
  };
  if (flags.json === true) io.stdout(`${jsonText({ ok: false, unused, error })}\n`);
  else {
    const lines = unused.map((one) => `${unusedLine('?', one)}\n`);
    io.stderr(lines.join('') + errorText(error, makeStyle(io.terminal)));
  }
  return EXIT.usage;
}

/** Shows the list and asks for confirmation. */
async function mayRemove(io: Io, flags: ExtractFlags, { unused }: Extraction): Promise<boolean> {
  if (flags.yes === true) return true;
  io.stderr(unused.map((one) => `${unusedLine('-', one)}\n`).join(''));
  const { terminalPrompt } = await import('../init/prompts.js');
  const prompt = terminalPrompt({
    input: process.stdin,
    output: process.stderr,
    signal: io.signal,
    onInterrupt: () => process.emit('SIGINT'),
  });
  try {
    const answer = await prompt.ask(
      `Remove ${amount(unused.length, 'key')} from the catalogs`,
      'no',
    );
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    prompt.close();
  }
}

function summary(
  { added, empty, unused, removed, problems }: Extraction,
  isRefused: boolean,
): string {
  const lines = [
    ...added.map(({ file, key }) => `+ ${oneLine(file)}  ${oneLine(key)}`),
    ...removed.map((one) => unusedLine('-', one)),
    ...(removed.length > 0 ? [] : unused.map((one) => unusedLine('?', one))),
    ...problems.map(problemLine),
    `${amount(added.length, 'key')} added, ${empty.length} of them without text; ${amount(unused.length, 'key')} not in code${endOf(removed.length > 0, isRefused)}.`,
  ];
  return `${lines.join('\n')}\n`;
}

function unusedLine(sign: '-' | '?', { file, key, reason }: UnusedKey): string {
  return `${sign} ${oneLine(file)}  ${oneLine(key)}  not in code: ${oneLine(reason)}`;
}

function endOf(isRemoved: boolean, isRefused: boolean): string {
  if (isRemoved) return ', removed';
  return isRefused ? ', none removed (--prune --yes removes them)' : ' (--prune removes them)';
}

function problemLine({ severity, file, line, column, message }: Problem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return oneLine(`${severity}: ${place === '' ? '' : `${place}  `}${message}`);
}

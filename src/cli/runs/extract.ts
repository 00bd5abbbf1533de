import type { Extraction, UnusedKey } from '../../code/index.js';
import { explain, LocaleSyncError, jsonText, oneLine } from '../../model/index.js';
import type { Problem, ReportError } from '../../model/index.js';
import { amount, makeStyle } from '../../people/index.js';
import { EXIT } from '../exit-code.js';
import { WORDS } from '../hints.js';
import type { Io } from '../io.js';
import { errorText, printError } from '../print.js';
import { load } from '../run.js';
import type { CommonFlags } from '../flags.js';

export interface ExtractFlags extends CommonFlags {
  readonly prune?: true;
  readonly yes?: true;
}

/** `extract`. Returns the exit code. */
export async function runExtract(io: Io, flags: ExtractFlags): Promise<number> {
  try {
    const config = await load(io, flags);
    const {
      extract: run,
      CodeFiles,
      describeTaken,
      lookForKeys,
    } = await import('../../code/index.js');
    const files = new CodeFiles();
    if (flags.prune === true && flags.yes !== true && !canAsk(io, flags)) {
      const { removed } = await lookForKeys(config, { files, prune: true });
      if (removed.length > 0) return refuse(io, flags, removed);
    }
    const found = await run(config, { files });
    const prunes = flags.prune === true && found.unused.length > 0;
    const removes = prunes && (await mayRemove(io, flags, found));
    let extraction = found;
    if (removes !== false) {
      const { prune } = await import('../../pruned-keys.js');
      const { removed, problems } = await prune(config, { files, prune: removes }, WORDS);
      extraction = { ...found, removed, problems };
    }
    if (flags.json === true) io.stdout(`${jsonText({ ok: true, ...extraction, error: null })}\n`);
    else if (flags.quiet !== true) {
      const { taken } = extraction;
      if (taken !== undefined) io.stderr(`From ${oneLine(describeTaken(taken), Infinity)}\n`);
      io.stderr(summary(extraction, prunes));
    }
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof LocaleSyncError)) throw error;
    printError(io, flags, explain(error, WORDS));
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

/**
 * Shows the keys and asks for confirmation; once more for those that code may ask for at run time,
 * which only a person can know.
 */
async function mayRemove(
  io: Io,
  flags: ExtractFlags,
  { unused }: Extraction,
): Promise<boolean | 'all'> {
  if (flags.yes === true) return true;
  if (!canAsk(io, flags)) return false;
  const { terminalPrompt } = await import('../init/prompts.js');
  const prompt = terminalPrompt({
    input: process.stdin,
    output: process.stderr,
    signal: io.signal,
    onInterrupt: () => process.emit('SIGINT'),
  });
  const ask = async (keys: readonly UnusedKey[], question: string): Promise<boolean> => {
    io.stderr(keys.map((one) => `${unusedLine('-', one)}\n`).join(''));
    return keys.length > 0 && /^y(?:es)?$/i.test((await prompt.ask(question, 'no')).trim());
  };
  const sure = unused.filter((one) => one.isDoubtful !== true);
  const doubtful = unused.filter((one) => one.isDoubtful === true);
  try {
    const removes = await ask(sure, `Remove ${amount(sure.length, 'key')} from the catalogs`);
    if (sure.length > 0 && !removes) return false;
    const question = `Code may ask for ${doubtful.length === 1 ? 'this key' : 'these keys'} by a name that is only known at run time. Remove ${amount(doubtful.length, 'key')}`;
    return (await ask(doubtful, question)) ? 'all' : removes;
  } finally {
    prompt.close();
  }
}

function summary({ added, empty, unused, removed, problems }: Extraction, prunes: boolean): string {
  const isGone = new Set(removed.map(({ file, key }) => `${file}\n${key}`));
  const left = unused.filter(({ file, key }) => !isGone.has(`${file}\n${key}`));
  const lines = [
    ...added.map(({ file, key }) => `+ ${oneLine(file)}  ${oneLine(key)}`),
    ...removed.map((one) => unusedLine('-', one)),
    ...left.map((one) => unusedLine('?', one)),
    ...problems.map(problemLine),
    `${amount(added.length, 'key')} added, ${empty.length} of them without text; ${amount(unused.length, 'key')} not in code${endOf(left, removed, { prunes })}.`,
  ];
  return `${lines.join('\n')}\n`;
}

function unusedLine(sign: '-' | '?', { file, key, reason }: UnusedKey): string {
  return `${sign} ${oneLine(file)}  ${oneLine(key)}  not in code: ${oneLine(reason)}`;
}

/** What happened to the keys that are not in code, and the next step for those that stay. */
function endOf(
  left: readonly UnusedKey[],
  removed: readonly UnusedKey[],
  { prunes }: { readonly prunes: boolean },
): string {
  if (left.length === 0) return removed.length > 0 ? ', removed' : '';
  if (!prunes) return ' (--prune removes them)';
  const isDoubtful = left.every((one) => one.isDoubtful === true);
  const next = isDoubtful
    ? 'on a terminal, --prune asks about doubtful keys'
    : '--prune --yes removes them';
  return `, ${removed.length === 0 ? 'none' : removed.length} removed (${next})`;
}

function problemLine({ severity, file, line, column, message }: Problem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return oneLine(`${severity}: ${place === '' ? '' : `${place}  `}${message}`);
}

import type { Extraction, UnusedKey } from '../../code/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import { explain, LocaleSyncError, jsonText, oneLine } from '../../model/index.js';
import type { Problem } from '../../model/index.js';
import { amount, makeStyle } from '../../people/index.js';
import { canAsk, confirm, unconfirmed } from '../confirm.js';
import { EXIT } from '../exit-code.js';
import { WORDS } from '../hints.js';
import type { Io } from '../io.js';
import { errorText, printError } from '../print.js';
import { writeFindings } from '../reporters/write.js';
import { load } from '../run.js';
import type { ExtractFlags } from '../flags.js';

/** `extract`. Returns the exit code. */
export async function runExtract(io: Io, flags: ExtractFlags): Promise<number> {
  try {
    const config = await load(io, flags);
    if (flags.words === true) {
      const { runWords } = await import('./words.js');
      return await runWords(io, flags, config);
    }
    const { extract: run, CodeFiles, lookForKeys } = await import('../../code/index.js');
    const files = new CodeFiles();
    const prune = flags.prune === true;
    const updateDefaults = flags.updateDefaults === true;
    if (flags.check === true || flags.dryRun === true) {
      // A text that would change differs, so the gate names it.
      const changes = updateDefaults && flags.check !== true;
      const found = await lookForKeys(config, { files, prune, updateDefaults: changes });
      return await report(io, flags, { extraction: found, config, prunes: prune });
    }
    if (prune && flags.yes !== true && !canAsk(io, flags)) {
      const { removed } = await lookForKeys(config, { files, prune });
      if (removed.length > 0) return refuse(io, flags, removed);
    }
    const found = await run(config, { files, updateDefaults });
    const prunes = prune && found.unused.length > 0;
    const removes = prunes && (await mayRemove(io, flags, found));
    let extraction = found;
    if (removes !== false) {
      const { prune: removeUnused } = await import('../../pruned-keys.js');
      const { removed, problems } = await removeUnused(config, { files, prune: removes }, WORDS);
      extraction = { ...found, removed, problems };
    }
    return await report(io, flags, { extraction, config, prunes });
  } catch (error) {
    if (!(error instanceof LocaleSyncError)) throw error;
    printError(io, flags, explain(error, WORDS));
    return EXIT.usage;
  }
}

interface Result {
  readonly extraction: Extraction;
  readonly config: ResolvedConfig;
  readonly prunes: boolean;
}

/** Prints the result in the forms that flags ask for. Returns the exit code. */
async function report(
  io: Io,
  flags: ExtractFlags,
  { extraction, config, prunes }: Result,
): Promise<number> {
  const { describeTaken } = await import('../../code/index.js');
  const isDry = flags.check === true || flags.dryRun === true;
  const problems = flags.check === true ? gateProblems(extraction) : extraction.problems;
  const ok = flags.check !== true || problems.every(({ severity }) => severity !== 'error');
  const isShort = !isDry && flags.verbose !== true;
  const text = summary({ ...extraction, problems }, { prunes, isDry, isShort });
  writeFindings(io, flags, { command: 'extract', ok, problems, text, config });
  if (flags.json === true) {
    io.stdout(`${jsonText({ ok, ...extraction, problems, error: null })}\n`);
  } else if (flags.quiet !== true || !ok) {
    const { taken } = extraction;
    if (taken !== undefined) io.stderr(`From ${oneLine(describeTaken(taken), Infinity)}\n`);
    io.stderr(text);
    if (!ok) io.stderr(`Code and catalogs differ. ${nextStep(problems, extraction)}\n`);
  }
  return ok ? EXIT.ok : EXIT.open;
}

function nextStep(problems: readonly Problem[], { added, removed, empty }: Extraction): string {
  const ofTexts = problems.some(({ code }) => code === 'default-text-differs');
  const isToRun = ofTexts || [added, removed, empty].some((keys) => keys.length > 0);
  // Nothing is added for code in other languages.
  if (!isToRun) return 'Add these keys to the catalogs.';
  return `Run locale-sync extract${ofTexts ? ' (--update-defaults takes the texts of the code)' : ''}.`;
}

/** Where code or the catalogs would have to change, as errors, and all other problems. */
export function gateProblems({ added, empty, removed, problems }: Extraction): readonly Problem[] {
  const isEmpty = new Set(empty.map(({ file, key }) => `${file}\n${key}`));
  return [
    ...added.map(({ file, key, used }): Problem => ({
      code: 'key-missing',
      severity: 'error',
      key,
      ...(used ?? { file }),
      message: `"${key}" is not in ${file}${isEmpty.has(`${file}\n${key}`) ? ', and code gives no text for it' : ''}.`,
    })),
    ...removed.map(({ file, key, reason }): Problem => ({
      code: 'key-unused',
      severity: 'error',
      file,
      key,
      message: `"${key}" is not in code: ${reason}.`,
    })),
    ...problems.map((one): Problem =>
      one.code === 'default-text-differs' || one.code === 'key-missing'
        ? { ...one, severity: 'error' }
        : one,
    ),
  ];
}

/** Without a terminal, `--yes` is required; otherwise nothing is written. */
function refuse(io: Io, flags: ExtractFlags, unused: readonly UnusedKey[]): number {
  const error = unconfirmed(
    `${amount(unused.length, 'key')} would be removed`,
    'Check the list. If no code uses these keys, run: locale-sync extract --prune --yes',
  );
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
  const ask = async (keys: readonly UnusedKey[], question: string): Promise<boolean> => {
    io.stderr(keys.map((one) => `${unusedLine('-', one)}\n`).join(''));
    return keys.length > 0 && (await confirm(io, question));
  };
  const sure = unused.filter((one) => one.isDoubtful !== true);
  const doubtful = unused.filter((one) => one.isDoubtful === true);
  const removes = await ask(sure, `Remove ${amount(sure.length, 'key')} from the catalogs`);
  if (sure.length > 0 && !removes) return false;
  const question = `Other packages may use ${doubtful.length === 1 ? 'this key' : 'these keys'}, or code may ask for ${doubtful.length === 1 ? 'it' : 'them'} by a name that is only known at run time. Remove ${amount(doubtful.length, 'key')}`;
  return (await ask(doubtful, question)) ? 'all' : removes;
}

/** Problems of keys that may have a line of their own in the list of keys. */
const LISTED: ReadonlySet<Problem['code']> = new Set(['key-missing', 'key-unused']);

/** The most texts that differ in code and catalog in a run that is about something else. */
const FEW = 5;

function summary(
  { added, empty, updated, unused, removed, problems }: Extraction,
  how: { readonly prunes: boolean; readonly isDry: boolean; readonly isShort: boolean },
): string {
  const isGone = new Set(removed.map(({ file, key }) => `${file}\n${key}`));
  const left = unused.filter(({ file, key }) => !isGone.has(`${file}\n${key}`));
  const differing = problems.filter(({ code }) => code === 'default-text-differs');
  const hidden = how.isShort ? differing.slice(FEW) : [];
  const changed =
    updated.length === 0
      ? ''
      : `${amount(updated.length, 'text')} ${how.isDry ? 'to change' : 'changed'}; `;
  const own = new Set([...added, ...removed].map(({ key }) => key));
  const isListed = ({ code, key = '' }: Problem): boolean => LISTED.has(code) && own.has(key);
  const lines = [
    ...added.map(({ file, key, used }) => {
      const place = how.isDry && used ? `  ${oneLine([used.file, used.line].join(':'))}` : '';
      return `+ ${oneLine(file)}  ${oneLine(key)}${place}`;
    }),
    ...updated.map(({ file, key }) => `~ ${oneLine(file)}  ${oneLine(key)}`),
    ...removed.map((one) => unusedLine('-', one)),
    ...left.map((one) => unusedLine('?', one)),
    ...problems.filter((one) => !hidden.includes(one) && !isListed(one)).map(problemLine),
    ...(hidden.length === 0
      ? []
      : [`${amount(hidden.length, 'more default text')} not shown; --verbose shows all.`]),
    `${how.isDry ? 'Nothing was written. ' : ''}${amount(added.length, 'key')} ${how.isDry ? 'missing' : 'added'}, ${empty.length} of them without text; ${changed}${amount(unused.length, 'key')} not in code${endOf(left, removed, how)}.`,
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
  { prunes, isDry }: { readonly prunes: boolean; readonly isDry: boolean },
): string {
  if (isDry) return prunes ? `, ${removed.length} of them surely unused` : '';
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

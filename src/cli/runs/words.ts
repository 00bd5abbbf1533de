import type { ChangedFile, HardCodedText, LeftText, TextMove } from '../../code/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import { jsonText, oneLine } from '../../model/index.js';
import type { Problem } from '../../model/index.js';
import { amount, makeStyle } from '../../people/index.js';
import { canAsk, confirm, unconfirmed } from '../confirm.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { writeFindings } from '../reporters/write.js';
import { errorText } from '../print.js';
import type { ExtractFlags } from '../flags.js';

/** `extract --words`. Returns the exit code. */
export async function runWords(
  io: Io,
  flags: ExtractFlags,
  config: ResolvedConfig,
): Promise<number> {
  if (flags.apply === true) return await runMove(io, flags, config);
  const { extractSettings, findTexts, textProblem, withoutPlace } =
    await import('../../code/index.js');
  const { files, problems: unread } = await findTexts(config, await extractSettings(config));
  const words = files.flatMap(({ texts }) => texts.map(withoutPlace));
  const isGate = flags.check === true;
  const found = words.map((one): Problem => ({
    ...textProblem(one),
    ...(isGate ? { severity: 'error' as const } : {}),
  }));
  const problems = [...found, ...unread];
  const ok = !isGate || words.length === 0;
  const text = `${[...words.map(wordLine), ...unread.map(problemLine)].join('\n')}${problems.length > 0 ? '\n' : ''}${summary(words)}`;
  writeFindings(io, flags, { command: 'extract', ok, problems, text, config });
  if (flags.json === true) io.stdout(`${jsonText({ ok, words, problems, error: null })}\n`);
  else if (flags.quiet !== true || !ok) io.stderr(text);
  return ok ? EXIT.ok : EXIT.open;
}

function wordLine({ file, line, column, text, attribute }: HardCodedText): string {
  const place = `${oneLine(file)}:${line}:${column}`;
  return `${place}  ${attribute === undefined ? '' : `${attribute}: `}${oneLine(text)}`;
}

function problemLine({ severity, file, line, column, message }: Problem): string {
  return oneLine(`${severity}: ${[file, line, column].join(':')}  ${message}`);
}

function summary(words: readonly HardCodedText[]): string {
  const files = new Set(words.map(({ file }) => file)).size;
  if (words.length === 0) return 'No hard-coded texts.\n';
  return `${amount(words.length, 'hard-coded text')} in ${amount(files, 'file')}. Nothing was written. (--apply moves them into the catalogs)\n`;
}

/** `extract --words --apply`: shows the change, and makes it once it is confirmed. */
async function runMove(io: Io, flags: ExtractFlags, config: ResolvedConfig): Promise<number> {
  const { moveTexts, writeFiles } = await import('../../code/index.js');
  const move = await moveTexts(config);
  const diff = move.files.map(diffOf).join('');
  const isDry = flags.dryRun === true || flags.check === true || move.files.length === 0;
  const isUnasked = !isDry && flags.yes !== true && !canAsk(io, flags);
  const error = isUnasked
    ? unconfirmed(
        `${amount(move.moved.length, 'text')} would be moved`,
        'Check the change. If it is right, run: locale-sync extract --words --apply --yes',
      )
    : null;
  if (flags.json !== true) io.stdout(diff);
  if (flags.json !== true && flags.quiet !== true) {
    io.stderr(move.left.map((one) => `? ${leftLine(one)}\n`).join(''));
  }
  const question = `Move ${amount(move.moved.length, 'text')} into the catalogs`;
  const isWanted = !isDry && !isUnasked && (flags.yes === true || (await confirm(io, question)));
  // Catalogs first: code without its texts shows keys.
  if (isWanted) writeFiles(config, move.files.toReversed());
  const { moved, left } = move;
  const ok = !isUnasked && (flags.check !== true || moved.length + left.length === 0);
  if (flags.json === true) {
    const files = move.files.map(({ file }) => file);
    io.stdout(`${jsonText({ ok, written: isWanted, moved, left, files, diff, error })}\n`);
  } else if (error !== null) io.stderr(errorText(error, makeStyle(io.terminal)));
  else if (flags.quiet !== true) io.stderr(moveSummary(move, isWanted));
  if (isUnasked) return EXIT.usage;
  return ok ? EXIT.ok : EXIT.open;
}

function leftLine(one: LeftText): string {
  return `${wordLine(one)}  stays: ${oneLine(one.reason)}`;
}

function moveSummary({ moved, left, files }: TextMove, isWritten: boolean): string {
  const stays = left.length === 0 ? '' : `; ${amount(left.length, 'text')} left in the code`;
  const done = isWritten ? 'moved' : 'to move';
  const not = isWritten ? '' : 'Nothing was written. ';
  return `${not}${amount(moved.length, 'text')} ${done} (${amount(files.length, 'file')})${stays}.\n`;
}

const CONTEXT = 2;

/** The change of a file, as `diff -u` shows it. */
function diffOf({ file, before, after }: ChangedFile): string {
  const [old, now] = [before, after].map((one) => linesOf(one)) as [string[], string[]];
  const rows: string[] = [];
  let [a, b] = [0, 0];
  while (a < old.length || b < now.length) {
    const { removed, added } = nextChange([old, a], [now, b]);
    for (const line of old.slice(a, a + removed)) rows.push(`-${line}`);
    for (const line of now.slice(b, b + added)) rows.push(`+${line}`);
    [a, b] = [a + removed, b + added];
    if (a < old.length) rows.push(` ${old[a] ?? ''}`);
    [a, b] = [a + 1, b + 1];
  }
  const isNear = rows.map((_, at) =>
    rows.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some((row) => !row.startsWith(' ')),
  );
  let text = `--- ${before === undefined ? '/dev/null' : `a/${file}`}\n+++ b/${file}\n`;
  let [line, newLine] = [1, 1];
  for (let at = 0; at < rows.length; at += 1) {
    if (isNear[at] === true && isNear[at - 1] !== true) {
      const end = isNear.indexOf(false, at);
      const hunk = rows.slice(at, end === -1 ? rows.length : end);
      const count = (sign: string): number => hunk.filter((row) => !row.startsWith(sign)).length;
      text += `@@ -${line},${count('+')} +${newLine},${count('-')} @@\n`;
    }
    const row = rows[at] ?? '';
    if (isNear[at] === true) text += `${oneLine(row, Infinity)}\n`;
    if (!row.startsWith('+')) line += 1;
    if (!row.startsWith('-')) newLine += 1;
  }
  return text;
}

function linesOf(bytes: Uint8Array | undefined): string[] {
  const text = bytes === undefined ? '' : new TextDecoder().decode(bytes);
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** The fewest lines to remove and add until both texts go on alike, from these lines on. */
function nextChange(
  [old, a]: readonly [readonly string[], number],
  [now, b]: readonly [readonly string[], number],
): { removed: number; added: number } {
  const [most, mostAdded] = [old.length - a, now.length - b];
  for (let sum = 0; sum < most + mostAdded; sum += 1) {
    for (let removed = Math.max(0, sum - mostAdded); removed <= Math.min(sum, most); removed += 1) {
      const added = sum - removed;
      if (removed < most && old[a + removed] === now[b + added]) return { removed, added };
    }
  }
  return { removed: most, added: mostAdded };
}

import { join } from 'node:path';
import type { ChangedFile, HardCodedText, LeftText, TextMove } from '../../code/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import { contentHash, STATE_FOLDER } from '../../lock/index.js';
import { EMPTY_REPORT, jsonText, oneLine } from '../../model/index.js';
import type { Problem, ReportError } from '../../model/index.js';
import { amount, annotationsOf, makeStyle } from '../../people/index.js';
import { canAsk, confirm } from '../confirm.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { writeReports } from '../reporters/write.js';
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
  const report = { ...EMPTY_REPORT, ok, problems };
  writeReports(io, flags, {
    report,
    findings: annotationsOf(report),
    shape: { command: 'extract', gate: 'gate', stream: 'result', findings: true, view: () => text },
    root: config.root,
    config: config.file,
  });
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
  const { moveTexts } = await import('../../code/index.js');
  const move = await moveTexts(config);
  const diff = move.files.map(diffOf).join('');
  const isDry = flags.dryRun === true || flags.check === true || move.files.length === 0;
  const isUnasked = !isDry && flags.yes !== true && !canAsk(io, flags);
  const error: ReportError | null = isUnasked
    ? {
        code: 'unconfirmed',
        message: `${amount(move.moved.length, 'text')} would be moved, but there is no way to ask you here. Nothing was written.`,
        hint: 'Check the change. If it is right, run: locale-sync extract --words --apply --yes',
      }
    : null;
  if (flags.json !== true) io.stdout(diff);
  if (flags.json !== true && flags.quiet !== true) {
    io.stderr(move.left.map((one) => `? ${leftLine(one)}\n`).join(''));
  }
  const question = `Move ${amount(move.moved.length, 'text')} into the catalogs`;
  const isWanted = !isDry && !isUnasked && (flags.yes === true || (await confirm(io, question)));
  if (isWanted) await write(config, move.files);
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

/** @throws WriteError if a file changed meanwhile */
async function write({ root }: ResolvedConfig, files: readonly ChangedFile[]): Promise<void> {
  const { writeFileAtomic } = await import('../../state/index.js');
  const state = join(root, STATE_FOLDER);
  // Catalogs first: code without its text shows keys.
  for (const { file, before, after } of files.toReversed()) {
    const expect = before === undefined ? 'absent' : contentHash(before);
    writeFileAtomic(join(root, file), after, { root, state, expect });
  }
}

const CONTEXT = 2;

/** The change of a file, as `diff -u` shows it. */
function diffOf({ file, before, after }: ChangedFile): string {
  const [old, now] = [before, after].map((one) => linesOf(one)) as [string[], string[]];
  const rows: string[] = [];
  let [a, b] = [0, 0];
  while (a < old.length || b < now.length) {
    const { removed, added } = nextChange(old.slice(a), now.slice(b));
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

/** The fewest lines to remove and add until both texts go on alike. */
function nextChange(
  old: readonly string[],
  now: readonly string[],
): { removed: number; added: number } {
  for (let sum = 0; sum <= old.length + now.length; sum += 1) {
    for (let removed = 0; removed <= sum; removed += 1) {
      const added = sum - removed;
      if (removed > old.length || added > now.length) continue;
      if (removed === old.length && added === now.length) return { removed, added };
      if (removed < old.length && old[removed] === now[added]) return { removed, added };
    }
  }
  return { removed: old.length, added: now.length };
}

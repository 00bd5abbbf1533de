import type { HardCodedText } from '../../code/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import { EMPTY_REPORT, jsonText, oneLine } from '../../model/index.js';
import type { Problem } from '../../model/index.js';
import { amount, annotationsOf } from '../../people/index.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { writeReports } from '../reporters/write.js';
import type { ExtractFlags } from './extract.js';

/** `extract --words`. Returns the exit code. */
export async function runWords(
  io: Io,
  flags: ExtractFlags,
  config: ResolvedConfig,
): Promise<number> {
  const { extractSettings, findTexts, textProblem } = await import('../../code/index.js');
  const { files, problems: unread } = await findTexts(config, await extractSettings(config));
  const words = files.flatMap(({ texts }) => texts.map(publicOf));
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

function publicOf({ file, line, column, text, attribute }: HardCodedText): HardCodedText {
  return { file, line, column, text, ...(attribute === undefined ? {} : { attribute }) };
}

import { codecFor } from '../../src/formats/public.js';
import { makeDraft } from '../../src/engine/write/draft.js';
import type { Draft } from '../../src/engine/write/draft.js';
import { formatKey } from '../../src/model/index.js';
import type { Edit } from '../../src/model/index.js';
import { decidedRows, isForFile } from '../../src/engine/units/decided.js';
import type { DecidedRow, FileComparison, NewText } from '../../src/engine/units/row.js';
import { compareTexts } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import { planFor } from '../support/plan.js';

/** The service's answers by source text. Other texts have no answer. */
export type Answers = Readonly<Record<string, string>>;

/** The texts of rows: known ones and answers. */
export function textsOf(rows: readonly DecidedRow[], answers: Answers = {}): NewText[] {
  return rows.filter(isForFile).flatMap((row) => {
    const { source, options, decision } = row;
    const text = answers[source.expected.text];
    const said = text === undefined ? undefined : { text, origin: options.origin };
    const known = decision.known ?? said;
    return known === undefined ? [] : { row, known };
  });
}

/** Gives a row the service's answer, if it waits for one. */
export function answer(row: DecidedRow, answers: Answers): void {
  const { source, options, decision } = row;
  const text = answers[source.expected.text];
  if (decision.known !== undefined || text === undefined) return;
  row.outcome = { state: 'translated', text, origin: options.origin };
}

/** The first file of a plan, with its new texts. */
export async function firstFile(
  input: ComparisonInput,
  answers: Answers = {},
): Promise<{
  readonly file: FileComparison;
  readonly rows: readonly DecidedRow[];
  readonly texts: readonly NewText[];
}> {
  const [file] = planFor(await compareTexts(input)).files;
  if (file === undefined) throw new Error('no file');
  const rows = decidedRows(file);
  return { file, rows, texts: textsOf(rows, answers) };
}

/**
 * The file as it would be written, with the keys whose text is included and the reasons for the
 * others.
 */
export async function drafted(
  input: ComparisonInput,
  answers: Answers = {},
): Promise<{ text: string | undefined; accepted: string[]; failures: object; draft: Draft }> {
  const { file, texts } = await firstFile(input, answers);
  const codec = codecFor(file.target.path);
  if (codec === undefined) throw new Error('no codec');
  const draft = await makeDraft({ codec, file, document: file.target.document, texts });
  const keyOf = ({ source }: DecidedRow): string => formatKey(source.expected.key);
  const failures = [...draft.failures].map(([row, { code, message }]) => [
    keyOf(row),
    `${code}: ${message}`,
  ]);
  return {
    text: draft.document?.text,
    accepted: draft.accepted.map(({ row }) => keyOf(row)),
    failures: Object.fromEntries(failures) as object,
    draft,
  };
}

/** `set a: X`, `insert b: Y after a`, `remove c → d`. */
export function saysOf(edit: Edit): string {
  const key = formatKey(edit.key);
  if (edit.op === 'remove') {
    const aliases = (edit.aliases ?? []).map(formatKey);
    return [`remove ${key}`, ...aliases].join(' → ');
  }
  const text = `${edit.op} ${key}: ${edit.text}`;
  if (edit.op === 'set') return text;
  return `${text} ${edit.after === null ? 'first' : `after ${formatKey(edit.after)}`}`;
}

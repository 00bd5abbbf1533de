import { codecFor } from '../../src/formats/index.js';
import { makeDraft } from '../../src/engine/write/draft.js';
import type { Draft } from '../../src/engine/write/draft.js';
import { formatKey } from '../../src/model/index.js';
import type { Edit } from '../../src/model/index.js';
import type { FileChanges } from '../../src/engine/changes/types.js';
import type { Change, NewText } from '../../src/engine/changes/types.js';
import { compareTexts } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import { planFor } from '../support/plan.js';

/** The service's answers by source text. Other texts have no answer. */
export type Answers = Readonly<Record<string, string>>;

/** The texts of changes: known ones and answers. */
export function textsOf(changes: readonly Change[], answers: Answers = {}): NewText[] {
  const texts: NewText[] = [];
  for (const change of changes) {
    if (change.action === 'propose') continue;
    const { unit, known } = change;
    const answer = answers[unit.source.expected.text];
    const said = answer === undefined ? undefined : { text: answer, origin: unit.options.origin };
    const text = known ?? said;
    if (text !== undefined) texts.push({ change, known: text });
  }
  return texts;
}

/** The first file of a plan, with its new texts. */
export function firstFile(
  input: ComparisonInput,
  answers: Answers = {},
): FileChanges & { readonly texts: readonly NewText[] } {
  const [first] = planFor(compareTexts(input)).files;
  if (first === undefined) throw new Error('no file');
  return { ...first, texts: textsOf(first.changes, answers) };
}

/**
 * The file as it would be written, with the keys whose text is included and the reasons for the
 * others.
 */
export async function drafted(
  input: ComparisonInput,
  answers: Answers = {},
): Promise<{ text: string | undefined; accepted: string[]; failures: object; draft: Draft }> {
  const { file, texts } = firstFile(input, answers);
  const codec = codecFor(file.target.path);
  if (codec === undefined) throw new Error('no codec');
  const draft = await makeDraft({ codec, file, document: file.target.document, texts });
  const keyOf = ({ unit }: Change): string => formatKey(unit.source.expected.key);
  const failures = [...draft.failures].map(([change, { code, message }]) => [
    keyOf(change),
    `${code}: ${message}`,
  ]);
  return {
    text: draft.document?.text,
    accepted: draft.accepted.map(({ change }) => keyOf(change)),
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

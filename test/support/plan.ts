import { isDrifted } from '../../src/engine/units/drift.js';
import { joinPlans, planLanguages } from '../../src/engine/plan/plan.js';
import { memoryKeyOf, segmentsOf, SegmentTable } from '../../src/engine/segments/segments.js';
import { choiceOf } from '../../src/engine/plan/selection.js';
import { actionOf, decidedRows } from '../../src/engine/units/decided.js';
import type { Attempt, DecidedRow, RunPlan } from '../../src/engine/units/row.js';
import { formatKey } from '../../src/model/index.js';
import type { Selection } from '../../src/model/index.js';
import type { Comparison } from './comparison.js';

export interface PlanInput {
  /** Content of the memory: answers by sent text, whatever the options are. */
  readonly memory?: Readonly<Record<string, string>>;
  readonly selection?: Selection;
  readonly doubtsPeople?: boolean;
  /** The most bytes of a request's texts. */
  readonly bytes?: number;
}

/** Plans a run from a comparison. */
export function planFor(
  { locales }: Comparison,
  { memory = {}, selection = {}, doubtsPeople = false, bytes = 100_000 }: PlanInput = {},
): RunPlan {
  const segments = new KnownSegments(() => bytes);
  const plans = planLanguages(locales, {
    ...choiceOf(selection, isDrifted),
    doubtsPeople,
    memory: {
      isEmpty: () => false,
      recall: (_, keys) => segments.recall(keys, memory),
    },
    segments,
    limitsOf: () => ({ overhead: 0, bytes }),
  });
  return joinPlans([...plans]);
}

/** A table that maps keys of the memory to their texts. */
class KnownSegments extends SegmentTable {
  readonly #texts = new Map<string, string>();

  override attempt(...asked: Parameters<SegmentTable['attempt']>): Attempt {
    const attempt = super.attempt(...asked);
    for (const segment of segmentsOf(attempt)) this.#texts.set(memoryKeyOf(segment), segment.text);
    return attempt;
  }

  recall(
    keys: ReadonlySet<string>,
    memory: NonNullable<PlanInput['memory']>,
  ): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const key of keys) {
      const answer = memory[this.#texts.get(key) ?? ''];
      if (answer !== undefined) found.set(key, answer);
    }
    return found;
  }
}

export function rowsIn({ files }: Pick<RunPlan, 'files'>): readonly DecidedRow[] {
  return files.flatMap(decidedRows);
}

/** The row of a key, in the first file in which something is done with it. */
export function rowAt(plan: RunPlan, key: string): DecidedRow {
  const found = rowsIn(plan).find(({ source }) => formatKey(source.expected.key) === key);
  if (found === undefined) throw new Error(`nothing is done with ${key}`);
  return found;
}

/** Actions by key: `reuse repository: Text`, `translate`, `propose (pending)`. */
export function actionsIn(plan: Pick<RunPlan, 'files'>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    rowsIn(plan).map((row) => [formatKey(row.source.expected.key), saysOf(row)]),
  );
}

function saysOf({ decision }: DecidedRow): string {
  const { reuse, known } = decision;
  const from = reuse === undefined ? '' : ` ${reuse}`;
  const text = known === undefined ? '' : `: ${known.text}`;
  return `${actionOf(decision)}${decision.do === 'recall' ? ' (pending)' : ''}${from}${text}`;
}

/** The texts of each request. */
export function requestsOf({ batches }: Pick<RunPlan, 'batches'>): readonly (readonly string[])[] {
  return batches.map(({ segments }) => segments.map(({ text }) => text));
}

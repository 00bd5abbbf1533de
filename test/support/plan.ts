import { isDrifted } from '../../src/engine/compare/drift.js';
import { planAll } from '../../src/engine/plan/plan.js';
import type { RunPlan } from '../../src/engine/plan/plan.js';
import { memoryKeyOf, SegmentTable } from '../../src/engine/plan/segments.js';
import { choiceOf } from '../../src/engine/plan/selection.js';
import type { Change, RequestGroup } from '../../src/engine/plan/types.js';
import { formatKey } from '../../src/model/index.js';
import type { Selection } from '../../src/model/index.js';
import type { Comparison } from './comparison.js';

export interface PlanInput {
  /** What the memory has, as texts that are sent, with their answers, for each target language. */
  readonly memory?: Readonly<Record<string, string>>;
  readonly selection?: Selection;
  readonly doubtsPeople?: boolean;
  /** Bytes that a request's texts may take. */
  readonly bytes?: number;
}

/** What a run does with what was compared. The memory answers by texts, whatever their options are. */
export function planFor(
  { config, locales }: Comparison,
  { memory = {}, selection = {}, doubtsPeople = false, bytes = 100_000 }: PlanInput = {},
): RunPlan {
  return planAll(locales, {
    ...choiceOf(selection, isDrifted),
    doubtsPeople,
    rules: config.rules,
    memory: { recall: (target, keys) => recallFrom(memory, { target, keys, locales }) },
    segments: new SegmentTable(() => bytes),
    limitsOf: () => ({ overhead: 0, bytes }),
  });
}

interface Asked {
  readonly target: string;
  readonly keys: ReadonlySet<string>;
  readonly locales: Comparison['locales'];
}

function recallFrom(
  memory: NonNullable<PlanInput['memory']>,
  { target, keys, locales }: Asked,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const options of optionsOf(locales)) {
    if (options.request.target !== target) continue;
    const { fingerprint, request } = options;
    const group: RequestGroup = { id: '', fingerprint, options: request };
    for (const [text, answer] of Object.entries(memory)) {
      const key = memoryKeyOf({ group, text, characters: 0 });
      if (keys.has(key)) found.set(key, answer);
    }
  }
  return found;
}

function optionsOf(locales: Comparison['locales']): Set<Change['unit']['options']> {
  return new Set(
    locales.flatMap(({ files }) => files.flatMap(({ units }) => units.map((unit) => unit.options))),
  );
}

export function changesIn({ files }: Pick<RunPlan, 'files'>): readonly Change[] {
  return files.flatMap(({ changes }) => changes);
}

/** The change of a key, of the first file that has one. */
export function changeAt(plan: RunPlan, key: string): Change {
  const found = changesIn(plan).find(({ unit }) => formatKey(unit.source.expected.key) === key);
  if (found === undefined) throw new Error(`nothing is done with ${key}`);
  return found;
}

/** What is done by key: `reuse repository: Text`, `translate`, `propose (pending)`. */
export function actionsIn(plan: Pick<RunPlan, 'files'>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    changesIn(plan).map((change) => [formatKey(change.unit.source.expected.key), saysOf(change)]),
  );
}

function saysOf({ action, reuse, known, isPending }: Change): string {
  const from = reuse === undefined ? '' : ` ${reuse}`;
  const text = known === undefined ? '' : `: ${known.text}`;
  return `${action}${isPending ? ' (pending)' : ''}${from}${text}`;
}

/** The texts of each request. */
export function requestsOf({ batches }: Pick<RunPlan, 'batches'>): readonly (readonly string[])[] {
  return batches.map(({ segments }) => segments.map(({ text }) => text));
}

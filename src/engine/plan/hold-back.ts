import { amountsOf, MAX_TEXTS } from '../changes/batches.js';
import { memoryKeyOf, segmentsOf } from '../changes/segments.js';
import type { Batch, Change, RunPlan, Segment } from '../changes/types.js';
import { reusedIn } from './plan.js';

/** A plan with only full requests, and what waits for a later plan. */
export interface HeldBack {
  readonly plan: RunPlan;
  /** Sources with waiting texts; their targets are left for later. */
  readonly sources: ReadonlySet<string>;
  /**
   * `memoryKeyOf` texts that only these sources need and that are sent now because they fill
   * requests: the memory has them when their files are planned again.
   */
  readonly ahead: ReadonlySet<string>;
}

/** The most texts that may wait. */
const MOST_TEXTS = 5_000;
/** The largest share of units that may wait: each is loaded again. */
const MOST_UNITS = 0.25;
/** A first window is small, so that this many may wait, even all of them: the next one is larger. */
const MOST_AT_FIRST = 10_000;

/**
 * Holds back partly filled requests, so that several plans need no more requests than one. Pure.
 * @param isFirst whether it is the first of these plans. Default: false
 */
export function holdBack(plan: RunPlan, isFirst = false): HeldBack {
  const waiting = partFilled(plan.batches);
  const segments = new Set([...waiting].flatMap((batch) => batch.segments));
  const sources = new Set<string>();
  for (const { change, attempt } of plan.waiting) {
    if (segmentsOf(attempt).some((one) => segments.has(one))) sources.add(sourceOf(change));
  }
  const isHeld = (change: Pick<Change, 'file'>): boolean => sources.has(sourceOf(change));
  const units = sum(plan.files.map(({ file }) => file.units.length));
  const held = sum(plan.files.filter(isHeld).map(({ file }) => file.units.length));
  const most = Math.max(units * MOST_UNITS, isFirst ? MOST_AT_FIRST : 0);
  if (held === 0 || held > most) {
    return { plan, sources: new Set(), ahead: new Set() };
  }
  const onlyHeld = new Set<Segment>();
  for (const { change, attempt } of plan.waiting) {
    if (isHeld(change)) for (const one of segmentsOf(attempt)) onlyHeld.add(one);
  }
  for (const { change, attempt } of plan.waiting) {
    if (!isHeld(change)) for (const one of segmentsOf(attempt)) onlyHeld.delete(one);
  }
  const sent = [...onlyHeld].filter((one) => !segments.has(one));
  const files = plan.files.filter((one) => !isHeld(one));
  const batches = plan.batches.filter((batch) => !waiting.has(batch));
  return {
    plan: {
      ...plan,
      files,
      batches,
      failures: new Map([...plan.failures].filter(([change]) => !isHeld(change))),
      waiting: plan.waiting.filter(({ change }) => !isHeld(change)),
      totals: { ...amountsOf(batches), reused: reusedIn(files.flatMap(({ changes }) => changes)) },
    },
    sources,
    ahead: new Set(sent.map(memoryKeyOf)),
  };
}

/** The last request of each group if it has room, up to the limits; the fullest are sent first. */
function partFilled(batches: readonly Batch[]): ReadonlySet<Batch> {
  const last = new Map(batches.map((batch) => [batch.group.id, batch]));
  const open = [...last.values()].filter(({ segments }) => segments.length < MAX_TEXTS);
  open.sort((a, b) => a.segments.length - b.segments.length);
  let texts = 0;
  return new Set(open.filter(({ segments }) => (texts += segments.length) <= MOST_TEXTS));
}

function sourceOf({ file }: Pick<Change, 'file'>): string {
  return file.pair.source.path;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

import type { Cue } from './cues.js';

/** No counterpart. */
export const NONE = -1;

/** The most milliseconds by which a gap between two cues may differ; players show no difference. */
const SAME_GAP = 80;
/** Cues that overlap for this share of their combined time are shown together. */
const SHARED = 0.6;
/** The share of pairs that must be certain. Unrelated films reach a third. */
const ENOUGH = 0.5;

/**
 * Whether a target is of the same film as its source: most of its cues are shown together with
 * their counterparts, or have the same distance to their neighbours.
 *
 * @param target - by the clock of the source
 */
export function areRelated(
  pairs: readonly number[],
  target: readonly Cue[],
  source: readonly Cue[],
): boolean {
  const fewer = Math.min(target.length, source.length);
  const shifts = target.map((cue, i) => (source[pairs[i] ?? NONE]?.begin ?? NaN) - cue.begin);
  let sure = 0;
  target.forEach((cue, i) => {
    const other = source[pairs[i] ?? NONE];
    if (other === undefined) return;
    const shift = shifts[i] ?? NaN;
    const isBeside = [shifts[i - 1], shifts[i + 1]].some(
      (one) => Math.abs((one ?? NaN) - shift) <= SAME_GAP,
    );
    if (isBeside || sharedTime(cue, other) >= SHARED) sure += 1;
  });
  return sure >= ENOUGH * fewer;
}

/** The overlap of two cues as a share of their combined time, 0 to 1. */
function sharedTime(a: Cue, b: Cue): number {
  const whole = Math.max(a.end, b.end) - Math.min(a.begin, b.begin);
  return whole <= 0 ? Number(a.begin === b.begin) : Math.max(0, commonTime(a, b)) / whole;
}

function commonTime(a: Cue, b: Cue): number {
  return Math.min(a.end, b.end) - Math.max(a.begin, b.begin);
}

/** Whether at least half of a cue lies within another one's time. */
function liesIn(inner: Cue, outer: Cue): boolean {
  return 2 * commonTime(inner, outer) >= inner.end - inner.begin && inner.end > inner.begin;
}

/**
 * Joins split cues: a cue without a counterpart beside one whose counterpart lasts as long as both.
 * Cues that are shown together are two speakers.
 */
export function joinSplits(pairs: number[], target: readonly Cue[], source: readonly Cue[]): void {
  const join = (i: number, beside: number): void => {
    const [cue, other, at = NONE] = [target[i], target[beside], pairs[beside]];
    const counterpart = source[at];
    if (pairs[i] !== NONE || !cue || !other || !counterpart) return;
    if (commonTime(cue, other) <= 0 && liesIn(cue, counterpart)) pairs[i] = at;
  };
  for (let i = 1; i < pairs.length; i += 1) join(i, i - 1);
  for (let i = pairs.length - 2; i >= 0; i -= 1) join(i, i + 1);
}

/** Source cues that are included in the counterpart of their neighbour, with that cue. */
export function mergedCues(
  pairs: readonly number[],
  target: readonly Cue[],
  source: readonly Cue[],
): ReadonlyMap<number, number> {
  const takers = new Map<number, number>();
  pairs.forEach((at, i) => takers.set(at, i));
  const merged = new Map<number, number>();
  const look = (j: number, beside: number): void => {
    const taker = takers.get(beside);
    const [cue, other, taking] = [source[j], source[beside], target[taker ?? NONE]];
    if (takers.has(j) || !cue || !other || !taking || taker === undefined) return;
    if (commonTime(cue, other) > 0 || !liesIn(cue, taking)) return;
    merged.set(j, taker);
    takers.set(j, taker);
  };
  for (let j = 1; j < source.length; j += 1) look(j, j - 1);
  for (let j = source.length - 2; j >= 0; j -= 1) look(j, j + 1);
  return merged;
}

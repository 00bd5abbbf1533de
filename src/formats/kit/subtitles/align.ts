import { bestPairs } from '../pairs.js';
import type { Cue } from './cues.js';

/** The most pairs to weigh: two files of 2,000 cues each that are completely different. */
const MOST_PAIRS = 4_000_000;

/**
 * Weights of a pair of cues. If all cues have moved, equal times may be a coincidence; if most are
 * unchanged, they are not.
 */
const SOME_SAME_TIMES = 4.001;
const MOST_SAME_TIMES = 9;
const SAME_SHIFT = 4;
const SAME_START = 3;
const LIKE_NEIGHBOUR = 2;
const OVERLAP = 1;

/** How the cues of a target correspond to those of its source. */
export interface Alignment {
  /**
   * For each cue of the target, the index of its counterpart in the source, or -1. Several cues
   * with the same counterpart are a source cue that was split.
   */
  readonly counterparts: readonly number[];
  /** Source cues without a counterpart → the target cue that also fills their time. */
  readonly merged: ReadonlyMap<number, number>;
  /** The mapping to the source's clock, if the target has another. */
  readonly clock: Clock | undefined;
  /** False if the times are those of another film. */
  readonly isRelated: boolean;
}

const NOTHING: ReadonlyMap<number, number> = new Map();

/**
 * Aligns cues. Times may differ: a cue that moved together with its neighbours, or that overlaps,
 * is the same cue, if necessary by another clock.
 */
export function alignCues(target: readonly Cue[], source: readonly Cue[]): Alignment {
  const inStep = { merged: NOTHING, clock: undefined, isRelated: true };
  const inPlace = target.length === source.length;
  if (inPlace && target.every(({ begin }, i) => begin === source[i]?.begin))
    return { ...inStep, counterparts: target.map((_, i) => i) };
  const clock = hasManySameTimes(target, source) ? undefined : findClock(target, source);
  const timed = byClock(target, clock);
  const pairs = pairCues(timed, source);
  if (!areRelated(pairs, timed, source))
    return { ...inStep, counterparts: pairs, isRelated: false };
  const merged = mergedCues(pairs, timed, source);
  joinSplits(pairs, timed, source);
  return { counterparts: pairs, merged, clock, isRelated: true };
}

/**
 * Whether at least half of the shorter file has equal times, so that other cues were moved
 * individually.
 */
function hasManySameTimes(target: readonly Cue[], source: readonly Cue[]): boolean {
  const times = new Set(source.map(({ begin }) => begin));
  let count = 0;
  for (const { begin } of target) if (times.has(begin)) count += 1;
  return count * 2 >= Math.min(target.length, source.length);
}

/** The counterpart of each cue. */
function pairCues(target: readonly Cue[], source: readonly Cue[]): number[] {
  const exact = new Array<number>(target.length).fill(NONE);
  const found = pairBy(target, source, {
    pairs: exact,
    nameOf: ({ begin, end }) => `${begin} ${end}`,
  });
  if (found === Math.min(target.length, source.length)) return exact;
  const pairs = alignInOrder(target, source, exact) ?? exact;
  pairBy(target, source, { pairs, nameOf: ({ begin, end }) => `${begin} ${end}` });
  pairBy(target, source, { pairs, nameOf: ({ begin }) => String(begin) });
  fillGaps(pairs, target, source);
  return pairs;
}

/**
 * Pairs the remaining cues between two pairs in order, if both sides have the same number. If most
 * cues have kept their times, a distant one is another cue and not a moved one.
 */
function fillGaps(pairs: number[], target: readonly Cue[], source: readonly Cue[]): void {
  const taken = new Set(pairs);
  const isNear = hasManySameTimes(target, source) ? areNear : (): boolean => true;
  let from = 0;
  for (let i = 0; i <= pairs.length; i += 1) {
    const next = i === pairs.length ? source.length : pairs[i];
    if (next === NONE || next === undefined) continue;
    const before = from === 0 ? NONE : (pairs[from - 1] ?? NONE);
    if (next - before - 1 === i - from)
      for (let at = from; at < i; at += 1) {
        const counterpart = before + 1 + at - from;
        if (!taken.has(counterpart) && isNear(target[at], source[counterpart]))
          pairs[at] = counterpart;
      }
    from = i + 1;
  }
}

/** The most milliseconds by which a single cue is moved. */
const MOVED = 2000;

function areNear(own: Cue | undefined, other: Cue | undefined): boolean {
  if (own === undefined || other === undefined) return false;
  return own.begin <= other.end + MOVED && other.begin <= own.end + MOVED;
}

/**
 * Pairs remaining cues with the same name, wherever they are. Returns the number of paired cues.
 */
function pairBy(
  target: readonly Cue[],
  source: readonly Cue[],
  { pairs, nameOf }: { readonly pairs: number[]; readonly nameOf: (cue: Cue) => string },
): number {
  const taken = new Set(pairs);
  const places = new Map<string, number[]>();
  for (let j = source.length - 1; j >= 0; j -= 1) {
    const cue = source[j];
    if (cue === undefined || taken.has(j)) continue;
    const same = places.get(nameOf(cue));
    if (same === undefined) places.set(nameOf(cue), [j]);
    else same.push(j);
  }
  let count = 0;
  target.forEach((cue, i) => {
    if (pairs[i] === NONE) pairs[i] = places.get(nameOf(cue))?.pop() ?? NONE;
    if (pairs[i] !== NONE) count += 1;
  });
  return count;
}

/**
 * The non-crossing pairs with the largest total weight; undefined if there are too many to weigh.
 * @param exact pairs with equal times
 */
function alignInOrder(
  target: readonly Cue[],
  source: readonly Cue[],
  exact: readonly number[],
): number[] | undefined {
  let top = 0;
  while (hasSameTimes(target[top], source[top])) top += 1;
  let bottom = 0;
  while (hasSameTimes(target.at(-1 - bottom), source.at(-1 - bottom))) bottom += 1;
  const rows = target.length - Math.min(bottom, target.length - top) - top;
  const columns = source.length - Math.min(bottom, source.length - top) - top;
  if (rows <= 0 || columns <= 0 || rows * columns > MOST_PAIRS) return undefined;
  const pairs = target.map((_, i) => (i < top ? i : i - target.length + source.length));
  pairs.fill(NONE, top, top + rows);
  const kept = exact.slice(top, top + rows).filter((at) => at !== NONE).length;
  const sameTimes = kept * 2 >= Math.min(rows, columns) ? MOST_SAME_TIMES : SOME_SAME_TIMES;
  // Of equal solutions, the one that ends last: the pairs are looked for from the end.
  const found = bestPairs(rows, columns, (row, column) =>
    weightOf(target, top + rows - 1 - row, {
      source,
      place: top + columns - 1 - column,
      sameTimes,
    }),
  );
  for (const [row, column] of found) pairs[top + rows - 1 - row] = top + columns - 1 - column;
  return pairs;
}

function weightOf(
  target: readonly Cue[],
  i: number,
  {
    source,
    place: j,
    sameTimes,
  }: {
    readonly source: readonly Cue[];
    readonly place: number;
    /** Weight of equal times. */
    readonly sameTimes: number;
  },
): number {
  const own = target[i];
  const other = source[j];
  if (own === undefined || other === undefined) return 0;
  if (own.begin === other.begin) return own.end === other.end ? sameTimes : SAME_START;
  const shift = other.begin - own.begin;
  if (
    shift === shiftOf(target[i - 1], source[j - 1]) ||
    shift === shiftOf(target[i + 1], source[j + 1])
  )
    return shift === other.end - own.end ? SAME_SHIFT : LIKE_NEIGHBOUR;
  const common = Math.min(own.end, other.end) - Math.max(own.begin, other.begin);
  if (common <= 0) return 0;
  return OVERLAP + common / (Math.max(own.end, other.end) - Math.min(own.begin, other.begin));
}

function shiftOf(own: Cue | undefined, other: Cue | undefined): number {
  return own === undefined || other === undefined ? NaN : other.begin - own.begin;
}

function hasSameTimes(own: Cue | undefined, other: Cue | undefined): boolean {
  return own !== undefined && own.begin === other?.begin && own.end === other.end;
}

/** No counterpart. */
const NONE = -1;

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
function areRelated(
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
function joinSplits(pairs: number[], target: readonly Cue[], source: readonly Cue[]): void {
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
function mergedCues(
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

/** Maps a target's time to the source's, in milliseconds: `scale * time + offset`. */
export interface Clock {
  readonly scale: number;
  readonly offset: number;
}

/** Frames per second of films: a target made for another version runs faster or slower. */
const FRAME_RATES = [24000 / 1001, 24, 25, 30000 / 1001, 30];

/** Number of target cues to sample. */
const SAMPLE = 150;
/** Starts this close, in milliseconds, count as equal; twice this is the width of a bin. */
const NEAR = 120;
const BIN = 2 * NEAR;
/** Half a day: broadcasters start their clocks at one hour, or at ten. */
const FARTHEST = 12 * 3600 * 1000;
const BINS = Math.ceil((2 * FARTHEST) / BIN) + 2;
/** The share of cues that must start together. By chance, at most one in five does. */
const ENOUGH_STARTS = 0.6;
const LEAST_CUES = 4;

/**
 * How a target's times follow from its source's, if a clock explains most of them better than no
 * clock: all shifted by some seconds, or stretched from one frame rate to another.
 */
function findClock(target: readonly Cue[], source: readonly Cue[]): Clock | undefined {
  const fewer = Math.min(target.length, source.length);
  if (fewer === 0 || (fewer < LEAST_CUES && target.length !== source.length)) return undefined;
  const begins = sampled(target);
  const wanted = Math.max(1, Math.ceil(ENOUGH_STARTS * Math.min(begins.length, fewer)));
  const known = countNear(begins, source, { scale: 1, offset: 0 });
  const bins = new Uint16Array(BINS);
  let best: Found = { clock: { scale: 1, offset: 0 }, count: known };
  for (const scale of scalesOf(target, source)) {
    const found = bestOffset(begins, source, { scale, bins });
    // A clock that is not much better than the previous one explains nothing.
    if (found.count > best.count + begins.length / 20) best = found;
    if (best.count >= wanted && best.count >= 0.9 * begins.length) break;
  }
  if (best.count < wanted || best.count <= known) return undefined;
  return best.clock;
}

interface Found {
  readonly clock: Clock;
  /** Number of sampled cues that start together with a source cue. */
  readonly count: number;
}

/** Starts of cues, evenly sampled from the file. */
function sampled(cues: readonly Cue[]): readonly number[] {
  const step = Math.max(1, cues.length / SAMPLE);
  const count = Math.min(cues.length, SAMPLE);
  return Array.from({ length: count }, (_, i) => cues[Math.floor(i * step)]?.begin ?? 0);
}

/**
 * First the same speed, then ratios of frame rates, then the ratio suggested by the ends of both
 * files.
 */
function scalesOf(target: readonly Cue[], source: readonly Cue[]): ReadonlySet<number> {
  const scales = new Set([1]);
  for (const one of FRAME_RATES)
    for (const other of FRAME_RATES) scales.add(Number((one / other).toFixed(6)));
  for (const skipped of [0, 1, 2])
    for (const left of [0, 1, 2]) {
      const own = span(target, 0, 0);
      const scale = own === 0 ? 1 : span(source, skipped, left) / own;
      const other = span(target, skipped, left);
      const inverse = other === 0 ? 1 : span(source, 0, 0) / other;
      for (const value of [scale, inverse])
        if (value > 0.8 && value < 1.25) scales.add(Number(value.toFixed(6)));
    }
  return scales;
}

function span(cues: readonly Cue[], skipped: number, left: number): number {
  return (cues.at(-1 - left)?.begin ?? 0) - (cues[skipped]?.begin ?? 0);
}

/** The offset at which most starts of both files coincide. */
function bestOffset(
  begins: readonly number[],
  source: readonly Cue[],
  { scale, bins }: { readonly scale: number; readonly bins: Uint16Array },
): Found {
  bins.fill(0);
  for (const begin of begins)
    for (const cue of source) {
      const bin = Math.floor((cue.begin - begin * scale + FARTHEST) / BIN);
      if (bin >= 0 && bin < BINS) bins[bin] = (bins[bin] ?? 0) + 1;
    }
  let best = 0;
  let most = 0;
  for (let bin = 0; bin + 1 < BINS; bin += 1) {
    const count = (bins[bin] ?? 0) + (bins[bin + 1] ?? 0);
    if (count > most) [best, most] = [bin, count];
  }
  const offset = medianIn(begins, source, { scale, from: best * BIN - FARTHEST });
  const clock = { scale, offset };
  return { clock, count: countNear(begins, source, clock) };
}

/** The median of the offsets in two bins. */
function medianIn(
  begins: readonly number[],
  source: readonly Cue[],
  { scale, from }: { readonly scale: number; readonly from: number },
): number {
  const offsets: number[] = [];
  for (const begin of begins)
    for (const cue of source) {
      const offset = cue.begin - begin * scale;
      if (offset >= from && offset < from + 2 * BIN) offsets.push(offset);
    }
  offsets.sort((a, b) => a - b);
  return Math.round(offsets[offsets.length >> 1] ?? 0);
}

/** Number of starts that are near a start in the source. */
function countNear(begins: readonly number[], source: readonly Cue[], clock: Clock): number {
  const others = source.map(({ begin }) => begin).sort((a, b) => a - b);
  let count = 0;
  for (const begin of begins) {
    const time = begin * clock.scale + clock.offset;
    let low = 0;
    let high = others.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((others[middle] ?? 0) < time - NEAR) low = middle + 1;
      else high = middle;
    }
    if ((others[low] ?? Infinity) <= time + NEAR) count += 1;
  }
  return count;
}

/** Cues converted to the source's clock. */
function byClock(cues: readonly Cue[], clock: Clock | undefined): readonly Cue[] {
  if (clock === undefined) return cues;
  const { scale, offset } = clock;
  const at = (time: number): number => Math.round(time * scale + offset);
  return cues.map((cue) => ({ ...cue, begin: at(cue.begin), end: at(cue.end) }));
}

import type { Cue } from './cues.js';

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
const ENOUGH = 0.6;
const LEAST_CUES = 4;

/**
 * How a target's times follow from its source's, if a clock explains most of them better than no
 * clock: all shifted by some seconds, or stretched from one frame rate to another.
 */
export function findClock(target: readonly Cue[], source: readonly Cue[]): Clock | undefined {
  const fewer = Math.min(target.length, source.length);
  if (fewer === 0 || (fewer < LEAST_CUES && target.length !== source.length)) return undefined;
  const begins = sampled(target);
  const wanted = Math.max(1, Math.ceil(ENOUGH * Math.min(begins.length, fewer)));
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
export function byClock(cues: readonly Cue[], clock: Clock | undefined): readonly Cue[] {
  if (clock === undefined) return cues;
  const { scale, offset } = clock;
  const at = (time: number): number => Math.round(time * scale + offset);
  return cues.map((cue) => ({ ...cue, begin: at(cue.begin), end: at(cue.end) }));
}

import type { Cue } from './cues.js';
import { formatTime } from './names.js';
import type { State } from './state.js';

/** From this distance to its source on, in milliseconds, a cue counts as moved by hand. */
const BY_HAND = 1000;

/**
 * The timing lines of a source's cues in a target with its own clock: at the same distance to their
 * neighbours as in the source. Undefined for a cue for which the source's times fit.
 */
export function ownTimes(target: State, source: State): (place: number) => string | undefined {
  const { counterparts, clock } = target.alignment ?? { counterparts: [], clock: undefined };
  const cueOf = new Map(counterparts.map((place, i) => [place, target.cues[i]]));
  const scale = clock?.scale ?? 1;
  return (place) => {
    const cue = source.cues[place];
    const beside = nearest(place, source.cues.length, (at) => cueOf.get(at) !== undefined);
    const [own, other] = [cueOf.get(beside), source.cues[beside]];
    if (cue === undefined || own === undefined || other === undefined) return undefined;
    const at = (time: number): number => own.begin + (time - other.begin) / scale;
    if (clock === undefined && Math.abs(own.begin - other.begin) < BY_HAND) return undefined;
    return timingLine(source.text, cue, at);
  };
}

/** The nearest index before or after `place` that satisfies `is`; -1 if there is none. */
function nearest(place: number, count: number, is: (at: number) => boolean): number {
  for (let gap = 1; gap < count; gap += 1) {
    if (is(place - gap)) return place - gap;
    if (is(place + gap)) return place + gap;
  }
  return -1;
}

/** A timing line with other times, otherwise unchanged. */
function timingLine(text: string, cue: Cue, at: (time: number) => number): string {
  const line = text.slice(cue.timing, cue.timingEnd);
  const [comma = ','] = /(?<=\d)[.,](?=\d)/.exec(line) ?? [];
  const times = [at(cue.begin), at(cue.end)].map((time) => formatTime(time, comma));
  return line.replace(/-?\d[\d:.,]*/g, (found) => times.shift() ?? found);
}

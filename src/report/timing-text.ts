import type { PhaseTiming, RequestTiming, Timing } from '../model/timing.js';
import { formatNumber } from './amounts.js';

/** The timing of a run as text. */
export function timingText({ total, phases, requests }: Timing): string {
  const lines = [
    'timeline (ms since the process started)',
    ...phases.map(phaseLine),
    `${right(total)}  end`,
    ...(requests === null ? ['nothing was sent'] : requestLines(requests)),
  ];
  return `${lines.join('\n')}\n`;
}

/** Milliseconds of waiting from which on they are shown. */
const MUCH = 5;

function phaseLine({ name, start, duration, waited }: PhaseTiming): string {
  const much = waited >= MUCH ? `, ${formatNumber(waited)} of them waiting` : '';
  return `${right(start)}  ${name.padEnd(10)}${right(duration)}${much}`;
}

function right(milliseconds: number): string {
  return formatNumber(milliseconds).padStart(8);
}

function requestLines(timing: RequestTiming): readonly string[] {
  const { count, first, last, inFlight, latency, paused } = timing;
  const ms = (value: number): string => `${formatNumber(value)} ms`;
  const pauses = paused === 0 ? '' : `; pauses before retries took ${ms(paused)} in total`;
  return [
    `requests: ${formatNumber(count)}; the first was sent after ${ms(first)}, the last ended after ${ms(last)}`,
    `in flight: ${inFlight.average} on average, ${inFlight.most} at most; answers took ${ms(latency.median)} (median), ${ms(latency.slowest)} at most${pauses}`,
  ];
}

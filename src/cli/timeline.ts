import type { EngineEvent, PhaseTiming, RequestTiming, Timing } from '../model/index.js';

/** Milliseconds since the process started, and how many of them it was idle. */
export interface Clock {
  readonly now: () => number;
  readonly idle: () => number;
}

const PROCESS_CLOCK: Clock = {
  now: () => performance.now(),
  idle: () => performance.eventLoopUtilization().idle,
};

/** Records when the phases of a run begin and when its requests start and end. */
export class Timeline {
  readonly #clock: Clock;
  readonly #phases = new Map<string, { start: number; duration: number; waited: number }>();
  #current: { readonly name: string; readonly start: number; readonly idle: number };
  readonly #requests = new RequestTimes();

  constructor(clock = PROCESS_CLOCK) {
    this.#clock = clock;
    this.#current = { name: 'start', start: 0, idle: 0 };
  }

  /** Begins a phase, which ends the previous one. */
  begin(name: string): void {
    const { now, idle } = this.#clock;
    const [end, idleAtEnd] = [now(), idle()];
    const { name: last, start, idle: before } = this.#current;
    const phase = this.#phases.get(last) ?? { start, duration: 0, waited: 0 };
    phase.duration += end - start;
    phase.waited += idleAtEnd - before;
    this.#phases.set(last, phase);
    this.#current = { name, start: end, idle: idleAtEnd };
  }

  readonly onEvent = (event: EngineEvent): void => {
    if (event.type === 'phase') this.begin(event.name);
    else if (event.type === 'retry') this.#requests.paused += event.reason.delay;
    else if (event.type === 'request') {
      const at = this.#clock.now();
      if (event.step === 'sent') this.#requests.sent(event.id, at);
      else this.#requests.ended(event.id, at);
    }
  };

  /** Ends the run and returns its timing. */
  end(): Timing {
    this.begin('end');
    const phases = [...this.#phases].map(([name, { start, duration, waited }]): PhaseTiming => ({
      name,
      start: Math.round(start),
      duration: Math.round(duration),
      waited: Math.round(waited),
    }));
    const total = Math.round(this.#current.start);
    return { total, phases, requests: this.#requests.timing() };
  }
}

/** When requests were sent and ended. */
class RequestTimes {
  paused = 0;
  readonly #open = new Map<number, number>();
  readonly #latencies: number[] = [];
  #first: number | undefined;
  #last = 0;
  #most = 0;

  sent(id: number, at: number): void {
    this.#first ??= at;
    this.#open.set(id, at);
    this.#most = Math.max(this.#most, this.#open.size);
  }

  ended(id: number, at: number): void {
    const sent = this.#open.get(id);
    if (sent === undefined) return;
    this.#open.delete(id);
    this.#latencies.push(at - sent);
    this.#last = at;
  }

  timing(): RequestTiming | null {
    if (this.#first === undefined) return null;
    const sorted = this.#latencies.sort((one, other) => one - other);
    const sum = sorted.reduce((all, one) => all + one, 0);
    const span = Math.max(1, this.#last - this.#first);
    return {
      count: sorted.length + this.#open.size,
      first: Math.round(this.#first),
      last: Math.round(this.#last),
      inFlight: { most: this.#most, average: Math.round((sum / span) * 10) / 10 },
      latency: {
        median: Math.round(sorted[sorted.length >> 1] ?? 0),
        slowest: Math.round(sorted.at(-1) ?? 0),
      },
      paused: Math.round(this.paused),
    };
  }
}

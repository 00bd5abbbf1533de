import { describe, expect, test } from 'vitest';
import { AdaptiveConcurrency, fixedConcurrency } from '../../src/engine/translate/concurrency.js';
import type { Concurrency, Sent } from '../../src/engine/translate/concurrency.js';

/** A service and the way to it, in a time of their own. Times in milliseconds. */
interface World {
  /** Requests in flight that the service allows. */
  readonly allowed: number;
  readonly requests: number;
  /** Of an answer, and of a refusal. */
  readonly latency: number;
  readonly refusal: number;
  /** Longest that a message is under way, in either direction. */
  readonly lag: number;
}

/** Things that happen at a time. */
class Clock {
  now = 0;
  readonly #events: { readonly at: number; readonly happen: () => void }[] = [];

  after(delay: number, happen: () => void): void {
    const at = this.now + delay;
    const later = this.#events.findIndex((event) => event.at > at);
    this.#events.splice(later < 0 ? this.#events.length : later, 0, { at, happen });
  }

  run(): void {
    for (let event = this.#events.shift(); event !== undefined; event = this.#events.shift()) {
      this.now = event.at;
      event.happen();
    }
  }
}

/** Milliseconds until the last answer, and the share of requests that was refused. */
function run(
  concurrencyOf: (clock: () => number) => Concurrency,
  { allowed, requests, latency, refusal, lag }: World,
): { readonly time: number; readonly refused: number } {
  const clock = new Clock();
  const concurrency = concurrencyOf(() => clock.now);
  let seed = 42;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  let [left, inFlight, atService, sent, refused, time] = [requests, 0, 0, 0, 0, 0];
  const fill = (): void => {
    while (inFlight < concurrency.limit && left > 0) {
      left -= 1;
      sent += 1;
      inFlight += 1;
      const request = concurrency.started(inFlight);
      const started = clock.now;
      clock.after(random() * lag, () => arrive(request, started));
    }
    const { pause } = concurrency;
    if (pause > 0 && left > 0) clock.after(Math.ceil(pause), fill);
  };
  const arrive = (request: Sent, started: number): void => {
    atService += 1;
    const welcome = atService <= allowed;
    clock.after(welcome ? latency : refusal, () => {
      atService -= 1;
      clock.after(random() * lag, () => {
        inFlight -= 1;
        if (welcome) {
          concurrency.succeeded(request, clock.now - started);
          time = clock.now;
        } else {
          refused += 1;
          concurrency.refused(request);
          clock.after(random() * 250, () => {
            left += 1;
            fill();
          });
        }
        fill();
      });
    });
  };
  fill();
  clock.run();
  expect(left + inFlight).toBe(0);
  return { time, refused: refused / sent };
}

describe.each([
  { allowed: 2, requests: 200 },
  { allowed: 8, requests: 600 },
  { allowed: 32, requests: 1200 },
])('auto against a service that allows $allowed requests in flight', ({ allowed, requests }) => {
  test.each([
    { refusal: 100, lag: 0 },
    { refusal: 100, lag: 5 },
    { refusal: 100, lag: 30 },
    { refusal: 1, lag: 5 },
    { refusal: 1, lag: 30 },
  ])(
    'is at least 85 % as fast as that number, and at most 2 % are refused ($refusal ms, lag $lag ms)',
    ({ refusal, lag }) => {
      const world: World = { allowed, requests, latency: 100, refusal, lag };
      const fixed = run(() => fixedConcurrency(allowed), world);
      const auto = run((clock) => new AdaptiveConcurrency(clock), world);
      expect(fixed.time / auto.time).toBeGreaterThanOrEqual(0.85);
      expect(auto.refused).toBeLessThanOrEqual(0.02);
    },
  );
});

test('auto goes as far as it may where nothing is refused', () => {
  const world: World = { allowed: 1000, requests: 6000, latency: 100, refusal: 100, lag: 5 };
  const auto = run((clock) => new AdaptiveConcurrency(clock), world);
  const fixed = run(() => fixedConcurrency(96), world);
  expect(fixed.time / auto.time).toBeGreaterThanOrEqual(0.85);
  expect(auto.refused).toBe(0);
});

test.each([
  { requests: 1000, seconds: 2 },
  { requests: 2000, seconds: 3.2 },
])('auto lets $requests answers of 100 ms come within $seconds s', ({ requests, seconds }) => {
  const world: World = { allowed: 1000, requests, latency: 100, refusal: 100, lag: 5 };
  const { time } = run((clock) => new AdaptiveConcurrency(clock), world);
  expect(time).toBeLessThanOrEqual(seconds * 1000);
});

describe('answers that get slow', () => {
  /** So many requests that are answered after 100 ms each, at the most that is ever tried. */
  function grown(): AdaptiveConcurrency {
    const concurrency = new AdaptiveConcurrency(() => 0);
    for (let round = 0; round < 40; round += 1) {
      const sent = Array.from({ length: concurrency.limit }, (_, i) => concurrency.started(i + 1));
      for (const one of sent) concurrency.succeeded(one, 100);
    }
    return concurrency;
  }

  test('make a quarter fewer at once, whatever was sent before that', () => {
    const concurrency = grown();
    const before = concurrency.limit;
    const sent = Array.from({ length: before }, (_, i) => concurrency.started(i + 1));
    for (const one of sent) concurrency.succeeded(one, 2000);
    expect(concurrency.limit).toBe(Math.floor(before * 0.75));
  });

  test('say nothing where this process was too busy to read them', () => {
    const concurrency = grown();
    const before = concurrency.limit;
    const sent = Array.from({ length: before }, (_, i) => concurrency.started(i + 1));
    for (const one of sent) concurrency.succeeded(one, undefined);
    expect(concurrency.limit).toBe(before);
  });
});

import { expect } from 'vitest';

/** Sizes that are compared: three doublings apart. */
const SIZES = [1, 8];

/** What three doublings may multiply time by: n log n takes 10 times as long, n² 64 times. */
const MOST = 27;

/** Milliseconds that even nothing takes, by the grain of the clock and what else runs. */
const FLOOR = 5;

/** Runs that the best is taken of. */
const RUNS = 2;

/**
 * Fails where CPU time grows clearly faster than n log n from `size` to 8 × `size`. `prepare` makes
 * the input, which is not measured.
 */
export async function expectNoGrowth<T>(
  size: number,
  prepare: (size: number) => T | Promise<T>,
  run: (input: T) => unknown,
): Promise<void> {
  const times: number[] = [];
  for (const factor of SIZES) {
    const inputs: T[] = [];
    for (let count = 0; count < RUNS; count += 1) inputs.push(await prepare(size * factor));
    times.push(await bestOf(inputs, run));
  }
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const shown = times.map((time) => time.toFixed(1)).join(', ');
  expect(last, `${shown} ms for ${SIZES.join(', ')} × ${size}`).toBeLessThan(
    MOST * Math.max(first, FLOOR),
  );
}

async function bestOf<T>(inputs: readonly T[], run: (input: T) => unknown): Promise<number> {
  let best = Infinity;
  for (const input of inputs) {
    const before = process.cpuUsage();
    await run(input);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

import { expect } from 'vitest';

/** Sizes to compare, three doublings apart. */
const SIZES = [1, 8];

/**
 * The most that three doublings may multiply the time by: n log n takes 10 times as long, n² 64
 * times.
 */
const MOST = 27;

/**
 * Milliseconds that even an empty task takes, due to the clock's resolution and other processes.
 */
const FLOOR = 5;

/** Number of runs; the best counts. */
const RUNS = 2;

/**
 * Fails if CPU time clearly grows faster than n log n from `size` to 8 × `size`. `prepare` makes
 * the input and is not measured.
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

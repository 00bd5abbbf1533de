import { afterEach, describe, expect, test, vi } from 'vitest';
import { backOff, Pauses } from '../../src/engine/translate/queue.js';

afterEach(() => void vi.restoreAllMocks());

describe('a batch that was refused waits', () => {
  test.each([
    [1, 250],
    [2, 750],
    [3, 2250],
    [4, 6750],
    [5, 20_000],
    [50, 20_000],
  ])('the time %i at most %i ms', (refusals, most) => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    expect(backOff(refusals)).toBe(most);
    vi.spyOn(Math, 'random').mockReturnValue(0);
    expect(backOff(refusals)).toBe(0);
  });
});

describe('requests', () => {
  const pauses = (signal = new AbortController().signal): Pauses => new Pauses(signal);

  /** Milliseconds until a promise is settled. */
  async function time(promise: Promise<void>): Promise<number> {
    const begun = performance.now();
    await promise;
    return performance.now() - begun;
  }

  test('wait for nothing unless somebody said so', async () => {
    expect(await time(pauses().over())).toBeLessThan(1000);
    expect(await time(pauses().wait(-5))).toBeLessThan(1000);
  });

  test('all wait for what the service asked for', async () => {
    const some = pauses();
    some.forAll(200);
    expect(
      await time(Promise.all([some.over(), some.over()]).then(() => undefined)),
    ).toBeGreaterThan(180);
    expect(await time(some.over())).toBeLessThan(150);
  });

  test('wait no more once the run is ended', async () => {
    const abort = new AbortController();
    const some = pauses(abort.signal);
    some.forAll(600_000);
    const waiting = some.over();
    abort.abort();
    await expect(waiting).resolves.toBeUndefined();
  });
});

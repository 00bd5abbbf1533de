import { expect, test } from 'vitest';
import { turnsFor } from '../../src/engine/turns.js';

/** Works for this many milliseconds without giving a turn. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('work that has just had a turn goes on, and longer work gives one', async () => {
  const giveTurn = turnsFor(new AbortController().signal);
  let hasTurned = false;
  setImmediate(() => (hasTurned = true));
  // Not at every file: a turn for each of very many would take longer than the files.
  await giveTurn();
  expect(hasTurned).toBe(false);
  work(30);
  await giveTurn();
  expect(hasTurned).toBe(true);
});

test('a signal ends long work between two files', async () => {
  const abort = new AbortController();
  const giveTurn = turnsFor(abort.signal);
  setImmediate(() => abort.abort());
  let done = 0;
  const run = async (): Promise<void> => {
    for (; done < 100; done += 1) {
      work(30);
      await giveTurn();
    }
  };
  await expect(run()).rejects.toMatchObject({ name: 'EngineError', code: 'interrupted' });
  expect(done).toBeLessThan(10);
});

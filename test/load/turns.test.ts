import { expect, test } from 'vitest';
import { inTurns, Turns } from '../../src/engine/turns.js';
import { eachInSteps } from '../../src/model/index.js';
import type { Steps } from '../../src/model/index.js';

test('work goes on until a signal came, and hears of one where it gives a turn', async () => {
  const abort = new AbortController();
  const turns = new Turns(abort.signal);
  let hasTurned = false;
  setImmediate(() => (hasTurned = true));
  // Not at every step: a turn for each of very many files would take longer than the files.
  await turns.give();
  expect(hasTurned).toBe(false);
  await turns.next();
  expect(hasTurned).toBe(true);
  setImmediate(() => abort.abort());
  await expect(turns.next()).rejects.toMatchObject({ name: 'EngineError', code: 'interrupted' });
});

test('a signal ends long work between two of its steps', async () => {
  const abort = new AbortController();
  let made = 0;
  function* work(): Steps<string> {
    for (made = 0; made < 100; made += 1) {
      const end = performance.now() + 30;
      while (performance.now() < end);
      yield;
    }
    return 'done';
  }
  setImmediate(() => abort.abort());
  const interrupted = new Turns(abort.signal).through(work());
  await expect(interrupted).rejects.toMatchObject({ code: 'interrupted' });
  expect(made).toBeLessThan(10);
});

test('work whose signal never comes, or that has no turns, is done to its end', async () => {
  const work = (): Steps<number[]> => eachInSteps([1, 2, 3], (one) => one * 2);
  expect(await new Turns(new AbortController().signal).through(work())).toEqual([2, 4, 6]);
  expect(await inTurns(work(), undefined)).toEqual([2, 4, 6]);
});

import { expect, test } from 'vitest';
import { Turns } from '../../src/engine/turns.js';

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

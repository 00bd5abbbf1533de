import { expect, test } from 'vitest';
import { settled } from '../../src/config/load.js';

const FOREVER = new Promise<never>(() => undefined);

test('what settles is passed on', async () => {
  await expect(settled(Promise.resolve(5), { file: 'a.mjs' })).resolves.toBe(5);
  await expect(settled(Promise.reject(new Error('x')), { file: 'a.mjs' })).rejects.toThrow('x');
});

test('what takes long is said once, and ends as an error of the config', async () => {
  const said: string[] = [];
  const waiting = settled(FOREVER, {
    file: 'a.mjs',
    onSlow: (message) => said.push(message),
    limits: { slow: 10, end: 50 },
  });
  await expect(waiting).rejects.toMatchObject({
    code: 'unsettled',
    message: 'a.mjs: the config did not finish loading: it took more than 0.05 s.',
  });
  expect(said).toEqual(['Waiting for a.mjs to finish loading.']);
});

test('an interruption ends it', async () => {
  const abort = new AbortController();
  const waiting = settled(FOREVER, { file: 'a.mjs', signal: abort.signal });
  abort.abort(new Error('interrupted'));
  await expect(waiting).rejects.toThrow('interrupted');
});

import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runAlone } from '../../src/engine/session/index.js';
import type { EngineEvent } from '../../src/model/index.js';
import { acquireRunLock } from '../../src/state/index.js';
import { temporaryFolder } from '../state/temporary.js';

interface Alone {
  readonly context: Parameters<typeof runAlone>[0];
  readonly events: EngineEvent[];
}

function alone(
  root: string = temporaryFolder(),
  signal: AbortSignal = new AbortController().signal,
): Alone {
  const events: EngineEvent[] = [];
  const onEvent = (event: EngineEvent): void => void events.push(event);
  return { context: { state: join(root, '.locale-sync'), signal, onEvent }, events };
}

describe('a run that is alone', () => {
  test('gives its result, and lets the next one in', async () => {
    const { context, events } = alone();
    expect(await runAlone(context, () => Promise.resolve(1))).toBe(1);
    expect(await runAlone(context, () => Promise.resolve(2))).toBe(2);
    expect(events).toEqual([]);
  });

  test('lets the next one in where it fails', async () => {
    const { context } = alone();
    const failing = runAlone(context, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await runAlone(context, () => Promise.resolve(2))).toBe(2);
  });

  test('waits while another one runs, and says for whom', async () => {
    const { context, events } = alone();
    const other = await acquireRunLock(context.state);
    const order: string[] = [];
    const run = runAlone(context, () => Promise.resolve(void order.push('run')));
    await expect.poll(() => events).toEqual([{ type: 'waiting', pid: process.pid }]);
    order.push('other ends');
    other.release();
    await run;
    expect(order).toEqual(['other ends', 'run']);
  });

  test('does not begin where it was ended while it waited', async () => {
    const abort = new AbortController();
    const { context } = alone(temporaryFolder(), abort.signal);
    const other = await acquireRunLock(context.state);
    let begun = false;
    const run = runAlone(context, () => Promise.resolve(void (begun = true)));
    abort.abort(new Error('ended'));
    await expect(run).rejects.toThrow();
    other.release();
    expect(begun).toBe(false);
  });

  test('removes the temporary files that killed runs left, and no others', async () => {
    const { context } = alone();
    const folder = join(context.state, 'tmp');
    mkdirSync(folder, { recursive: true });
    for (const name of ['4711-1', 'notes.txt']) writeFileSync(join(folder, name), '');
    const seen = await runAlone(context, () => Promise.resolve(readdirSync(folder)));
    expect(seen).toEqual(['notes.txt']);
  });

  test('refuses a local state that is a link out of the repository', async () => {
    const root = temporaryFolder();
    const { context } = alone(root);
    symlinkSync(temporaryFolder(), context.state);
    let begun = false;
    await expect(runAlone(context, () => Promise.resolve(void (begun = true)))).rejects.toThrow();
    expect(begun).toBe(false);
  });
});

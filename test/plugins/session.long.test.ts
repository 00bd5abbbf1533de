import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { KEY } from '../support/service.js';
import { dev, WAIT } from './dev-server.js';
import { app } from './support.js';

const SAVES = 60;
const MIB = 2 ** 20;
/** Milliseconds after which connections that are kept for the next save are closed. */
const KEEP_ALIVE = 6000;

test('60 saves leave memory and open handles where they were', { timeout: 300_000 }, async () => {
  const texts = Array.from({ length: 100 }, (_, i) => [`key${i}`, `Text number ${i}`] as const);
  const catalog: Record<string, string> = Object.fromEntries(texts);
  const write = (): void => project.write('locales/en.json', JSON.stringify(catalog, undefined, 2));
  const project = app({ 'locales/de.json': '{}\n', 'locales/fr.json': '{}\n' });
  // In a process of its own, so that what it remembers is not counted.
  const service = project.start(['service', '--quiet', '--engine', 'pseudo', '--key', KEY]);
  const [line] = (await once(createInterface(service.stdout!), 'line')) as [string];
  vi.stubEnv('SERVICE_URL', line.replace('listening on ', ''));
  vi.stubEnv('SERVICE_AUTH_KEY', KEY);
  onTestFinished(() => void vi.unstubAllEnvs());
  write();
  const { server, status } = await dev(project.root, { mode: 'sync', ci: true });
  await expect.poll(status, WAIT).toMatchObject({ ok: true });

  const save = async (i: number): Promise<void> => {
    const text = `Saved for the time ${i}`;
    const before = project.read('locales/fr.json');
    catalog[`key${i % 100}`] = text;
    write();
    await expect.poll(() => project.read('locales/fr.json'), WAIT).not.toBe(before);
  };
  for (let i = 0; i < 10; i += 1) await save(i);
  const before = await holdings();
  for (let i = 0; i < SAVES; i += 1) await save(10 + i);
  const after = await holdings();
  await expect.poll(status, WAIT).toMatchObject({ ok: true });
  await expect.poll(handles, WAIT).toEqual(before.handles);
  // Files of the state come and go with every run; a watched one would be a handle that comes and
  // goes.
  const watched = Object.keys(server.watcher.getWatched());
  expect(watched).toContain(project.path('locales'));
  expect(watched.filter((path) => path.includes('.locale-sync'))).toEqual([]);
  // A run's catalogs and units alone are more than a tenth of this; sixty of them would show.
  expect(after.heap - before.heap).toBeLessThan(4 * MIB);
});

async function holdings(): Promise<{ readonly heap: number; readonly handles: readonly string[] }> {
  await sleep(KEEP_ALIVE);
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return { heap: process.memoryUsage().heapUsed, handles: handles() };
}

function handles(): readonly string[] {
  return process
    .getActiveResourcesInfo()
    .filter((name) => /Wrap|Event|Pipe/.test(name))
    .sort();
}

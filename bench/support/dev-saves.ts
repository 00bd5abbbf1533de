import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createServer } from 'vite';
import type { PluginOption } from 'vite';

export interface Saves {
  /** Milliseconds from a save to the last target written, each. */
  readonly times: readonly number[];
  /** Processor milliseconds of the dev server for a save, each. */
  readonly processor: readonly number[];
  readonly grownMiB: number;
  readonly moreHandles: number;
}

interface SaveOptions {
  readonly folder: string;
  readonly targets: readonly string[];
  readonly plugin: PluginOption;
  readonly saves: number;
}

/** Saves before anything is measured: code is compiled, tables have their size. */
const WARM_UP = 20;
/** Milliseconds between two saves; a watcher takes what comes within 50 as one. */
const PAUSE = 300;
/** Milliseconds after which connections that are kept for the next save are closed. */
const KEEP_ALIVE = 7000;

/**
 * A dev session: one text of the source is changed and saved, again and again, in a running Vite
 * dev server.
 */
export async function saveAgainAndAgain(options: SaveOptions): Promise<Saves> {
  const { folder, targets, plugin, saves } = options;
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    server: { port: 0, host: '127.0.0.1', watch: { usePolling: false } },
    plugins: [plugin],
  });
  await server.listen();
  const source = join(folder, 'locales/en.json');
  const files = targets.map((locale) => join(folder, `locales/${locale}.json`));
  const catalog = JSON.parse(readFileSync(source, 'utf8')) as Record<string, string>;
  const keys = Object.keys(catalog);
  const times: number[] = [];
  const processor: number[] = [];
  const save = async (i: number): Promise<void> => {
    catalog[keys[(i * 7) % keys.length] ?? ''] = `Text that was saved for the time ${i}`;
    const before = files.map((file) => statSync(file).mtimeMs);
    const used = process.cpuUsage();
    const start = performance.timeOrigin + performance.now();
    writeFileSync(source, `${JSON.stringify(catalog, null, 2)}\n`);
    while (files.some((file, at) => statSync(file).mtimeMs === before[at])) await sleep(2);
    times.push(Math.max(...files.map((file) => statSync(file).mtimeMs)) - start);
    const { user, system } = process.cpuUsage(used);
    processor.push((user + system) / 1000);
    await sleep(PAUSE);
  };
  await sleep(1000);
  for (let i = 0; i < WARM_UP; i += 1) await save(i);
  times.length = 0;
  processor.length = 0;
  const before = await holdings();
  for (let i = 0; i < saves; i += 1) await save(WARM_UP + i);
  const after = await holdings();
  await server.close();
  return {
    times,
    processor,
    grownMiB: (after.heap - before.heap) / 2 ** 20,
    moreHandles: after.handles - before.handles,
  };
}

async function holdings(): Promise<{ readonly heap: number; readonly handles: number }> {
  await sleep(KEEP_ALIVE);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return { heap: process.memoryUsage().heapUsed, handles: process.getActiveResourcesInfo().length };
}

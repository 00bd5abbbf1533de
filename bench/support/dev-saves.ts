import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createServer } from 'vite';
import type { Plugin, PluginOption } from 'vite';

export interface Saves {
  /** For each save, milliseconds until the bundler has every target. */
  readonly times: readonly number[];
  /** For each save, CPU milliseconds of the dev server. */
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

/** Saves before the measurement, until code is compiled and tables have their size. */
const WARM_UP = 20;
/** Milliseconds between two saves. A watcher merges saves within 50 ms. */
const PAUSE = 300;
/** Milliseconds after which connections kept for the next save are closed. */
const KEEP_ALIVE = 7000;

/**
 * A dev session: changes and saves one text of the source again and again in a running Vite dev
 * server, which then updates its pages with the targets.
 */
export async function saveAgainAndAgain(options: SaveOptions): Promise<Saves> {
  const { saves } = options;
  const session = await openSession(options);
  for (let i = 0; i < WARM_UP; i += 1) await session.save(i);
  const before = await holdings();
  const all: { readonly time: number; readonly processor: number }[] = [];
  for (let i = 0; i < saves; i += 1) all.push(await session.save(WARM_UP + i));
  const after = await holdings();
  await session.close();
  return {
    times: all.map(({ time }) => time),
    processor: all.map(({ processor }) => processor),
    grownMiB: (after.heap - before.heap) / 2 ** 20,
    moreHandles: after.handles - before.handles,
  };
}

/** The same with a listener that only writes as many new targets: the bundler's own share. */
export function bundlerPlugin({
  folder,
  targets,
}: Pick<SaveOptions, 'folder' | 'targets'>): Plugin {
  let saves = 0;
  return {
    name: 'targets-at-once',
    configureServer({ watcher }) {
      watcher.on('change', (path) => {
        if (path !== join(folder, SOURCE)) return;
        saves += 1;
        for (const file of targets.map((locale) => join(folder, `locales/${locale}.json`))) {
          const text = readFileSync(file, 'utf8').replace(/"Text[^"]*"/, `"Text of save ${saves}"`);
          writeFileSync(`${file}.new`, text);
          renameSync(`${file}.new`, file);
        }
      });
    },
  };
}

const SOURCE = 'locales/en.json';

interface DevSession {
  /** Saves the source with one changed text. In milliseconds. */
  readonly save: (i: number) => Promise<{ readonly time: number; readonly processor: number }>;
  readonly close: () => Promise<void>;
}

async function openSession({ folder, targets, plugin }: SaveOptions): Promise<DevSession> {
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    server: { port: 0, host: '127.0.0.1', watch: { usePolling: false } },
    plugins: [plugin],
  });
  await server.listen();
  const source = join(folder, SOURCE);
  const files = targets.map((locale) => join(folder, `locales/${locale}.json`));
  const catalog = JSON.parse(readFileSync(source, 'utf8')) as Record<string, string>;
  const keys = Object.keys(catalog);
  const waiting = new Set<string>();
  server.watcher.on('change', (path) => waiting.delete(path));
  await sleep(1000);
  return {
    save: async (i) => {
      catalog[keys[(i * 7) % keys.length] ?? ''] = `Text that was saved for the time ${i}`;
      for (const file of files) waiting.add(file);
      const used = process.cpuUsage();
      const start = performance.now();
      writeFileSync(source, `${JSON.stringify(catalog, null, 2)}\n`);
      while (waiting.size > 0) await sleep(1);
      const time = performance.now() - start;
      const { user, system } = process.cpuUsage(used);
      await sleep(PAUSE);
      return { time, processor: (user + system) / 1000 };
    },
    close: () => server.close(),
  };
}

async function holdings(): Promise<{ readonly heap: number; readonly handles: number }> {
  await sleep(KEEP_ALIVE);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return { heap: process.memoryUsage().heapUsed, handles: process.getActiveResourcesInfo().length };
}

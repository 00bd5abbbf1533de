/**
 * Whether the memory of `sync --watch` stays constant: `npx tsx bench/watch.ts [--saves 50000]`.
 * Saves a source file again and again, with a sync for each save. After every thousand saves,
 * collects garbage and measures the heap. Each save waits for the sync before it, so a day of work
 * takes two hours. Texts repeat, so the memory of answers reaches its full size early.
 */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Io } from '../src/cli/io.js';
import { runSync } from '../src/cli/runs/catalogs.js';
import { watch } from '../src/cli/watch.js';
import { KEY, openService } from './support/service.js';

const { values } = parseArgs({ options: { saves: { type: 'string', default: '50000' } } });
const SAVES = Number(values.saves);
/** Saves until every text has occurred and all code is compiled. */
const WARM_UP = Math.min(2_000, SAVES / 5);
const EVERY = Math.max(1, Math.floor(SAVES / 50));
const KEYS = 100;
/** Number of texts that a key alternates between. */
const TEXTS = 7;
const ALLOWED = 1.1;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

interface Measure {
  readonly saves: number;
  readonly heapMiB: number;
  readonly resources: number;
}

const root = realpathSync(mkdtempSync(join(tmpdir(), 'locale-sync-watch-')));
const service = await openService(resolve(import.meta.dirname, '../dist/cli.cjs'), 0);
const texts = Array.from({ length: KEYS }, (_, at) => `Text ${at}`);
const end = new AbortController();
const measures: Measure[] = [];
let saved = 0;

function save(): void {
  if (saved === SAVES) {
    end.abort();
    return;
  }
  const at = (saved * 7) % KEYS;
  texts[at] = `Text ${at}, for the time ${Math.floor(saved / KEYS) % TEXTS}`;
  saved += 1;
  const catalog = Object.fromEntries(texts.map((text, key) => [`key${key}`, text]));
  writeFileSync(join(root, 'en.json'), JSON.stringify(catalog, null, 2));
  if (saved >= WARM_UP && saved % EVERY === 0) measures.push(measure());
}

function measure(): Measure {
  collect();
  const heapMiB = process.memoryUsage().heapUsed / 2 ** 20;
  const resources = process.getActiveResourcesInfo().length;
  console.log(`${saved} saves: ${heapMiB.toFixed(2)} MiB, ${resources} open resources`);
  return { saves: saved, heapMiB, resources };
}

/**
 * Milliseconds between a report and the next save. The file watcher merges saves that follow
 * faster.
 */
const PAUSE = 60;

const io: Io = {
  // The run's report: the next save may follow.
  stdout: () => void setTimeout(save, PAUSE),
  stderr: () => undefined,
  raw: () => Promise.resolve(),
  stdin: () => Promise.resolve(new Uint8Array()),
  stdinIsTerminal: false,
  stdoutIsTerminal: false,
  redraw: () => undefined,
  commands: () => undefined,
  exitWith: () => undefined,
  env: { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY, SERVICE_AUTH_SCHEME: 'DeepL-Auth-Key' },
  cwd: root,
  terminal: { interactive: false, redraws: false, width: 80, color: false },
  signal: end.signal,
  letSignalsEnd: () => () => undefined,
  page: { width: 80, color: false },
  onUncaught: () => undefined,
  uncaught: () => undefined,
};

try {
  writeFileSync(
    join(root, 'service.config.json'),
    JSON.stringify({ source: 'en', targets: ['de', 'fr'], catalogs: [{ files: '{locale}.json' }] }),
  );
  writeFileSync(join(root, 'en.json'), '{"key0": "Text"}');
  const run = (): Promise<number> => runSync(io, { json: true });
  await watch(io, {}, { run, debounce: 2 });
} finally {
  await service.close();
  rmSync(root, { recursive: true, force: true });
}
const tenth = Math.max(1, Math.floor(measures.length / 10));
const mean = (some: readonly Measure[]): number =>
  some.reduce((sum, { heapMiB }) => sum + heapMiB, 0) / some.length;
const ratio = mean(measures.slice(-tenth)) / mean(measures.slice(0, tenth));
const opened = (measures.at(-1)?.resources ?? 0) - (measures[0]?.resources ?? 0);
console.log(
  `${SAVES} saves: heap at the end / at the start ${ratio.toFixed(3)} (at most ${ALLOWED}), ${opened} more open resources`,
);
if (!(ratio <= ALLOWED) || opened > 2) process.exitCode = 1;

/**
 * The cost of syncing, compared with bare Node, with the service's own time, and with
 * json-autotranslate: `npm run bench`. docs/benchmarks.md describes what is measured and how. It
 * runs the built code; every tool and the service are separate processes.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import type { Contender } from './support/contenders.js';
import {
  CONCURRENCY,
  jsonAutotranslate,
  localeSync,
  onlySending,
  withAuto,
} from './support/contenders.js';
import { oneChangedKey } from './support/one-change.js';
import { fewestRequests, ONE_FILE, SMALL_FILES } from './support/scenarios.js';
import { firstSync } from './support/first-sync.js';
import type { FirstSync } from './support/first-sync.js';
import type { BenchOptions } from './support/options.js';
import { readOptions, USAGE } from './support/options.js';
import { askVersion, IN_REVIEW, nothingToDo } from './support/quick.js';
import type { QuickRun } from './support/quick.js';
import { quickTable, scalingTable, syncTable } from './support/tables.js';

const root = resolve(import.meta.dirname, '..');
/** Requests × milliseconds of latency. */
const LONG = 50_000;
const cli = join(root, 'dist/cli.cjs');

const left: string[] = [];

/**
 * Removed at the end: ext4 creates files thirty times slower right after thousands were removed.
 */
function remove(folder: string): void {
  left.push(folder);
}

async function quickRuns(
  tools: readonly Contender[],
  { scenarios, rounds, limit }: BenchOptions,
): Promise<readonly QuickRun[]> {
  const found = [await askVersion(cli, tmpdir(), rounds)];
  const scenario = scenarios.find(({ name }) => name === '200×50');
  if (scenario === undefined) return found;
  const quick = { cli, rounds, limit, remove };
  for (const tool of tools) found.push(...(await nothingToDo(scenario, tool, quick)));
  // Only locale-sync has open findings; for json-autotranslate, a changed text is not one.
  const [own] = tools;
  if (own === undefined) return found;
  for (const one of [scenario, SMALL_FILES]) {
    found.push(...(await nothingToDo(one, own, { ...quick, before: IN_REVIEW })));
  }
  for (const one of [scenario, ONE_FILE]) found.push(await oneChangedKey(one, own, quick));
  return found;
}

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) {
    console.log(USAGE);
    return;
  }
  const options = readOptions(args);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  console.log(`${machine}\n`);
  const other = options.compare ? jsonAutotranslate(remove) : undefined;
  const waiting = [withAuto(cli, version), onlySending()];
  const tools = [localeSync(cli, version), ...(other === undefined ? [] : [other])];
  try {
    const quick = await quickRuns(tools, options);
    console.log(quickTable(quick));
    const syncs: FirstSync[] = [];
    for (const scenario of options.scenarios) {
      const found: FirstSync[] = [];
      for (const latency of options.latencies) {
        for (const tool of latency > 0 ? [...tools, ...waiting] : tools) {
          const { limit } = options;
          // Long measurements are stable, so one run is enough.
          const isLong = fewestRequests(scenario) * latency > LONG;
          const runs = tool === other || isLong ? 1 : options.runs;
          found.push(
            await firstSync(scenario, tool, {
              cli,
              latency,
              runs,
              limit,
              remove,
              concurrency: CONCURRENCY,
            }),
          );
        }
      }
      console.log(syncTable(scenario, found));
      syncs.push(...found);
    }
    console.log(scalingTable(syncs));
    if (options.json !== undefined) {
      const versions = tools.map((tool) => ({ tool: tool.name, version: tool.version }));
      const figures = { machine, versions, quick, syncs };
      writeFileSync(options.json, `${JSON.stringify(figures, undefined, 2)}\n`);
    }
  } finally {
    for (const tool of tools) tool.close();
    for (const folder of left) rmSync(folder, { recursive: true, force: true });
  }
}

await main(process.argv.slice(2));

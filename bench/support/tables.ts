import type { FirstSync } from './first-sync.js';
import type { QuickRun } from './quick.js';
import type { Scenario } from './scenarios.js';
import { distinctTexts, TARGETS } from './scenarios.js';
import { formatTable, mebibytes, ratio, seconds, whole } from './table.js';

/** The measurements in milliseconds, as ratios to bare Node. */
export function quickTable(runs: readonly QuickRun[]): string {
  const head = ['', 'wall / bare', 'cpu / bare', 'wall', 'peak', 'requests', 'writes'];
  const rows = runs.map(({ name, tool, cost, bare, requests, writes }) => [
    `${tool} ${name}`,
    ratio(cost.wall, bare.wall),
    ratio(cost.cpu, bare.cpu),
    `${Math.round(cost.wall)} ms`,
    mebibytes(cost.peak),
    whole(requests),
    whole(writes.length),
  ]);
  return formatTable('Nothing to do, and one changed key (bare: node -e 0)', [head, ...rows]);
}

/** One scenario: a first sync with every tool at every latency. */
export function syncTable(scenario: Scenario, syncs: readonly FirstSync[]): string {
  const texts = distinctTexts(scenario) * TARGETS.length;
  const title = `${scenario.name}, ${TARGETS.length} targets: ${whole(texts)} distinct texts`;
  const head = [
    '',
    'requests',
    'least',
    'texts',
    'wall',
    'wall / theory',
    'wall / bare',
    'first request / bare',
    'cpu / bare',
    'peak',
    'peak / bare',
  ];
  const rows = syncs.map((sync) => [
    `${sync.tool}, ${sync.latency} ms`,
    whole(sync.asked.requests),
    whole(sync.fewestRequests),
    whole(sync.asked.texts),
    `${sync.outcome === 'stopped' ? '> ' : ''}${seconds(sync.cost.wall)}`,
    ratio(sync.cost.wall, sync.theory),
    ratio(sync.cost.wall, sync.bare.wall),
    sync.firstRequest === undefined ? '' : ratio(sync.firstRequest, sync.bare.wall),
    ratio(sync.cost.cpu, sync.bare.cpu),
    mebibytes(sync.cost.peak),
    ratio(sync.cost.peak, sync.bare.peak),
  ]);
  const failed = syncs.filter(({ outcome }) => outcome !== 'done' && outcome !== 'stopped');
  const notes = failed.map(({ tool, outcome }) => `  ${tool}: ${outcome}\n`);
  return `${formatTable(title, [head, ...rows])}${notes.join('')}`;
}

/** Ten times the strings: 1×20,000 compared with 1×2,000, without latency. */
export function scalingTable(syncs: readonly FirstSync[]): string {
  const find = (tool: string, scenario: string): FirstSync | undefined =>
    syncs.find(
      (sync) =>
        sync.tool === tool &&
        sync.scenario === scenario &&
        sync.latency === 0 &&
        sync.outcome === 'done',
    );
  const rows = [...new Set(syncs.map(({ tool }) => tool))].flatMap((tool) => {
    const [small, large] = [find(tool, '1×2,000'), find(tool, '1×20,000')];
    if (small === undefined || large === undefined) return [];
    const wall = ratio(large.cost.wall, small.cost.wall);
    const own = (sync: FirstSync): number => sync.cost.cpu - sync.bare.cpu;
    return [[tool, wall, ratio(large.cost.cpu, small.cost.cpu), ratio(own(large), own(small))]];
  });
  if (rows.length === 0) return '';
  const head = ['', 'wall', 'cpu', 'cpu beyond bare Node'];
  return formatTable('Ten times the strings: 1×20,000 / 1×2,000', [head, ...rows]);
}

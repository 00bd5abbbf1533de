import { parseArgs } from 'node:util';
import { SCENARIOS } from './scenarios.js';
import type { Scenario } from './scenarios.js';

export interface BenchOptions {
  readonly scenarios: readonly Scenario[];
  /**
   * Latencies in milliseconds that the service adds to every answer, with one round of scenarios
   * each.
   */
  readonly latencies: readonly number[];
  /** Repetitions of measurements that take seconds; the median counts. */
  readonly runs: number;
  /** Repetitions of measurements that take milliseconds. */
  readonly rounds: number;
  /** Milliseconds after which a run is stopped. */
  readonly limit: number;
  readonly compare: boolean;
  /** JSON file for all figures. */
  readonly json: string | undefined;
}

export const USAGE = `npm run bench -- [options]
  --scenario TEXT    only scenarios with this in their name (repeatable): ${SCENARIOS.map(({ name }) => name).join(' · ')}
  --latency MS       of the service (repeatable; default 0 and 100)
  --runs N           repetitions of each sync, median counts (default 3; 1 where the service takes over 10 s)
  --rounds N         repetitions of what takes milliseconds (default 15)
  --limit S          seconds after which a sync is stopped (default 120)
  --alone            without json-autotranslate
  --json FILE        all figures as JSON`;

export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      scenario: { type: 'string', multiple: true },
      latency: { type: 'string', multiple: true, default: ['0', '100'] },
      runs: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '15' },
      limit: { type: 'string', default: '120' },
      alone: { type: 'boolean', default: false },
      json: { type: 'string' },
    },
  });
  const { scenario, latency, runs, rounds, limit, alone, json } = values;
  const scenarios = SCENARIOS.filter(
    ({ name }) => scenario === undefined || scenario.some((part) => name.includes(part)),
  );
  return {
    scenarios,
    latencies: latency.map(Number),
    runs: Number(runs),
    rounds: Number(rounds),
    limit: Number(limit) * 1000,
    compare: !alone,
    json,
  };
}

import { stampsOf } from './writes.js';
import type { Contender } from './contenders.js';
import type { Cost, Run } from './measure.js';
import { median, medianCost, runNode } from './measure.js';
import type { Scenario } from './scenarios.js';
import { fewestRequests, makeProject } from './scenarios.js';
import type { Asked } from './service.js';
import { openService } from './service.js';

export interface FirstSync {
  readonly scenario: string;
  readonly tool: string;
  /** The service's latency in milliseconds. */
  readonly latency: number;
  /** Median over the runs. */
  readonly cost: Cost;
  /** A bare `node -e 0`, run right before each. */
  readonly bare: Cost;
  readonly asked: Asked;
  readonly fewestRequests: number;
  /** Milliseconds: fewest requests / concurrency × latency. */
  readonly theory: number;
  readonly targetFiles: number;
  /** Median milliseconds since the process started; undefined if the tool does not report it. */
  readonly firstRequest: number | undefined;
  /** 'done', 'stopped' at the time limit, or the end of a failed run's output. */
  readonly outcome: string;
}

export interface FirstSyncOptions {
  readonly cli: string;
  readonly latency: number;
  readonly runs: number;
  readonly limit: number;
  readonly concurrency: number;
  readonly remove: (folder: string) => void;
}

/** Translates new projects of a scenario, each with a new service. */
export async function firstSync(
  scenario: Scenario,
  tool: Contender,
  options: FirstSyncOptions,
): Promise<FirstSync> {
  const { cli, latency, limit, remove } = options;
  const costs: Cost[] = [];
  const bare: Cost[] = [];
  const first: number[] = [];
  let last: { run: Run; asked: Asked; files: number } | undefined;
  for (let i = 0; i < options.runs; i += 1) {
    const project = makeProject(scenario);
    const service = await openService(cli, latency);
    try {
      bare.push(await runNode(['-e', '0'], { cwd: project }));
      const run = await tool.sync(project, service.url, limit);
      const written = [...stampsOf(project).keys()].filter((name) => /^locales.(?!en)/.test(name));
      last = { run, asked: await service.asked(), files: written.length };
      costs.push(run);
      first.push(...firstRequestIn(run));
      if (run.code !== 0) break;
    } finally {
      await service.close();
      remove(project);
    }
  }
  if (last === undefined) throw new RangeError('--runs must be at least 1');
  const fewest = fewestRequests(scenario);
  return {
    scenario: scenario.name,
    tool: tool.name,
    latency,
    cost: medianCost(costs),
    bare: medianCost(bare),
    asked: last.asked,
    fewestRequests: fewest,
    theory: (fewest / options.concurrency) * latency,
    targetFiles: last.files,
    firstRequest: first.length === 0 ? undefined : median(first),
    outcome: outcomeOf(last.run),
  };
}

/** The output of `--timing`. */
function firstRequestIn({ output }: Run): readonly number[] {
  const [, sent] = /first was sent after ([\d,]+) ms/.exec(output) ?? [];
  return sent === undefined ? [] : [Number(sent.replace(',', ''))];
}

function outcomeOf({ code, output }: Run): string {
  if (code === null) return 'stopped';
  return code === 0 ? 'done' : `exit ${code}: ${output.trim().slice(-300)}`;
}

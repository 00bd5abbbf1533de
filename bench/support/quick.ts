import { setTimeout as sleep } from 'node:timers/promises';
import type { Contender } from './contenders.js';
import { leaveInReview } from './edits.js';
import type { Cost } from './measure.js';
import { medianCost, runNode } from './measure.js';
import type { Scenario } from './scenarios.js';
import { makeProject } from './scenarios.js';
import { openService } from './service.js';
import { stampsOf, writesBetween } from './writes.js';

export interface QuickRun {
  readonly name: string;
  readonly tool: string;
  readonly cost: Cost;
  readonly bare: Cost;
  /** Total number of requests and written files of all repetitions. */
  readonly requests: number;
  readonly writes: readonly string[];
}

export interface QuickOptions {
  readonly cli: string;
  readonly rounds: number;
  readonly limit: number;
  readonly remove: (folder: string) => void;
}

/** The project before everything is up to date. */
export interface Before {
  /** Name of the run. */
  readonly name: string;
  readonly make: (project: string, sync: () => Promise<unknown>) => Promise<void>;
}

const TRANSLATED: Before = { name: 'nothing to do', make: () => Promise.resolve() };

/** With a finding that only a person can settle, as in most projects. */
export const IN_REVIEW: Before = {
  name: 'nothing to do but one text in review',
  make: leaveInReview,
};

/** `sync` and the read-only commands when the previous `sync` left nothing to do. */
export async function nothingToDo(
  scenario: Scenario,
  tool: Contender,
  { cli, rounds, limit, remove, before: was = TRANSLATED }: QuickOptions & { before?: Before },
): Promise<readonly QuickRun[]> {
  const project = makeProject(scenario);
  const service = await openService(cli, 0);
  try {
    const sync = (): Promise<Cost> => tool.sync(project, service.url, limit);
    await sync();
    await was.make(project, sync);
    // As after a day of work: file times are old enough to be trusted, and that has been recorded.
    await sleep(200);
    await sync();
    const found: QuickRun[] = [];
    for (const [command, run] of Object.entries({ sync, ...tool.looks?.(project) })) {
      const asked = await service.asked();
      const before = stampsOf(project);
      const costs = await turns(run, project, rounds);
      const requests = (await service.asked()).requests - asked.requests;
      const writes = writesBetween(before, stampsOf(project));
      const name = `${command}, ${was.name}, ${scenario.name}`;
      found.push({ name, tool: tool.name, ...costs, requests, writes });
    }
    return found;
  } finally {
    await service.close();
    remove(project);
  }
}

export async function askVersion(cli: string, cwd: string, rounds: number): Promise<QuickRun> {
  const costs = await turns(() => runNode([cli, '--version'], { cwd }), cwd, rounds);
  return { name: '--version', tool: 'locale-sync', ...costs, requests: 0, writes: [] };
}

/** Alternating with a bare Node, so that a busy machine slows both. */
async function turns(
  run: () => Promise<Cost>,
  cwd: string,
  rounds: number,
): Promise<Pick<QuickRun, 'cost' | 'bare'>> {
  const costs: Cost[] = [];
  const bare: Cost[] = [];
  for (let i = 0; i < rounds; i += 1) {
    bare.push(await runNode(['-e', '0'], { cwd }));
    costs.push(await run());
  }
  return { cost: medianCost(costs), bare: medianCost(bare) };
}

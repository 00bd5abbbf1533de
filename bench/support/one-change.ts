import { setTimeout as sleep } from 'node:timers/promises';
import type { Contender } from './contenders.js';
import { onlySending } from './contenders.js';
import { changeText } from './edits.js';
import type { Cost } from './measure.js';
import { medianCost, runNode } from './measure.js';
import type { QuickOptions, QuickRun } from './quick.js';
import type { Scenario } from './scenarios.js';
import { makeProject } from './scenarios.js';
import { openService } from './service.js';
import { stampsOf, writesBetween } from './writes.js';

/** One text for every target: the requests for one changed key. */
const ONE_TEXT: Scenario = { name: '1×1', files: 1, strings: 1 };

/**
 * The time of `sync` after one changed source text, beyond the service's answer. A bare client that
 * sends the same requests is measured too, and its time beyond a bare Node is subtracted.
 */
export async function oneChangedKey(
  scenario: Scenario,
  tool: Contender,
  { cli, rounds, limit, remove }: QuickOptions,
): Promise<QuickRun> {
  const project = makeProject(scenario);
  const single = makeProject(ONE_TEXT);
  const service = await openService(cli, 0);
  const client = onlySending();
  try {
    await tool.sync(project, service.url, limit);
    const bare: Cost[] = [];
    const sending: Cost[] = [];
    const costs: Cost[] = [];
    const writes = new Set<string>();
    let requests = 0;
    for (let round = 0; round < rounds; round += 1) {
      changeText({ project, locale: 'en', at: round }, `A text that was changed in round ${round}`);
      // File times are old enough to be trusted.
      await sleep(100);
      bare.push(await runNode(['-e', '0'], { cwd: project }));
      sending.push(await client.sync(single, service.url, limit));
      const [asked, before] = [await service.asked(), stampsOf(project)];
      costs.push(await tool.sync(project, service.url, limit));
      requests += (await service.asked()).requests - asked.requests;
      for (const path of writesBetween(before, stampsOf(project))) writes.add(path);
    }
    const [cost, sent, none] = [medianCost(costs), medianCost(sending), medianCost(bare)];
    const name = `one changed key, ${scenario.name}`;
    const own = beyond(cost, sent, none);
    return { name, tool: tool.name, cost: own, bare: none, requests, writes: [...writes] };
  } finally {
    await service.close();
    remove(project);
    remove(single);
  }
}

/** Without the time that sending takes beyond a bare Node. */
function beyond(cost: Cost, sending: Cost, bare: Cost): Cost {
  return {
    wall: cost.wall - (sending.wall - bare.wall),
    cpu: cost.cpu - (sending.cpu - bare.cpu),
    peak: cost.peak,
  };
}

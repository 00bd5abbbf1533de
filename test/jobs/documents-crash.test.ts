import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CONTROL, setFaults } from '../support/scenario.js';
import { service } from '../support/service.js';
import { documents, docx } from './support.js';

type Project = ReturnType<typeof documents>;

const SLOW = [{ fault: 'latency', milliseconds: 250, path: '/v2/document' }] as const;

function jobFiles(project: Project, ending: RegExp): string[] {
  if (!project.has('.locale-sync/jobs')) return [];
  return readdirSync(project.path('.locale-sync/jobs')).filter((name) => ending.test(name));
}

async function killWhen(project: Project, isTime: () => boolean): Promise<void> {
  // One request at a time: of two answers that come at once, a kill may find one on its way.
  const child = project.start(['sync', '--concurrency', '1']);
  const closed = once(child, 'close');
  while (!isTime() && child.exitCode === null) await sleep(1);
  child.kill('SIGKILL');
  await closed;
}

const FILES = {
  'docs/en/a.docx': docx('Save all changes'),
  'docs/en/b.docx': docx('Open the door'),
  'docs/en/c.txt': 'Close the door',
};
const COST = 100_000 + 'Close the door'.length;

describe('kill -9 pays for nothing twice', () => {
  /** Each step of a run leaves a trace by which it is known. */
  const STEPS: Readonly<Record<string, (project: Project, requests: () => number) => boolean>> = {
    'before anything is sent': (project) => project.has('.locale-sync'),
    'while the upload is under way': (_, requests) => requests() > 0,
    'as soon as one handle is kept': (project) => jobFiles(project, /\.document$/).length > 0,
    'when all handles are kept': (project) => jobFiles(project, /\.document$/).length === 3,
    'when states are asked for': (_, requests) => requests() > 4,
    'as soon as one result is kept': (project) => jobFiles(project, /\.result$/).length > 0,
    'when all results are kept': (project) => jobFiles(project, /\.result$/).length === 3,
    'as soon as one target is written': (project) => project.has('docs/de/a.docx'),
    'as soon as the lock is written': (project) => project.has('locale-sync.lock'),
  };

  it.each(Object.entries(STEPS))('%s', async (_, isTime) => {
    const running = await service({ control: CONTROL, faults: SLOW });
    const project = documents(running, FILES);
    await killWhen(project, () => isTime(project, () => running.counters().requests));
    await setFaults(running.url, []);
    const next = await project.report(['sync']);
    expect(next).toMatchObject({ code: 0, problems: [], locales: { de: { current: 3 } } });
    expect(running.counters().characters).toBe(COST);
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
    expect(jobFiles(project, /\.(document|part|result)$/)).toEqual([]);
    expect((await project.run(['check'])).code).toBe(0);
  });

  it('at random instants, again and again until it is done', async () => {
    const running = await service({
      control: CONTROL,
      // Not of uploads: what their answer says could be lost for as long.
      faults: [{ fault: 'latency', milliseconds: 40, path: '/v2/document/' }],
    });
    const project = documents(running, FILES, { targets: '[de, fr]' });
    for (let round = 0; round < 25; round += 1) {
      const child = project.start(['sync', '--concurrency', '1']);
      const closed = once(child, 'close');
      await sleep(150 + Math.random() * 500);
      child.kill('SIGKILL');
      await closed;
    }
    await project.report(['sync']);
    expect(await project.report(['sync'])).toMatchObject({ code: 0, problems: [] });
    // An answer that the service has sent and the process has not read is lost with it, and cannot be
    // asked for again (docs/documents.md). On a busy machine a kill may find one.
    expect(running.counters().characters).toBeGreaterThanOrEqual(2 * COST);
    expect(running.counters().characters).toBeLessThanOrEqual(2 * COST + 2 * 50_000);
    expect((await project.run(['check'])).code).toBe(0);
  });
});

import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../support/draws.js';
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
    expect(next).toMatchObject({ code: 0, locales: { de: { current: 3 } } });
    // An upload that was under way may have been billed, as far as the next run can tell.
    expect(next.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(running.counters().characters).toBe(COST);
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
    expect(jobFiles(project, /\.(document|part|result)$/)).toEqual([]);
    expect((await project.run(['check'])).code).toBe(0);
  });

  it('at any instant, again and again until it is done', async () => {
    const running = await service({
      control: CONTROL,
      faults: [{ fault: 'latency', milliseconds: 40, path: '/v2/document' }],
    });
    const project = documents(running, FILES, { targets: '[de, fr]' });
    let cutOff = 0;
    for (const instant of fc.sample(fc.integer({ min: 150, max: 650 }), 20)) {
      const child = project.start(['sync', '--concurrency', '1']);
      const closed = once(child, 'close');
      await sleep(instant);
      child.kill('SIGKILL');
      await closed;
      cutOff += jobFiles(project, /\.sending$/).length;
    }
    await project.report(['sync']);
    expect(await project.report(['sync'])).toMatchObject({ code: 0, problems: [] });
    // What an answer said that was under way at a kill is lost (docs/documents.md). Whether a kill
    // finds one depends on the machine; more than those cannot be paid twice.
    const results = Object.entries(running.counters().requestsByPath)
      .filter(([path]) => path.endsWith('/result'))
      .reduce((sum, [, count]) => sum + count, 0);
    const lost = cutOff + Math.max(0, results - 6);
    const { characters } = running.counters();
    expect(characters).toBeGreaterThanOrEqual(2 * COST);
    expect(characters).toBeLessThanOrEqual(2 * COST + lost * 50_000);
    expect(jobFiles(project, /\.(sending|document|part|result)$/)).toEqual([]);
    expect((await project.run(['check'])).code).toBe(0);
  });

  it('an upload whose answer was lost with the process is told by the next run, once', async () => {
    const running = await service({
      control: CONTROL,
      faults: [{ fault: 'hang', path: '/v2/document' }],
    });
    const project = documents(running, { 'docs/en/c.txt': 'Close the door' });
    await killWhen(project, () => running.counters().requests > 0);
    expect(jobFiles(project, /\.sending$/)).toHaveLength(1);
    await setFaults(running.url, []);
    expect(await project.report(['sync'])).toMatchObject({
      code: 0,
      problems: [{ code: 'service-failed', severity: 'warning', file: 'docs/en/c.txt' }],
    });
    expect(jobFiles(project, /\.sending$/)).toEqual([]);
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0, problems: [] });
  });
});

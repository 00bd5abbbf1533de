import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../support/draws.js';
import { CONTROL, setFaults } from '../support/scenario.js';
import { service } from '../support/service.js';
import type { RunningService } from '../../src/service/index.js';
import { gate } from './gate.js';
import type { Arrival } from './gate.js';
import { documents, docx } from './support.js';

type Project = ReturnType<typeof documents>;

function jobFiles(project: Project, ending: RegExp): string[] {
  if (!project.has('.locale-sync/jobs')) return [];
  return readdirSync(project.path('.locale-sync/jobs')).filter((name) => ending.test(name));
}

/** Starts a run, and kills it once something has happened. */
async function killAfter(project: Project, event: Promise<unknown>): Promise<void> {
  // One request at a time: of two answers that come at once, a kill may find one on its way.
  const child = project.start(['sync', '--concurrency', '1']);
  const closed = once(child, 'close');
  await Promise.race([event, closed]);
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
  async function runsOnWithoutPayingTwice(
    project: Project,
    running: RunningService,
  ): Promise<void> {
    const next = await project.report(['sync']);
    expect(next).toMatchObject({ code: 0, locales: { de: { current: 3 } } });
    // An upload that was under way may have been billed, as far as the next run can tell.
    expect(next.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(running.counters().characters).toBe(COST);
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
    expect(jobFiles(project, /\.(document|part|result)$/)).toEqual([]);
    expect((await project.run(['check'])).code).toBe(0);
  }

  /** The service stands still at the first request for which this holds. */
  const REQUESTS: Readonly<Record<string, (project: Project, arrival: Arrival) => boolean>> = {
    'while the first upload is under way': () => true,
    'when one handle is kept': (project) => jobFiles(project, /\.document$/).length === 1,
    'when all handles are kept': (project) => jobFiles(project, /\.document$/).length === 3,
    'when a result is asked for': (_, { path }) => path.endsWith('/result'),
    'when one result is kept': (project) => jobFiles(project, /\.result$/).length === 1,
    'when two results are kept': (project) => jobFiles(project, /\.result$/).length === 2,
  };

  it.each(Object.entries(REQUESTS))('%s', async (_, isTime) => {
    const running = await service();
    const project = documents(running, FILES);
    const { url, shut, open } = await gate(running.url, (arrival) => isTime(project, arrival));
    // A job is under way at an address: the next run has the same.
    project.env = { ...project.env, SERVICE_URL: url };
    await killAfter(project, shut);
    open();
    await runsOnWithoutPayingTwice(project, running);
  });

  /** All is paid for and kept by then: how far the run came before the kill changes nothing. */
  it.each(['docs/de/a.docx', 'locale-sync.lock'])('once %s is written', async (path) => {
    const running = await service();
    const project = documents(running, FILES);
    await killAfter(project, expect.poll(() => project.has(path), { interval: 1 }).toBe(true));
    await runsOnWithoutPayingTwice(project, running);
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
    const isSeen = (): boolean => running.counters().requests > 0;
    await killAfter(project, expect.poll(isSeen, { interval: 1 }).toBe(true));
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

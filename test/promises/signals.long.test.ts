import { once } from 'node:events';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { FaultInput, RunningService } from '../../src/service/index.js';
import { Project } from '../support/project.js';
import { JSON_CONFIG, KEY, startTestService } from '../support/scenario.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

type Finished = (task: () => void | Promise<void>) => void;

async function stage(
  finished: Finished,
  texts: number,
  fault: FaultInput,
): Promise<{ readonly project: Project; readonly service: RunningService }> {
  const service = await startTestService([fault]);
  finished(() => service.close());
  const entries = Array.from({ length: texts }, (_, n) => [`key${n}`, `Text number ${n}`]);
  const source = JSON.stringify(Object.fromEntries(entries), null, 2);
  const files = { 'service.config.yaml': JSON_CONFIG, 'locales/en.json': source };
  const project = new Project(files, 'signals', finished);
  project.env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
  return { project, service };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5);
}

describe.runIf(process.platform !== 'win32')('signals before anything is sent', () => {
  const FILES = 3_000;

  test.each([
    { command: 'sync', known: 'nothing' },
    { command: 'sync', known: 'some of the texts' },
    { command: 'plan', known: 'nothing' },
  ])('$command of many files ends while it reads, with $known known', async (one) => {
    const tasks: (() => void | Promise<void>)[] = [];
    const { project, service } = await stage((task) => tasks.push(task), 1, {
      fault: 'latency',
      milliseconds: 0,
    });
    if (one.known !== 'nothing') expect(await project.report(['sync'])).toMatchObject({ code: 0 });
    const { requests } = service.counters();
    for (let file = 0; file < FILES; file += 1) {
      project.write(`locales/en/${file}.json`, `{ "a": "Text ${file}" }\n`);
    }
    project.write(
      'service.config.yaml',
      'version: 1\nsource: en\ntargets: [de]\ncatalogs:\n  - files: locales/{locale}/*.json\n',
    );
    const child = project.start([one.command, '--verbose']);
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await until(() => said.includes('reading '));
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(130);
    expect(said.split('reading ').length).toBeLessThan(FILES);
    expect(service.counters().requests).toBe(requests);
    for (const task of tasks.reverse()) await task();
  });
});

describe.runIf(process.platform !== 'win32')('signals in the middle of a request', () => {
  test.each(SIGNALS)('%s: what is in flight is written', async (signal) => {
    const tasks: (() => void | Promise<void>)[] = [];
    const latency = { fault: 'latency', milliseconds: 300 } as const;
    const { project, service } = await stage((task) => tasks.push(task), 200, latency);
    const child = project.start(['sync', '--concurrency', '1']);
    await until(() => service.counters().inFlight === 1 && service.counters().texts >= 50);
    child.kill(signal);
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(130);
    const { texts } = service.counters();
    expect(texts).toBeLessThan(200);
    expect(Object.keys(project.json('locales/de.json') as object)).toHaveLength(texts);
    expect(await project.report(['sync'])).toMatchObject({ code: 0, texts: 200 - texts });
    expect(service.counters().repeats).toBe(0);
    for (const task of tasks.reverse()) await task();
  });

  test.each(SIGNALS)('a second %s leaves time to keep what was answered', async (signal) => {
    const tasks: (() => void | Promise<void>)[] = [];
    const hang = { fault: 'hang', contains: 'Text number 59' } as const;
    const { project, service } = await stage((task) => tasks.push(task), 60, hang);
    const child = project.start(['sync']);
    await until(() => service.counters().texts >= 50 && service.counters().inFlight === 1);
    child.kill(signal);
    // Signals that come before a busy process looks are one to it.
    await sleep(300);
    child.kill(signal);
    child.kill(signal);
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(128 + constants.signals[signal]);
    expect(Object.keys(project.json('locales/de.json') as object)).toHaveLength(50);
    for (const task of tasks.reverse()) await task();
  });
});

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { FaultInput, RunningService } from '../../src/service/index.js';
import type { Report } from '../../src/model/index.js';
import { CLI, Project } from '../support/project.js';
import type { Run } from '../support/project.js';
import { JSON_CONFIG, KEY, setFaults, startTestService } from '../support/scenario.js';

/** Real processes on a machine that may be busy. */
const TIMEOUT = 300_000;

interface Stage {
  readonly project: Project;
  readonly service: RunningService;
}

type Finished = (task: () => void | Promise<void>) => void;

async function stage(
  finished: Finished,
  files: Readonly<Record<string, string>>,
  faults: readonly FaultInput[] = [],
): Promise<Stage> {
  const service = await startTestService(faults);
  finished(() => service.close());
  const project = new Project(
    { 'service.config.yaml': JSON_CONFIG, ...files },
    'processes',
    finished,
  );
  project.env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
  return { project, service };
}

/** A catalog of so many different texts. */
function catalog(count: number, text = (n: number) => `Text number ${n}`): string {
  const entries = Array.from({ length: count }, (_, n) => [`key${n}`, text(n)]);
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

/** Waits until something holds; the test's own time limit ends it. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5);
}

describe.concurrent('a process that ends early', { timeout: TIMEOUT }, () => {
  test('kill -9 costs at most what was in flight, and leaves no litter', async ({
    onTestFinished,
  }) => {
    const { project, service } = await stage(onTestFinished, { 'locales/en.json': catalog(300) }, [
      { fault: 'latency', milliseconds: 150 },
    ]);
    const child = project.start(['sync', '--concurrency', '1']);
    await until(() => service.counters().texts >= 100);
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(project.has('locales/de.json')).toBe(false);
    const next = await project.report(['sync']);
    expect(next.code).toBe(0);
    expect(next.reused.memory).toBeGreaterThanOrEqual(50);
    expect(service.counters().repeats).toBeLessThanOrEqual(50);
    expect(Object.keys(project.files()).sort()).toEqual([
      'locale-sync.lock',
      'locales/de.json',
      'locales/en.json',
      'service.config.yaml',
    ]);
    expect((await project.run(['check'])).code).toBe(0);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s: what is in flight is finished and written, exit 130',
    async (signal) => {
      const tasks: (() => void | Promise<void>)[] = [];
      const { project, service } = await stage(
        (task) => tasks.push(task),
        {
          'locales/en.json': catalog(300),
        },
        [{ fault: 'latency', milliseconds: 200 }],
      );
      const child = project.start(['sync', '--concurrency', '1', '--json']);
      await until(() => service.counters().texts >= 50);
      child.kill(signal);
      const [code] = (await once(child, 'exit')) as [number | null];
      expect(code).toBe(130);
      const answered = service.counters().texts;
      expect(answered).toBeLessThan(300);
      const written = project.json('locales/de.json') as object;
      expect(Object.keys(written)).toHaveLength(answered);
      const next = await project.report(['sync']);
      expect(next).toMatchObject({ code: 0, texts: 300 - answered });
      expect(service.counters().repeats).toBe(0);
      for (const task of tasks.reverse()) await task();
    },
  );

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'a request that hangs does not hold up %s',
    async (signal) => {
      const tasks: (() => void | Promise<void>)[] = [];
      const { project, service } = await stage(
        (task) => tasks.push(task),
        { 'locales/en.json': catalog(60) },
        [{ fault: 'hang', contains: 'Text number 59' }],
      );
      const child = project.start(['sync']);
      await until(() => service.counters().texts >= 50 && service.counters().inFlight === 1);
      const asked = performance.now();
      child.kill(signal);
      const [code] = (await once(child, 'exit')) as [number | null];
      expect(code).toBe(130);
      // A second or two; far from the minute that a request may take.
      expect(performance.now() - asked).toBeLessThan(15_000);
      expect(Object.keys(project.json('locales/de.json') as object)).toHaveLength(50);
      for (const task of tasks.reverse()) await task();
    },
  );
});

describe.concurrent('several processes', { timeout: TIMEOUT }, () => {
  test('at once pay for each text once, and all end well', async ({ onTestFinished }) => {
    const { project, service } = await stage(onTestFinished, { 'locales/en.json': catalog(120) }, [
      { fault: 'latency', milliseconds: 100 },
    ]);
    const runs = await Promise.all([1, 2, 3].map(() => project.report(['sync'])));
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(service.counters()).toMatchObject({ texts: 120, repeats: 0 });
    expect(Object.keys(project.json('locales/de.json') as object)).toHaveLength(120);
  });
});

describe.concurrent('files under the hands of others', { timeout: TIMEOUT }, () => {
  test('a unit edited during the run is left alone, the rest is written', async ({
    onTestFinished,
  }) => {
    const { project, service } = await stage(
      onTestFinished,
      {
        'locales/en.json': '{ "a": "Apple", "b": "Bread", "c": "Cheese" }\n',
        'locales/de.json': '{ "a": "Apfel" }\n',
      },
      [{ fault: 'latency', milliseconds: 500, path: '/v2/translate' }],
    );
    const running = project.report(['sync']);
    await until(() => service.counters().inFlight > 0);
    project.write('locales/de.json', '{ "a": "Apfel!", "b": "Brot" }\n');
    const report = await running;
    expect(report.problems).toMatchObject([{ code: 'changed-on-disk', file: 'locales/de.json' }]);
    expect(project.json('locales/de.json')).toMatchObject({ a: 'Apfel!', b: 'Brot' });
    expect(project.read('locales/de.json')).toContain('"c": "[de');
    expect((await project.report(['sync'])).requests).toBe(0);
    expect(project.json('locales/de.json')).toMatchObject({ a: 'Apfel!', b: 'Brot' });
  });

  test('a file that an editor saved half is not overwritten', async ({ onTestFinished }) => {
    const { project, service } = await stage(
      onTestFinished,
      {
        'locales/en.json': '{ "a": "Apple", "b": "Bread" }\n',
        'locales/de.json': '{ "a": "Apfel" }\n',
      },
      [{ fault: 'latency', milliseconds: 500, path: '/v2/translate' }],
    );
    const running = project.report(['sync']);
    await until(() => service.counters().inFlight > 0);
    project.write('locales/de.json', '{ "a": "Apf');
    const report = await running;
    expect(report.code).toBe(1);
    expect(report.problems).toMatchObject([{ code: 'changed-on-disk', severity: 'error' }]);
    expect(project.read('locales/de.json')).toBe('{ "a": "Apf');
    project.write('locales/de.json', '{ "a": "Apfel" }\n');
    const next = await project.report(['sync']);
    expect(next).toMatchObject({ code: 0, requests: 0, reused: { memory: 1 } });
  });

  test('a file that changes after its texts were made counts as it stands', async ({
    onTestFinished,
  }) => {
    const { project, service } = await stage(
      onTestFinished,
      {
        'service.config.yaml': JSON_CONFIG.replace('[de]', '[de, fr]'),
        'locales/en.json': '{ "a": "Apple", "b": "Bread" }\n',
        'locales/de.json': '{}\n',
      },
      [{ fault: 'latency', milliseconds: 6_000, target: 'fr' }],
    );
    const running = project.report(['sync']);
    const staged = project.path('.locale-sync/tmp');
    await until(() => existsSync(staged) && readdirSync(staged).length > 0);
    // What is said of the file is made right after it.
    await sleep(200);
    expect(service.counters().inFlight).toBe(1);
    project.write('locales/de.json', '{ "a": ');
    expect(await running).toMatchObject({
      code: 1,
      ok: false,
      files: { written: 1 },
      locales: { de: { missing: 2, current: 0, translated: 0 }, fr: { current: 2, translated: 2 } },
    });
    // Apart from the line that says when the tool came, which is about no text.
    const facts = project.read('locale-sync.lock').replace(/^\S+ 47DEQpj8 .*$/m, '');
    expect(facts).not.toMatch(/ \S{8}de\b/);
    project.write('locales/de.json', '{}\n');
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
    expect(await project.report(['check'])).toMatchObject({ code: 0 });
  });

  test('a source changed during the run leaves the answer to its old text stale', async ({
    onTestFinished,
  }) => {
    const { project, service } = await stage(
      onTestFinished,
      { 'locales/en.json': '{ "a": "Apple" }\n' },
      [{ fault: 'latency', milliseconds: 500, path: '/v2/translate' }],
    );
    const running = project.report(['sync']);
    await until(() => service.counters().inFlight > 0);
    project.write('locales/en.json', '{ "a": "Pear" }\n');
    expect((await running).code).toBe(0);
    expect(await project.report(['check'])).toMatchObject({
      code: 1,
      locales: { de: { stale: 1 } },
    });
    expect(await project.report(['sync'])).toMatchObject({ code: 0, texts: 1 });
    expect((await project.report(['check'])).code).toBe(0);
  });

  test('a lock that a merge changed during the run keeps what the merge brought', async ({
    onTestFinished,
  }) => {
    const { project, service } = await stage(onTestFinished, {
      'locales/en.json': '{ "a": "Apple", "b": "Bread" }\n',
    });
    expect((await project.report(['sync'])).code).toBe(0);
    const stand = (): readonly (readonly [string, string])[] =>
      ['locales/en.json', 'locales/de.json', 'locale-sync.lock'].map((path) => [
        path,
        project.read(path),
      ]);
    const before = stand();
    // The other branch: one source changed, and its translation synced there.
    project.write('locales/en.json', '{ "a": "Pear", "b": "Bread" }\n');
    expect((await project.report(['sync'])).texts).toBe(1);
    const merged = stand();
    for (const [path, content] of before) project.write(path, content);
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
    // Ours: a new text, which takes a while to be answered.
    project.write('locales/en.json', '{ "a": "Apple", "b": "Bread", "c": "Cheese" }\n');
    await setFaults(service.url, [{ fault: 'latency', milliseconds: 1000, path: '/v2/translate' }]);
    const running = project.report(['sync']);
    await until(() => service.counters().inFlight > 0);
    for (const [path, content] of merged) project.write(path, content);
    project.write('locales/en.json', '{ "a": "Pear", "b": "Bread", "c": "Cheese" }\n');
    expect(await running).toMatchObject({ code: 0, texts: 1, problems: [] });
    expect(await project.report(['check'])).toMatchObject({ code: 0, problems: [] });
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
    expect(await project.report(['check'])).toMatchObject({
      code: 0,
      locales: { de: { current: 3, edited: 0, review: 0 } },
    });
  });

  test('a disk that is full leaves every file old or new, and nothing is paid again', async ({
    onTestFinished,
  }) => {
    const { project, service } = await stage(onTestFinished, {
      'locales/en.json': catalog(200),
      'locales/de.json': '{}\n',
    });
    // No file may grow beyond a few KiB: like a full disk, for every file alike.
    const shell = `ulimit -f 8; exec "${process.execPath}" "${CLI}" sync --json`;
    const { code, stdout } = await runShell(shell, project);
    expect(code).toBe(2);
    const report = JSON.parse(stdout) as Report;
    expect(report).toMatchObject({ ok: false, error: { code: 'memory-unwritable' } });
    expect(report.problems.map(({ code }) => code)).toContain('write-failed');
    expect(project.read('locales/de.json')).toBe('{}\n');
    const next = await project.report(['sync']);
    expect(next.code).toBe(0);
    expect(service.counters().texts).toBeLessThanOrEqual(400);
    expect((await project.run(['check'])).code).toBe(0);
  });

  test('without a place for local state the run goes on and says so', async ({
    onTestFinished,
  }) => {
    const { project } = await stage(onTestFinished, {
      'locales/en.json': '{ "a": "Apple" }\n',
      '.locale-sync': 'in the way',
    });
    const report = await project.report(['sync']);
    expect(report.code).toBe(0);
    expect(report.problems).toMatchObject([
      { code: 'memory-unreadable', severity: 'warning' },
      { code: 'write-failed', severity: 'warning' },
    ]);
    expect(project.read('locales/de.json')).toContain('[de ');
  });
});

/** A shell's limits hold for what it runs. Asynchronous: the service lives in this process. */
function runShell(shell: string, { root, env }: Project): Promise<Pick<Run, 'code' | 'stdout'>> {
  const { PATH, HOME } = process.env;
  return new Promise((done) => {
    const child = execFile(
      'sh',
      ['-c', shell],
      { cwd: root, env: { PATH, HOME, ...env } },
      (_, stdout) => done({ code: child.exitCode, stdout }),
    );
  });
}

describe.concurrent('what a service does not take', { timeout: TIMEOUT }, () => {
  test('413 from 76 KiB of tagged bodies: smaller bodies from there on, nothing paid twice', async ({
    onTestFinished,
  }) => {
    const { project, service } = await stage(
      onTestFinished,
      { 'locales/en.json': catalog(120, (n) => `{name} ${n} ${'word '.repeat(450)}`) },
      [{ fault: 'status', status: 413, tagged: true, bytes: 77_824 }],
    );
    const report = await project.report(['sync']);
    expect(report).toMatchObject({ code: 0, texts: 120 });
    const { repeats, refused } = service.counters();
    expect(repeats).toBe(0);
    expect(refused).toBeLessThanOrEqual(4);
    await setFaults(service.url, []);
    expect((await project.run(['check'])).code).toBe(0);
  });

  test('60 ICU messages of three arms, two targets: at most 20 requests', async ({
    onTestFinished,
  }) => {
    const message = (n: number): string =>
      `{count, plural, =0 {No item in box ${n}} one {# item in box ${n} of {owner}} other {# items in box ${n} of {owner}}}`;
    const { project, service } = await stage(onTestFinished, {
      'service.config.yaml': JSON_CONFIG.replace('[de]', '[de, pl]'),
      'locales/en.json': catalog(60, message),
    });
    expect((await project.report(['sync'])).code).toBe(0);
    const { requestsByPath } = service.counters();
    expect(requestsByPath['/v2/translate']).toBeLessThanOrEqual(20);
    expect(project.read('locales/pl.json')).toMatch(/ few \{.*#.*\} many \{.*#.*\{owner\}/);
    expect((await project.run(['check'])).code).toBe(0);
  });
});

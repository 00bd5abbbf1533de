import { execFile } from 'node:child_process';
import { chmodSync, chownSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../src/client/public.js';
import { createEngine, loadConfig } from '../../src/index.js';
import type { Report } from '../../src/index.js';
import type { FaultInput, RunningService } from '../../src/service/index.js';
import { createServiceTranslator } from '../../src/client/index.js';
import { CLI, Project } from '../support/project.js';
import { JSON_CONFIG, KEY, startTestService } from '../support/scenario.js';

/** Real processes on a machine that may be busy. */
const TIMEOUT = 300_000;
const NOBODY = 65_534;

interface Stage {
  readonly project: Project;
  readonly service: RunningService;
}

async function stage(
  files: Readonly<Record<string, string>>,
  faults: readonly FaultInput[] = [],
): Promise<Stage> {
  const service = await startTestService(faults);
  onTestFinished(() => service.close());
  const project = new Project({ 'service.config.yaml': JSON_CONFIG, ...files }, 'company');
  project.env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
  return { project, service };
}

function catalog(count: number): string {
  const entries = Array.from({ length: count }, (_, n) => [`key${n}`, `Text number ${n}`]);
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

/** As a plugin does it: in a process that lives on. */
async function syncInProcess({ root, env }: Project): Promise<Report> {
  return createEngine(await loadConfig({ cwd: root, env })).sync();
}

test('the library beside the command pays for each text once', { timeout: TIMEOUT }, async () => {
  const { project, service } = await stage({ 'locales/en.json': catalog(120) }, [
    { fault: 'latency', milliseconds: 100 },
  ]);
  const [inside, outside] = await Promise.all([syncInProcess(project), project.report(['sync'])]);
  expect(inside.ok).toBe(true);
  expect(outside.code).toBe(0);
  expect(inside.texts + outside.texts).toBe(120);
  expect(service.counters()).toMatchObject({ texts: 120, repeats: 0 });
});

test(
  'a command that watches beside others pays for a change once',
  { timeout: TIMEOUT },
  async () => {
    const { project, service } = await stage({ 'locales/en.json': '{ "a": "Apple" }\n' });
    project.start(['sync', '--watch']);
    while (!project.has('locales/de.json')) await sleep(20);
    project.write('locales/en.json', '{ "a": "Apple", "b": "Bread" }\n');
    const [inside, outside] = await Promise.all([syncInProcess(project), project.report(['sync'])]);
    expect([inside.ok, outside.ok]).toEqual([true, true]);
    while (!project.read('locales/de.json').includes('"b"')) await sleep(20);
    await sleep(500);
    expect(service.counters()).toMatchObject({ texts: 2, repeats: 0 });
  },
);

test('an answer that never comes is given up in time, and the rest is written', async () => {
  const config = JSON_CONFIG.replace('[de]', '[de, fr]');
  const { project, service } = await stage(
    { 'service.config.yaml': config, 'locales/en.json': '{ "a": "Apple" }\n' },
    [{ fault: 'hang', target: 'fr' }],
  );
  const client = createClient({
    baseUrl: service.url,
    key: KEY,
    timeout: 1500,
    retry: { attempts: 2, baseDelay: 1 },
  });
  onTestFinished(() => client.close());
  const translator = createServiceTranslator({ client });
  const { root, env } = project;
  const report = await createEngine(await loadConfig({ cwd: root, env }), { translator }).sync();
  expect(report).toMatchObject({
    ok: false,
    locales: { de: { current: 1 }, fr: { missing: 1 } },
    problems: [{ code: 'service-failed', locale: 'fr', severity: 'error' }],
  });
  expect(project.read('locales/de.json')).toContain('[de ');
  expect(project.has('locales/fr.json')).toBe(false);
});

test('characters reported are those that the service says it billed, whatever was planned', async () => {
  const { project } = await stage({ 'locales/en.json': '{ "a": "Apple", "b": "Bread" }\n' });
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const answer = (text: string, billed: number): unknown => ({
        detected_source_language: 'EN',
        text,
        billed_characters: billed,
      });
      const translations = [answer('Apfel', 40), answer('Brot', 2)];
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ translations }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  project.env = { SERVICE_URL: `http://127.0.0.1:${port}`, SERVICE_AUTH_KEY: KEY };
  expect((await project.report(['plan'])).characters).toBe(10);
  expect(await project.report(['sync'])).toMatchObject({ code: 0, texts: 2, characters: 42 });
});

const isRoot = process.getuid?.() === 0;

/** The project as one user's, who then finds some of it read-only. */
function giveAway(project: Project): void {
  if (!isRoot) return;
  chownSync(project.root, NOBODY, NOBODY);
  for (const path of readdirSync(project.root, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(project.root, path), NOBODY, NOBODY);
  }
}

const asUser = isRoot ? { user: NOBODY } : {};

test.skipIf(process.platform === 'win32')(
  'a read-only file is reported and left, the others are written, and nothing is paid again',
  { timeout: TIMEOUT },
  async () => {
    const { project, service } = await stage({
      'service.config.yaml': JSON_CONFIG.replace('[de]', '[de, fr]'),
      'locales/en.json': '{ "a": "Apple", "b": "Bread" }\n',
      'locales/de.json': '{ "a": "Apfel" }\n',
    });
    giveAway(project);
    chmodSync(project.path('locales/de.json'), 0o444);
    const report = await project.report(['sync'], asUser);
    expect(report).toMatchObject({ code: 1, locales: { fr: { current: 2 }, de: { missing: 1 } } });
    expect(report.problems).toMatchObject([
      {
        code: 'write-failed',
        file: 'locales/de.json',
        message: expect.stringMatching(
          /^The file cannot be written: it is write-protected\. Make it writable; the next run/,
        ) as string,
      },
    ]);
    expect(project.read('locales/de.json')).toBe('{ "a": "Apfel" }\n');
    chmodSync(project.path('locales/de.json'), 0o644);
    const { texts } = service.counters();
    expect(await project.report(['sync'], asUser)).toMatchObject({ code: 0, texts: 0 });
    expect(service.counters()).toMatchObject({ texts, repeats: 0 });
  },
);

test.skipIf(process.platform === 'win32')(
  'without leave to write local state the run goes on and says so',
  { timeout: TIMEOUT },
  async () => {
    const { project } = await stage({
      'locales/en.json': '{ "a": "Apple" }\n',
      '.locale-sync/.gitignore': '*\n',
    });
    giveAway(project);
    chmodSync(project.path('.locale-sync'), 0o555);
    const report = await project.report(['sync'], asUser);
    expect(report.code).toBe(0);
    expect(report.problems).toContainEqual(
      expect.objectContaining({ code: 'write-failed', severity: 'warning' }),
    );
    expect(project.read('locales/de.json')).toContain('[de ');
    chmodSync(project.path('.locale-sync'), 0o755);
  },
);

test.skipIf(process.platform === 'win32').each(['', '.locale-sync/memory'])(
  'where neither the memory nor the files can be written nothing is sent (%j is read-only)',
  { timeout: TIMEOUT },
  async (folder) => {
    const { project, service } = await stage({
      'locales/en.json': '{ "a": "Apple" }\n',
      ...(folder === '' ? {} : { '.locale-sync/memory/README': '' }),
    });
    giveAway(project);
    const readOnly = [folder, 'locales', ''].map((path) => project.path(path));
    for (const path of readOnly) chmodSync(path, 0o555);
    const report = await project.report(['sync'], asUser);
    expect(report).toMatchObject({ code: 2, requests: 0, error: { code: 'memory-unwritable' } });
    expect(report.error?.message).toContain('.locale-sync cannot be written');
    expect(report.error?.message).toContain('locales/de.json');
    expect(JSON.stringify(report)).not.toContain('kept and costs nothing');
    expect(service.counters().texts).toBe(0);
    expect((await project.run(['plan'], asUser)).code).toBe(0);
    expect((await project.run(['status'], asUser)).code).toBe(0);
    expect((await project.run(['check'], asUser)).code).toBe(1);
    for (const path of readOnly.reverse()) chmodSync(path, 0o755);
    expect(await project.report(['sync'], asUser)).toMatchObject({ code: 0, texts: 1 });
  },
);

test.skipIf(process.platform !== 'linux')(
  'when the memory takes no more during a run, no further request is sent',
  { timeout: TIMEOUT },
  async () => {
    const { project, service } = await stage({ 'locales/en.json': catalog(400) });
    // No file may grow beyond 8 KiB: the second answer does not fit.
    const shell = `ulimit -f 16; exec "${process.execPath}" "${CLI}" sync --concurrency 1 --json`;
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, ...project.env };
    const stdout = await new Promise<string>((done) => {
      execFile('sh', ['-c', shell], { cwd: project.root, env }, (_, out) => done(out));
    });
    const report = JSON.parse(stdout) as Report;
    expect(report).toMatchObject({ ok: false, error: { code: 'memory-unwritable' } });
    expect(report.error?.message).toContain('Not everything was sent');
    expect(service.counters().texts).toBeLessThan(400);
    expect(stdout).not.toContain('kept and costs nothing');
  },
);

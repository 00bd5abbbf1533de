import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../src/model/index.js';
import type { RunningService } from '../../src/service/index.js';
import { CLI, Project } from '../support/project.js';
import { JSON_CONFIG, KEY, startTestService } from '../support/scenario.js';

const TEXTS = 300;
const MEGABYTE = 1 << 20;

interface Stage {
  readonly project: Project;
  readonly service: RunningService;
}

async function stage(): Promise<Stage> {
  const service = await startTestService([{ fault: 'latency', milliseconds: 200 }]);
  onTestFinished(() => service.close());
  const entries = Array.from({ length: TEXTS }, (_, n) => [`key${n}`, `Text number ${n}`]);
  const source = JSON.stringify(Object.fromEntries(entries), null, 2);
  const project = new Project({ 'service.config.yaml': JSON_CONFIG, 'locales/en.json': source });
  project.env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
  return { project, service };
}

/** Runs `sync` with no more than so many handles. */
function syncWithHandles({ project }: Stage, handles: number): Promise<string> {
  const script = `ulimit -n ${handles} && exec "${process.execPath}" "${CLI}" sync --json`;
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...project.env };
  return new Promise((done) => {
    execFile('sh', ['-c', script], { cwd: project.root, env }, (_, stdout) => done(stdout));
  });
}

function written({ project }: Stage): number {
  if (!project.has('locales/de.json')) return 0;
  return Object.keys(project.json('locales/de.json') as object).length;
}

/** The run after it pays for nothing that was paid for. */
async function expectNothingPaidTwice({ project, service }: Stage): Promise<void> {
  expect((await project.report(['sync'])).code).toBe(0);
  expect(service.counters().repeats).toBe(0);
}

describe.runIf(process.platform === 'linux')('few handles', () => {
  test.each([20, 22, 24, 27, 31, 36])('%i: what was answered is kept', async (handles) => {
    const here = await stage();
    await syncWithHandles(here, handles);
    await expectNothingPaidTwice(here);
  });
});

describe('a local state that cannot be written', () => {
  test('answers go into their files, and what is not remembered is said', async () => {
    const here = await stage();
    here.project.write('.locale-sync', 'in the way');
    const report = await here.project.report(['sync']);
    expect(report).toMatchObject({ code: 0, texts: TEXTS });
    const lost = report.problems.filter(({ code }) => code === 'write-failed');
    expect(lost).toMatchObject([
      { message: expect.stringMatching(/^300 texts are not/) as string },
    ]);
    expect(written(here)).toBe(TEXTS);
    await expectNothingPaidTwice(here);
  });

  test('one that fails during the run changes nothing for the files', async () => {
    const here = await stage();
    const running = here.project.report(['sync', '--concurrency', '1']);
    while (here.service.counters().texts < 100) await sleep(5);
    here.project.remove('.locale-sync');
    here.project.write('.locale-sync', 'in the way');
    expect(await running).toMatchObject({ code: 0, texts: TEXTS, error: null });
    await expectNothingPaidTwice(here);
  });
});

/** A disk of its own for a folder; only root may have one. */
function disk(folder: string, megabytes: number): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
}

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'locale-sync-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.runIf(canMount())('a full disk', () => {
  /** @param left bytes that stay free */
  function fill(folder: string, size: number, left: number): void {
    writeFileSync(join(folder, 'junk'), Buffer.alloc(size - left));
  }

  async function onDisk(megabytes: number): Promise<Stage> {
    const here = await stage();
    const { root } = here.project;
    const files = here.project.files();
    disk(root, megabytes);
    for (const [path, content] of Object.entries(files)) here.project.write(path, content);
    return here;
  }

  test('before the run: nothing is sent', async () => {
    const here = await onDisk(4);
    const report = await here.project.report(['sync']);
    expect(report).toMatchObject({ code: 2, texts: 0, error: { code: 'memory-unwritable' } });
    expect(here.service.counters().texts).toBe(0);
  });

  test('filling up during the run: no more is asked for, and what was answered is kept', async () => {
    const here = await onDisk(16);
    const running = here.project.report(['sync', '--concurrency', '1']) as Promise<Report>;
    while (here.service.counters().texts < 100) await sleep(5);
    fill(here.project.root, 16 * MEGABYTE, 2 * MEGABYTE);
    const { texts, error } = await running;
    expect(error).toMatchObject({ code: 'memory-unwritable' });
    expect(texts).toBeLessThan(TEXTS);
    expect(written(here)).toBe(texts);
    here.project.remove('junk');
    await expectNothingPaidTwice(here);
  });

  test('one of the local state alone: files take everything', async () => {
    const here = await stage();
    disk(here.project.path('.locale-sync'), 1);
    const report = await here.project.report(['sync']);
    expect(report).toMatchObject({ code: 0, texts: TEXTS, error: null });
    expect(written(here)).toBe(TEXTS);
    await expectNothingPaidTwice(here);
  });
});

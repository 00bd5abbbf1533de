import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { RunningService } from '../../src/service/index.js';
import { Project } from '../support/project.js';
import { JSON_CONFIG, KEY, startTestService } from '../support/scenario.js';

/** Real processes on a machine that may be busy. */
const TIMEOUT = 300_000;

interface Stage {
  readonly project: Project;
  readonly service: RunningService;
  /** A folder outside the project. */
  readonly outside: string;
}

async function stage(files: Readonly<Record<string, string>>): Promise<Stage> {
  const service = await startTestService();
  onTestFinished(() => service.close());
  const project = new Project({ 'service.config.yaml': JSON_CONFIG, ...files }, 'inside');
  project.env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
  return { project, service, outside: new Project({}, 'outside').root };
}

function contentOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, entry.isFile() ? readFileSync(path, 'utf8') : ''];
    }),
  );
}

const onPosix = test.skipIf(process.platform === 'win32');

onPosix.each(['.locale-sync', '.locale-sync/tmp', '.locale-sync/ledger', '.locale-sync/memory'])(
  'a committed link %s out of the project is refused before anything is touched',
  { timeout: TIMEOUT },
  async (link) => {
    const { project, service, outside } = await stage({
      'locales/en.json': '{ "a": "Apple" }\n',
    });
    for (const file of ['tmp/keep', 'tmp/1-1', 'ledger/notes', '1-1', 'notes']) {
      mkdirSync(dirname(join(outside, file)), { recursive: true });
      writeFileSync(join(outside, file), 'precious');
    }
    const before = contentOf(outside);
    mkdirSync(dirname(project.path(link)), { recursive: true });
    symlinkSync(outside, project.path(link));
    const report = await project.report(['sync']);
    expect(report).toMatchObject({ code: 2, requests: 0, error: { code: 'outside-root' } });
    expect(report.error?.message).toContain(`${link}: leads outside the project`);
    expect((await project.run(['status'])).code).toBe(0);
    expect(contentOf(outside)).toEqual(before);
    expect(project.has('locales/de.json')).toBe(false);
    expect(service.counters().texts).toBe(0);
  },
);

onPosix(
  'a state folder linked within the project loses no file that is not of the tool',
  { timeout: TIMEOUT },
  async () => {
    const { project } = await stage({
      'locales/en.json': '{ "a": "Apple" }\n',
      'cache/tmp/notes.txt': 'precious',
    });
    symlinkSync('cache', project.path('.locale-sync'));
    expect(await project.report(['sync'])).toMatchObject({ code: 0 });
    expect(project.read('cache/tmp/notes.txt')).toBe('precious');
    expect(project.has('cache/memory/de.log')).toBe(true);
  },
);

onPosix(
  'links among the files of the local state are replaced, not followed',
  { timeout: TIMEOUT },
  async () => {
    const { project, outside } = await stage({ 'locales/en.json': '{ "a": "Apple" }\n' });
    const victim = join(outside, 'victim');
    writeFileSync(victim, 'precious');
    for (const file of ['notes', 'sync', 'files'].map((name) => `ledger/${name}`)) {
      mkdirSync(dirname(project.path(`.locale-sync/${file}`)), { recursive: true });
      symlinkSync(victim, project.path(`.locale-sync/${file}`));
    }
    expect(await project.report(['sync'])).toMatchObject({ code: 0, texts: 1 });
    expect(readFileSync(victim, 'utf8')).toBe('precious');
  },
);

onPosix(
  'what a link of an orphan leads to out of the project is not read',
  { timeout: TIMEOUT },
  async () => {
    const { project, outside } = await stage({
      'service.config.yaml': JSON_CONFIG.replace('{locale}.json', '{locale}/*.json'),
      'locales/en/app.json': '{ "a": "Apple" }\n',
      'locales/de/app.json': '{ "a": "Apfel" }\n',
    });
    execFileSync('mkfifo', [join(outside, 'pipe'), project.path('pipe')]);
    symlinkSync(join(outside, 'pipe'), project.path('locales/de/gone.json'));
    symlinkSync('../../pipe', project.path('locales/de/lost.json'));
    const report = await project.report(['sync']);
    expect(report.code).toBe(0);
    expect(report.problems).toMatchObject([
      {
        code: 'orphan-file',
        file: 'locales/de/gone.json',
        message: expect.stringContaining('leads outside the root') as string,
      },
      { code: 'orphan-file', file: 'locales/de/lost.json' },
    ]);
  },
);

onPosix('a source and a target that are pipes are refused', { timeout: TIMEOUT }, async () => {
  const { project } = await stage({
    'service.config.yaml': JSON_CONFIG.replace('{locale}.json', '{locale}/*.json'),
    'locales/en/app.json': '{ "a": "Apple" }\n',
    'locales/de/README': '',
  });
  execFileSync('mkfifo', [project.path('one'), project.path('two')]);
  symlinkSync('../../one', project.path('locales/en/other.json'));
  symlinkSync('../../two', project.path('locales/de/app.json'));
  const report = await project.report(['sync']);
  expect(report).toMatchObject({ code: 2, requests: 0 });
  expect(report.problems).toMatchObject(
    ['locales/de/app.json', 'locales/en/other.json'].map((file) => ({
      code: 'invalid-file',
      file,
      message: expect.stringContaining('is a FIFO, not a regular file') as string,
    })),
  );
});

onPosix.each([
  ['a link out of the project', 'leads outside the root'],
  ['a link to nothing', 'is a broken symbolic link'],
  ['a folder', 'is a folder'],
  ['a pipe', 'is a FIFO, not a regular file'],
] as const)('a lock that is %s is an error', { timeout: TIMEOUT }, async (what, message) => {
  const { project, service, outside } = await stage({ 'locales/en.json': '{ "a": "Apple" }\n' });
  const lock = project.path('locale-sync.lock');
  writeFileSync(join(outside, 'lock'), 'precious\n');
  if (what === 'a link out of the project') symlinkSync(join(outside, 'lock'), lock);
  else if (what === 'a link to nothing') symlinkSync('nothing', lock);
  else if (what === 'a folder') mkdirSync(lock);
  else execFileSync('mkfifo', [lock]);
  for (const command of ['sync', 'check']) {
    const report = await project.report([command]);
    expect(report).toMatchObject({ code: 2, requests: 0, error: { code: 'lock-unusable' } });
    expect(report.error?.message).toContain(message);
  }
  expect(existsSync(project.path('locales/de.json'))).toBe(false);
  expect(service.counters().texts).toBe(0);
});

import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Report } from '../../src/model/index.js';
import { Project } from '../support/project.js';
import { environment, service } from '../support/service.js';

const CONFIG = `version: 1
source: en
targets: [de]
catalogs:
  - files: app/l/{locale}.json
`;

function git(project: Project, ...args: readonly string[]): void {
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  execFileSync('git', [...author, ...args], { cwd: project.root, stdio: 'pipe' });
}

async function synced(config = CONFIG, folder = ''): Promise<Project> {
  const project = new Project({ [`${folder}app/l/en.json`]: '{ "a": "Hello all" }\n' });
  git(project, 'init', '--quiet');
  project.write(`${folder}service.config.yaml`, config);
  project.env = environment(await service());
  await project.report(['sync', '--cwd', project.path(folder)]);
  git(project, 'add', '--all');
  git(project, 'commit', '--quiet', '--message', 'Sync');
  return project;
}

function codes({ problems }: Report): readonly string[] {
  return problems.map(({ code }) => code);
}

test.each([[['check']], [['status']], [['plan']], [['check', '--locale', 'de']], [['sync']]])(
  '%j says that the lock is gone although the last commit has it, until it is back',
  async (args) => {
    const project = await synced();
    expect(codes(await project.report(args))).not.toContain('lock-missing');
    const lock = project.read('locale-sync.lock');
    project.remove('locale-sync.lock');
    // A look is not remembered; a sync writes a new lock.
    for (let run = args[0] === 'sync' ? 1 : 0; run < 2; run += 1) {
      const { problems } = await project.report(args);
      expect(problems).toContainEqual({
        code: 'lock-missing',
        severity: 'warning',
        file: 'locale-sync.lock',
        message: expect.stringContaining('git checkout HEAD -- locale-sync.lock') as string,
      });
    }
    git(project, 'checkout', 'HEAD', '--', 'locale-sync.lock');
    expect(project.read('locale-sync.lock')).toBe(lock);
    expect(codes(await project.report(args))).not.toContain('lock-missing');
  },
);

test('an empty lock, and one in a folder of the repository', async () => {
  const project = await synced(CONFIG, 'packages/app/');
  const check = ['check', '--cwd', project.path('packages/app')];
  for (const break_ of [
    () => project.write('packages/app/locale-sync.lock', ''),
    () => project.remove('packages/app/locale-sync.lock'),
  ]) {
    break_();
    expect(codes(await project.report(check))).toContain('lock-missing');
  }
  git(project, 'checkout', 'HEAD', '--', 'packages/app/locale-sync.lock');
  expect(codes(await project.report(check))).toEqual([]);
});

test('the locks of folders', async () => {
  const project = await synced(`${CONFIG}locks: per-folder\n`);
  project.remove('locale-sync.locks');
  project.remove('locale-sync.lock');
  const { problems } = await project.report(['check']);
  expect(problems).toContainEqual(
    expect.objectContaining({
      code: 'lock-missing',
      message: expect.stringMatching(/git checkout HEAD -- [\w. -]*locale-sync\.locks\./) as string,
    }),
  );
});

test('a lock that is not committed, that a commit removed, or that no commit is about, is not missed', async () => {
  const project = await synced();
  git(project, 'rm', '--quiet', 'locale-sync.lock');
  git(project, 'commit', '--quiet', '--message', 'Without');
  expect(codes(await project.report(['check']))).toEqual([]);
  const other = new Project({ 'service.config.yaml': CONFIG, 'app/l/en.json': '{}' });
  expect(codes(await other.report(['check']))).not.toContain('lock-missing');
  git(other, 'init', '--quiet');
  expect(codes(await other.report(['check']))).not.toContain('lock-missing');
});

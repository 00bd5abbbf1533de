import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { Project } from '../support/project.js';

const EN = { total: 'Total {n}', hi: 'Hi {name}', bye: 'Bye {name}' };

function text(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** A repository whose adopted `total` was broken before its only commit. */
function repository(): Project {
  const project = new Project({
    'app/service.config.json': JSON.stringify({
      version: 1,
      source: 'en',
      targets: ['de'],
      catalogs: [{ files: 'l/{locale}.json' }, { files: 'm/{locale}.json' }],
    }),
    'app/l/en.json': text(EN),
    'app/l/de.json': text({ total: 'Summe', hi: 'Hallo {name}', bye: 'Tschüs {name}' }),
    'app/m/en.json': text({ a: 'One {n}' }),
  });
  project.env = { SERVICE_URL: 'embedded', LC_ALL: 'C' };
  git(project, 'init', '-q', '-b', 'main');
  commit(project);
  return project;
}

function git(project: Project, ...args: readonly string[]): void {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
  execFileSync('git', [...who, ...args], { cwd: project.root, stdio: 'pipe' });
}

function commit(project: Project): void {
  git(project, 'add', '-A');
  git(project, 'commit', '-qm', 'texts');
}

/** `total placeholder-mismatch error` of each problem. */
async function check(project: Project, ...args: readonly string[]): Promise<readonly string[]> {
  const report = await project.report(['check', '--cwd', 'app', ...args]);
  return report.problems.map(({ key = '', code, severity }) => `${key} ${code} ${severity}`).sort();
}

const SINCE = ['--since', 'main'];
const MISSING = 'a missing error';

test('what differs from a revision is judged strictly, without a lock; what does not only warns', async () => {
  const project = repository();
  expect(await check(project, ...SINCE)).toEqual([MISSING, 'total placeholder-mismatch warning']);
  project.write('app/l/de.json', text({ total: 'Summe', hi: 'Hallo', bye: 'Tschüs {name}' }));
  project.write('app/m/de.json', text({ a: 'Eins' }));
  const all = ['a placeholder-mismatch', 'hi placeholder-mismatch', 'total placeholder-mismatch'];
  expect(await check(project)).toEqual(all.map((one) => `${one} warning`));
  expect(await check(project, ...SINCE)).toEqual([
    'a placeholder-mismatch error',
    'hi placeholder-mismatch error',
    'total placeholder-mismatch warning',
  ]);
  commit(project);
  expect(await check(project, ...SINCE)).toEqual(all.map((one) => `${one} warning`));
  expect(await check(project, '--since', 'HEAD~1')).toContain('hi placeholder-mismatch error');
});

test('rules about several texts are as strict', async () => {
  const project = repository();
  const config = JSON.parse(project.read('app/service.config.json')) as object;
  project.write(
    'app/service.config.json',
    JSON.stringify({ ...config, rules: { opposites: 'error', inconsistent: 'error' } }),
  );
  project.write('app/l/en.json', text({ on: 'Enable', off: 'Disable', a: 'x y', b: 'x y' }));
  project.write('app/l/de.json', text({ on: 'An', off: 'An', a: 'u', b: 'v' }));
  const found = ['b inconsistent error', 'off opposites error'];
  expect(await check(project, ...SINCE)).toEqual([MISSING, ...found]);
  commit(project);
  const mild = found.map((one) => one.replace('error', 'warning'));
  expect(await check(project, ...SINCE)).toEqual([MISSING, ...mild]);
});

test('a changed source makes its text a new one, and what was accepted since counts', async () => {
  const project = repository();
  const changed = { ...EN, bye: 'Bye {name} {n}' };
  project.write('app/l/en.json', text(changed));
  expect(await check(project, ...SINCE)).toContain('bye placeholder-mismatch error');
  await project.run(['accept', 'de:bye', '--cwd', 'app']);
  expect(await check(project)).not.toContain('bye placeholder-mismatch warning');
  expect(await check(project, ...SINCE)).toContain('bye placeholder-mismatch error');
});

test('a revision that git does not have is an error of the call', async () => {
  const project = repository();
  for (const ref of ['nowhere', '--all', '', 'main:app']) {
    const { code, error } = await project.report(['check', '--cwd', 'app', `--since=${ref}`]);
    expect([ref, code, error?.code]).toEqual([ref, 2, 'unknown-revision']);
  }
  project.remove('.git');
  expect((await project.report(['check', '--cwd', 'app', ...SINCE])).error?.code).toBe(
    'unknown-revision',
  );
});

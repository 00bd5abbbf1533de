import { expect, test } from 'vitest';
import { Project } from '../support/project.js';

test('init writes a config that sync works with, and the lines for git', async () => {
  const project = new Project({
    'public/locales/en/common.json': '{"hello": "Hello {{name}}"}',
    'public/locales/de/common.json': '{"hello": "Hallo {{name}}"}',
    '.gitignore': 'dist\n',
  });
  const run = await project.run(['init', '--yes', '--url', 'embedded']);
  expect(run.code).toBe(0);
  expect(run.stderr).toContain('public/locales/{locale}');
  expect(project.read('.gitattributes')).toContain('locale-sync.lock merge=union');
  expect(project.read('.gitignore')).toBe('dist\n.locale-sync/\n');
  expect(await project.report(['sync'])).toMatchObject({ ok: true, code: 0, texts: 0 });
  expect((await project.run(['init', '--yes'])).code).toBe(2);
});

test('init on a repository with nothing to find says so and exits 2', async () => {
  const project = new Project({ 'README.md': '# Nothing here\n' });
  const run = await project.run(['init', '--yes']);
  expect(run.code).toBe(2);
  expect(run.stderr).toContain('no locale files');
});

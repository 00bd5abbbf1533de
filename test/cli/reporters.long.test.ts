import { symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Project } from '../support/project.js';

const project = (): Project =>
  new Project({
    'service.config.yaml': 'source: en\ntargets: [de]\ncatalogs: [{ files: "l/{locale}.json" }]\n',
    'l/en.json': '{"<b>@all|`x`": "One"}',
  });
const UNIT = '| missing | `de` `<b>@all\\u007c\\u0060x\\u0060` |';

test.each(['check', 'plan', 'status', 'sync'])('%s as Markdown on stdout', async (command) => {
  const env = { SERVICE_URL: 'embedded' };
  const { stdout } = await project().run([command, '--reporter', 'markdown'], { env });
  expect(stdout).toMatch(new RegExp(`^## locale-sync ${command}: `));
  expect(stdout).toContain('| `de` |');
  expect(stdout.includes(UNIT)).toBe(command === 'check');
});

test.each(['check', 'plan', 'status', 'sync'])('%s has every form', async (command) => {
  const files = project();
  const env = { SERVICE_URL: 'embedded' };
  const names = ['text', 'json', 'github', 'gitlab', 'sarif', 'junit', 'markdown'];
  const reporters = names.flatMap((name) => ['--reporter', `${name}=${name}.out`]);
  const { stdout, stderr } = await files.run([command, ...reporters], { env });
  expect(stderr).not.toContain('cannot be written');
  // A sync logs what it did.
  expect(command === 'sync' ? stderr : stdout).toContain(files.read('text.out').trimEnd());
  for (const name of ['json', 'gitlab', 'sarif']) JSON.parse(files.read(`${name}.out`));
  expect(files.read('junit.out')).toContain(`<testsuites name="locale-sync ${command}"`);
  expect(files.read('markdown.out')).toMatch(new RegExp(`^## locale-sync ${command}: `));
  expect(/^::error /.test(files.read('github.out'))).toBe(command === 'check');
});

test('of 20,000 findings a job has ten annotations, and a summary that GitHub takes', async () => {
  const texts = Array.from({ length: 20_000 }, (_, at) => [`key${at}`, `Text ${at} for people`]);
  const files = project();
  files.write('l/en.json', JSON.stringify(Object.fromEntries(texts), null, 1));
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: files.path('summary.md') };
  const { stdout } = await files.run(['check', '--verbose'], { env });
  expect(stdout.match(/^::/gm)).toHaveLength(10);
  expect(stdout).toMatch(/^::.*… and 19,991 more/m);
  const summary = files.read('summary.md');
  expect(Buffer.byteLength(summary)).toBeLessThan(2 ** 20);
  expect(summary).toContain('### 20,000 errors: 20,000 missing');
  expect(summary).toContain('| `de` | 0 % | 20,000 |');
});

test('files hold other forms beside the text', async () => {
  const files = project();
  const { code, stdout } = await files.run([
    ...['check', '--reporter', 'markdown=out.md', '--reporter', 'json=out.json'],
    ...['--reporter', 'text=out.txt', '--reporter', 'github=out.log'],
  ]);
  expect(code).toBe(1);
  expect(stdout).toContain('error missing');
  expect(files.read('out.md')).toMatch(/^## locale-sync check/);
  expect(files.json('out.json')).toMatchObject({ ok: false, error: null });
  expect(files.read('out.txt')).toContain('error missing');
  expect(files.read('out.log')).toMatch(/^::error file=l\/en\.json/);
});

test('files start at the current folder, and hold why a command failed', async () => {
  const files = project();
  files.write('service.config.yaml', 'nope: 1');
  const run = await files.run(['check', '--cwd', 'l', '--reporter', 'markdown=out.md']);
  expect(run.code).toBe(2);
  expect(files.read('l/out.md')).toMatch(/^## locale-sync check: failed\n\n### Error\n\n`/);
});

test('the summary of a step is added to', async () => {
  const files = project();
  files.write('summary.md', 'before\n');
  const summary = files.path('summary.md');
  const env = { GITHUB_STEP_SUMMARY: summary };
  await files.run(['check', '--reporter', `markdown=${summary}`], { env });
  expect(files.read('summary.md')).toMatch(/^before\n## locale-sync check/);
  await files.run(['check', '--reporter', `markdown=${summary}`]);
  expect(files.read('summary.md')).toMatch(/^## locale-sync check/);
});

test.each([
  [['--reporter', 'html'], 'Use one of text, json, github, gitlab, sarif, junit, markdown.'],
  [['--reporter', 'markdown='], '"=" must be followed by a file name.'],
  [['--reporter', 'markdown', '--json'], 'only one report can go to stdout'],
  [['--reporter', 'markdown', '--reporter', 'json'], 'only one report can go to stdout'],
  [['--reporter', 'markdown=none/out.md'], 'The report cannot be written to none/out.md'],
])('%j is a wrong call', async (flags, said) => {
  const { code, stdout, stderr } = await project().run(['check', ...flags]);
  expect(code).toBe(2);
  expect(stdout + stderr).toContain(said);
});

test.each(['link.md', 'out/report.md'])('a link leads no report out: %s', async (file) => {
  const files = project();
  const other = new Project({ 'victim.md': 'kept' });
  symlinkSync(other.path('victim.md'), files.path('link.md'));
  symlinkSync(other.root, files.path('out'));
  const { code } = await files.run(['check', '--reporter', `markdown=${file}`]);
  expect(code).toBe(2);
  expect(other.files()).toEqual({ 'victim.md': 'kept' });
});

test('json as a reporter is --json', async () => {
  const { stdout, stderr } = await project().run(['check', '--reporter', 'json']);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false });
  expect(stderr).toBe('');
});

test('in GitHub Actions the summary of the step is written, beside another form on stdout', async () => {
  const files = project();
  files.write('summary.md', 'before\n');
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: files.path('summary.md') };
  const { stdout } = await files.run(['check', '--reporter', 'markdown'], { env });
  expect(stdout).not.toContain('::error');
  expect(files.read('summary.md')).toBe(`before\n${stdout}`);
  // 1 MiB at most, with what other steps wrote.
  files.write('summary.md', 'x'.repeat(2 ** 20 - 100));
  const { code } = await files.run(['check'], { env });
  expect(code).toBe(1);
  expect(files.read('summary.md')).toHaveLength(2 ** 20 - 100);
});

test('in GitLab CI code quality lies in the folder that git ignores', async () => {
  const files = project();
  const inner = new Project({ 'app/service.config.yaml': files.read('service.config.yaml') });
  inner.write('app/l/en.json', '{"a": "One"}');
  const env = { GITLAB_CI: 'true', CI_PROJECT_DIR: inner.root };
  const { code, stdout } = await inner.run(['check', '--cwd', 'app'], { env });
  expect(code).toBe(1);
  expect(stdout).toContain('error missing');
  const report = inner.json('app/.locale-sync/code-quality.json');
  expect(report).toMatchObject([{ location: { path: 'app/l/en.json', lines: { begin: 1 } } }]);
  expect(inner.read('app/.locale-sync/.gitignore')).toBe('*\n');
});

test('a report that nobody asked for stops nothing', async () => {
  const files = project();
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: files.path('none/summary.md') };
  const { code, stderr } = await files.run(['check'], { env });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The report cannot be written to .*none/m);
});

test.each(['sarif', 'junit', 'gitlab'])('%s on stdout', async (name) => {
  const { code, stdout, stderr } = await project().run(['check', '--reporter', name]);
  expect(code).toBe(1);
  expect(stderr).toBe('');
  if (name === 'junit') expect(stdout).toContain('<testsuites name="locale-sync check"');
  else expect(JSON.parse(stdout)).toBeTruthy();
});

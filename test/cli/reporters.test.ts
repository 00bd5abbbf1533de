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
  [['--reporter', 'html'], 'It is one of text, json, github, markdown.'],
  [['--reporter', 'markdown='], '"=" is followed by the name of a file.'],
  [['--reporter', 'markdown', '--json'], 'stdout holds one report'],
  [['--reporter', 'markdown', '--reporter', 'json'], 'stdout holds one report'],
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

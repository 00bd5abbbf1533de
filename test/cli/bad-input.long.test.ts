import { symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formats } from '../../src/formats/public.js';
import { Project } from '../support/project.js';
import { environment, service } from '../support/service.js';

const CONFIG = `version: 1
source: en
targets: [de]
catalogs:
  - files: locales/{locale}/*.json
`;
const EN = { 'locales/en/app.json': '{"hello": "Hello there"}\n' };

test('an unknown config key names file, line, column and the nearest known key', async () => {
  const project = new Project({
    'service.config.yaml': `${CONFIG}translate:\n  formalty: more\n`,
    ...EN,
  });
  const run = await project.run(['sync']);
  expect(run.code).toBe(2);
  expect(run.stderr).toMatch(/service\.config\.yaml:7:3: .*formalty.*formality/s);
});

test('an ill-typed config key names its place', async () => {
  const project = new Project({ 'service.config.yaml': CONFIG.replace('[de]', '7'), ...EN });
  const run = await project.run(['check']);
  expect(run.code).toBe(2);
  expect(run.stderr).toMatch(/service\.config\.yaml:3:10: .*targets/);
});

test('a catalog that matches nothing is named by its pattern', async () => {
  const project = new Project({ 'service.config.yaml': CONFIG });
  const run = await project.run(['sync']);
  expect(run.code).toBe(2);
  expect(run.stderr).toContain('locales/{locale}/*.json');
});

test('a broken source file is left alone and not paid for, and the others go on', async () => {
  const running = await service();
  const project = new Project({
    'service.config.yaml': CONFIG,
    ...EN,
    'locales/en/broken.json': '{\n  "a": "text",\n  "b" "c"\n}\n',
  });
  const report = await project.report(['sync'], { env: environment(running) });
  expect(report).toMatchObject({ code: 2, ok: false, texts: 1, error: { code: 'invalid-file' } });
  expect(report.problems).toContainEqual(
    expect.objectContaining({ code: 'invalid-file', file: 'locales/en/broken.json', line: 3 }),
  );
  expect(project.has('locales/de/app.json')).toBe(true);
  expect(project.has('locales/de/broken.json')).toBe(false);
});

test('a file of another format is told with the endings there are, and how to leave it out', async () => {
  const project = new Project({
    'service.config.yaml': `${CONFIG}  - files: p/{locale}.*\n`,
    ...EN,
    'p/en.odd': 'a\n',
  });
  const report = await project.report(['plan']);
  expect(report).toMatchObject({ code: 2, texts: 1, error: { code: 'invalid-file' } });
  for (const { extensions } of Object.values(formats)) {
    for (const ending of extensions) expect(report.error?.message).toContain(ending);
  }
  expect(report.error?.hint).toBe(
    "Narrow the pattern of the catalog, or exclude what it should not match: exclude: ['p/en.odd'].",
  );
  const excluded = `${CONFIG}  - files: p/{locale}.*\n    exclude: ['p/en.odd']\n`;
  project.write('service.config.yaml', excluded);
  project.write('p/en.json', '{}');
  expect((await project.run(['plan'])).code).toBe(0);
});

test('a broken target file is left alone and not paid for, and the others go on', async () => {
  const running = await service();
  const broken = '{"hello": "Hallo",,\n';
  const project = new Project({
    'service.config.yaml': CONFIG,
    ...EN,
    'locales/en/more.json': '{"more": "Some more"}',
    'locales/de/app.json': broken,
  });
  const report = await project.report(['sync'], { env: environment(running) });
  expect(report).toMatchObject({ code: 2, texts: 1, error: { code: 'invalid-file' } });
  expect(project.read('locales/de/app.json')).toBe(broken);
  expect(project.has('locales/de/more.json')).toBe(true);
});

test('what is wrong with a file of several locales is said once', async () => {
  const project = new Project({
    'service.config.yaml': `source: en\ntargets: [de, fr, it]\ncatalogs: [{ source: t.csv, target: t.csv }]\n`,
    't.csv': 'key,en,de,fr,it\na,A,A,A,A\na,B,B,B,B\n',
  });
  const { problems } = await project.report(['check']);
  const twins = problems.filter(({ code }) => code === 'duplicate-key');
  expect(twins).toMatchObject([{ file: 't.csv', line: 3, column: 1, key: 'a' }]);
});

test('without a key one message tells how to run embedded and how to set one', async () => {
  const project = new Project({
    'service.config.yaml': `service: { url: "https://api.example.com" }\n${CONFIG}`,
    ...EN,
  });
  const run = await project.run(['sync']);
  expect(run.code).toBe(3);
  expect(run.stderr).toContain('SERVICE_AUTH_KEY');
  expect(run.stderr).toContain('SERVICE_URL=embedded');
  expect(run.stderr).not.toMatch(/\n\s+at /);
});

test('a wrong key is one message that never shows the key', async () => {
  const running = await service();
  const project = new Project({ 'service.config.yaml': CONFIG, ...EN });
  const run = await project.run(['sync'], {
    env: { SERVICE_URL: running.url, SERVICE_AUTH_KEY: 'wrong-secret-key' },
  });
  expect(run.code).toBe(3);
  expect(run.stderr).toContain('SERVICE_AUTH_KEY');
  expect(run.stderr + run.stdout).not.toContain('wrong-secret-key');
  expect(run.stderr).not.toMatch(/\n\s+at /);
});

test('a service out of reach is one message without a stack trace', async () => {
  const running = await service();
  await running.close();
  const project = new Project({ 'service.config.yaml': CONFIG, ...EN });
  const report = await project.report(['sync'], { env: environment(running) });
  expect(report).toMatchObject({ code: 3, ok: false, error: { code: 'network' } });
  expect(report.error?.message).toContain(running.url);
  expect(report.error?.hint).toMatch(/^Check SERVICE_URL\. /);
});

test('requests that no connection came about for are not counted, however often they were tried', async () => {
  const running = await service();
  await running.close();
  const project = new Project({
    'service.config.yaml': `${CONFIG.replace('[de]', '[de, fr, it, es]')}service: { url: '${running.url}' }\n`,
    ...EN,
  });
  const env = { ...environment(running), SERVICE_URL: undefined };
  const run = await project.run(['sync', '--json'], { env });
  expect(run.code).toBe(3);
  expect(JSON.parse(run.stdout)).toMatchObject({ requests: 0, texts: 0 });
  expect(run.stdout).toContain('Check service.url. ');
  const told = await project.run(['sync'], { env });
  expect(told.stderr).toContain('nothing sent');
  expect(told.stderr).not.toMatch(/[5-9] requests|\d\d requests/);
});

test.each([
  'glossary: Shop terms',
  'style: Shop style',
  'memory: Shop memory',
  'glossary: 2f1c1f8e-0000-4000-8000-000000000000',
])('a rehearsal with `%s` goes without, and says so', async (option) => {
  const project = new Project({
    'service.config.yaml': `${CONFIG}translate: { ${option} }\n`,
    ...EN,
  });
  const { code, stderr } = await project.run(['sync'], { env: { SERVICE_URL: 'embedded' } });
  expect(code).toBe(0);
  const [kind = '', name = ''] = option.split(': ');
  // An id may be a key: it is not repeated.
  const shown = name.includes('0000') ? '[redacted]' : `"${name}"`;
  expect(stderr).toContain(`no ${kind.replace('memory', 'translation memory')} ${shown}`);
  const again = await project.report(['sync'], { env: { SERVICE_URL: 'embedded' } });
  expect(again).toMatchObject({ code: 0, texts: 0 });
});

test.each([
  ['no key', {}, 0],
  ['a wrong key', { SERVICE_AUTH_KEY: 'wrong' }, 1],
])('%s is told once, however many texts wait for it', async (_, key, requests) => {
  const running = await service();
  const texts = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, `Text ${i}`]));
  const project = new Project({
    'service.config.yaml': CONFIG,
    'locales/en/app.json': JSON.stringify(texts),
  });
  const env = { SERVICE_URL: running.url, SERVICE_AUTH_KEY: undefined, ...key };
  const run = await project.run(['sync', '--concurrency', '1'], { env });
  expect(run.code).toBe(3);
  expect(run.stderr).not.toContain('service-failed');
  expect(run.stderr.split('SERVICE_AUTH_KEY')).toHaveLength(requests === 0 ? 3 : 2);
  expect((await project.report(['sync', '--concurrency', '1'], { env })).requests).toBe(requests);
});

test('a pattern that leaves the root is refused', async () => {
  const project = new Project({
    'service.config.yaml': CONFIG.replace('locales/{locale}', '../{locale}'),
    ...EN,
  });
  expect((await project.run(['sync'])).code).toBe(2);
});

test('a link that leaves the root is refused', async () => {
  const outside = new Project({ 'en/app.json': '{"a": "outside"}' }, 'outside');
  const project = new Project({ 'service.config.yaml': CONFIG, ...EN });
  symlinkSync(outside.path('en/app.json'), project.path('locales/en/link.json'));
  const report = await project.report(['plan']);
  expect(report.code).toBe(2);
  expect(JSON.stringify(report)).not.toContain('outside"');
  expect(outside.files()).toEqual({ 'en/app.json': '{"a": "outside"}' });
  expect(outside.root.startsWith(join(tmpdir(), ''))).toBe(true);
});

test.each([
  [['sync', '--concurrency', 'abc']],
  [['sync', '--locale', 'xx']],
  [['plan', '--locale', 'xx']],
  [['translat']],
  [['sync', '--no-such-flag']],
  [['sync', '--retranslate', 'some']],
])('%j is a mistake of the caller: exit 2', async (args) => {
  const project = new Project({ 'service.config.yaml': CONFIG, ...EN });
  const run = await project.run(args);
  expect(run.code).toBe(2);
  expect(run.stderr).not.toBe('');
  expect(run.stderr).not.toMatch(/\n\s+at /);
});

test('--help teaches, --version is the version of the package', async () => {
  const project = new Project({ 'service.config.yaml': CONFIG, ...EN });
  const help = await project.run(['--help']);
  expect(help.code).toBe(0);
  for (const name of ['sync', 'plan', 'check', 'status', 'service']) {
    expect(help.stdout).toContain(name);
    expect((await project.run([name, '--help'])).code).toBe(0);
  }
  expect(help.stdout).toContain('Exit codes: 0');
  for (const name of ['sync', 'check', 'status']) {
    expect((await project.run([name, '--help'])).stdout).toContain('Exit codes: 0');
  }
  expect((await project.run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('a unit that has no place in its target is reported with the file that holds something else there', async () => {
  const en = 'en:\n  models:\n    user:\n      title: User\n  other: Other\n';
  const de = 'de:\n  models:\n    user: Benutzer\n';
  const config = `source: en\ntargets: [de]\ncatalogs: [{ files: '{locale}.yml', messages: rails }]\n`;
  const project = new Project({ 'service.config.yaml': config, 'en.yml': en, 'de.yml': de });
  const report = await project.report(['sync'], { env: { SERVICE_URL: 'embedded' } });
  expect(report.code).toBe(1);
  const [problem] = report.problems.filter(({ key }) => key === 'models.user.title');
  expect(problem).toMatchObject({ code: 'write-failed', locale: 'de' });
  expect(problem?.message).toMatch(
    /^de\.yml has a value at "models\.user", .* the next sync writes the translation\.$/,
  );
  // Nothing is asked for what cannot be written.
  expect(report.texts).toBe(1);
  expect(project.read('de.yml')).toContain('user: Benutzer\n');
  expect(project.read('de.yml')).toContain('other:');
});

test.each(['srt', 'xlf', 'yaml', 'txt'])(
  'a target pattern that means another format than the source (%s) is refused with its line, by plan too',
  async (ending) => {
    const config = `source: en\ntargets: [de]\ncatalogs:\n  - source: 'locales/en/*.json'\n    target: 'locales/{locale}/*.${ending}'\n`;
    const project = new Project({ 'service.config.yaml': config, ...EN });
    for (const command of ['plan', 'sync']) {
      const report = await project.report([command], { env: { SERVICE_URL: 'embedded' } });
      expect([report.code, report.requests, report.error?.code]).toEqual([2, 0, 'other-format']);
      expect(report.error?.message).toContain('service.config.yaml:4: ');
    }
  },
);

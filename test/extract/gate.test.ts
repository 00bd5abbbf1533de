import { describe, expect, test } from 'vitest';
import { Project } from '../support/project.js';

const CONFIG = `version: 1
source: en
targets: [de]
catalogs: [{ files: 'l/{locale}.json' }]
extract: { code: ['src/**'], catalog: l/en.json }
`;
const IMPORT = "import { t } from 'i18next';\n";

function projectOf(code: string, en: object, more: Readonly<Record<string, string>> = {}): Project {
  return new Project({
    'service.config.yaml': CONFIG,
    'package.json': '{"dependencies":{"i18next":"26"}}',
    'src/a.js': `${IMPORT}${code}`,
    'l/en.json': JSON.stringify(en),
    ...more,
  });
}

interface Problem {
  readonly code: string;
  readonly severity: string;
  readonly file: string;
  readonly line?: number;
  readonly message: string;
}

async function run(project: Project, ...flags: readonly string[]) {
  const { code, stdout } = await project.run(['extract', '--json', ...flags]);
  const result = JSON.parse(stdout) as {
    readonly ok: boolean;
    readonly updated: readonly { readonly key: string }[];
    readonly problems: readonly Problem[];
  };
  const found = result.problems.map((one) => `${one.severity} ${one.code} ${one.file}:${one.line}`);
  return { code, result, found };
}

describe('extract --check and --dry-run', { timeout: 300_000 }, () => {
  const CODE = "t('new.key', 'New');\nt('bare');\nt('same', 'Same');";
  const EN = { old: 'Old', same: 'Same' };

  test('write nothing, and name what is missing with its place in code', async () => {
    const project = projectOf(CODE, EN);
    const before = project.read('l/en.json');
    const { code, result, found } = await run(project, '--check');
    expect([code, result.ok]).toEqual([1, false]);
    expect(found).toEqual(['error key-missing src/a.js:2', 'error key-missing src/a.js:3']);
    expect(result.problems[1]?.message).toContain('no text');
    expect((await run(project, '--dry-run')).code).toBe(0);
    expect((await run(project, '--dry-run', '--prune')).code).toBe(0);
    expect(project.read('l/en.json')).toBe(before);
  });

  test('fail for an unused key only with --prune, and for none that may be asked for', async () => {
    const project = projectOf("t('same', 'Same');", EN);
    expect((await run(project, '--check')).code).toBe(0);
    const { code, found, result } = await run(project, '--check', '--prune');
    expect([code, found]).toEqual([1, ['error key-unused l/en.json:undefined']]);
    expect(result.problems[0]?.message).toContain('"old" is not in code');
    const open = projectOf("t('same', 'Same'); t(code);", EN);
    expect((await run(open, '--check', '--prune')).code).toBe(0);
  });

  test('name the next step, which is no extraction for code that extract only reads', async () => {
    const project = projectOf("t('new', 'New');", {});
    const said = await project.run(['extract', '--check']);
    expect(said.stderr).toContain('Code and catalogs differ. Run locale-sync extract.\n');
    const ruby = projectOf('', EN, { 'src/a.rb': "t('zz.top')" });
    const { code, stderr } = await ruby.run(['extract', '--check']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('Code and catalogs differ. Add these keys to the catalogs.\n'),
    ]);
  });

  test('pass once extract has run', async () => {
    const project = projectOf(CODE, EN);
    await run(project);
    expect((await run(project, '--check')).code).toBe(0);
  });

  test('report in the form of a CI system', async () => {
    const project = projectOf("t('new.key', 'New');", {});
    const { code, stdout } = await project.run(['extract', '--check', '--reporter', 'github']);
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/^::error file=src\/a\.js,line=2,title=key-missing new\.key::/),
    ]);
    const { stdout: json } = await project.run(['extract', '--check', '--reporter', 'json']);
    expect(JSON.parse(json)).toMatchObject({ ok: false, problems: [{ key: 'new.key' }] });
    const junit = ['extract', '--check', '--reporter', 'junit=junit.xml'];
    expect((await project.run(junit)).code).toBe(1);
    expect(project.read('junit.xml')).toContain('new.key');
  });
});

test('check includes it if the config says so, also where an earlier answer is known', async () => {
  const project = projectOf(
    "t('same', 'Same');",
    { same: 'Same' },
    { 'l/de.json': '{"same":"Gleich"}' },
  );
  project.write(
    'service.config.yaml',
    `${CONFIG}service: { url: embedded }\ncheck: { code: true }\n`,
  );
  expect((await project.run(['sync'])).code).toBe(0);
  expect((await project.run(['check'])).code).toBe(0);
  project.write('src/a.js', `${IMPORT}t('same', 'Other'); t('new');`);
  const { code, stdout } = await project.run(['check', '--json']);
  const { ok, problems } = JSON.parse(stdout) as { ok: boolean; problems: readonly Problem[] };
  expect([code, ok]).toEqual([1, false]);
  expect(problems.map((one) => `${one.code} ${one.file}:${one.line}`)).toEqual([
    'key-missing src/a.js:2',
    'default-text-differs src/a.js:2',
  ]);
  project.write('service.config.yaml', `${CONFIG}service: { url: embedded }\n`);
  expect((await project.run(['check'])).code).toBe(0);
}, 60_000);

describe('default texts', { timeout: 300_000 }, () => {
  test('that differ from the catalog are reported, fail --check, and replace its texts on request', async () => {
    const project = projectOf("t('a', 'Code'); t('b', 'Same  text');", {
      a: 'Old',
      b: 'Same text',
    });
    expect(await run(project)).toMatchObject({
      code: 0,
      found: ['warning default-text-differs src/a.js:2'],
    });
    expect(project.json('l/en.json')).toEqual({ a: 'Old', b: 'Same text' });
    expect(await run(project, '--check')).toMatchObject({
      code: 1,
      found: ['error default-text-differs src/a.js:2'],
    });
    expect((await run(project, '--check', '--update-defaults')).code).toBe(1);
    expect((await run(project, '--dry-run', '--update-defaults')).result.updated).toHaveLength(1);
    expect(project.json('l/en.json')).toEqual({ a: 'Old', b: 'Same text' });
    const { result } = await run(project, '--update-defaults');
    expect(result.updated).toEqual([{ file: 'l/en.json', key: 'a' }]);
    expect(project.json('l/en.json')).toEqual({ a: 'Code', b: 'Same text' });
    expect((await run(project, '--check')).code).toBe(0);
  });

  test('of plural forms are compared form by form', async () => {
    const code = "t('n', { count, defaultValue_one: 'One', defaultValue_other: 'Many' });";
    const project = projectOf(code, { n_one: 'One', n_other: '{{count}}' });
    expect((await run(project, '--update-defaults')).result.updated).toMatchObject([
      { key: 'n_other' },
    ]);
    expect(project.json('l/en.json')).toEqual({ n_one: 'One', n_other: 'Many' });
  });

  test('that contradict each other name both places, and change no catalog', async () => {
    const other = { 'src/b.js': `${IMPORT}t('a', 'Store');` };
    const project = projectOf("t('a', 'Save');", { a: 'Keep' }, other);
    const { found, result } = await run(project, '--update-defaults');
    expect(found).toEqual(['warning default-texts-conflict src/b.js:2']);
    expect(result.problems[0]?.message).toMatch(/"Store", than in src\/a\.js:2, "Save"/);
    expect(project.json('l/en.json')).toEqual({ a: 'Keep' });
  });

  test.each([
    ['of contexts', "t('a', { context, defaultValue: 'Code' });"],
    ['with tags', "t('a', 'Code <b>bold</b>');"],
    ['that are empty', "t('a', '');"],
    ['in another file of the same words', "t('a', 'Old\\n  ');"],
  ])('are not compared: those %s', async (_, code) => {
    expect((await run(projectOf(code, { a: 'Old' }), '--check')).code).toBe(0);
  });

  test('are not compared if new keys get none', async () => {
    const config = CONFIG.replace('catalog: l/en.json', 'catalog: l/en.json, default: empty');
    const project = projectOf("t('a', 'Code');", { a: 'Old' }, { 'service.config.yaml': config });
    expect((await run(project, '--check')).code).toBe(0);
  });

  test('a group in the place of a text is named, but not one that code asks for as a whole', async () => {
    const code = "t('person'); t('all', { returnObjects: true }); t('n', { count: 1 });";
    const en = { person: { name: 'Name' }, all: { a: 'A' }, n_one: 'One', n_other: 'Many' };
    expect((await run(projectOf(code, en))).found).toEqual(['warning key-is-group src/a.js:2']);
  });
});

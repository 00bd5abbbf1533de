import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { docx } from '../../jobs/support.js';
import { buildExecutable, project } from './support.js';

const REST = 'service: { url: embedded }\nsource: en\ntargets: [de]\n';
const CONFIG = `${REST}catalogs: [{ files: 'l/{locale}.json' }]\n`;
const CATALOG = "{ source: 'en', targets: ['de'], catalogs: [{ files: 'l/{locale}.json' }] }";

describe.runIf(buildExecutable())('a single file, without Node', () => {
  test('translates, checks and has nothing left to do', async () => {
    const app = project({
      'service.config.yaml': CONFIG.replace("' }]", "' }, { files: 'd/{locale}/*.md' }]"),
      'l/en.json': '{ "a": "Save changes", "b": "Hello {name}" }\n',
      'd/en/page.md': '# Title\n\nA paragraph.\n',
    });
    const first = await app.run(['sync']);
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('embedded service')]);
    expect(app.json('l/de.json')).toMatchObject({ b: expect.stringContaining('{name}') as string });
    expect(app.read('d/de/page.md')).toMatch(/^# .*\n\n.*\n$/);
    expect((await app.run(['check'])).code).toBe(0);
    expect((await app.run(['sync'])).stderr).toContain('nothing sent');
  });

  test('says its version and completes commands', async () => {
    const app = project({});
    expect((await app.run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const { stdout } = await app.run(['completion', 'bash']);
    expect(stdout).toContain('complete -F _locale_sync locale-sync');
  });

  test('finds keys in code', async () => {
    const app = project({
      'service.config.yaml': `${CONFIG}extract: { code: ['src/**/*.js'], catalog: 'l/en.json' }\n`,
      'l/en.json': '{}\n',
      'src/page.js': "t('save.now', 'Save now');\n",
    });
    expect((await app.run(['extract'])).code).toBe(0);
    expect(app.read('l/en.json')).toContain('Save now');
  });

  test('works on documents in a thread of their own', async () => {
    const app = project({
      'service.config.yaml': `${REST}documents: [{ files: 'docs/{locale}/*.docx' }]\n`,
      'docs/en/a.docx': docx('Hello'),
    });
    expect((await app.run(['sync'])).code).toBe(0);
    expect(app.read('docs/de/a.docx').slice(0, 2)).toBe('PK');
  });

  test.each([
    ['service.config.mjs', `export default ${CATALOG};`],
    [
      'service.config.mjs',
      `import { defineConfig } from 'locale-sync';\nexport default defineConfig(${CATALOG});`,
    ],
  ])('reads %s: %s', async (file, text) => {
    const app = project({ [file]: text, 'l/en.json': '{ "a": "One" }' });
    const { code, stderr } = await app.run(['check']);
    expect([code, stderr]).toEqual([1, '']);
  });

  test('names the place in a config that cannot be parsed', async () => {
    const app = project({ 'service.config.mjs': 'export default {\n  a: 1 2\n};\n' });
    expect((await app.run(['check'])).stderr).toContain('service.config.mjs:2:8: ');
  });

  test('serves the review page', async () => {
    const app = project({ 'service.config.yaml': CONFIG, 'l/en.json': '{ "a": "One" }' });
    const child = app.start(['review', '--no-open']);
    const [said] = (await once(child.stdout!, 'data')) as [Buffer];
    const page = await fetch(/http:\S+/.exec(String(said))?.[0] ?? '');
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script')]);
  });

  test('watches', async () => {
    const app = project({ 'service.config.yaml': CONFIG, 'l/en.json': '{ "a": "One" }' });
    app.start(['sync', '--watch']);
    await expect.poll(() => app.has('l/de.json') && app.has('.locale-sync/ledger/sync')).toBe(true);
    await sleep(200);
    app.write('l/en.json', '{ "a": "One", "b": "Two" }');
    await expect.poll(() => app.read('l/de.json')).toContain('"b"');
  });
});

import { describe, expect, test } from 'vitest';
import { Project } from '../support/project.js';
import { hasTerminal, runOnTerminal } from '../support/terminal.js';
import type { Step } from '../support/terminal.js';

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

if (!hasTerminal) console.info('init: `script` of util-linux is not here; no terminal is tested');

describe.skipIf(!hasTerminal)('on a terminal', () => {
  const files = { 'locales/en.json': '{"a": "A"}', 'locales/fr.json': '{"a": "A"}' };

  const endings: [string, Step[]][] = [
    ['Ctrl-C at the first question', [{ once: 'Source locale', type: '\x03' }]],
    [
      'Ctrl-C at the last question',
      [
        { once: 'Source locale', type: '\r' },
        { once: 'Target locales', type: '\r' },
        { once: 'URL of', type: '\x03' },
      ],
    ],
    ['Ctrl-C behind lines typed ahead', [{ once: 'Source locale', type: '\r\r\r\x03' }]],
    ['Ctrl-D', [{ once: 'Source locale', type: '\x04' }]],
    ['SIGTERM', [{ once: 'Source locale', signal: 'TERM' }]],
  ];
  test.each(endings)('%s ends init at once, and nothing is written', async (_, steps) => {
    const project = new Project(files);
    const { code, shown } = await runOnTerminal(project, { args: 'init' }, steps);
    expect(shown).toContain('Nothing was written.');
    expect(code).toBe(130);
    expect(Object.keys(project.files()).sort()).toEqual(Object.keys(files).sort());
  });

  test('lines typed ahead answer the questions that follow', async () => {
    const project = new Project(files);
    const typed = { once: 'Source locale', type: '\rde\rembedded\r' };
    const { code, shown } = await runOnTerminal(project, { args: 'init' }, [typed]);
    expect(shown).toContain('Wrote service.config.yaml');
    expect(code).toBe(0);
    expect(project.read('service.config.yaml')).toContain('targets: [de]');
    expect(project.read('service.config.yaml')).toContain('url: embedded');
  });
});

import { chmodSync, existsSync, openSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { CLI, Project } from '../support/project.js';
import { hasTerminal, runOnTerminal } from '../support/terminal.js';

const CONFIG = `service: { url: embedded }
source: en
targets: [de, pt-BR]
catalogs: [{ files: '{locale}.json' }]
`;
const project = () =>
  new Project({ 'service.config.yaml': CONFIG, 'en.json': '{"a": "Hello", "b": "Bye"}' });
const ESCAPE = String.fromCharCode(27);
/** Another user than root, for whom what is read-only is so. */
const USER = process.getuid?.() === 0 ? { user: 65_534 } : {};

test('progress counts requests that are answered', async () => {
  const { stderr } = await project().run(['sync']);
  expect(stderr).toContain('translating: 0/4 texts, 0/2 requests, 0/16 characters\n');
  expect(stderr).toContain('translating: 4/4 texts, 2/2 requests, 16/16 characters\n');
});

test('the log of CI has colours only where they are asked for', async () => {
  const logOf = async (env: Record<string, string>): Promise<string> =>
    (await project().run(['status'], { env: { NO_COLOR: '', ...env } })).stdout;
  expect(await logOf({ CI: '1' })).not.toContain(ESCAPE);
  expect(await logOf({ CI: '1', FORCE_COLOR: '1' })).toContain(ESCAPE);
});

if (!hasTerminal) console.info('`script` of util-linux is not here; no terminal is tested');

describe.skipIf(!hasTerminal)('on a terminal', () => {
  test('of 30 columns no table is broken', async () => {
    const narrow = project();
    const sync = await runOnTerminal(narrow, { args: 'sync', columns: 30 });
    expect(sync.shown).toMatch(/^pt-BR {2}2 units, 2 translated, 2 current\r$/m);
    expect(sync.shown).not.toContain('missing  invalid');
    const status = await runOnTerminal(narrow, { args: 'status', columns: 30 });
    expect(status.shown).toMatch(/^pt-BR {2}100 % {2}2\/2\r$/m);
    const wide = await runOnTerminal(narrow, { args: 'sync' });
    expect(wide.shown).toContain('missing  invalid');
  });

  test.each(['dumb', ''])('that is called %j nothing is coloured or drawn again', async (TERM) => {
    const plain = project();
    plain.env = { TERM, NO_COLOR: '' };
    const { code, shown } = await runOnTerminal(plain, { args: 'sync' });
    expect(code).toBe(0);
    expect(shown).toContain('translating: 4/4 texts');
    expect(shown).not.toContain(ESCAPE);
  });

  test('no colours get into a file beside it', async () => {
    const logged = project();
    logged.env = { NO_COLOR: '' };
    const { code } = await runOnTerminal(logged, { args: 'status > log.txt' });
    expect(code).toBe(0);
    expect(logged.read('log.txt')).toContain('pt-BR');
    expect(logged.read('log.txt')).not.toContain(ESCAPE);
  });

  test('NO_COLOR counts with any value', async () => {
    const plain = project();
    plain.env = { NO_COLOR: '0' };
    expect((await runOnTerminal(plain, { args: 'status' })).shown).not.toContain(ESCAPE);
  });
});

test.skipIf(!existsSync('/dev/full'))(
  'output that cannot be written is told in a line, and does not pass for success',
  () => {
    const { root } = project();
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [CLI, 'plan', '--json'], {
      cwd: root,
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: stdout cannot be written: .*\n$/);
  },
);

test('init in a folder that cannot be written says so in a line', async () => {
  const folder = new Project({ 'locales/en.json': '{"a": "A"}', 'locales/de.json': '{}' });
  chmodSync(folder.root, 0o555);
  const run = await folder.run(['init', '--yes'], USER);
  const json = await folder.run(['init', '--yes', '--json'], USER);
  chmodSync(folder.root, 0o755);
  expect(run.code).toBe(2);
  expect(run.stderr).toContain('error: the config cannot be written: ');
  expect(run.stderr).toContain('--cwd');
  expect(run.stderr).not.toContain('    at ');
  expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, error: { code: 'not-written' } });
  expect(folder.has('service.config.yaml')).toBe(false);
});

describe('the last lines of check', () => {
  const config = `source: en\ntargets: [de]\ncatalogs: [{ files: '{locale}.json' }]\n`;

  test('say what to do', async () => {
    const env = { SERVICE_URL: 'embedded' };
    const project = new Project({
      'service.config.yaml': config,
      'en.json': '{"a": "One", "b": "Two {n}"}',
      'de.json': '{"a": "Eins", "b": "Zwei {n}"}',
    });
    expect((await project.run(['sync'], { env })).code).toBe(0);
    expect((await project.run(['check'])).stdout).not.toContain('locale-sync sync');
    project.write('en.json', '{"a": "One apple", "b": "Two {n}", "c": "Three", "d": "Four"}');
    project.write('de.json', '{"a": "Eins", "b": "Zwei"}');
    const { code, stdout } = await project.run(['check']);
    expect(code).toBe(1);
    expect(stdout.trimEnd().split('\n').slice(-3)).toEqual([
      'Run `locale-sync sync`: 2 texts to bring up to date.',
      '1 invalid text: fix in the target file, or `locale-sync accept LOCALE:KEY` if it is right.',
      '1 text to review: fix what is wrong, then `locale-sync sync --accept --keys <keys>`.',
    ]);
    expect((await project.run(['check', '--quiet'])).stdout).not.toContain('Run `');
    expect((await project.run(['check', '--json'])).stderr).toBe('');
  });
});

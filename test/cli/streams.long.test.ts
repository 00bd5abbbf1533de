import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { CLI, Project } from '../support/project.js';

const CONFIG = 'source: en\ntargets: [de, fr]\ncatalogs: [{ files: "{locale}.json" }]\n';

function project(units = 2, more: Readonly<Record<string, string>> = {}): Project {
  const texts = Array.from({ length: units }, (_, index) => [`k${index}`, `Text ${index} {x}`]);
  return new Project({
    'service.config.yaml': CONFIG,
    'en.json': JSON.stringify(Object.fromEntries(texts)),
    'de.json': '{"k0": "Der Text 0 {x}"}',
    ...more,
  });
}

/** A person breaks a text that was sound when it was adopted. */
async function invalidProject(units?: number): Promise<Project> {
  const invalid = project(units);
  await invalid.run(['sync', '--locale', 'de'], { env: { SERVICE_URL: 'embedded' } });
  invalid.write('de.json', '{"k0": "Der Text 0"}');
  return invalid;
}

describe('what was asked for goes to stdout, the rest to stderr', () => {
  test.each([
    ['status', '0/2 2 missing', ''],
    ['plan', '+ k1 "Text 1 {x}" missing', ''],
    ['check', 'error missing  fr k1', ''],
    ['check', 'Run `locale-sync sync`: 3 texts', ''],
  ])('%s: %s', async (command, said, log) => {
    const { stdout, stderr } = await project().run([command]);
    expect(stdout.replaceAll(/ +/g, ' ')).toContain(said.replaceAll(/ +/g, ' '));
    expect(stderr).toBe(log);
  });

  test('findings are what check was asked for; a plan goes wrong by them', async () => {
    const invalid = await invalidProject();
    expect((await invalid.run(['check'])).stdout).toContain('error placeholder-mismatch');
    const plan = await invalid.run(['plan']);
    expect(plan.stdout).not.toContain('error');
    expect(plan.stderr).toContain('error placeholder-mismatch');
  });

  test('plan --verbose says what empty texts of a file mean', async () => {
    const empty = project(3, { 'de.json': '{"k0": "Der Text 0 {x}", "k1": "", "k2": "Der {x}"}' });
    const { stdout } = await empty.run(['plan', '--verbose', '--locale', 'de']);
    expect(stdout).toContain('de.json  1 empty text kept as intended');
    expect((await empty.run(['plan', '--locale', 'de'])).stdout).not.toContain('empty text');
  });

  test('a sync says what it did on stderr', async () => {
    const run = await project().run(['sync'], { env: { SERVICE_URL: 'embedded' } });
    expect(run.stdout).toBe('');
    expect(run.stderr).toContain('files written');
  });

  test('a file that cannot be read is what went wrong', async () => {
    const broken = project();
    broken.write('fr.json', '{');
    const { code, stdout, stderr } = await broken.run(['status']);
    expect(code).toBe(2);
    expect(stdout).toContain('de');
    expect(stdout).not.toContain('error');
    expect(stderr).toContain('fr.json');
  });
});

test.each([
  ['check', 1],
  ['plan', 0],
  ['status', 0],
])('a reader of %s that stops reading changes nothing', (command, code) => {
  const { root } = project(3000);
  const line = `'${process.execPath}' '${CLI}' ${command} --verbose 2>err | head -c 10 >/dev/null; echo "\${PIPESTATUS[0]}"; cat err`;
  const { stdout } = spawnSync('bash', ['-c', line], { cwd: root, encoding: 'utf8' });
  expect(stdout.split('\n')[0]).toBe(String(code));
  expect(stdout).not.toMatch(/EPIPE|Error/);
});

test('a long plan is summed up by locale and file', async () => {
  const long = project(100);
  const { stdout } = await long.run(['plan']);
  const lines = stdout.split('\n').map((line) => line.replaceAll(/ +/g, ' '));
  expect(lines).toEqual([
    'locale units new characters',
    'de 99 99 783',
    'fr 100 100 790',
    '',
    'file units new characters',
    'fr.json 100 100 790',
    'de.json 99 99 783',
    '',
    '199 units in 2 files (--verbose lists all)',
    '',
    'the first 5 of them',
    'de.json',
    ...Array.from(
      { length: 5 },
      () => expect.stringMatching(/^ \+ k\d+ .* missing \d ch$/) as string,
    ),
    '',
    expect.stringMatching(/^199 texts in 4 requests, 1,573 characters to be billed$/),
    '',
  ]);
  const all = (await long.run(['plan', '--verbose'])).stdout;
  expect(all).toContain('k99');
  expect(all.split('\n').length).toBeGreaterThan(199);
});

test('a long check shows some of each code, and counts the rest', async () => {
  const long = await invalidProject(100);
  const { stdout } = await long.run(['check']);
  expect(stdout).toMatch(/error placeholder-mismatch/);
  expect(stdout).toMatch(/^… and 175 more errors: missing \(see --verbose or --json\)$/m);
  const env = { GITHUB_ACTIONS: 'true' };
  const commands = (await long.run(['check'], { env })).stdout.match(/^::.*$/gm) ?? [];
  expect(commands).toHaveLength(10);
  expect(commands[0]).toContain('title=placeholder-mismatch de k0');
  expect(commands.at(-1)).toBe(
    '::warning title=locale-sync::… and 191 more; --verbose or --json lists all.',
  );
});

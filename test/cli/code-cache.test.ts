import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Project } from '../support/project.js';
import { environment, service } from '../support/service.js';

/** The built command line, alone in a folder of its own. */
function installed(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'installed-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of ['cli.cjs', 'program.cjs']) {
    copyFileSync(resolve('dist', file), join(folder, file));
  }
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  return folder;
}

const project = () =>
  new Project({
    'service.config.yaml':
      'version: 1\nsource: en\ntargets: [de]\ncatalogs:\n  - files: "{locale}.json"\n',
    'en.json': '{"hello": "Hello"}',
  });

interface Run {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

function run(folder: string, args: readonly string[], { cwd, env }: Run = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'cli.cjs'), ...args],
    { cwd, env: { ...process.env, CI: '', ...env }, encoding: 'utf8' },
  );
  return { code: status, stdout, stderr };
}

function plan(folder: string, { root }: Project, env?: Run['env']) {
  const { stdout, ...said } = run(folder, ['plan', '--json'], { cwd: root, env });
  return { ...said, report: JSON.parse(stdout) as unknown };
}

test('what one run compiled, the next one takes', () => {
  const folder = installed();
  const catalogs = project();
  const cache = join(folder, 'compiled/plan');
  const first = plan(folder, catalogs);
  expect(first).toMatchObject({ code: 0, report: { texts: 1 }, stderr: '' });
  const written = statSync(cache);
  expect(written.size).toBeGreaterThan(100_000);
  expect(plan(folder, catalogs)).toEqual(first);
  expect(statSync(cache)).toMatchObject({ ino: written.ino, mtimeMs: written.mtimeMs });
});

test('what is no longer whole is compiled anew, and replaced', () => {
  const folder = installed();
  const catalogs = project();
  const cache = join(folder, 'compiled/plan');
  const first = plan(folder, catalogs);
  const whole = readFileSync(cache);
  const flipped = Buffer.from(whole);
  flipped[whole.length >> 1] = ~(flipped[whole.length >> 1] ?? 0) & 0xff;
  const damages = [Buffer.alloc(0), whole.subarray(0, 15), whole.subarray(0, -1), flipped];
  for (const damaged of [...damages, Buffer.alloc(whole.length)]) {
    writeFileSync(cache, damaged);
    expect(plan(folder, catalogs)).toEqual(first);
    expect(readFileSync(cache).length).toBeGreaterThan(100_000);
    expect(plan(folder, catalogs)).toEqual(first);
  }
});

test('a run that comes further than the one before keeps what it compiled', () => {
  const folder = installed();
  const catalogs = project();
  const cache = join(folder, 'compiled/plan');
  const config = catalogs.read('service.config.yaml');
  catalogs.write('service.config.yaml', 'version: 2\n');
  expect(run(folder, ['plan'], { cwd: catalogs.root }).code).toBe(2);
  const early = statSync(cache);
  catalogs.write('service.config.yaml', config);
  plan(folder, catalogs);
  const whole = statSync(cache);
  expect(whole.size).toBeGreaterThan(early.size * 1.2);
  plan(folder, catalogs);
  expect(statSync(cache)).toMatchObject({ ino: whole.ino, mtimeMs: whole.mtimeMs });
});

test('so does one that waits for the service', async () => {
  const folder = installed();
  const catalogs = project();
  const running = await service({ faults: [{ fault: 'latency', milliseconds: 700 }] });
  const cache = join(folder, 'compiled/sync');
  const sync = () =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [join(folder, 'cli.cjs'), 'sync'], {
        cwd: catalogs.root,
        env: { ...process.env, CI: '', ...environment(running) },
        stdio: 'ignore',
      });
      child.on('exit', resolve);
    });
  const config = catalogs.read('service.config.yaml');
  catalogs.write('service.config.yaml', 'version: 2\n');
  expect(await sync()).toBe(2);
  const early = statSync(cache);
  catalogs.write('service.config.yaml', config);
  expect(await sync()).toBe(0);
  const whole = statSync(cache);
  expect(whole.size).toBeGreaterThan(early.size * 1.2);
  catalogs.write('en.json', '{"hello": "Hello again"}');
  expect(await sync()).toBe(0);
  expect(statSync(cache)).toMatchObject({ ino: whole.ino, mtimeMs: whole.mtimeMs });
});

test('another program of the same length does not get what the one before compiled', () => {
  const folder = installed();
  const program = join(folder, 'program.cjs');
  expect(run(folder, ['--help']).stdout).toContain('First steps:');
  expect(existsSync(join(folder, 'compiled/other'))).toBe(true);
  writeFileSync(program, readFileSync(program, 'utf8').replaceAll('First steps:', 'Other steps:'));
  expect(run(folder, ['--help']).stdout).toContain('Other steps:');
});

test('what a large run compiled, collecting garbage in its own way, is taken as well', () => {
  const folder = installed();
  const entries = Array.from({ length: 30_000 }, (_, i) => [
    `key${i}`,
    `${i} ${'text '.repeat(18)}`,
  ]);
  const catalogs = project();
  catalogs.write('en.json', JSON.stringify(Object.fromEntries(entries)));
  const cache = join(folder, 'compiled/plan');
  expect(plan(folder, catalogs)).toMatchObject({ code: 0, report: { texts: 30_000 }, stderr: '' });
  const written = statSync(cache);
  plan(folder, catalogs);
  expect(statSync(cache)).toMatchObject({ ino: written.ino, mtimeMs: written.mtimeMs });
});

test('nothing is written in CI, and where nothing can be written nothing is missed', () => {
  const folder = installed();
  const catalogs = project();
  expect(plan(folder, catalogs, { CI: 'true' })).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(join(folder, 'compiled'))).toBe(false);
  writeFileSync(join(folder, 'compiled'), 'a file in the place of the folder');
  expect(plan(folder, catalogs)).toMatchObject({ code: 0, stderr: '' });
});

import {
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Project } from '../../support/project.js';
import { buildExecutable, project } from './support.js';

const OWN = `tmp/locale-sync-${process.getuid?.()}`;
const CACHE = 'home/.cache/locale-sync';
const isRoot = process.getuid?.() === 0;
const SOMEBODY = 12_345;

/** All unpacked files below a folder of the project. */
function filesIn(app: Project, folder: string): readonly string[] {
  const entries = readdirSync(app.path(folder), { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
}

/** Folders of versions. */
const versionsIn = (app: Project, folder: string): readonly string[] =>
  app.has(folder) ? readdirSync(app.path(folder)).filter((name) => /^\d/.test(name)) : [];

async function versionOf(app: Project): Promise<void> {
  const { code, stdout, stderr } = await app.run(['--version']);
  expect([code, stderr, stdout]).toEqual([0, '', expect.stringMatching(/^\d/)]);
}

describe.runIf(buildExecutable())('the files of the executable', () => {
  test('are unpacked once, where nobody else can write', async () => {
    const app = project({});
    await versionOf(app);
    expect(versionsIn(app, CACHE)).toHaveLength(1);
    expect(statSync(app.path(CACHE)).mode & 0o777).toBe(0o700);
    const files = filesIn(app, CACHE);
    expect(files.length).toBeGreaterThan(20);
    const times = files.map((file) => statSync(file).mtimeMs);
    await versionOf(app);
    expect(filesIn(app, CACHE).map((file) => statSync(file).mtimeMs)).toEqual(times);
  });

  test('are completed where some are missing or cut short', async () => {
    const app = project({});
    await versionOf(app);
    const files = filesIn(app, CACHE);
    const before = files.map((file) => readFileSync(file, 'latin1'));
    for (const [index, file] of files.entries()) if (index % 2 === 0) truncateSync(file, 1);
    await versionOf(app);
    expect(files.map((file) => readFileSync(file, 'latin1'))).toEqual(before);
  });

  test('are there as a whole when many runs begin at once, and some are killed', async () => {
    const app = project({});
    const runs = Array.from({ length: 4 }, () => versionOf(app));
    for (let i = 0; i < 4; i += 1) {
      const child = app.start(['--version']);
      await sleep(60 + 20 * i);
      child.kill('SIGKILL');
    }
    await Promise.all(runs);
    await versionOf(app);
    expect(versionsIn(app, CACHE)).toHaveLength(1);
  });

  test.each([
    ['is read-only', { HOME: '/proc' }],
    ['does not exist', { HOME: '/nowhere/at/all' }],
    ['is not set', { HOME: '', XDG_CACHE_HOME: '/proc/none' }],
  ])('are in the folder for temporary files where the home %s', async (_, env) => {
    const app = project({});
    app.env = { ...app.env, ...env };
    await versionOf(app);
    expect(versionsIn(app, OWN)).toHaveLength(1);
  });

  test.each<[string, (app: Project) => void]>([
    ['others may write to', (app) => chmodSync(made(app, OWN), 0o777)],
    ['is a link', (app) => symlinkSync(made(app, 'elsewhere'), app.path(OWN))],
    ...((isRoot
      ? [['is of somebody else', (app: Project) => chownSync(made(app, OWN), SOMEBODY, SOMEBODY)]]
      : []) as [string, (app: Project) => void][]),
  ])('are never in a folder that %s', async (_, make) => {
    const app = project({});
    app.env = { ...app.env, HOME: '/proc' };
    make(app);
    await versionOf(app);
    expect(versionsIn(app, OWN)).toEqual([]);
    // The run had a folder of its own, and removed it.
    expect(readdirSync(app.path('tmp'))).toEqual(['.keep', OWN.slice('tmp/'.length)]);
  });

  test('may be nowhere: a message says what to set', async () => {
    const app = project({});
    const env = { HOME: '/proc', TMPDIR: '/proc' };
    const { code, stdout, stderr } = await app.run(['--version'], { env });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error: locale-sync cannot unpack .*\nSet XDG_CACHE_HOME or TMPDIR /);
  });
});

function made(app: Project, folder: string): string {
  mkdirSync(app.path(folder), { mode: 0o700, recursive: true });
  return app.path(folder);
}

import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { createEngine, loadConfig } from '../../src/index.js';
import type { Report, Selection } from '../../src/index.js';
import { Project } from '../support/project.js';
import { KEY, startTestService } from '../support/scenario.js';

const LOCK = 'locale-sync.lock';
const FOLDERS = 'locale-sync.locks';

function json(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

function config(locks: string): string {
  return json({
    version: 1,
    source: 'en',
    targets: ['de', 'fr'],
    locks,
    catalogs: [{ files: 'l/{locale}/**/*.json' }, { files: 'top.{locale}.json' }],
  });
}

const FILES = {
  '.gitattributes': `${LOCK} merge=union\n`,
  'top.en.json': json({ top: 'Top' }),
  'l/en/shop/a.json': json({ one: 'One of a', two: 'Two of a' }),
  'l/en/shop/b.json': json({ one: 'One of b' }),
  'l/en/admin/c.json': json({ one: 'One of c', two: 'Two of c' }),
};

async function setting(locks: string) {
  const service = await startTestService();
  onTestFinished(() => service.close());
  const env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
  const project = new Project({ ...FILES, 'service.config.json': config(locks) });
  const sync = async (selection?: Selection): Promise<Report> =>
    createEngine(await loadConfig({ cwd: project.root, env })).sync(selection);
  return { project, sync };
}

function locksOf(project: Project): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(project.files()).filter(([path]) => path.endsWith('.lock')),
  );
}

function facts(locks: Readonly<Record<string, string>>): readonly string[] {
  const lines = Object.values(locks).flatMap((text) => text.split('\n'));
  return lines.filter((line) => line !== '' && !line.startsWith('#')).sort();
}

const NOTHING = { ok: true, requests: 0, files: { written: 0 } };

test('the facts of each folder are in a lock of their own', async () => {
  const { project, sync } = await setting('per-folder');
  await sync();
  const locks = locksOf(project);
  expect(Object.keys(locks).sort()).toEqual([
    LOCK,
    `${FOLDERS}/l/en/admin/${LOCK}`,
    `${FOLDERS}/l/en/shop/${LOCK}`,
  ]);
  // What is at the root stays in its lock, and so do the two lines of the catalogs.
  expect(facts({ root: locks[LOCK] ?? '' })).toHaveLength(3);
  expect(facts(locks)).toHaveLength(8);
  expect(await sync()).toMatchObject(NOTHING);
  project.remove('.locale-sync');
  expect(await sync()).toMatchObject(NOTHING);
  expect(locksOf(project)).toEqual(locks);
});

test('switching between both forms loses no fact', async () => {
  const { project, sync } = await setting('one');
  await sync();
  project.write('l/de/shop/a.json', json({ one: 'Eins', two: 'Zwei' }));
  await sync();
  const one = locksOf(project);
  expect(Object.keys(one)).toEqual([LOCK]);
  project.write('service.config.json', config('per-folder'));
  expect(await sync()).toMatchObject(NOTHING);
  const folders = locksOf(project);
  expect(Object.keys(folders)).toHaveLength(3);
  expect(facts(folders)).toEqual(facts(one));
  expect(facts({ root: folders[LOCK] ?? '' })).toHaveLength(3);
  project.write('service.config.json', config('one'));
  expect(await sync()).toMatchObject(NOTHING);
  expect(locksOf(project)).toEqual(one);
  expect(project.has(FOLDERS)).toBe(false);
});

test.each(['one', 'per-folder'])(
  'what goes with all files of a source leaves the lock, as on a fresh checkout (%s)',
  async (locks) => {
    const { project, sync } = await setting(locks);
    await sync();
    for (const locale of ['en', 'de', 'fr']) project.remove(`l/${locale}/admin`);
    // Without its source, a target keeps what is known of it.
    project.remove('l/en/shop/b.json');
    expect(await sync()).toMatchObject({ ok: true, requests: 0 });
    const left = locksOf(project);
    expect(facts(left)).toHaveLength(6);
    project.remove('.locale-sync');
    expect(await sync()).toMatchObject(NOTHING);
    expect(locksOf(project)).toEqual(left);
  },
);

test('a narrowed run takes along what it looks at, and leaves the rest', async () => {
  const { project, sync } = await setting('one');
  await sync();
  const one = facts(locksOf(project));
  project.write('service.config.json', config('per-folder'));
  expect(await sync({ files: ['l/en/shop/**'] })).toMatchObject({ ok: true, requests: 0 });
  const locks = locksOf(project);
  expect(Object.keys(locks).sort()).toEqual([LOCK, `${FOLDERS}/l/en/shop/${LOCK}`]);
  expect(facts(locks)).toEqual(one);
});

test('texts of people are known from the lock of their folder, also in a folder renamed', async () => {
  const { project, sync } = await setting('per-folder');
  await sync();
  project.write('l/de/shop/a.json', json({ one: 'Eins', two: 'Zwei' }));
  await sync();
  project.remove('.locale-sync');
  for (const locale of ['en', 'de', 'fr']) {
    mkdirSync(project.path(`l/${locale}/web`), { recursive: true });
    renameSync(project.path(`l/${locale}/shop/a.json`), project.path(`l/${locale}/web/a.json`));
    renameSync(project.path(`l/${locale}/shop/b.json`), project.path(`l/${locale}/web/b.json`));
    project.remove(`l/${locale}/shop`);
  }
  const moved = await sync();
  expect(moved).toMatchObject({ ok: true, requests: 0 });
  expect(moved.locales['de']).toMatchObject({ edited: 2, review: 0 });
  expect(Object.keys(locksOf(project)).sort()).toEqual([
    LOCK,
    `${FOLDERS}/l/en/admin/${LOCK}`,
    `${FOLDERS}/l/en/web/${LOCK}`,
  ]);
  project.write('l/en/web/a.json', json({ one: 'Changed', two: 'Two of a' }));
  expect((await sync()).locales['de']).toMatchObject({ review: 1, edited: 1 });
  expect(project.json('l/de/web/a.json')).toMatchObject({ one: 'Eins' });
});

test('a change in one folder leaves the locks of others alone, and git unites them all', async () => {
  const { project, sync } = await setting('per-folder');
  await sync();
  const before = locksOf(project);
  project.write('l/en/admin/c.json', json({ one: 'One of c', three: 'Three of c' }));
  await sync();
  const after = locksOf(project);
  const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
  expect(changed).toEqual([`${FOLDERS}/l/en/admin/${LOCK}`]);
  execFileSync('git', ['init', '--quiet'], { cwd: project.root });
  const args = ['check-attr', 'merge', ...Object.keys(after)];
  const attributes = execFileSync('git', args, { cwd: project.root }).toString().trim().split('\n');
  expect(attributes.every((line) => line.endsWith(': union'))).toBe(true);
});

test('a lock of a folder that holds a conflict is named, and its lines count', async () => {
  const { project, sync } = await setting('per-folder');
  await sync();
  const path = `${FOLDERS}/l/en/shop/${LOCK}`;
  project.write(path, `<<<<<<< ours\n${project.read(path)}>>>>>>> theirs\n`);
  const report = await sync();
  expect(report.requests).toBe(0);
  expect(report.problems.some(({ file }) => file === path)).toBe(true);
  expect(project.read(path)).not.toContain('<<<<<<<');
  expect(await sync()).toMatchObject(NOTHING);
});

test('the command answers from what it remembers, until a lock changes', async () => {
  const { project } = await setting('per-folder');
  const service = await startTestService();
  onTestFinished(() => service.close());
  project.env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
  await project.report(['sync']);
  // The first run makes the state folder beside files that it searches.
  await project.report(['sync']);
  const phases = async (): Promise<readonly string[]> => {
    const { timing } = await project.report(['sync', '--timing']);
    return timing?.phases.map(({ name }) => name) ?? [];
  };
  expect(await phases()).toEqual(['start', 'recall']);
  const path = `${FOLDERS}/l/en/shop/${LOCK}`;
  project.write(path, project.read(path).split('\n').slice(0, -2).join('\n') + '\n');
  expect(await phases()).toContain('compare');
});

import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { createEngine, loadConfig } from '../../src/index.js';
import type { Report, Selection } from '../../src/index.js';
import { Project } from '../support/project.js';
import { KEY, startTestService } from '../support/scenario.js';

const SHARDS = 4;
const CONFIG = {
  version: 1,
  source: 'en',
  targets: ['de', 'fr', 'pl'],
  catalogs: [{ files: 'l/{locale}/*.json' }, { files: 'table.csv' }],
};

function json(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

function texts(name: string, count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`k${at}`, `Text ${at} of ${name}`]),
  );
}

const SOURCES = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [`l/en/f${at}.json`, json(texts(`f${at}`, 1 + at * 3))]),
);

const FILES = {
  'service.config.json': json(CONFIG),
  '.gitattributes': '*.lock merge=union\n*.archive merge=union\n',
  '.gitignore': '.locale-sync/\n',
  'table.csv': 'key,en,de,fr,pl\none,One,,,\ntwo,Two,,,\n',
  ...SOURCES,
};

async function setting(config: object = {}) {
  const service = await startTestService();
  onTestFinished(() => service.close());
  const env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
  const sync = async (project: Project, selection?: Selection): Promise<Report> =>
    createEngine(await loadConfig({ cwd: project.root, env })).sync(selection);
  const project = new Project({ ...FILES, 'service.config.json': json({ ...CONFIG, ...config }) });
  git(project, ['init', '--quiet', '--initial-branch=main']);
  commit(project, 'Begin');
  return { project, sync };
}

function git({ root }: Project, args: readonly string[]): string {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'gc.auto=0'];
  return execFileSync('git', [...who, ...args], { cwd: root, stdio: 'pipe' })
    .toString()
    .trim();
}

function commit(project: Project, message: string): void {
  git(project, ['add', '--all']);
  git(project, ['commit', '--quiet', '--allow-empty', '--message', message]);
}

function checkoutOf(project: Project): Project {
  const copy = new Project();
  rmSync(copy.root, { recursive: true });
  cpSync(project.root, copy.root, { recursive: true });
  copy.remove('.locale-sync');
  return copy;
}

/** Every shard in a checkout of its own, each on a branch, and all of them merged. */
async function inShards(
  project: Project,
  sync: (project: Project, selection?: Selection) => Promise<Report>,
): Promise<{ readonly merged: Project; readonly reports: readonly Report[] }> {
  const merged = checkoutOf(project);
  const reports: Report[] = [];
  for (let index = 1; index <= SHARDS; index += 1) {
    const runner = checkoutOf(project);
    reports.push(await sync(runner, { shard: { index, of: SHARDS } }));
    commit(runner, `Shard ${index}`);
    git(merged, ['pull', '--quiet', '--no-rebase', '--no-edit', runner.root, 'main']);
  }
  return { merged, reports };
}

function facts(project: Project): readonly string[] {
  const locks = Object.entries(project.files()).filter(([path]) => path.endsWith('.lock'));
  const lines = locks.flatMap(([, text]) => text.split('\n'));
  return [...new Set(lines.filter((line) => line !== ''))].sort();
}

function withoutLock(project: Project): Record<string, string> {
  return Object.fromEntries(
    Object.entries(project.files()).filter(([path]) => !path.endsWith('.lock')),
  );
}

const FORMS = ['one', 'per-folder'] as const;

test.each(FORMS)('shards of a first run are what one run is (locks: %s)', async (locks) => {
  const { project, sync } = await setting({ locks });
  const whole = checkoutOf(project);
  const report = await sync(whole);
  const { merged, reports } = await inShards(project, sync);
  expect(reports.map(({ error }) => error)).toEqual(reports.map(() => null));
  const written = reports.map((one) => one.files.written);
  expect(written.every((count) => count > 0)).toBe(true);
  expect(written.reduce((sum, count) => sum + count, 0)).toBe(report.files.written);
  const characters = reports.map((one) => one.characters);
  expect(characters.reduce((sum, count) => sum + count, 0)).toBe(report.characters);
  expect(withoutLock(merged)).toEqual(withoutLock(whole));
  expect(facts(merged)).toEqual(facts(whole));
  const next = await sync(merged);
  expect(next).toMatchObject({ requests: 0, files: { written: 0 } });
  expect(facts(merged)).toEqual(facts(whole));
});

test.each(FORMS)('shards keep what others know and find moved files (locks: %s)', async (locks) => {
  const { project, sync } = await setting({ locks });
  await sync(project);
  project.write('l/de/f5.json', project.read('l/de/f5.json').replace('f5', 'Fünf'));
  await sync(project);
  commit(project, 'Translate');
  // New, changed and dropped keys, a renamed and a deleted file.
  project.write('l/en/f1.json', json({ ...texts('f1', 3), more: 'More', k0: 'Another' }));
  project.write('l/en/f2.json', json(texts('f2', 2)));
  project.write('l/en/moved.json', project.read('l/en/f5.json'));
  project.remove('l/en/f5.json');
  project.remove('l/en/f9.json');
  project.write('l/en/new.json', json(texts('new', 4)));
  commit(project, 'Work');
  const whole = checkoutOf(project);
  const { characters } = await sync(whole);
  const { merged, reports } = await inShards(project, sync);
  expect(reports.reduce((sum, one) => sum + one.characters, 0)).toBe(characters);
  expect(merged.read('l/de/moved.json')).toContain('Fünf');
  expect(withoutLock(merged)).toEqual(withoutLock(whole));
  // What is gone with a whole file, only a run over all files can tell.
  const known = new Set(facts(merged));
  expect(facts(whole).filter((line) => !known.has(line))).toEqual([]);
  const next = await sync(merged);
  expect(next).toMatchObject({ requests: 0, files: { written: 0 } });
  await sync(whole);
  expect(merged.files()).toEqual(whole.files());
});

test('shards in one checkout, one after the other, leave nothing to do', async () => {
  const { project, sync } = await setting();
  for (let index = 1; index <= SHARDS; index += 1) {
    expect((await sync(project, { shard: { index, of: SHARDS } })).error).toBe(null);
  }
  expect(await sync(project)).toMatchObject({ ok: true, requests: 0, files: { written: 0 } });
});

test('a shard without a file does nothing, and says that all is well', async () => {
  const { project, sync } = await setting();
  const shard = { index: 40, of: 40 };
  expect(await sync(project, { shard })).toMatchObject({ ok: true, files: { written: 0 } });
  await expect(sync(project, { shard: { index: 9, of: 8 } })).rejects.toThrow('9/8 is not a shard');
});

test('shards that start together make a glossary once', async () => {
  const { project, sync } = await setting();
  project.write('terms.csv', 'en,de,fr\nText,Wort,mot\n');
  const config = { ...CONFIG, translate: { glossary: 'terms.csv' } };
  project.write('service.config.json', json(config));
  commit(project, 'Terms');
  const runners = Array.from({ length: SHARDS }, () => checkoutOf(project));
  const reports = await Promise.all(
    runners.map((runner, at) => sync(runner, { shard: { index: at + 1, of: SHARDS } })),
  );
  expect(reports.map(({ error }) => error)).toEqual(reports.map(() => null));
  const ids = runners.flatMap((runner) => facts(runner).filter((line) => /^@\S+ =/.test(line)));
  expect(new Set(ids).size).toBe(1);
  const merged = checkoutOf(project);
  for (const runner of runners) {
    commit(runner, 'Shard');
    git(merged, ['pull', '--quiet', '--no-rebase', '--no-edit', runner.root, 'main']);
  }
  const next = await sync(merged);
  expect(next).toMatchObject({ requests: 0, files: { written: 0 } });
  expect(next.glossaries ?? []).toEqual([]);
});

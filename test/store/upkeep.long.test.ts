import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestService } from '../support/scenario.js';
import type { Project } from '../support/project.js';
import { hasPostgres, Postgres } from './postgres.js';
import { catalog, checkout, CONFIG } from './support.js';

let postgres: Postgres;

beforeAll(async () => {
  if (hasPostgres) postgres = await Postgres.start();
});

afterAll(async () => {
  if (hasPostgres) await postgres.stop();
});

async function filled(
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: string; readonly project: Project }> {
  const url = await postgres.database();
  const service = await startTestService();
  onTestFinished(() => service.close());
  const project = checkout({ 'locales/en.json': catalog(20) }, { service, url, env });
  await project.report(['sync']);
  return { url, project };
}

async function json(project: Project, args: readonly string[]): Promise<unknown> {
  const { stdout } = await project.run(['store', ...args, '--json']);
  return JSON.parse(stdout);
}

describe.skipIf(!hasPostgres)('store', () => {
  test('status tells what is in it', async () => {
    const { project } = await filled();
    expect(await json(project, ['status'])).toMatchObject({
      ok: true,
      store: {
        schema: 'locale_sync',
        access: 'read-write',
        waiting: 'poll',
        encrypted: false,
        texts: { main: 0, branch: 20 },
        languages: { DE: 20 },
        runs: 0,
        claims: 0,
      },
    });
    expect((await project.run(['store', 'status'])).stdout).toContain('0 of main, 20 of branches');
  });

  test('its schema may be called as a word of SQL is', async () => {
    const { project } = await filled();
    project.write(
      'service.config.yaml',
      CONFIG.replace(/^store: (.*)$/m, 'store: { url: "$1", schema: select }'),
    );
    project.write('locales/en.json', catalog(5, 'Other'));
    expect(await project.report(['sync'])).toMatchObject({ code: 0, texts: 5, problems: [] });
    expect(await json(project, ['status'])).toMatchObject({
      store: { schema: 'select', texts: { main: 0, branch: 5 } },
    });
    expect(await json(project, ['export', 'texts.jsonl'])).toMatchObject({ texts: 5 });
    expect(await json(project, ['import', 'texts.jsonl'])).toMatchObject({ added: 0, known: 5 });
    expect(await json(project, ['prune', '--older-than', '0d'])).toMatchObject({ removed: 5 });
  });

  test('prune removes what nobody has used for long', async () => {
    const { url, project } = await filled();
    expect(await json(project, ['prune', '--older-than', '90d'])).toMatchObject({ removed: 0 });
    await postgres.query(
      url,
      "UPDATE locale_sync.entries SET used = now() - interval '100 days' WHERE key < '\\x80'",
    );
    const [old] = await postgres.query<{ count: number }>(
      url,
      "SELECT count(*)::int AS count FROM locale_sync.entries WHERE key < '\\x80'",
    );
    const pruned = await json(project, ['prune', '--older-than', '90d']);
    expect(pruned).toMatchObject({ removed: old?.count });
    const wrong = await project.run(['store', 'prune', '--older-than', 'long']);
    expect(wrong.code).toBe(2);
  });

  test('export and import move texts to another store, under another key', async () => {
    const { project } = await filled({ LOCALE_SYNC_STORE_KEY: 'one' });
    expect(await json(project, ['export', 'texts.jsonl'])).toMatchObject({ texts: 20, skipped: 0 });
    expect(project.read('texts.jsonl').split('\n')).toHaveLength(22);
    const env = { LOCALE_SYNC_STORE: await postgres.database(), LOCALE_SYNC_STORE_KEY: 'two' };
    const imported = await project.run(['store', 'import', 'texts.jsonl', '--json'], { env });
    expect(JSON.parse(imported.stdout)).toMatchObject({ ok: true, added: 20, known: 0 });
    // As an editor of Windows saves it.
    project.write('texts.jsonl', `\uFEFF${project.read('texts.jsonl').replaceAll('\n', '\r\n')}`);
    const again = await project.run(['store', 'import', 'texts.jsonl'], { env });
    expect(again).toMatchObject({ code: 0, stderr: '0 texts added, 20 already known.\n' });
    project.remove('.locale-sync');
    project.remove('locales/de.json');
    expect(await project.report(['sync'], { env })).toMatchObject({ code: 0, texts: 0 });
  });

  test('export and import want the name of a file', async () => {
    const { project } = await filled();
    const before = project.files();
    for (const action of ['export', 'import']) {
      const { code, stderr } = await project.run(['store', action, '-']);
      expect(code).toBe(2);
      expect(stderr).toContain('Name a file');
    }
    expect(project.files()).toEqual(before);
  });

  test.each([
    ['', /not a file that .store export. wrote/],
    ['{"format":"locale-sync store","version":2}', /another version/],
    ['{"format":"locale-sync store","version":1}\n{"key":"x"}', /wrong\.jsonl:2: /],
  ])('import refuses a file that is none: %j', async (content, message) => {
    const { project } = await filled();
    project.write('wrong.jsonl', content);
    const { code, stderr } = await project.run(['store', 'import', 'wrong.jsonl']);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  test('Ctrl-C ends an export at once; the file of an earlier one stays', async () => {
    const { url, project } = await filled();
    await project.run(['store', 'export', 'texts.jsonl']);
    const before = project.files();
    const lock = postgres.query(
      url,
      'BEGIN; LOCK TABLE locale_sync.entries; SELECT pg_sleep(3600); COMMIT',
    );
    lock.catch(() => undefined);
    const waiting = 'SELECT FROM pg_locks WHERE NOT granted';
    const child = project.start(['store', 'export', 'texts.jsonl', '--json']);
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await expect.poll(() => postgres.query(url, waiting)).toHaveLength(1);
    child.kill('SIGINT');
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(130);
    expect(JSON.parse(output)).toMatchObject({ ok: false, error: { code: 'interrupted' } });
    expect(project.files()).toEqual(before);
    await postgres.query(
      url,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
    );
  });

  test('a text in another language is not used, whoever put it there', async () => {
    const { project } = await filled();
    await project.run(['store', 'export', 'texts.jsonl']);
    const [header = '', ...lines] = project.read('texts.jsonl').trim().split('\n');
    const poisoned = lines.map((line) =>
      JSON.stringify({
        ...(JSON.parse(line) as object),
        text: 'Vous pouvez enregistrer les modifications dans la fenêtre',
      }),
    );
    project.write('texts.jsonl', [header, ...poisoned].join('\n'));
    const env = { LOCALE_SYNC_STORE: await postgres.database() };
    await project.run(['store', 'import', 'texts.jsonl'], { env });
    project.remove('.locale-sync');
    project.remove('locales/de.json');
    expect(await project.report(['sync'], { env })).toMatchObject({ code: 0, texts: 20 });
    expect(project.read('locales/de.json')).not.toContain('Vous');
  });

  test('without a store there is a message', async () => {
    const { project } = await filled();
    const env = { LOCALE_SYNC_STORE: '' };
    expect(await project.run(['store', 'status'], { env })).toMatchObject({ code: 2 });
    const away = { LOCALE_SYNC_STORE: 'postgres://127.0.0.1:1/none' };
    expect(await project.run(['store', 'status'], { env: away })).toMatchObject({ code: 3 });
  });
});

import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Project } from '../support/project.js';
import { environment, service } from '../support/service.js';

const CONFIG = `version: 1
source: en
targets: [de, fr]
catalogs:
  - files: locales/{locale}/**/*.json
`;

/** `count` strings that are all different. */
function strings(count: number, prefix = 'Text'): string {
  const entries = Array.from({ length: count }, (_, i) => [`key${i}`, `${prefix} number ${i}`]);
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

describe('requests', () => {
  test('100 strings × 2 targets in one file are 4 requests', async () => {
    const running = await service();
    const project = new Project({
      'service.config.yaml': CONFIG,
      'locales/en/app.json': strings(100),
    });
    const report = await project.report(['sync'], { env: environment(running) });
    expect(report).toMatchObject({ ok: true, code: 0, requests: 4, texts: 200 });
    expect(running.counters()).toMatchObject({ requests: 4, texts: 200 });
  });

  test('100 files × 10 distinct strings × 2 targets are 40 requests', async () => {
    const running = await service();
    const files = Array.from({ length: 100 }, (_, i) => [
      `locales/en/file${i}.json`,
      strings(10, `File ${i}`),
    ]);
    const project = new Project({
      'service.config.yaml': CONFIG,
      ...(Object.fromEntries(files) as Record<string, string>),
    });
    const report = await project.report(['sync'], { env: environment(running) });
    expect(report).toMatchObject({ ok: true, requests: 40, texts: 2000 });
    expect(report.files).toEqual({ written: 200, unchanged: 0 });
    expect(running.counters()).toMatchObject({ requests: 40, texts: 2000 });
  });

  test('20 files that all say Save and Cancel beside a string of their own, 2 targets, are 44 texts', async () => {
    const running = await service();
    const files = Array.from({ length: 20 }, (_, i) => [
      `locales/en/file${i}.json`,
      JSON.stringify({ save: 'Save', cancel: 'Cancel', own: `Only in file ${i}` }),
    ]);
    const project = new Project({
      'service.config.yaml': CONFIG,
      ...(Object.fromEntries(files) as Record<string, string>),
    });
    const report = await project.report(['sync'], { env: environment(running) });
    expect(report).toMatchObject({ ok: true, texts: 44, reused: { duplicates: 76 } });
    expect(running.counters()).toMatchObject({ texts: 44, repeats: 0 });
  });

  test('what goes out while the rest is still compared are full requests, and no text twice', async () => {
    const running = await service();
    const count = 80;
    const files = Array.from({ length: count }, (_, i) => [
      `locales/en/file${i}.json`,
      JSON.stringify({
        marked: `File <b>${i}</b>`,
        shared: `Alpha ${(i + 1) % count}`,
        ...Object.fromEntries(
          ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'].map((own) => [own, `${own} ${i}`]),
        ),
      }),
    ]);
    const project = new Project({
      'service.config.yaml': CONFIG,
      ...(Object.fromEntries(files) as Record<string, string>),
    });
    // 400 plain texts and 80 with markup, which share no request with them.
    const amounts = { requests: 20, texts: 960, reused: { duplicates: 160 } };
    const planned = await project.report(['plan']);
    expect(planned).toMatchObject(amounts);
    const report = await project.report(['sync'], { env: environment(running) });
    expect(report).toMatchObject({ ...amounts, ok: true, characters: planned.characters });
    expect(running.counters()).toMatchObject({ requests: 20, texts: 960, repeats: 0 });
  });

  test('short texts leave room for long ones where that saves requests', async () => {
    const running = await service();
    const texts = [
      ...Array.from({ length: 300 }, (_, i) => `Short ${i}`),
      ...Array.from({ length: 30 }, (_, i) => `Long ${i} ${'word '.repeat(1800)}`),
    ];
    const project = new Project({
      'service.config.yaml': CONFIG,
      'locales/en/app.json': JSON.stringify(Object.fromEntries(texts.entries())),
    });
    // 330 texts, 274 KB: seven requests a target for their number, where three would do for their
    // bytes.
    const report = await project.report(['sync'], { env: environment(running) });
    expect(report).toMatchObject({ ok: true, requests: 14, texts: 660 });
  });

  test('texts of catalogs that share target and options share requests', async () => {
    const running = await service();
    const project = new Project({
      'service.config.yaml': `${CONFIG}  - files: config/{locale}.yml\n`,
      'locales/en/app.json': strings(25),
      'config/en.yml': 'en:\n  greeting: A greeting\n  farewell: A farewell\n',
    });
    const report = await project.report(['sync'], { env: environment(running) });
    expect(report).toMatchObject({ ok: true, requests: 2, texts: 54 });
    expect(project.read('config/de.yml')).toMatch(/^de:\n {2}greeting: /);
  });

  test('no body is larger than 131,072 bytes, and no request has more than 50 texts', async () => {
    const running = await service();
    const long = Array.from({ length: 90 }, (_, i) => [
      `key${i}`,
      `${i} ${'ä long text '.repeat(350)}`,
    ]);
    const project = new Project({
      'service.config.yaml': CONFIG,
      'locales/en/app.json': JSON.stringify(Object.fromEntries(long)),
    });
    const report = await project.report(['sync'], { env: environment(running) });
    expect(report.ok).toBe(true);
    expect(running.counters().largestBody).toBeLessThanOrEqual(131_072);
    expect(running.counters().largestBody).toBeGreaterThan(110_000);
  });

  test('a body is filled up to its last byte: 131,072 are one request, one more makes two', async () => {
    const bodiesOf = async (length: number): Promise<{ requests: number; largestBody: number }> => {
      const running = await service();
      const project = new Project({
        'service.config.yaml': CONFIG.replace('[de, fr]', '[de]'),
        'locales/en/app.json': JSON.stringify({ a: 'a'.repeat(60_000), b: 'b'.repeat(length) }),
      });
      const report = await project.report(['sync'], { env: environment(running) });
      expect(report).toMatchObject({ ok: true, texts: 2 });
      return running.counters();
    };
    const { largestBody } = await bodiesOf(60_000);
    const full = 60_000 + 131_072 - largestBody;
    expect(await bodiesOf(full)).toMatchObject({ requests: 1, largestBody: 131_072 });
    expect(await bodiesOf(full + 1)).toMatchObject({ requests: 2 });
  });
});

/** Inode and time of every file below a folder. */
function stampsIn(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  const stamps = files.map((path) => [path, statSync(join(root, path))] as const);
  return Object.fromEntries(
    stamps
      .filter(([, stats]) => stats.isFile())
      .map(([path, { ino, mtimeMs }]) => [path, `${ino} ${mtimeMs}`]),
  );
}

describe('a second run', () => {
  test('sends nothing and writes nothing', async () => {
    const running = await service();
    const project = new Project({
      'service.config.yaml': CONFIG,
      'locales/en/app.json': strings(20),
    });
    const env = environment(running);
    const planned = await project.report(['plan']);
    const first = await project.report(['sync'], { env });
    expect(first.files).toEqual({ written: 2, unchanged: 0 });
    expect(planned.files).toEqual(first.files);
    expect((await project.report(['plan'])).files).toEqual({ written: 0, unchanged: 2 });
    const files = project.files();
    const stamps = stampsIn(project.root);
    const before = running.counters().requests;
    for (const args of [['sync'], ['sync', '--verbose']]) {
      const report = await project.report(args, { env });
      expect(report).toMatchObject({ ok: true, code: 0, requests: 0, texts: 0 });
      expect(report.files).toEqual({ written: 0, unchanged: 2 });
    }
    // Not even in the local state.
    expect(stampsIn(project.root)).toEqual(stamps);
    project.remove('.locale-sync');
    expect(await project.report(['sync'], { env })).toMatchObject({ requests: 0, ok: true });
    expect(running.counters().requests).toBe(before);
    expect(project.files()).toEqual(files);
  });

  test('knows at once that nothing is to be done, though the first one made its folder beside the catalogs', async () => {
    const running = await service();
    const project = new Project({
      'service.config.yaml': CONFIG.replace('locales/{locale}/**/*.json', '"{locale}.json"'),
      'en.json': strings(3),
    });
    const env = environment(running);
    expect(await project.report(['sync'], { env })).toMatchObject({ ok: true, texts: 6 });
    expect(project.has('.locale-sync/ledger/sync')).toBe(true);
    expect(await project.report(['sync'], { env })).toMatchObject({ ok: true, requests: 0 });
  });

  test('after one string changed sends one text per target and changes one line per target file', async () => {
    const running = await service();
    const project = new Project({
      'service.config.yaml': CONFIG,
      'locales/en/app.json': strings(60),
    });
    const env = environment(running);
    await project.report(['sync'], { env });
    const before = project.read('locales/de/app.json').split('\n');
    project.write(
      'locales/en/app.json',
      project.read('locales/en/app.json').replace('Text number 7"', 'Another text"'),
    );
    const report = await project.report(['sync'], { env });
    expect(report).toMatchObject({ ok: true, requests: 2, texts: 2 });
    const after = project.read('locales/de/app.json').split('\n');
    const changed = after.filter((line, i) => line !== before[i]);
    expect(after).toHaveLength(before.length);
    expect(changed).toHaveLength(1);
  });

  test('is remembered only as long as nothing changes', async () => {
    const running = await service();
    const project = new Project({
      'service.config.yaml': CONFIG,
      'locales/en/app.json': strings(3),
    });
    const env = environment(running);
    await project.report(['sync'], { env });
    await project.report(['sync'], { env });
    project.write('locales/en/new.json', '{"fresh": "A fresh file"}');
    expect(await project.report(['check'], { env })).toMatchObject({ code: 1 });
    expect(await project.report(['sync'], { env })).toMatchObject({ texts: 2 });
    project.remove('locales/fr/new.json');
    expect(await project.report(['check'], { env })).toMatchObject({ code: 1 });
  });
});

describe('looking', () => {
  test('plan, check and status need no key and no network', async () => {
    const project = new Project({
      'service.config.yaml': `service: { url: "http://127.0.0.1:9" }\n${CONFIG}`,
      'locales/en/app.json': strings(70),
    });
    const planned = await project.report(['plan']);
    expect(planned).toMatchObject({ code: 0, requests: 4, texts: 140, error: null });
    expect(await project.report(['check'])).toMatchObject({ code: 1, requests: 4 });
    expect(await project.report(['status'])).toMatchObject({ code: 0, error: null });
    expect(project.has('locales/de')).toBe(false);
    expect(project.has('locale-sync.lock')).toBe(false);
  });

  test('sync --plan carries out the plan, and refuses when a file has moved on', async () => {
    const running = await service();
    const env = environment(running);
    const project = new Project({
      'service.config.yaml': CONFIG,
      'locales/en/app.json': strings(5),
    });
    await project.report(['plan', '--out', 'plan.json']);
    project.write('locales/en/app.json', strings(6));
    const refused = await project.report(['sync', '--plan', 'plan.json'], { env });
    expect(refused).toMatchObject({ code: 2, requests: 0, error: { code: 'plan-outdated' } });
    expect(refused.error?.message).toContain('locales/en/app.json');
    expect(running.counters().requests).toBe(0);
    await project.report(['plan', '--out', 'plan.json', '--locale', 'fr']);
    const done = await project.report(['sync', '--plan', 'plan.json'], { env });
    expect(done).toMatchObject({ ok: true, texts: 6 });
    expect(project.has('locales/de/app.json')).toBe(false);
  });
});

test('the embedded service is started only if there is something to send', async () => {
  const project = new Project({
    'service.config.yaml': `service: { url: embedded }\n${CONFIG}`,
    'locales/en/app.json': '{"hello": "Hello {{name}}"}',
  });
  const first = await project.report(['sync']);
  expect(first).toMatchObject({ ok: true, code: 0, requests: 2 });
  expect(project.read('locales/de/app.json')).toContain('{{name}}');
  expect(await project.report(['sync'])).toMatchObject({ ok: true, requests: 0 });
});

describe('a rehearsal with the embedded service', () => {
  const files = {
    'service.config.yaml': CONFIG.replace('[de, fr]', '[de]'),
    'locales/en/app.json': '{"hello": "Hello", "bye": "Good bye"}',
  };
  const rehearsal = { env: { SERVICE_URL: 'embedded' } };

  test('is stale for another service, which is asked for all of it', async () => {
    const running = await service();
    const project = new Project(files);
    expect(await project.report(['sync'], rehearsal)).toMatchObject({ code: 0, texts: 2 });
    expect((await project.report(['status'], rehearsal)).locales['de']).toMatchObject({
      drifted: 0,
    });
    // By now the answer "nothing to do" is remembered.
    await sleep(100);
    expect(await project.report(['sync'], rehearsal)).toMatchObject({ requests: 0 });
    project.env = environment(running);
    expect((await project.report(['status'])).locales['de']).toMatchObject({ stale: 2 });
    expect(await project.report(['sync'])).toMatchObject({
      ...{ code: 0, texts: 2, reused: { memory: 0 } },
    });
    expect(running.counters().texts).toBe(2);
    expect((await project.report(['status'])).locales['de']).toMatchObject({
      stale: 0,
      current: 2,
    });
  });

  test('is not remembered for another service once it was taken back', async () => {
    const running = await service();
    const project = new Project(files);
    await project.report(['sync'], rehearsal);
    rmSync(project.path('locales/de'), { recursive: true });
    rmSync(project.path('locale-sync.lock'));
    project.env = environment(running);
    const report = await project.report(['sync']);
    expect(report).toMatchObject({ code: 0, texts: 2, reused: { memory: 0 } });
    expect(running.counters().texts).toBe(2);
  });
});

test('without a terminal, a short run says only that it has begun and that it is done', async () => {
  const running = await service();
  const project = new Project({
    'service.config.yaml': CONFIG,
    'locales/en/app.json': strings(1000),
  });
  const { code, stderr } = await project.run(['sync'], { env: environment(running) });
  expect(code).toBe(0);
  const lines = stderr.split('\n').filter((line) => line.startsWith('translating:'));
  // One, where all answers came while the rest was planned.
  expect([1, 2]).toContain(lines.length);
  expect(lines.at(-1)).toMatch(/2,000\/2,000 texts, 40\/40 requests/);
});

test('status shows coverage by file, where a locale has several', async () => {
  const project = new Project({
    'service.config.yaml': CONFIG,
    'locales/en/app.json': strings(4),
    'locales/en/more/other.json': strings(2),
    'locales/de/app.json': strings(3, 'Wort'),
    'locales/de/more/other.json': strings(2, 'Wort'),
  });
  const { stdout } = await project.run(['status']);
  expect(stdout).toContain('open, by file\n');
  expect(stdout).toMatch(/^ {2}locales\/de\/app\.json +75 % +3\/4 {2}1 missing$/m);
  expect(stdout).toMatch(/^ {2}locales\/fr\/more\/other\.json +0 % +0\/2 {2}2 missing$/m);
  expect(stdout).not.toContain('locales/de/more/other.json');
  const all = (await project.run(['status', '--verbose'])).stdout;
  expect(all).toMatch(/^ {2}locales\/de\/more\/other\.json +100 % +2\/2$/m);
  await project.run(['sync'], { env: { SERVICE_URL: 'embedded' } });
  expect((await project.run(['status'])).stdout).not.toContain('by file');
  expect((await project.run(['status', '--verbose'])).stdout).toContain('by file');
  const one = new Project({ 'service.config.yaml': CONFIG, 'locales/en/app.json': strings(4) });
  expect((await one.run(['status'])).stdout).not.toContain('by file');
});

import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestService } from '../support/scenario.js';
import type { FaultInput, RunningService } from '../../src/service/index.js';
import { hasPostgres, Postgres } from './postgres.js';
import { catalog, checkout, CONFIG } from './support.js';

let postgres: Postgres;

beforeAll(async () => {
  if (hasPostgres) postgres = await Postgres.start();
});

afterAll(async () => {
  if (hasPostgres) await postgres.stop();
});

async function serviceOf(faults: readonly FaultInput[] = []): Promise<RunningService> {
  const service = await startTestService(faults);
  onTestFinished(() => service.close());
  return service;
}

const SLOWLY: FaultInput = { fault: 'latency', milliseconds: 150 };
const FILE = 'locales/en.json';
const SESSIONS = `SELECT pid FROM pg_stat_activity
  WHERE application_name = 'locale-sync' AND datname = current_database()`;

describe.skipIf(!hasPostgres)('texts of all kinds', () => {
  test('NUL, half a pair, a megabyte: every checkout gets the same bytes', async () => {
    const service = await serviceOf();
    const url = await postgres.database();
    const texts = {
      nul: 'A text with \u0000 in it',
      high: 'A text with \ud83d in it',
      low: 'A text with \ude00 in it',
      pair: 'A text with \u{1f600} in it',
      replaced: 'A text with \ufffd in it',
      separator: 'A text with \u2028 in it',
      quotes: `A text with "quotes" and 'others' and \\ in it`,
      long: Array.from(
        { length: 20_000 },
        (_, at) => `This is sentence number ${at} of many.`,
      ).join(' '),
    };
    const files = { [FILE]: JSON.stringify(texts, null, 2) };
    const first = checkout(files, { service, url });
    const report = await first.report(['sync']);
    expect(report).toMatchObject({ problems: [] });
    const second = checkout(files, { service, url });
    // Half a pair does not survive the database: its checkout asks for itself.
    expect(await second.report(['sync'])).toMatchObject({ problems: [], texts: 2 });
    expect(second.files()).toEqual(first.files());
    for (const text of Object.values(second.json('locales/de.json') as object))
      expect(text).not.toBe('');
  });
});

describe.skipIf(!hasPostgres)('runs that differ', () => {
  test('what changes an answer keeps texts apart', async () => {
    const service = await serviceOf();
    const url = await postgres.database();
    const files = { [FILE]: catalog(60) };
    const configs = ['', 'translate: { formality: more }\n', 'translate: { context: A shop }\n'];
    const runs = configs.map((more) =>
      checkout({ ...files, 'service.config.yaml': CONFIG + more }, { service, url }).report([
        'sync',
      ]),
    );
    for (const report of await Promise.all(runs))
      expect(report).toMatchObject({ code: 0, texts: 60, problems: [] });
  });

  test('two glossaries', async () => {
    const service = await serviceOf();
    const url = await postgres.database();
    const runs = ['Eins', 'Zwei'].map((word) =>
      checkout(
        {
          [FILE]: catalog(60),
          [`glossaries/${word}.csv`]: `en,de\nItem,${word}\n`,
          'service.config.yaml': `${CONFIG}translate: { glossary: glossaries/${word}.csv }\n`,
        },
        { service, url },
      ),
    );
    const reports = await Promise.all(runs.map((run) => run.report(['sync'])));
    for (const report of reports)
      expect(report).toMatchObject({ code: 0, texts: 60, problems: [] });
    expect(runs[0]?.read('locales/de.json')).toContain('Eins');
    expect(runs[1]?.read('locales/de.json')).toContain('Zwei');
  });
});

describe.skipIf(!hasPostgres)('waiting for another run', () => {
  test('that is refused by the service: who waits asks for itself', async () => {
    const service = await serviceOf([SLOWLY]);
    const url = await postgres.database();
    const files = { [FILE]: catalog(300) };
    const refused = checkout(files, { service, url, env: { SERVICE_AUTH_KEY: 'wrong' } });
    const reports = await Promise.all([
      refused.report(['sync']),
      ...[0, 1].map(() => checkout(files, { service, url }).report(['sync'])),
    ]);
    const [first, ...others] = reports;
    // Where the others were quicker, it had nothing to ask for.
    expect([0, 3]).toContain(first.code);
    for (const report of others) expect(report).toMatchObject({ code: 0, problems: [] });
    expect(service.counters().repeats).toBe(0);
  });

  test('of which single texts fail', async () => {
    const service = await serviceOf([
      SLOWLY,
      { fault: 'status', status: 400, contains: 'number 77 ' },
    ]);
    const url = await postgres.database();
    const files = { [FILE]: catalog(100) };
    const reports = await Promise.all(
      [0, 1, 2].map(() => checkout(files, { service, url }).report(['sync'])),
    );
    for (const report of reports) {
      expect(report).toMatchObject({ code: 1 });
      expect(report.locales['de']).toMatchObject({ current: 99, missing: 1 });
    }
  });

  test('Ctrl-C while waiting: it ends at once, and keeps what came', async () => {
    const service = await serviceOf([SLOWLY]);
    const url = await postgres.database();
    const files = { [FILE]: catalog(400) };
    const owner = checkout(files, { service, url }).start(['sync', '--concurrency', '1']);
    await expect.poll(() => postgres.texts(url)).toBeGreaterThanOrEqual(50);
    owner.kill('SIGSTOP');
    // However slow this machine is, its claims live.
    await postgres.query(url, "UPDATE locale_sync.claims SET until = 'infinity'");
    const sessions = await postgres.query<{ pid: number }>(url, SESSIONS);
    const waiting = checkout(files, { service, url });
    const waiter = waiting.start(['sync', '--json']);
    let output = '';
    waiter.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    // Who claims something has looked for what is stored.
    const claiming = `${SESSIONS} AND query LIKE '%claims AS held%'
      AND pid NOT IN (${sessions.map(({ pid }) => pid).join()})`;
    await expect.poll(() => postgres.query(url, claiming)).toHaveLength(1);
    waiter.kill('SIGINT');
    // The owner does not go on before it has ended.
    const [code] = (await once(waiter, 'close')) as [number];
    expect(code).toBe(130);
    const { locales } = JSON.parse(output) as { locales: { de: { current: number } } };
    expect(locales.de.current).toBeGreaterThanOrEqual(50);
    owner.kill('SIGCONT');
    const [ended] = (await once(owner, 'close')) as [number];
    expect(ended).toBe(0);
    expect(service.counters().repeats).toBe(0);
  });
});

describe.skipIf(!hasPostgres)('the limit of characters', () => {
  test('counts what the store does not have', async () => {
    const service = await serviceOf();
    const url = await postgres.database();
    const files = { [FILE]: catalog(100) };
    await checkout(files, { service, url }).report(['sync']);
    const more = checkout({ [FILE]: catalog(101) }, { service, url });
    expect(await more.report(['sync', '--max-characters', '10'])).toMatchObject({
      code: 2,
      requests: 0,
      error: { code: 'limit-exceeded' },
    });
    expect(await more.report(['sync', '--max-characters', '100'])).toMatchObject({
      code: 0,
      requests: 1,
      texts: 1,
      problems: [],
    });
  });
});

test('looking never connects', async () => {
  let connections = 0;
  const server = createServer(() => (connections += 1)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const service = await serviceOf();
  const project = checkout(
    { [FILE]: catalog(10) },
    { service, url: `postgres://nobody@127.0.0.1:${String(port)}/none` },
  );
  for (const command of ['plan', 'check', 'status']) {
    const { problems } = await project.report([command]);
    expect(problems).toBeInstanceOf(Array);
  }
  expect(connections).toBe(0);
});

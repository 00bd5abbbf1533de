import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestService } from '../support/scenario.js';
import type { FaultInput, RunningService } from '../../src/service/index.js';
import { pauseBefore } from '../../src/store/line.js';
import { hasPgbouncer, hasPostgres, Postgres } from './postgres.js';
import { catalog, checkout } from './support.js';

let postgres: Postgres;

beforeAll(async () => {
  if (hasPostgres) postgres = await Postgres.start();
});

afterAll(async () => {
  if (hasPostgres) await postgres.stop();
});

const SLOWLY: FaultInput = { fault: 'latency', milliseconds: 150 };
const ONE_BY_ONE = ['sync', '--concurrency', '1'];
const FILES = { 'locales/en.json': catalog(400) };
const CUT = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'locale-sync' OR usename <> current_user`;

async function slowService(): Promise<RunningService> {
  const service = await startTestService([SLOWLY]);
  onTestFinished(() => service.close());
  return service;
}

/** Waits until so many runs have claimed, or wait for others. */
async function atWork(server: Postgres, url: string, runs: number): Promise<void> {
  await expect
    .poll(() => server.query(url, 'SELECT FROM locale_sync.runners').catch(() => []))
    .toHaveLength(runs);
}

/** A server that a test may stop. */
async function ownPostgres(): Promise<Postgres> {
  const own = await Postgres.start();
  onTestFinished(() => own.stop());
  return own;
}

describe.skipIf(!hasPostgres)('a connection that is cut', () => {
  test.each([
    { how: 'directly', isPooled: false },
    { how: 'behind PgBouncer', isPooled: true },
  ])('again and again: each text is paid once, and all are stored ($how)', async ({ isPooled }) => {
    if (isPooled && !hasPgbouncer) return;
    const service = await slowService();
    const database = await postgres.database();
    const url = isPooled ? await postgres.pooled(database) : database;
    const runs = [0, 1, 2, 3].map(() => checkout(FILES, { service, url }).report(ONE_BY_ONE));
    const all = Promise.all(runs);
    for (const texts of [50, 150, 300]) {
      while (service.counters().texts < texts) await sleep(10);
      await postgres.query(database, CUT);
    }
    for (const report of await all) {
      expect(report).toMatchObject({ code: 0, ok: true });
      expect(report.locales['de']).toMatchObject({ current: 400 });
      expect(report.problems.length).toBeLessThanOrEqual(1);
      for (const { message } of report.problems)
        expect(message).toMatch(/was unavailable for a while/);
    }
    expect(service.counters().texts).toBe(400);
    expect(await postgres.texts(database)).toBe(400);
  });
});

describe.skipIf(!hasPostgres)('a database that is away for a while', () => {
  test('restarts in the middle: what was answered meanwhile is stored, and said once', async () => {
    const own = await ownPostgres();
    const service = await slowService();
    const url = await own.database();
    const runs = [0, 1, 2].map(() => checkout(FILES, { service, url }).report(ONE_BY_ONE));
    const all = Promise.all(runs);
    await atWork(own, url, runs.length);
    await own.down();
    await own.up();
    for (const report of await all) {
      expect(report).toMatchObject({ code: 0, ok: true });
      expect(report.problems).toHaveLength(1);
      expect(report.problems[0]?.message).toMatch(
        /was unavailable for a while: the connection was closed/,
      );
    }
    expect(await own.texts(url)).toBe(400);
    expect(service.counters().texts).toBe(400);
  });

  test('is not there at first: it gets what was paid for', async () => {
    const own = await ownPostgres();
    const service = await slowService();
    const url = await own.database();
    await own.down();
    const run = checkout(FILES, { service, url }).report(ONE_BY_ONE);
    while (service.counters().texts < 100) await sleep(10);
    await own.up();
    const report = await run;
    expect(report).toMatchObject({ code: 0, texts: 400 });
    expect(report.problems).toHaveLength(1);
    expect(report.problems[0]?.message).toMatch(
      /was unavailable for a while: nothing is listening/,
    );
    expect(await own.texts(url)).toBe(400);
  });

  test('is read-only for a while', async () => {
    const service = await slowService();
    const url = await postgres.database();
    const { pathname } = new URL(url);
    const readOnly = (isOn: string): Promise<unknown> =>
      postgres.query(
        url,
        `BEGIN READ WRITE; ALTER DATABASE ${pathname.slice(1)} SET default_transaction_read_only = ${isOn}; COMMIT; ${CUT}`,
      );
    const run = checkout(FILES, { service, url }).report(ONE_BY_ONE);
    while (service.counters().texts < 100) await sleep(10);
    await readOnly('on');
    while (service.counters().texts < 150) await sleep(10);
    await readOnly('off');
    const report = await run;
    expect(report).toMatchObject({ code: 0, texts: 400 });
    const messages = report.problems.map(({ message }) => message);
    expect(messages).toContainEqual(
      expect.stringMatching(/accepted no texts for a while: it is read-only/),
    );
    expect(await postgres.texts(url)).toBe(400);
  });

  test('copies another one, and takes its place', async () => {
    const first = await ownPostgres();
    const service = await slowService();
    const { pathname } = new URL(await first.database());
    const url = first.url(pathname.slice(1));
    await checkout(FILES, { service, url }).report(['sync']);
    const standby = await first.standby();
    onTestFinished(() => standby.stop());
    const copy = standby.url(pathname.slice(1));
    const more = { 'locales/en.json': catalog(1_600) };
    const run = checkout(more, { service, url: copy }).report(ONE_BY_ONE);
    while (service.counters().texts < 500) await sleep(10);
    await first.down();
    await standby.query(copy, 'SELECT pg_promote()');
    const report = await run;
    expect(report).toMatchObject({ code: 0, texts: 1_200 });
    const messages = report.problems.map(({ message }) => message);
    expect(messages).toEqual(['The shared store accepted no texts for a while: it is read-only.']);
    expect(await standby.texts(copy)).toBe(1_600);
  });

  test('takes another password: the run goes on alone, and says so once', async () => {
    const own = await ownPostgres();
    const service = await slowService();
    const url = await own.database();
    await own.query(url, "CREATE ROLE keyed LOGIN SUPERUSER PASSWORD 'secret-one'");
    const address = new URL(url);
    address.username = 'keyed';
    address.password = 'secret-one';
    const run = checkout(FILES, { service, url: address.href }).report(ONE_BY_ONE);
    while (service.counters().texts < 100) await sleep(10);
    await own.query(url, 'ALTER ROLE keyed NOLOGIN');
    await own.query(url, CUT);
    const report = await run;
    expect(report).toMatchObject({ code: 0, texts: 400 });
    expect(report.problems).toHaveLength(1);
    expect(report.problems[0]?.message).toMatch(/can no longer be used/);
    expect(report.problems[0]?.message).not.toContain('secret');
  });
});

test.each([
  [0, 0],
  [1, 250],
  [5, 2_500],
  [11, 30_000],
  [1_000, 30_000],
])('after %d troubles, a run waits %d ms before it tries again', (troubles, pause) => {
  expect(pauseBefore(troubles)).toBe(pause);
});

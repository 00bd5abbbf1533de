import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestService } from '../support/scenario.js';
import type { FaultInput, RunningService } from '../../src/service/index.js';
import { memoryKey } from '../../src/lock/index.js';
import { openStore } from '../../src/store/index.js';
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
      expect(report).toMatchObject({ code: 0, ok: true, problems: [] });
      expect(report.locales['de']).toMatchObject({ current: 400 });
    }
    expect(service.counters().texts).toBe(400);
    expect(await postgres.texts(database)).toBe(400);
  });
});

describe.skipIf(!hasPostgres)('a database that is away for a while', () => {
  test('restarts in the middle: each run gets every text, and says at most once what was', async () => {
    const own = await ownPostgres();
    const service = await slowService();
    const url = await own.database();
    const runs = [0, 1, 2].map(() => checkout(FILES, { service, url }).report(ONE_BY_ONE));
    const all = Promise.all(runs);
    while (service.counters().texts < 100) await sleep(10);
    await own.down();
    await own.up();
    for (const report of await all) {
      expect(report).toMatchObject({ code: 0, ok: true });
      expect(report.locales['de']).toMatchObject({ current: 400 });
      expect(report.problems.length).toBeLessThanOrEqual(1);
      for (const { message } of report.problems) expect(message).toMatch(/was unavailable/);
    }
  });

  test('is asked again later in the same run', async () => {
    const own = await ownPostgres();
    const url = await own.database();
    const keys = [memoryKey(['a text'])];
    const store = openStore({ url, schema: 'locale_sync' });
    onTestFinished(() => store.close());
    await store.claim('DE', keys, () => true);
    await own.down();
    expect(await store.claim('DE', keys, () => true)).toMatchObject({ claimed: new Set(keys) });
    await own.up();
    await own.query(url, 'DELETE FROM locale_sync.claims');
    await expect
      .poll(async () => {
        await store.claim('DE', keys, () => true);
        return own.query(url, 'SELECT FROM locale_sync.claims');
      })
      .toHaveLength(1);
    expect(store.problems).toHaveLength(1);
    expect(store.problems[0]?.message).toMatch(/was unavailable: /);
  });

  test('only copies another one: its texts are used, and the run says that it stores none', async () => {
    const first = await ownPostgres();
    const service = await slowService();
    const { pathname } = new URL(await first.database());
    const url = first.url(pathname.slice(1));
    await checkout(FILES, { service, url }).report(['sync']);
    const standby = await first.standby();
    onTestFinished(() => standby.stop());
    const more = { 'locales/en.json': catalog(500) };
    const copy = standby.url(pathname.slice(1));
    const report = await checkout(more, { service, url: copy }).report(ONE_BY_ONE);
    expect(report).toMatchObject({ code: 0, texts: 100 });
    expect(report.problems).toHaveLength(1);
    expect(report.problems[0]?.message).toMatch(/was unavailable: it is read-only/);
  });

  test('becomes read-only while nobody is connected: texts are still read, and it is said once', async () => {
    const url = await postgres.database();
    const [known, open] = [memoryKey(['known']), memoryKey(['open'])];
    const store = openStore({ url, schema: 'locale_sync' });
    onTestFinished(() => store.close());
    await store.claim('DE', [known], () => true);
    store.answer('DE', [[known, 'Bekannt']]);
    await expect.poll(() => postgres.texts(url)).toBe(1);
    const name = new URL(url).pathname.slice(1);
    await postgres.query(url, `ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
    await postgres.query(url, CUT);
    expect(await store.claim('DE', [open], () => true)).toMatchObject({ claimed: new Set([open]) });
    store.answer('DE', [[open, 'Offen']]);
    expect(await store.lookUp('DE', [known, open], () => true)).toEqual(
      new Map([[known, 'Bekannt']]),
    );
    await store.close();
    expect(store.problems).toHaveLength(1);
    expect(store.problems[0]?.message).toMatch(/was unavailable: it is read-only/);
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
    expect(report.problems[0]?.message).toMatch(/was unavailable: it rejects the user or password/);
    expect(report.problems[0]?.message).not.toContain('secret');
  });
});

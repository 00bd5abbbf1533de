import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestService } from '../support/scenario.js';
import type { RunningService } from '../../src/service/index.js';
import { freePort } from '../support/free-port.js';
import { hasPostgres, Postgres } from './postgres.js';
import { catalog, checkout } from './support.js';

let postgres: Postgres;

beforeAll(async () => {
  if (hasPostgres) postgres = await Postgres.start();
});

afterAll(async () => {
  if (hasPostgres) await postgres.stop();
});

async function serviceOf(): Promise<RunningService> {
  const service = await startTestService();
  onTestFinished(() => service.close());
  return service;
}

/** The session that has a table for itself. */
const LOCKED = `SELECT pid FROM pg_locks
  WHERE relation = 'locale_sync.entries'::regclass AND mode = 'AccessExclusiveLock' AND granted`;

const FILES = { 'locales/en.json': catalog(20) };

/** A run that has to do without the store says so once, and does its work. */
async function expectLocal(url: string, message: RegExp, env = {}): Promise<void> {
  const service = await serviceOf();
  const project = checkout(FILES, { service, url, env });
  const report = await project.report(['sync']);
  expect(report).toMatchObject({ code: 0, ok: true, texts: 20 });
  expect(report.problems).toHaveLength(1);
  expect(report.problems[0]).toMatchObject({ code: 'store-unavailable', severity: 'warning' });
  expect(report.problems[0]?.message).toMatch(message);
  expect(report.problems[0]?.message).not.toContain('secret');
  // A run with nothing to do does not even ask.
  expect(await project.report(['sync'])).toMatchObject({ code: 0, problems: [] });
  expect(service.counters().texts).toBe(20);
}

describe('an address that is wrong', () => {
  test('nothing listens there', async () => {
    const port = await freePort();
    await expectLocal(`postgres://me:secret@127.0.0.1:${port}/db`, /nothing is listening/);
  });

  test('it is no address', async () => {
    await expectLocal('secret', /does not begin with postgres/);
  });

  test('it has a port that does not exist', async () => {
    await expectLocal('postgres://me:secret@127.0.0.1:99999/db', /its address is not valid/);
  });

  test('it names a certificate that is not there', async () => {
    const url = 'postgres://me:secret@127.0.0.1/db?sslmode=verify-full&sslrootcert=';
    await expectLocal(`${url}no-such-file.pem`, /a certificate file that its URL names/);
    await expectLocal(`${url}.`, /a certificate file that its URL names/);
  });

  test('its host is unknown', async () => {
    await expectLocal('postgres://me:secret@no-such-host.invalid/db', /host/);
  });

  test('what answers says nothing', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await new Promise((resolve) => silent.once('listening', resolve));
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await expectLocal(`postgres://me:secret@127.0.0.1:${port}/db`, /too slow/);
  });
});

describe.skipIf(!hasPostgres)('a store that cannot be used', () => {
  test('its database is not there', async () => {
    await expectLocal(postgres.url('nowhere'), /database does not exist/);
  });

  test('its schema is of another tool, and stays as it is', async () => {
    const url = await postgres.database();
    await postgres.query(url, 'CREATE SCHEMA locale_sync');
    await postgres.query(url, 'CREATE TABLE locale_sync.entries (id int)');
    await expectLocal(url, /another tool/);
    const rows = await postgres.query(
      url,
      "SELECT FROM pg_tables WHERE schemaname = 'locale_sync'",
    );
    expect(rows).toHaveLength(1);
  });

  test('its meta table is of another tool', async () => {
    const url = await postgres.database();
    await postgres.query(url, 'CREATE SCHEMA locale_sync');
    await postgres.query(url, 'CREATE TABLE locale_sync.meta (id int)');
    await expectLocal(url, /another tool/);
  });

  test('its tables are of a newer version', async () => {
    const url = await filled();
    await postgres.query(url, "UPDATE locale_sync.meta SET value = '99' WHERE name <> 'tool'");
    await expectLocal(url, /newer version/);
  });

  test('the user has no rights', async () => {
    const url = await filled();
    await postgres.query(url, 'CREATE ROLE nobody_here LOGIN');
    await expectLocal(userOf(url, 'nobody_here'), /lacks the privileges/);
  });

  test('the user may not make tables', async () => {
    const url = await postgres.database();
    await postgres.query(url, 'CREATE ROLE no_maker LOGIN');
    await expectLocal(
      userOf(url, 'no_maker'),
      /cannot create its tables: the user lacks the privileges/,
    );
  });

  test('its texts are encrypted with another key', async () => {
    const url = await filled({ LOCALE_SYNC_STORE_KEY: 'one' });
    await expectLocal(url, /another LOCALE_SYNC_STORE_KEY/, { LOCALE_SYNC_STORE_KEY: 'two' });
    await expectLocal(url, /LOCALE_SYNC_STORE_KEY is not set/);
    expect(await hits(url, { LOCALE_SYNC_STORE_KEY: 'one' })).toBe(20);
  });

  test('a table is locked for long', async () => {
    const url = await filled();
    const service = await serviceOf();
    const lock = postgres.query(
      url,
      'BEGIN; LOCK TABLE locale_sync.entries; SELECT pg_sleep(3600); COMMIT',
    );
    lock.catch(() => undefined);
    await expect.poll(() => postgres.query(url, LOCKED)).toHaveLength(1);
    // It ends while the table is still locked.
    const report = await checkout(FILES, { service, url }).report(['sync']);
    expect(await postgres.query(url, LOCKED)).toHaveLength(1);
    expect(report).toMatchObject({ code: 0, texts: 20 });
    expect(report.problems[0]?.message).toMatch(/too slow/);
    await postgres.query(
      url,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
    );
  });
});

describe.skipIf(!hasPostgres)('tables', () => {
  test('of an older version are brought up to date, with their texts', async () => {
    const url = await filled();
    await postgres.query(
      url,
      `ALTER TABLE locale_sync.claims DROP COLUMN until;
       INSERT INTO locale_sync.claims SELECT key, trust, 7 FROM locale_sync.entries;
       CREATE UNLOGGED TABLE locale_sync.runners (id bigint, until timestamptz, lock bigint);
       UPDATE locale_sync.meta SET value = '2' WHERE name = 'version';
       UPDATE locale_sync.meta SET value = '1' WHERE name = 'compatible'`,
    );
    expect(await hits(url)).toBe(20);
    // What an old run asked for, and was killed, is free.
    await postgres.query(url, 'DELETE FROM locale_sync.entries');
    expect(await hits(url)).toBe(0);
    const [version] = await postgres.query(
      url,
      "SELECT value FROM locale_sync.meta WHERE name = 'version'",
    );
    expect(version).toEqual({ value: '4' });
  });

  test('that are half migrated are repaired', async () => {
    const url = await filled();
    await postgres.query(url, 'DROP TABLE locale_sync.claims');
    expect(await hits(url)).toBe(20);
  });

  test('whose version is no number are left alone', async () => {
    const url = await filled();
    await postgres.query(url, "UPDATE locale_sync.meta SET value = 'x' WHERE name = 'version'");
    await expectLocal(url, /damaged/);
  });

  test('that are damaged are said to be so', async () => {
    const url = await filled();
    await postgres.query(url, 'ALTER TABLE locale_sync.entries DROP COLUMN value');
    await expectLocal(url, /not as expected/);
  });
});

describe.skipIf(!hasPostgres)('texts', () => {
  test('are encrypted where there is a key', async () => {
    const url = await filled({ LOCALE_SYNC_STORE_KEY: 'a passphrase' });
    const rows = await postgres.query<{ value: Buffer }>(
      url,
      'SELECT value FROM locale_sync.entries',
    );
    expect(rows).toHaveLength(20);
    for (const { value } of rows) expect(value.toString('latin1')).not.toMatch(/[Nn].{0,4}mb/);
    expect(await hits(url, { LOCALE_SYNC_STORE_KEY: 'a passphrase' })).toBe(20);
  });

  test.each([
    ['another text', "SET value = convert_to('Ein anderer Text', 'UTF8')"],
    ['bytes that were changed', "SET value = value || '\\x20'"],
    ['the text of another key', 'SET value = (SELECT value FROM locale_sync.entries LIMIT 1)'],
    ['the text of another language', "SET target = 'FR'"],
    ['nothing', "SET value = ''"],
  ])('that were tampered with are asked for again: %s', async (_, change) => {
    const url = await filled();
    await postgres.query(url, `UPDATE locale_sync.entries ${change}`);
    const found = await hits(url);
    expect(found).toBeLessThanOrEqual(1 + (change.includes('FR') ? 20 : 0));
    // They were mended.
    expect(await hits(url)).toBe(20);
  });

  test('of a user that may only read are used, and none is stored', async () => {
    const url = await filled();
    await postgres.query(
      url,
      `CREATE ROLE reader LOGIN; GRANT USAGE ON SCHEMA locale_sync TO reader;
       GRANT SELECT ON ALL TABLES IN SCHEMA locale_sync TO reader`,
    );
    const service = await serviceOf();
    const more = { 'locales/en.json': catalog(25) };
    const reader = checkout(more, { service, url: userOf(url, 'reader') });
    const report = await reader.report(['sync']);
    expect(report).toMatchObject({ code: 0, texts: 5, problems: [] });
    expect(report.reused.memory).toBe(20);
    expect(await count(url)).toBe(20);
  });

  test('of a role that is read-only are used, too', async () => {
    const url = await filled();
    await postgres.query(
      url,
      `CREATE ROLE frozen LOGIN SUPERUSER; ALTER ROLE frozen SET default_transaction_read_only = on`,
    );
    const service = await serviceOf();
    const more = { 'locales/en.json': catalog(25) };
    const reader = checkout(more, { service, url: userOf(url, 'frozen') });
    expect(await reader.report(['sync'])).toMatchObject({ code: 0, texts: 5, problems: [] });
    expect(await count(url)).toBe(20);
  });

  test('of branches are not served to the main branch, those of main to all', async () => {
    const url = await postgres.database();
    const service = await serviceOf();
    const main = { LOCALE_SYNC_STORE_TRUST: 'main' };
    const asBranch = () => checkout(FILES, { service, url }).report(['sync']);
    const asMain = () => checkout(FILES, { service, url, env: main }).report(['sync']);
    expect((await asBranch()).texts).toBe(20);
    expect((await asMain()).texts).toBe(20);
    expect((await asMain()).texts).toBe(0);
    await postgres.query(url, "DELETE FROM locale_sync.entries WHERE trust = 'branch'");
    expect((await asBranch()).texts).toBe(0);
  });
});

function userOf(url: string, user: string): string {
  const address = new URL(url);
  address.username = user;
  return address.href;
}

/** A store with the texts of the catalog. */
async function filled(env: Readonly<Record<string, string>> = {}): Promise<string> {
  const url = await postgres.database();
  const service = await serviceOf();
  const report = await checkout(FILES, { service, url, env }).report(['sync']);
  expect(report).toMatchObject({ code: 0, texts: 20, problems: [] });
  return url;
}

/** Texts that a new checkout gets from the store. */
async function hits(url: string, env: Readonly<Record<string, string>> = {}): Promise<number> {
  const service = await serviceOf();
  const report = await checkout(FILES, { service, url, env }).report(['sync']);
  expect(report).toMatchObject({ code: 0, problems: [] });
  expect(report.locales['de']).toMatchObject({ current: 20 });
  return report.reused.memory;
}

async function count(url: string): Promise<number> {
  return (await postgres.query(url, 'SELECT FROM locale_sync.entries')).length;
}

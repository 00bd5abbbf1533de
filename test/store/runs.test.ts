import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestService } from '../support/scenario.js';
import type { RunningService } from '../../src/service/index.js';
import { hasPgbouncer, hasPostgres, Postgres } from './postgres.js';
import { catalog, checkout } from './support.js';

if (!hasPostgres)
  console.warn('PostgreSQL is not installed: tests of the shared store are skipped');

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

describe.skipIf(!hasPostgres)('a store on PostgreSQL', () => {
  test('a second checkout pays for nothing', async () => {
    const service = await serviceOf();
    const url = await postgres.database();
    const files = { 'locales/en.json': catalog(120) };
    const first = await checkout(files, { service, url }).report(['sync']);
    expect(first).toMatchObject({ code: 0, texts: 120, problems: [] });
    const second = checkout(files, { service, url });
    const report = await second.report(['sync']);
    expect(report).toMatchObject({ code: 0, requests: 0, texts: 0, problems: [] });
    expect(report.reused.memory).toBe(120);
    expect(report.locales['de']).toMatchObject({ current: 120, translated: 0 });
    expect(service.counters().texts).toBe(120);
    // From here on it needs the store no more.
    second.remove('locales/de.json');
    const third = await second.report(['sync'], { env: { LOCALE_SYNC_STORE: '' } });
    expect(third).toMatchObject({ code: 0, requests: 0 });
  });

  test('cold runs at the same time pay for each text once', async () => {
    const service = await serviceOf();
    const url = await postgres.database();
    const files = { 'locales/en.json': catalog(300) };
    const projects = Array.from({ length: 6 }, () => checkout(files, { service, url }));
    const reports = await Promise.all(projects.map((project) => project.report(['sync'])));
    for (const report of reports) expect(report).toMatchObject({ code: 0, problems: [] });
    expect(service.counters().texts).toBe(300);
  });

  test.skipIf(!hasPgbouncer)('the same behind PgBouncer in transaction mode', async () => {
    const service = await serviceOf();
    const url = await postgres.pooled(await postgres.database());
    const files = { 'locales/en.json': catalog(300) };
    const projects = Array.from({ length: 4 }, () => checkout(files, { service, url }));
    const reports = await Promise.all(projects.map((project) => project.report(['sync'])));
    for (const report of reports) expect(report).toMatchObject({ code: 0, problems: [] });
    expect(service.counters().texts).toBe(300);
  });
});

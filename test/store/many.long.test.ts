import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestService } from '../support/scenario.js';
import { hasPostgres, Postgres } from './postgres.js';
import { catalog, checkout, CONFIG } from './support.js';

/** STORE_TEXTS=2000 also kills a third of the runs, for the nightly job. */
const TEXTS = Number(process.env['STORE_TEXTS'] ?? 400);
const RUNS = 20;
/** So many that a run goes through them in windows. */
const SOURCES = 600;
const KILLED = 7;

let postgres: Postgres;

beforeAll(async () => {
  if (hasPostgres) postgres = await Postgres.start();
});

afterAll(async () => {
  if (hasPostgres) await postgres.stop();
});

describe.skipIf(!hasPostgres)(`${RUNS} cold runs over one catalog`, () => {
  test('pay for each text once', async () => {
    const service = await startTestService([{ fault: 'latency', milliseconds: 50 }]);
    onTestFinished(() => service.close());
    const url = await postgres.database();
    const files = { 'locales/en.json': catalog(TEXTS) };
    const reports = await Promise.all(
      Array.from({ length: RUNS }, () => checkout(files, { service, url }).report(['sync'])),
    );
    for (const report of reports) expect(report).toMatchObject({ code: 0, problems: [] });
    expect(service.counters().texts).toBe(TEXTS);
  });

  test('pay for each text once, also while they read many files', async () => {
    const service = await startTestService([{ fault: 'latency', milliseconds: 50 }]);
    onTestFinished(() => service.close());
    const url = await postgres.database();
    const sources = Array.from({ length: SOURCES }, (_, at) => {
      return [`locales/en/${at}.json`, catalog(2, `Item ${at}`)] as const;
    });
    const config = CONFIG.replace('{locale}.json', '{locale}/*.json');
    const files = { ...Object.fromEntries(sources), 'service.config.yaml': config };
    const reports = await Promise.all(
      Array.from({ length: 5 }, () => checkout(files, { service, url }).report(['sync'])),
    );
    for (const report of reports) {
      expect(report).toMatchObject({ code: 0, problems: [] });
      expect(report.locales['de']).toMatchObject({ current: SOURCES * 2 });
    }
    expect(service.counters().texts).toBe(SOURCES * 2);
  });

  test.skipIf(process.env['STORE_TEXTS'] === undefined)('with a third of them killed', async () => {
    const service = await startTestService([{ fault: 'latency', milliseconds: 150 }]);
    onTestFinished(() => service.close());
    const url = await postgres.database();
    const files = { 'locales/en.json': catalog(TEXTS) };
    const slowly = ['sync', '--concurrency', '2'];
    const projects = Array.from({ length: RUNS }, () => checkout(files, { service, url }));
    const killed = projects.slice(0, KILLED).map((project) => project.start(slowly));
    const reports = projects.slice(KILLED).map((project) => project.report(slowly));
    for (const child of killed) {
      while (service.counters().texts < TEXTS / 10) await sleep(10);
      await sleep(100);
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    for (const report of await Promise.all(reports)) {
      expect(report).toMatchObject({ code: 0, problems: [] });
      expect(report.locales['de']).toMatchObject({ current: TEXTS });
    }
    // Two requests in flight, and as many whose answers were not stored yet.
    expect(service.counters().repeats).toBeLessThanOrEqual(KILLED * 200);
  });
});

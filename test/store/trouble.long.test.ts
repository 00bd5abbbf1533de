import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestService } from '../support/scenario.js';
import type { FaultInput, RunningService } from '../../src/service/index.js';
import { hasPostgres, Postgres } from './postgres.js';
import { catalog, checkout } from './support.js';

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

describe.skipIf(!hasPostgres)('runs that share a store', () => {
  test('what a killed run asked for is free again', async () => {
    const service = await serviceOf([SLOWLY]);
    const url = await postgres.database();
    const files = { 'locales/en.json': catalog(400) };
    const killed = checkout(files, { service, url }).start(['sync', '--concurrency', '1']);
    while (service.counters().texts < 100) await sleep(10);
    const waiting = [0, 1].map(() => checkout(files, { service, url }).report(['sync']));
    await sleep(1_000);
    const stored = await postgres.texts(url);
    killed.kill('SIGKILL');
    await once(killed, 'close');
    const asked = service.counters().texts;
    for (const report of await Promise.all(waiting)) {
      expect(report).toMatchObject({ code: 0, problems: [] });
      expect(report.locales['de']).toMatchObject({ current: 400 });
    }
    // What was stored is paid once. One request more may have been on its way.
    expect(service.counters().repeats).toBeLessThanOrEqual(asked + 50 - stored);
  });

  test('the database stops half way: runs go on, and say so once', async () => {
    const own = await Postgres.start();
    onTestFinished(() => own.stop());
    const service = await serviceOf([SLOWLY]);
    const url = await own.database();
    const files = { 'locales/en.json': catalog(400) };
    const runs = [0, 1, 2].map(() =>
      checkout(files, { service, url }).report(['sync', '--concurrency', '1']),
    );
    while (service.counters().texts < 100) await sleep(10);
    await own.down();
    for (const report of await Promise.all(runs)) {
      expect(report).toMatchObject({ code: 0, ok: true });
      expect(report.locales['de']).toMatchObject({ current: 400 });
      expect(report.problems).toHaveLength(1);
      expect(report.problems[0]).toMatchObject({ code: 'store-unavailable', severity: 'warning' });
    }
  });

  test('clocks of runs do not count', async () => {
    const service = await serviceOf();
    const url = await postgres.database();
    const files = { 'locales/en.json': catalog(200) };
    const offsets = [-3_600_000, 0, 3_600_000];
    const runs = offsets.map((offset) => {
      const project = checkout(files, { service, url });
      project.write(
        'clock.cjs',
        `const now = Date.now; Date.now = () => now() + ${offset};
const Real = Date; globalThis.Date = class extends Real {
  constructor(...all) { super(...(all.length === 0 ? [Real.now()] : all)); }
};`,
      );
      return project.report(['sync'], {
        env: { NODE_OPTIONS: `--require ${project.path('clock.cjs')}` },
      });
    });
    for (const report of await Promise.all(runs)) expect(report).toMatchObject({ code: 0 });
    expect(service.counters().texts).toBe(200);
  });
});

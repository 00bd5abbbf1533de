import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

/** An address of the service whose requests get through when `open` is called. */
async function gateTo(
  service: RunningService,
): Promise<{ url: string; reached: Promise<unknown>; open: () => void }> {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const pass = async (): Promise<void> => {
      const body = Buffer.concat(await request.toArray());
      await opened;
      const authorization = headers.authorization ?? '';
      const init = { method, headers: { authorization, 'content-type': 'application/json' } };
      const answer = await fetch(service.url + url, body.length > 0 ? { ...init, body } : init);
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(await answer.text());
    };
    pass().catch(() => response.destroy());
  });
  const reached = once(server, 'request');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, reached, open };
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

  test('a run that waits for the texts of another says so', async () => {
    const service = await serviceOf();
    const gate = await gateTo(service);
    const url = await postgres.database();
    const files = { 'locales/en.json': catalog(10) };
    const first = checkout(files, { service, url, env: { SERVICE_URL: gate.url } }).run(['sync']);
    await gate.reached;
    const child = checkout(files, { service, url }).start(['sync']);
    const ended = once(child, 'exit');
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('waiting for them')) gate.open();
    });
    expect(await ended).toEqual([0, null]);
    expect(said.split('\n')).toContain(
      'Other runs are already translating 10 texts; waiting for them.',
    );
    expect(await first).toMatchObject({ code: 0 });
    expect(service.counters().texts).toBe(10);
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

import type { ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { FaultInput, RunningService } from '../../src/service/index.js';
import { KEY, setFaults, startTestService } from '../support/scenario.js';
import { json, Shop } from './support/shop.js';

const TEXTS = 200;

async function stage(
  name: 'GitHub' | 'GitLab',
  faults: readonly FaultInput[] = [],
): Promise<{ readonly shop: Shop; readonly service: RunningService }> {
  const service = await startTestService(faults);
  onTestFinished(() => service.close());
  const texts = Array.from({ length: TEXTS }, (_, at) => [`key${at}`, `Text number ${at}`]);
  const files = { 'l/en.json': json(Object.fromEntries(texts) as object) };
  const config = { targets: ['de'] };
  const env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
  return { shop: await Shop.open(name, { config, files, env }), service };
}

async function ended(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5);
}

/** Working trees of runs. */
function leftOver({ checkout }: Shop): readonly string[] {
  return readdirSync(checkout.path('.locale-sync')).filter((name) => name.startsWith('propose-'));
}

const SLOW = { fault: 'latency', milliseconds: 200 } as const;

describe.runIf(process.platform !== 'win32')('propose is ended while texts are sent', () => {
  test.each(['SIGINT', 'SIGKILL'] as const)(
    'by %s: what was answered is not sent again',
    async (signal) => {
      const { shop, service } = await stage('GitHub', [SLOW]);
      const child = shop.checkout.start(['propose', '--concurrency', '1']);
      await until(() => service.counters().texts >= 100);
      child.kill(signal);
      expect(await ended(child)).toBe(signal === 'SIGINT' ? 130 : null);
      expect(shop.host.asked.every(({ method }) => method === 'GET')).toBe(true);
      if (signal === 'SIGINT') expect(leftOver(shop)).toEqual([]);
      const sent = service.counters().texts;
      await setFaults(service.url, []);
      const again = await shop.propose();
      expect(again).toMatchObject({ code: 0, proposal: { state: 'opened', texts: TEXTS } });
      // Of what was in flight when the process was killed nobody has the answer.
      const lost = signal === 'SIGINT' ? 0 : 50;
      expect(again.texts).toBeLessThanOrEqual(TEXTS - sent + lost);
      expect(again.texts).toBeGreaterThan(0);
    },
  );
});

describe.runIf(process.platform !== 'win32')('propose is ended while the host is at work', () => {
  test.each([
    ['GitHub', 'SIGINT', /graphql/],
    ['GitHub', 'SIGKILL', /graphql/],
    ['GitHub', 'SIGKILL', /\/git\/refs$/],
    ['GitHub', 'SIGKILL', /\/pulls$/],
    ['GitLab', 'SIGINT', /merge_requests$/],
    ['GitLab', 'SIGKILL', /repository\/commits$/],
  ] as const)(
    '%s, %s after %s: the next run pays nothing, and opens one',
    async (name, signal, path) => {
      const { shop, service } = await stage(name);
      const child = shop.checkout.start(['propose']);
      const exit = ended(child);
      shop.host.onAnswer = async (asked) => {
        if (asked.method !== 'POST' || !path.test(asked.path)) return;
        shop.host.onAnswer = undefined;
        child.kill(signal);
        await exit;
      };
      expect(await exit).toBe(signal === 'SIGINT' ? 130 : null);
      const { texts } = service.counters();
      expect(texts).toBe(TEXTS);
      const again = await shop.propose();
      expect(again).toMatchObject({ code: 0, requests: 0, texts: 0 });
      expect(service.counters().texts).toBe(TEXTS);
      expect(shop.host.requests).toHaveLength(1);
      expect(Object.keys(shop.catalog('de'))).toHaveLength(TEXTS);
      expect(shop.repository.log('locale-sync')).toHaveLength(1);
    },
  );
});

test('a service that fails half way: what it answered is proposed, and never sent again', async () => {
  const fails = { fault: 'status', status: 456, contains: 'Text number 120' } as const;
  const { shop, service } = await stage('GitHub', [fails]);
  const first = await shop.propose('--concurrency', '1');
  expect(first).toMatchObject({ code: 3, error: { code: 'quota' } });
  expect(first.error?.hint).not.toBe(undefined);
  const proposed = Object.keys(shop.catalog('de')).length;
  await setFaults(service.url, []);
  const again = await shop.propose();
  expect(again).toMatchObject({ code: 0, proposal: { texts: TEXTS } });
  expect(again.texts).toBe(TEXTS - first.texts);
  expect(proposed).toBe(first.texts);
  expect(shop.host.requests).toHaveLength(1);
});

test('a killed run leaves nothing in the way of git', async () => {
  const { shop } = await stage('GitHub');
  const child = shop.checkout.start(['propose']);
  const exit = ended(child);
  shop.host.onAnswer = async ({ path }) => {
    if (!path.includes('graphql')) return;
    child.kill('SIGKILL');
    await exit;
  };
  await exit;
  shop.host.onAnswer = undefined;
  expect(leftOver(shop)).toHaveLength(1);
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: shop.checkout.root, stdio: 'pipe' }).toString();
  expect(git('status', '--porcelain')).toBe('');
  expect(await shop.propose()).toMatchObject({ code: 0 });
});

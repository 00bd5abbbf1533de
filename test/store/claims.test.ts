import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Store, Trust } from '../../src/model/index.js';
import { memoryKey } from '../../src/lock/index.js';
import { openStore } from '../../src/store/index.js';
import { hasPostgres, Postgres } from './postgres.js';

let postgres: Postgres;

beforeAll(async () => {
  if (hasPostgres) postgres = await Postgres.start();
});

afterAll(async () => {
  if (hasPostgres) await postgres.stop();
});

const KEYS = ['one', 'two', 'three'].map((text) => memoryKey([text]));
const [ONE = '', TWO = '', THREE = ''] = KEYS;

function runner(url: string, trust: Trust = 'branch'): Store {
  const store = openStore({ url, schema: 'locale_sync', trust });
  onTestFinished(() => store.close());
  return store;
}

async function claimed(store: Store, keys = KEYS): Promise<readonly string[]> {
  return [...(await store.claim('DE', keys, () => true)).claimed].sort();
}

describe.skipIf(!hasPostgres)('a claim', () => {
  test('keeps others away until it is answered or released', async () => {
    const url = await postgres.database();
    const [first, second] = [runner(url), runner(url)];
    expect(await claimed(first)).toEqual([...KEYS].sort());
    expect(await claimed(second)).toEqual([]);
    first.answer('DE', [[ONE, 'Eins']]);
    first.release([TWO]);
    const left = 'SELECT FROM locale_sync.claims';
    await expect.poll(() => postgres.query(url, left)).toHaveLength(1);
    // What is stored meanwhile is not claimed, but given.
    const result = await second.claim('DE', KEYS, () => true);
    expect(result.texts).toEqual(new Map([[ONE, 'Eins']]));
    expect(result.claimed).toEqual(new Set([TWO]));
    await first.close();
    expect(await claimed(second, [THREE])).toEqual([THREE]);
  });

  test('of a run that was killed is taken over when its life is over, not before', async () => {
    const url = await postgres.database();
    await claimed(runner(url));
    const until = (time: string): Promise<unknown> =>
      postgres.query(url, `UPDATE locale_sync.claims SET runner = 7, until = ${time}`);
    const other = runner(url);
    await until("now() + interval '1 hour'");
    expect(await claimed(other)).toEqual([]);
    await until('clock_timestamp()');
    expect(await claimed(other)).toEqual([...KEYS].sort());
  });

  test('lives as long as its run does', async () => {
    const url = await postgres.database();
    const first = runner(url);
    await claimed(first);
    const life = "SELECT FROM locale_sync.claims WHERE until > now() + interval '20 seconds'";
    await postgres.query(url, "UPDATE locale_sync.claims SET until = now() + interval '1 second'");
    await expect.poll(() => postgres.query(url, life)).toHaveLength(KEYS.length);
  });

  test('of the main branch holds for branches, not the other way round', async () => {
    const url = await postgres.database();
    const [branch, main] = [runner(url), runner(url, 'main')];
    expect(await claimed(branch, [ONE])).toEqual([ONE]);
    expect(await claimed(main)).toEqual([...KEYS].sort());
    expect(await claimed(branch, [TWO])).toEqual([]);
  });

  test('is not left behind by a run that ends', async () => {
    const url = await postgres.database();
    const store = runner(url);
    await claimed(store);
    await store.close();
    expect(await postgres.query(url, 'SELECT FROM locale_sync.claims')).toEqual([]);
    expect(store.problems).toEqual([]);
  });
});

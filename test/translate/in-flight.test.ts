import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { fixedConcurrency } from '../../src/engine/translate/concurrency.js';
import type { Concurrency, Sent } from '../../src/engine/translate/concurrency.js';
import { InFlight } from '../../src/engine/translate/queue.js';

/** Tasks that end when they are told to, in turns of so many. */
function tasks(limit: number, count: number) {
  const inFlight = new InFlight(fixedConcurrency(limit));
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const frees: (() => void)[] = [];
  const results = Array.from({ length: count }, (_, i) =>
    inFlight.inTurn((free) => {
      begun.push(i);
      frees[i] = free;
      return new Promise<number>((resolve) => (ends[i] = () => resolve(i)));
    }),
  );
  return { begun, ends, frees, results };
}

describe('tasks in turn', () => {
  test('begin in their order, so many at a time', async () => {
    const { begun, ends, results } = tasks(2, 4);
    await nextTurn();
    expect(begun).toEqual([0, 1]);
    ends[1]!();
    await nextTurn();
    expect(begun).toEqual([0, 1, 2]);
    ends[0]!();
    ends[2]!();
    await nextTurn();
    ends[3]!();
    expect(await Promise.all(results)).toEqual([0, 1, 2, 3]);
  });

  test('may let the next one in before they end', async () => {
    const { begun, ends, frees, results } = tasks(1, 2);
    await nextTurn();
    frees[0]!();
    await nextTurn();
    expect(begun).toEqual([0, 1]);
    for (const end of ends) end();
    expect(await Promise.all(results)).toEqual([0, 1]);
  });

  test('that fail let the next one in, and say why', async () => {
    const inFlight = new InFlight(fixedConcurrency(1));
    const failing = inFlight.inTurn(() => Promise.reject(new Error('no')));
    const next = inFlight.inTurn(() => Promise.resolve('next'));
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('next');
  });
});

describe('a request in flight', () => {
  type End = 'answered' | 'refused' | 'ended';

  /** What the concurrency is told of one request that ends so. */
  function told(...ends: readonly End[]): readonly string[] {
    const said: string[] = [];
    const sent = {} as Sent;
    const concurrency: Concurrency = {
      limit: 1,
      pause: 0,
      started: (inFlight) => {
        said.push(`started ${inFlight}`);
        return sent;
      },
      succeeded: () => void said.push('succeeded'),
      refused: () => void said.push('refused'),
    };
    const inFlight = new InFlight(concurrency);
    const flight = inFlight.start();
    for (const end of ends) flight[end]();
    return [...said, `${inFlight.count} left`];
  }

  test.each<[readonly End[], readonly string[]]>([
    [[], ['started 1', '1 left']],
    [['answered'], ['started 1', 'succeeded', '0 left']],
    [['refused'], ['started 1', 'refused', '0 left']],
    [['ended'], ['started 1', '0 left']],
    [
      ['answered', 'refused'],
      ['started 1', 'succeeded', '0 left'],
    ],
    [
      ['ended', 'answered', 'ended'],
      ['started 1', '0 left'],
    ],
  ])('that is %j: %j', (ends, expected) => {
    expect(told(...ends)).toEqual(expected);
  });
});

test('an answer that lay there while this process was busy has no latency', async () => {
  const latencies: (number | undefined)[] = [];
  const concurrency: Concurrency = {
    limit: 2,
    pause: 0,
    started: () => ({}) as Sent,
    succeeded: (_, latency) => void latencies.push(latency),
    refused: () => undefined,
  };
  const inFlight = new InFlight(concurrency);
  // A machine that has no time for it makes this process a busy one, too.
  const measured = async (): Promise<number | undefined> => {
    const waited = inFlight.start();
    await sleep(100);
    waited.answered();
    return latencies.pop();
  };
  await expect.poll(measured).toEqual(expect.any(Number));
  const busy = inFlight.start();
  const end = performance.now() + 500;
  while (performance.now() < end);
  busy.answered();
  expect(latencies).toEqual([undefined]);
});

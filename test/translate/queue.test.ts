import { describe, expect, onTestFinished, test } from 'vitest';
import type { Answer, Batch, Segment } from '../../src/engine/units/row.js';
import { fixedConcurrency } from '../../src/engine/translate/concurrency.js';
import { Queue } from '../../src/engine/translate/queue.js';
import type { SendResult } from '../../src/engine/translate/queue.js';
import type { FaultInput } from '../../src/service/index.js';
import { drop, plain, scripted, translations } from '../client/support/server.js';
import { batchOf, groupOf } from '../segments/support.js';
import { stage, translatorOn } from './support.js';
import type { Stage, StageOptions } from './support.js';

interface Sent extends Stage {
  readonly queue: Queue;
  /** Text → translation or code of the failure, as they came. */
  readonly answers: Map<string, string>;
  readonly result: SendResult;
}

const german = groupOf({}, 'de');
const french = groupOf({ target: 'FR' }, 'fr');

function codeOf(answer: Answer): string {
  return 'text' in answer ? answer.text : answer.failure.code;
}

async function sendAll(batches: readonly Batch[], options: StageOptions = {}): Promise<Sent> {
  const started = await begin(batches, options);
  await started.queue.drained();
  started.queue.close();
  return { ...started, result: started.queue.result() };
}

async function begin(
  batches: readonly Batch[],
  options: StageOptions = {},
): Promise<Omit<Sent, 'result'>> {
  const stand = await stage(options);
  const answers = new Map<string, string>();
  const onAnswers = (came: ReadonlyMap<Segment, Answer>): void => {
    for (const [{ text }, answer] of came) answers.set(text, codeOf(answer));
  };
  const queue = new Queue({ ...stand.context, ...options.context }, onAnswers);
  queue.add(batches);
  return { ...stand, queue, answers };
}

const refuse = (status: number, more: object = {}): FaultInput => ({
  fault: 'status',
  status,
  ...more,
});

const BATCHES = [batchOf(['one', 'two'], german), batchOf(['three'], german)];
const TRANSLATED = expect.stringMatching(/^\[de /) as string;

describe('the queue', () => {
  test('keeps each answer before it reports it, and counts what was sent and billed', async () => {
    const order: string[] = [];
    const stand = await stage({ context: { concurrency: fixedConcurrency(1) } });
    const memory = {
      failure: undefined,
      hasRoom: () => true,
      isLimited: false,
      put: (target: string, entries: readonly unknown[]) => {
        order.push(`put ${entries.length} of ${target}`);
        return true;
      },
    };
    const onAnswers = (answers: ReadonlyMap<Segment, Answer>): void => {
      order.push(`report ${Array.from(answers.keys(), ({ text }) => text).join(', ')}`);
    };
    const queue = new Queue({ ...stand.context, memory }, onAnswers);
    queue.add(BATCHES);
    await queue.drained();
    queue.close();
    expect(order).toEqual(['put 2 of DE', 'report one, two', 'put 1 of DE', 'report three']);
    expect(queue.result()).toEqual({ requests: 2, texts: 3, characters: 11, fatal: undefined });
    expect(stand.service.counters()).toMatchObject({ requests: 2, texts: 3, characters: 11 });
  });

  test('has no more in flight than the concurrency allows', async () => {
    const batches = Array.from({ length: 9 }, (_, i) => batchOf([`text ${i}`], german));
    const { service, answers } = await sendAll(batches, {
      faults: [{ fault: 'latency', milliseconds: 300 }],
      context: { concurrency: fixedConcurrency(3) },
    });
    expect(answers.size).toBe(9);
    expect(service.counters().mostInFlight).toBe(3);
  });

  test('tells progress once everything is planned, and each backend once', async () => {
    const { queue, events } = await begin(BATCHES);
    await queue.drained();
    const told = (): typeof events => events.filter(({ type }) => type !== 'request');
    expect(told()).toEqual([{ type: 'backend', target: 'DE', name: 'pseudo' }]);
    queue.showProgress();
    queue.add([batchOf(['four'], french)]);
    await queue.drained();
    queue.close();
    const all = (done: number, total: number) => ({ done, total });
    expect(told().slice(1)).toEqual([
      { type: 'translating', requests: all(2, 2), texts: all(3, 3), characters: all(11, 11) },
      { type: 'translating', requests: all(2, 3), texts: all(3, 4), characters: all(11, 15) },
      { type: 'translating', requests: all(3, 3), texts: all(4, 4), characters: all(15, 15) },
      { type: 'backend', target: 'FR', name: 'pseudo' },
    ]);
  });
});

test('says when each request is sent and when it has ended, once each', async () => {
  const { events } = await sendAll(BATCHES, {
    faults: [refuse(429, { retryAfter: 0, next: 1 })],
  });
  const requests = events.filter((event) => event.type === 'request');
  for (const step of ['sent', 'ended']) {
    const ids = requests.filter((one) => one.step === step).map(({ id }) => id);
    expect(ids.sort()).toEqual([1, 2, 3]);
  }
});

describe('refusals that pass', () => {
  test('429 is tried again after the time that the service names', async () => {
    const { answers, result, service, events } = await sendAll(BATCHES, {
      faults: [refuse(429, { retryAfter: 0, next: 2 })],
    });
    expect([...answers.keys()].sort()).toEqual(['one', 'three', 'two']);
    expect(result).toMatchObject({ requests: 4, texts: 3, fatal: undefined });
    expect(service.counters()).toMatchObject({ requests: 4, refused: 2 });
    const retry = { type: 'retry', target: 'DE', reason: { kind: 'rate', delay: 0, attempt: 1 } };
    expect(events.filter(({ type }) => type === 'retry')).toEqual([retry, retry]);
  });

  test('429 with nothing else in flight lets everybody wait', async () => {
    const started = performance.now();
    const { service } = await sendAll(BATCHES, {
      faults: [refuse(429, { retryAfter: 1, next: 1 })],
      context: { concurrency: fixedConcurrency(1) },
    });
    expect(performance.now() - started).toBeGreaterThan(950);
    expect(service.counters()).toMatchObject({ requests: 3, refused: 1, mostInFlight: 1 });
  });

  test('429 without end gives the language up, and the service is the problem', async () => {
    const { answers, result } = await sendAll(BATCHES, {
      faults: [refuse(429, { retryAfter: 0 })],
    });
    expect(new Set(answers.values())).toEqual(new Set(['service-failed']));
    expect(result.fatal).toMatchObject({ code: 'rate' });
    expect(result.requests).toBeLessThanOrEqual(12);
  });

  test('429 with a wait is no try: the queue goes on when it is over', async () => {
    const { answers, result, service } = await sendAll(BATCHES, {
      faults: [refuse(429, { retryAfter: 0.01, next: 30 })],
      context: { concurrency: fixedConcurrency(1) },
    });
    expect([...answers.values()]).toEqual([TRANSLATED, TRANSLATED, TRANSLATED]);
    expect(result).toMatchObject({ texts: 3, fatal: undefined });
    expect(service.counters().refused).toBe(30);
  });

  test('429 with a longer wait than anybody has ends the run', async () => {
    const { answers, result } = await sendAll(BATCHES, {
      faults: [refuse(429, { retryAfter: 3600 })],
    });
    expect(answers.size).toBe(0);
    expect(result).toMatchObject({ texts: 0, fatal: { code: 'rate' } });
  });

  test.each<[string, FaultInput]>([
    ['503', refuse(503, { next: 1 })],
    ['500', refuse(500, { next: 1 })],
    ['a connection that breaks', { fault: 'drop', next: 1 }],
  ])('%s is tried again', async (_, fault) => {
    const { answers, result, service } = await sendAll(BATCHES, { faults: [fault] });
    expect([...answers.values()]).toEqual([TRANSLATED, TRANSLATED, TRANSLATED]);
    expect(result).toMatchObject({ requests: 3, texts: 3 });
    expect(service.counters().requests).toBe(3);
  });
});

describe('refusals of what is sent', () => {
  test('one bad text does not take the others with it', async () => {
    const batch = batchOf(['a', 'b', 'bad one', 'd', 'e', 'f'], german);
    const { answers, result } = await sendAll([batch], {
      faults: [refuse(400, { contains: 'bad one' })],
    });
    const good = { a: TRANSLATED, b: TRANSLATED, d: TRANSLATED, e: TRANSLATED, f: TRANSLATED };
    expect(Object.fromEntries(answers)).toEqual({ ...good, 'bad one': 'service-rejected' });
    expect(result).toMatchObject({ texts: 5, fatal: undefined });
  });

  test('bodies that are too large are split, and those that wait become smaller', async () => {
    const texts = (from: number): readonly string[] =>
      Array.from({ length: 10 }, (_, i) => `${from + i} ${'word '.repeat(40)}`);
    const { answers, service, queue } = await sendAll(
      [batchOf(texts(0), german), batchOf(texts(10), german), batchOf(texts(20), german)],
      { faults: [refuse(413, { bytes: 1500 })], context: { concurrency: fixedConcurrency(1) } },
    );
    expect(answers.size).toBe(30);
    expect([...answers.values()].every((text) => text.startsWith('[de '))).toBe(true);
    expect(service.counters()).toMatchObject({ repeats: 0, refused: 1 });
    expect(queue.limitsOf(german).bytes).toBeLessThan(2000);
  });

  test('an answer with too few texts fails its language; another one goes on', async () => {
    const { answers, kept } = await sendAll([...BATCHES, batchOf(['un'], french)], {
      faults: [{ fault: 'too-few', target: 'de' }],
      context: { concurrency: fixedConcurrency(1) },
    });
    expect(Object.fromEntries(answers)).toEqual({
      one: 'service-failed',
      two: 'service-failed',
      three: 'service-failed',
      un: expect.stringMatching(/^\[fr /) as string,
    });
    expect(kept).toHaveLength(1);
  });
});

describe('the end of a run', () => {
  test.each([
    [403, 'forbidden'],
    [456, 'quota'],
  ])('%i: nothing else is sent', async (status, code) => {
    const batches = [...BATCHES, batchOf(['four'], german), batchOf(['five'], french)];
    const { answers, result, service } = await sendAll(batches, {
      faults: [refuse(status)],
      context: { concurrency: fixedConcurrency(1) },
    });
    expect(answers.size).toBe(0);
    expect(result).toMatchObject({ requests: 1, texts: 0, fatal: { code } });
    expect(service.counters().requests).toBe(1);
  });

  test('an address where nobody listens: no request was sent', async () => {
    const translator = translatorOn('http://127.0.0.1:1', { retry: { attempts: 2, baseDelay: 1 } });
    const { result } = await sendAll(BATCHES, { context: { translator } });
    expect(result).toMatchObject({ requests: 0, texts: 0, fatal: { code: 'network' } });
  });

  test('retries that wait when it comes are not sent, and not counted', async () => {
    const server = await scripted(
      (response, request) =>
        request.body.toString().includes('"FR"')
          ? void setTimeout(() => plain(403, '{"message": "no"}')(response, request), 100)
          : drop(response, request),
      drop,
    );
    onTestFinished(() => server[Symbol.asyncDispose]());
    const clock = { random: () => 0.9 };
    const translator = translatorOn(server.url, { clock, retry: { baseDelay: 5_000 } });
    const batches = [batchOf(['un'], french), batchOf(['one'], german)];
    const { result } = await sendAll(batches, { context: { translator } });
    expect(result.fatal).toMatchObject({ code: 'forbidden' });
    expect(result.requests).toBe(server.seen.length);
  });

  test('an answer that cannot be kept ends it where it has no other place, and is used', async () => {
    const context = { concurrency: fixedConcurrency(1), isKeptInFiles: () => false };
    const batches = [...BATCHES, batchOf(['four'], german), batchOf(['five'], german)];
    const { answers, result, service } = await sendAll(batches, { remembers: false, context });
    // The second one was in flight when the first was read.
    expect([...answers.keys()]).toEqual(['one', 'two', 'three']);
    expect(result).toMatchObject({ texts: 3, fatal: { code: 'memory-unwritable' } });
    expect(result.fatal?.message).toContain('The disk is full.');
    expect(service.counters().requests).toBe(2);
    const elsewhere = await sendAll(BATCHES, { remembers: false });
    expect(elsewhere.result).toMatchObject({ texts: 3, fatal: undefined });
  });

  test('an interruption lets what is in flight finish, and sends nothing new', async () => {
    const { queue, answers, service, abort } = await begin(BATCHES, {
      faults: [{ fault: 'latency', milliseconds: 200 }],
      context: { concurrency: fixedConcurrency(1) },
    });
    await expect.poll(() => service.counters().inFlight).toBe(1);
    abort.abort();
    await queue.drained();
    queue.close();
    expect([...answers.keys()]).toEqual(['one', 'two']);
    expect(queue.isStopped).toBe(true);
    expect(queue.result()).toMatchObject({ requests: 1, texts: 2, fatal: undefined });
  });

  test('an interruption waits for a request that hangs, but not for long', async () => {
    const { queue, answers, service, abort } = await begin(BATCHES, {
      faults: [{ fault: 'hang', contains: 'three' }],
    });
    await expect
      .poll(() => [service.counters().texts, service.counters().inFlight])
      .toEqual([2, 1]);
    const asked = performance.now();
    abort.abort();
    await queue.drained();
    queue.close();
    expect(performance.now() - asked).toBeGreaterThan(1_000);
    expect(performance.now() - asked).toBeLessThan(15_000);
    expect([...answers.keys()]).toEqual(['one', 'two']);
  });
});

test('an empty answer is reported and not remembered', async () => {
  const server = await scripted((response, request) => {
    const { text } = JSON.parse(request.body.toString()) as { text: readonly string[] };
    const answers = text.map((one) => ({ text: one === 'two' ? '' : `«${one}»` }));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        translations: answers.map((one) => ({ detected_source_language: 'EN', ...one })),
      }),
    );
  }, translations);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const translator = translatorOn(server.url);
  const { answers, kept } = await sendAll([BATCHES[0]!], { context: { translator } });
  expect(Object.fromEntries(answers)).toEqual({ one: '«one»', two: '' });
  expect(kept.map(([, text]) => text)).toEqual(['«one»']);
});

import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { RetryNotice, ServiceError } from '../../src/client/public.js';
import type { FaultInput } from '../../src/service/index.js';
import { embedded } from './support/embedded.js';

const pair = { sourceLang: 'en', targetLang: 'de' };

/** Fields that every fault of a kind shares; the fault goes away after `next` requests. */
function status(code: number, more: object = {}): FaultInput {
  return { fault: 'status', status: code, next: 2, ...more };
}

describe('a translation goes through in spite of', () => {
  it.each<[string, FaultInput, readonly number[]]>([
    ['429 without Retry-After', status(429), [250, 500]],
    ['429 with seconds', status(429, { retryAfter: 3 }), [3000, 3000]],
    ['429 without a body', status(429, { body: 'none' }), [250, 500]],
    ['529', status(529, { body: 'html' }), [250, 500]],
    ['500 without a body', status(500, { body: 'none' }), [250, 500]],
    ['502 as an HTML page', status(502, { body: 'html' }), [250, 500]],
    ['503 with seconds', status(503, { retryAfter: 1 }), [1000, 1000]],
    ['504', status(504), [250, 500]],
    ['dropped connections', { fault: 'drop', next: 2 }, [250, 500]],
    ['answers lost after the work was done', { fault: 'lose', next: 2 }, [250, 500]],
    ['answers cut in the middle', { fault: 'half', next: 2 }, [250, 500]],
  ])('%s', async (_, fault, expected) => {
    await using run = await embedded({ faults: [fault] });
    const { translations } = await run.client.text.translate(['Cart', 'Shop'], pair);
    expect(translations.length).toBe(2);
    expect(run.waits).toEqual(expected);
    expect(run.service.counters().requests).toBe(3);
  });

  it('429 with a date', async () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    await using run = await embedded(
      {
        clock: () => new Date(now),
        faults: [status(429, { retryAfter: 9, retryAfterDate: true, next: 1 })],
      },
      { clock: { now: () => now } },
    );
    await run.client.text.translate('Cart', pair);
    expect(run.waits).toEqual([9000]);
  });

  it('a connection that hangs, after the timeout', async () => {
    await using run = await embedded({ faults: [{ fault: 'hang', next: 1 }] });
    const { translations } = await run.client.text.translate('Cart', pair, { timeout: 2000 });
    expect(translations.length).toBe(1);
    expect(run.service.counters().requests).toBe(2);
  });

  it('latency', async () => {
    await using run = await embedded({ faults: [{ fault: 'latency', milliseconds: 30 }] });
    await run.client.text.translate('Cart', pair);
    expect(run.waits).toEqual([]);
  });
});

describe('a translation fails at once with', () => {
  it.each<[string, FaultInput, string]>([
    ['456', status(456), 'quota'],
    ['413 as JSON', status(413), 'too-large'],
    ['413 as the HTML page of a proxy', status(413, { body: 'html' }), 'too-large'],
    ['413 without a body', status(413, { body: 'none' }), 'too-large'],
    ['403', status(403), 'forbidden'],
    ['400', status(400), 'bad-request'],
    ['too few texts', { fault: 'too-few', next: 2 }, 'protocol'],
  ])('%s', async (_, fault, code) => {
    await using run = await embedded({ faults: [fault] });
    const translation = run.client.text.translate(['Cart', 'Shop'], pair);
    await expect(translation).rejects.toMatchObject({
      name: 'ServiceError',
      code,
      operation: 'translateText',
      requestId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    });
    expect(run.waits).toEqual([]);
    expect(run.service.counters().requests).toBe(1);
  });

  it('429 where the caller schedules requests itself', async () => {
    await using run = await embedded({ faults: [status(429, { retryAfter: 7 })] });
    const translation = run.client.text.translate('Cart', pair, { leave: ['rate'] });
    await expect(translation).rejects.toMatchObject({ code: 'rate', retryAfter: 7000 });
    expect(run.waits).toEqual([]);
  });
});

describe('after the last attempt', () => {
  it.each<[string, FaultInput, string]>([
    ['429', { fault: 'status', status: 429 }, 'rate'],
    ['503', { fault: 'status', status: 503 }, 'server'],
    ['dropped connections', { fault: 'drop' }, 'network'],
    ['hanging connections', { fault: 'hang' }, 'timeout'],
  ])('%s end with %s', async (_, fault, code) => {
    await using run = await embedded({ faults: [fault] }, { retry: { attempts: 2 } });
    const notices: RetryNotice[] = [];
    const call = { timeout: 1500, onRetry: (notice: RetryNotice) => notices.push(notice) };
    const translation = run.client.text.translate('Cart', pair, call);
    const error = (await translation.catch((cause: unknown) => cause)) as ServiceError;
    expect(error).toMatchObject({ name: 'ServiceError', code });
    expect(notices.map(({ attempt, operation }) => [attempt, operation])).toEqual([
      [1, 'translateText'],
    ]);
    const shown = inspect(error, { depth: 12, showHidden: true }) + String(error.stack);
    expect(shown).not.toContain(run.service.keys.developer);
  });
});

describe('what creates something', () => {
  const glossary = { name: 'G', dictionaries: [{ ...pair, entries: [['a', 'b']] as const }] };

  it('is not done twice when its answer is lost', async () => {
    await using run = await embedded({ faults: [{ fault: 'lose', next: 1 }] });
    await expect(run.client.glossaries.create(glossary)).rejects.toMatchObject({ code: 'network' });
    expect(await run.client.glossaries.list()).toHaveLength(1);
  });

  it('is repeated when the service turned it away', async () => {
    await using run = await embedded({ faults: [status(503)] });
    await run.client.glossaries.create(glossary);
    expect(await run.client.glossaries.list()).toHaveLength(1);
  });

  it('a deletion whose answer was lost has succeeded', async () => {
    await using run = await embedded({ faults: [{ fault: 'lose', every: 2 }] });
    const { glossaryId } = await run.client.glossaries.create(glossary);
    await expect(run.client.glossaries.delete(glossaryId)).resolves.toBeUndefined();
  });
});

describe('many requests', () => {
  it('at once with every third one failing lose nothing', async () => {
    await using run = await embedded(
      { faults: [{ fault: 'status', status: 503, every: 3, next: 40 }] },
      { retry: { attempts: 20 } },
    );
    const texts = Array.from({ length: 120 }, (_, index) => `Text ${index}`);
    const answers = await Promise.all(texts.map((text) => run.client.text.translate(text, pair)));
    expect(answers.every(({ translations }) => translations.length === 1)).toBe(true);
    const distinct = new Set(answers.map(({ translations }) => translations[0]?.text));
    expect(distinct.size).toBe(120);
  });
});

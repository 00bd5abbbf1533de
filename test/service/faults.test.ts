import { describe, expect, test } from 'vitest';
import { call, start, textsOf, translate } from './support.js';

const text = { text: ['Hello {name}'], target_lang: 'de', source_lang: 'en' };

describe('fault injection', () => {
  test.each([
    [{ status: 429 as const, retryAfter: 2 }, '2'],
    [{ status: 429 as const }, null],
    [
      { status: 503 as const, retryAfter: 5, retryAfterDate: true },
      'Thu, 01 Jan 2026 00:00:05 GMT',
    ],
  ])('a status comes with Retry-After as asked: %j', async (more, expected) => {
    const clock = () => new Date('2026-01-01T00:00:00Z');
    const service = await start({ clock, faults: [{ fault: 'status', ...more, next: 1 }] });
    const answer = await translate(service, text);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([more.status, expected]);
    expect((await translate(service, text)).status).toBe(200);
    expect(service.counters()).toMatchObject({ requests: 2, refused: 1, texts: 1 });
  });

  test('a status may come as an HTML page or with no body at all', async () => {
    const service = await start({
      faults: [
        { fault: 'status', status: 413, body: 'html', next: 1 },
        { fault: 'status', status: 500, body: 'none', next: 1 },
      ],
    });
    const page = await translate(service, text);
    expect([page.status, page.headers.get('content-type')]).toEqual([413, 'text/html']);
    const empty = await translate(service, text);
    expect([empty.status, empty.text]).toEqual([500, '']);
  });

  test.each(['drop', 'half', 'lose'] as const)(
    '%s ends the connection without a whole answer',
    async (fault) => {
      const service = await start({ faults: [{ fault, next: 1 }] });
      await expect(translate(service, text)).rejects.toThrow();
      expect(service.counters().characters).toBe(fault === 'lose' ? 12 : 0);
      await translate(service, text);
      expect(service.counters().repeats).toBe(fault === 'lose' ? 1 : 0);
    },
  );

  test('hang never answers, and does not keep the service from closing', async () => {
    const service = await start({ faults: [{ fault: 'hang' }] });
    const pending = expect(translate(service, text)).rejects.toThrow();
    await expect.poll(() => service.counters().inFlight).toBe(1);
    await service.close();
    await pending;
  });

  test('too-few leaves out a text, mangle damages placeholders', async () => {
    const service = await start({
      faults: [
        { fault: 'too-few', next: 1 },
        { fault: 'mangle', next: 1 },
      ],
    });
    expect(textsOf(await translate(service, { ...text, text: ['a', 'b'] }))).toHaveLength(1);
    expect(textsOf(await translate(service, text))[0]).not.toContain('{name}');
    expect(textsOf(await translate(service, text))[0]).toContain('{name}');
  });

  test('selectors: every k-th, one target, a text, a path, bytes of tagged bodies', async () => {
    const drop = { fault: 'status', status: 500 } as const;
    const statuses = async (faults: object, bodies: readonly object[]) => {
      const service = await start({ faults: [{ ...drop, ...faults }] });
      const results: number[] = [];
      for (const body of bodies)
        results.push((await translate(service, { ...text, ...body })).status);
      return results;
    };
    expect(await statuses({ every: 2 }, [{}, {}, {}, {}])).toEqual([200, 500, 200, 500]);
    expect(await statuses({ every: 2, next: 1 }, [{}, {}, {}, {}])).toEqual([200, 500, 200, 200]);
    expect(await statuses({ target: 'fr' }, [{}, { target_lang: 'FR' }])).toEqual([200, 500]);
    expect(await statuses({ contains: 'a "b"' }, [{}, { text: ['x a "b"'] }])).toEqual([200, 500]);
    expect(await statuses({ path: '/v3' }, [{}])).toEqual([200]);
    const long = { text: ['x'.repeat(200)] };
    const tagged = { ...long, tag_handling: 'xml' };
    expect(
      await statuses({ bytes: 200, tagged: true }, [{ tag_handling: 'xml' }, long, tagged]),
    ).toEqual([200, 200, 500]);
  });

  test('inFlightAbove refuses what goes beyond n at once', async () => {
    const service = await start({
      faults: [
        { fault: 'status', status: 429, inFlightAbove: 3 },
        { fault: 'latency', milliseconds: 200 },
      ],
    });
    const answers = await Promise.all(Array.from({ length: 8 }, () => translate(service, text)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(service.counters().mostInFlight).toBeGreaterThan(3);
  });

  test('the control endpoint is closed by default, and open to an admin key or the token', async () => {
    const body = { faults: [{ fault: 'status', status: 500, next: 1 }] };
    const closed = await start();
    expect((await call(closed, 'POST /_control/faults', { body, admin: true })).status).toBe(404);
    const service = await start({ control: 'token' });
    expect((await call(service, 'POST /_control/faults', { body })).status).toBe(403);
    const wrong = { 'x-control-token': 'other' };
    expect((await call(service, 'GET /_control/counters', { headers: wrong })).status).toBe(403);
    expect((await call(service, 'POST /_control/faults', { body, admin: true })).status).toBe(204);
    expect((await translate(service, text)).status).toBe(500);
    const counters = await call(service, 'GET /_control/counters', {
      headers: { 'x-control-token': 'token' },
    });
    expect(counters.json).toMatchObject({ texts: 0 });
    const bad = await call(service, 'POST /_control/faults', {
      body: { faults: [{ fault: 'x' }] },
      admin: true,
    });
    expect(bad.status).toBe(400);
  });

  test('counters tell requests, texts, characters billed, repeats, the largest body and refusals', async () => {
    const service = await start();
    await translate(service, { text: ['one', 'two', 'one'], target_lang: 'de' });
    await translate(service, { text: ['one'], target_lang: 'de' });
    await translate(service, { text: ['one'], target_lang: 'fr' });
    await translate(service, { text: ['one'], target_lang: 'xx' });
    expect(service.counters()).toMatchObject({
      requests: 4,
      texts: 5,
      characters: 15,
      repeats: 2,
      largestBody: JSON.stringify({ text: ['one', 'two', 'one'], target_lang: 'de' }).length,
      refused: 1,
    });
  });
});

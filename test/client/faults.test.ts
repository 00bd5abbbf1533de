import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ServiceError, type RetryNotice } from '../../src/client/public.js';
import {
  drop,
  dropAfterHeaders,
  hang,
  impatient,
  json,
  plain,
  scripted,
  testKey,
  translations,
  type Step,
} from './support/server.js';

const options = { targetLang: 'DE', sourceLang: 'EN' };
const proxyPage = `<html><head><title>413 Request Entity Too Large</title></head><body>${'x'.repeat(70_000)}</body></html>`;

async function failure(promise: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await promise.then(
    () => new Error('did not fail'),
    (cause: unknown) => cause,
  );
  if (!(error instanceof ServiceError)) throw error as Error;
  return error;
}

describe('a request that may be repeated', () => {
  it.each<[string, Step]>([
    ['429', plain(429)],
    ['529', plain(529)],
    ['503 without a body', plain(503)],
    ['500', plain(500)],
    ['502 with HTML', plain(502, '<html>bad gateway</html>', { 'content-type': 'text/html' })],
    ['504', plain(504)],
    ['408', plain(408)],
    ['421', plain(421)],
    ['425', plain(425)],
    ['a connection dropped before the answer', drop],
    ['a connection dropped in the middle of the answer', dropAfterHeaders],
  ])('is sent again after %s', async (_, fault) => {
    await using server = await scripted(fault, fault, translations);
    const { client, waits } = impatient(server.url);
    const { translations: answers } = await client.text.translate('Hi', options);
    expect(answers[0]?.text).toBe('«Hi»');
    expect(server.seen.length).toBe(3);
    expect(waits).toEqual([250, 500]);
    await client.close();
  });

  it.each([
    ['seconds', '7', 7000],
    ['a fraction of a second', '0.5', 500],
    ['nonsense', 'soon', 250],
    ['a negative number', '-3', 250],
  ])('waits for a Retry-After of %s', async (_, value, expected) => {
    await using server = await scripted(plain(429, '', { 'retry-after': value }), translations);
    const { client, waits } = impatient(server.url);
    await client.text.translate('Hi', options);
    expect(waits).toEqual([expected]);
    await client.close();
  });

  it('waits until a Retry-After that is a date', async () => {
    const date = new Date(1_800_000_004_000).toUTCString();
    await using server = await scripted(plain(503, '', { 'retry-after': date }), translations);
    const { client, waits } = impatient(server.url, { clock: { now: () => 1_800_000_000_000 } });
    await client.text.translate('Hi', options);
    expect(waits).toEqual([4000]);
    await client.close();
  });

  it('waits no longer than the limit and reports what was asked for', async () => {
    await using server = await scripted(plain(429, '', { 'retry-after': '86400' }), translations);
    const notices: RetryNotice[] = [];
    const { client, waits } = impatient(server.url);
    const onRetry = (notice: RetryNotice) => notices.push(notice);
    await client.text.translate('Hi', options, { onRetry });
    expect(waits).toEqual([120_000]);
    expect(notices).toEqual([
      {
        kind: 'rate',
        operation: 'translateText',
        attempt: 1,
        delay: 120_000,
        asked: 86_400_000,
        status: 429,
      },
    ]);
    await client.close();
  });

  it.each<[string, Step, string]>([
    ['rate', plain(429, '', { 'retry-after': '1' }), 'rate'],
    ['server', plain(500, '', { 'x-trace-id': 'ab12' }), 'server'],
    ['network', drop, 'network'],
  ])('gives up with %s after the last attempt', async (_, fault, code) => {
    await using server = await scripted(fault);
    const { client } = impatient(server.url, { retry: { attempts: 3 } });
    const error = await failure(client.text.translate('Hi', options));
    expect(error.code).toBe(code);
    expect(server.seen.length).toBe(3);
    await client.close();
  });

  it('ends with timeout when nothing comes', async () => {
    await using server = await scripted(hang);
    const { client } = impatient(server.url, { retry: { attempts: 2 }, timeout: 1000 });
    const error = await failure(client.text.translate('Hi', options));
    expect(error).toMatchObject({ code: 'timeout', operation: 'translateText' });
    expect(error.message).toContain('1000 ms');
    expect(server.seen.length).toBe(2);
    await client.close();
  });

  it.each([Infinity, 1e12])('has no limit with a timeout of %s', async (timeout) => {
    await using server = await scripted(translations);
    const { client } = impatient(server.url, { timeout });
    expect((await client.text.translate('Hi', options)).translations).toHaveLength(1);
    expect(server.seen.length).toBe(1);
    await client.close();
  });

  it.each([0, -1, Number.NaN])('is not sent with a timeout of %s', async (timeout) => {
    await using server = await scripted(translations);
    const { client } = impatient(server.url);
    const error = await failure(client.text.translate('Hi', options, { timeout }));
    expect([error.code, error.message]).toEqual([
      'bad-request',
      `timeout must be more than 0 ms, not ${timeout}`,
    ]);
    expect(server.seen.length).toBe(0);
    await client.close();
  });

  it('ends with timeout when an answer begins and stops', async () => {
    const half: Step = (response) => void response.writeHead(200).write('{"translations":');
    await using server = await scripted(half);
    const { client } = impatient(server.url, { retry: { attempts: 1 } });
    const error = await failure(client.text.translate('Hi', options, { timeout: 60 }));
    expect(error.code).toBe('timeout');
    await client.close();
  });
});

describe('a request that creates something', () => {
  const create = { name: 'g', dictionaries: [] };

  it.each<[string, Step, string]>([
    ['a dropped connection', drop, 'network'],
    ['a half-sent answer', dropAfterHeaders, 'network'],
    ['500', plain(500), 'server'],
  ])('is not sent again after %s', async (_, fault, code) => {
    await using server = await scripted(fault, json({}));
    const { client } = impatient(server.url);
    expect((await failure(client.glossaries.create(create))).code).toBe(code);
    expect(server.seen.length).toBe(1);
    await client.close();
  });

  it.each([429, 503, 529])('is sent again after %i, which carried nothing out', async (status) => {
    const glossary = { glossary_id: 'x', name: 'g', dictionaries: [], creation_time: 't' };
    await using server = await scripted(plain(status), json(glossary, 201));
    const { client } = impatient(server.url);
    expect((await client.glossaries.create(create)).glossaryId).toBe('x');
    await client.close();
  });

  it('is tried again where no connection was made', async () => {
    const server = await scripted(hang);
    await server[Symbol.asyncDispose]();
    const { client, waits } = impatient(server.url);
    const error = await failure(client.glossaries.create(create));
    expect(error.code).toBe('network');
    expect(error.message).toContain(server.url);
    expect(waits.length).toBe(4);
    await client.close();
  });
});

describe('a deletion', () => {
  it('that finds nothing after a lost answer has succeeded', async () => {
    await using server = await scripted(drop, json({ message: 'not found' }, 404));
    const { client } = impatient(server.url);
    await expect(client.glossaries.delete('id')).resolves.toBeUndefined();
    await client.close();
  });

  it('of something unknown fails', async () => {
    await using server = await scripted(plain(429), json({ message: 'not found' }, 404));
    const { client } = impatient(server.url);
    expect((await failure(client.glossaries.delete('id'))).code).toBe('not-found');
    await client.close();
  });
});

describe('an answer that refuses', () => {
  it.each<[number, string]>([
    [400, 'bad-request'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [405, 'rejected'],
    [413, 'too-large'],
    [415, 'rejected'],
    [456, 'quota'],
  ])('with %i is %s at once', async (status, code) => {
    await using server = await scripted(
      json({ message: 'no', detail: 'line 3' }, status, { 'x-trace-id': 'f00d' }),
    );
    const { client } = impatient(server.url);
    const error = await failure(client.text.translate('Hi', options));
    expect(error).toMatchObject({ code, status, requestId: 'f00d', serviceMessage: 'no: line 3' });
    expect(error.message).toBe(`POST /v2/translate answered ${status}: no: line 3 (request f00d)`);
    expect(server.seen.length).toBe(1);
    await client.close();
  });

  it('with a HTML page is told by its title', async () => {
    await using server = await scripted(plain(413, proxyPage, { 'content-type': 'text/html' }));
    const { client } = impatient(server.url);
    const error = await failure(client.text.translate('Hi', options));
    expect(error.code).toBe('too-large');
    expect(error.serviceMessage).toBe('(an HTML page: 413 Request Entity Too Large)');
    await client.close();
  });

  it.each([
    ['text', 'go away'],
    ['a JSON string', '"go away"'],
    ['broken JSON', '{"message": "go aw'],
  ])('with %s is survived', async (_, body) => {
    await using server = await scripted(plain(400, body));
    const { client } = impatient(server.url);
    const error = await failure(client.text.translate('Hi', options));
    expect(error).toMatchObject({ code: 'bad-request', serviceMessage: body });
    await client.close();
  });

  it('with a redirection is not followed, so that the key goes nowhere else', async () => {
    await using other = await scripted(translations);
    await using server = await scripted(plain(302, '', { location: other.url }));
    const { client } = impatient(server.url);
    const error = await failure(client.text.translate('Hi', options));
    expect(error).toMatchObject({ code: 'protocol', status: 302 });
    expect(other.seen.length).toBe(0);
    await client.close();
  });
});

describe('an answer that is not as described', () => {
  const one = { detected_source_language: 'EN', text: 'Hallo' };

  it.each<[string, Step, string]>([
    ['too few texts', json({ translations: [] }), "0 'translations' for 1 texts"],
    ['too many texts', json({ translations: [one, one] }), "2 'translations' for 1 texts"],
    ['a missing field', json({}), "'translations'"],
    [
      'a missing text',
      json({ translations: [{ ...one, text: undefined }] }),
      "'translations[0].text'",
    ],
    ['a wrong type', json({ translations: [{ ...one, text: 5 }] }), "'translations[0].text'"],
    ['a wrong whole', json([one]), 'a wrong body'],
    ['null', json(null), 'a wrong body'],
    ['HTML', plain(200, proxyPage), 'something other than JSON'],
    ['nothing', plain(200), 'an empty body'],
    ['nothing but a status', plain(204), 'an empty body'],
  ])('has %s and is a protocol error that says so', async (_, step, said) => {
    await using server = await scripted(step);
    const { client } = impatient(server.url);
    const error = await failure(client.text.translate('Hi', options));
    expect(error.code).toBe('protocol');
    expect(error.message).toContain(said);
    expect(server.seen.length).toBe(1);
    await client.close();
  });

  it.each([null, 5, -3, 'many'])('has %j where it only informs and is taken', async (odd) => {
    const answer = {
      translations: [{ detected_source_language: odd === 'many' ? 7 : odd, text: 'Hallo' }],
      billed_characters: odd === 5 ? -1.5 : odd,
    };
    await using server = await scripted(json(answer));
    const { client } = impatient(server.url);
    expect(await client.text.translate('Hi', options)).toEqual({
      translations: [{ text: 'Hallo' }],
    });
    await client.close();
  });

  it('has more fields and is taken', async () => {
    const answer = { translations: [{ ...one, mood: 'good' }], extra: { a: 1 } };
    await using server = await scripted(json(answer));
    const { client } = impatient(server.url);
    expect(await client.text.translate('Hi', options)).toEqual({
      translations: [{ detectedSourceLanguage: 'EN', text: 'Hallo' }],
    });
    await client.close();
  });

  it.each([
    'this is not HTTP\r\n\r\n',
    'HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\n{}',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
  ])('is not HTTP and is a protocol error, which is not asked for again: %j', async (bytes) => {
    await using server = await scripted((response) => {
      response.socket?.end(bytes);
    });
    const { client } = impatient(server.url);
    expect((await failure(client.text.translate('Hi', options))).code).toBe('protocol');
    expect(server.seen.length).toBe(1);
    await client.close();
  });
});

describe("the caller's signal", () => {
  it('ends a request under way, with its reason as the cause', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    await using server = await scripted(() => controller.abort(reason));
    const { client } = impatient(server.url);
    const error = await failure(
      client.text.translate('Hi', options, { signal: controller.signal }),
    );
    expect(error).toMatchObject({ code: 'aborted', cause: reason });
    expect(server.seen.length).toBe(1);
    await client.close();
  });

  it('ends the wait before another attempt', async () => {
    await using server = await scripted(plain(429, '', { 'retry-after': '60' }));
    const controller = new AbortController();
    const { createClient } = await import('../../src/client/public.js');
    const client = createClient({ baseUrl: server.url, key: testKey });
    const call = {
      signal: controller.signal,
      onRetry: () => setTimeout(() => controller.abort(), 5),
    };
    expect((await failure(client.text.translate('Hi', options, call))).code).toBe('aborted');
    await client.close();
  });

  it('that is aborted already sends nothing', async () => {
    await using server = await scripted(translations);
    const { client } = impatient(server.url);
    const call = { signal: AbortSignal.abort() };
    expect((await failure(client.text.translate('Hi', options, call))).code).toBe('aborted');
    expect(server.seen.length).toBe(0);
    await client.close();
  });
});

describe('the key', () => {
  const echo: Step = (response, { headers }) => {
    response.writeHead(403, { 'content-type': 'text/plain', 'x-trace-id': testKey });
    response.end(`bad header ${String(headers.authorization)} ${encodeURIComponent(testKey)}`);
  };

  it.each<[string, Step]>([
    ['a body that echoes it', echo],
    ['a field that echoes it', json({ message: `unknown key ${testKey}` }, 403)],
    ['a lost connection', drop],
    ['something else than HTTP', (response) => void response.socket?.end(`${testKey}\r\n\r\n`)],
    ['a wrong answer', json({ translations: testKey })],
  ])('is in no part of the error after %s', async (_, step) => {
    await using server = await scripted(step);
    const { client } = impatient(server.url, { retry: { attempts: 2 } });
    const error = await failure(client.text.translate('Hi', options));
    const shown = inspect(error, { depth: 12, showHidden: true }) + String(error.stack);
    expect(shown).not.toContain(testKey);
    expect(shown).not.toContain('secretsecret');
    expect(server.seen[0]?.headers.authorization).toBe(`Service-Auth-Key ${testKey}`);
    await client.close();
  });

  it('is missing: nothing is sent', async () => {
    await using server = await scripted(translations);
    const { client } = impatient(server.url, { key: '' });
    expect((await failure(client.text.translate('Hi', options))).code).toBe('no-key');
    expect(server.seen.length).toBe(0);
    await client.close();
  });

  it('with characters that no header takes is refused without being shown', () => {
    expect(() => impatient('http://127.0.0.1:1', { key: 'se\ncret' })).toThrow(ServiceError);
    expect(() => impatient('http://127.0.0.1:1', { key: 'se\ncret' })).not.toThrow(/cret/);
  });
});

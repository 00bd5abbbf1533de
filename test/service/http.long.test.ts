import { connect } from 'node:net';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { endpoints } from '../../src/api/index.js';
import type { RequestLog, RunningService } from '../../src/service/index.js';
import { call, start, translate } from './support.js';

const text = { text: ['Hello'], target_lang: 'de' };

/** What the server sends for raw bytes until it hangs up. */
function raw({ port }: RunningService, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (data) => (answer += data.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', () => undefined);
  });
}

describe('authorization (interface.md 5)', () => {
  test.each([
    ['no header', {}],
    ['an unknown key', { authorization: 'Service-Auth-Key nobody' }],
    ['another word', { authorization: 'Bearer {key}' }],
    ['a key without a word', { authorization: '{key}' }],
    ['a word without a key', { authorization: 'Service-Auth-Key' }],
    ['more than a key', { authorization: 'Service-Auth-Key {key} more' }],
    ['an admin key on a developer path', { authorization: 'Service-Auth-Key {admin}' }],
  ])('%s is 403, and no message holds the key', async (_, headers: { authorization?: string }) => {
    const service = await start();
    const authorization = headers.authorization
      ?.replace('{key}', service.keys.developer)
      .replace('{admin}', service.keys.admin);
    const response = await fetch(`${service.url}/v2/usage`, {
      headers: authorization === undefined ? {} : { authorization },
    });
    expect(response.status).toBe(403);
    const body = await response.text();
    expect(body).not.toContain(service.keys.developer);
    expect(body).not.toContain(service.keys.admin);
  });

  test('a developer key on admin paths is 403', async () => {
    const service = await start();
    expect((await call(service, 'GET /v2/admin/developer-keys')).status).toBe(403);
  });

  test('credentials in query or body are 403', async () => {
    const service = await start();
    const { developer } = service.keys;
    expect((await call(service, `GET /v2/usage?auth_key=${developer}`)).status).toBe(403);
    expect((await translate(service, { ...text, auth_key: developer })).status).toBe(403);
    const form = await call(service, 'POST /v2/translate', {
      form: [
        ['text', 'x'],
        ['target_lang', 'de'],
        ['auth_key', developer],
      ],
    });
    expect(form.status).toBe(403);
  });

  test('one more word is accepted beside Service-Auth-Key when the service is told', async () => {
    const service = await start({ keys: ['k1'], scheme: 'Other-Auth-Key' });
    for (const [word, status] of [
      ['Other-Auth-Key', 200],
      ['Service-Auth-Key', 200],
      ['Third', 403],
    ]) {
      const headers = { authorization: `${word} k1` };
      expect((await call(service, 'GET /v2/usage', { headers })).status).toBe(status);
    }
  });

  test.each([
    [['k'], ['k'], 'a key cannot be both a developer key and an admin key'],
    [[''], [], 'a key must be one word of ASCII'],
    [['a'], ['b c'], 'a key must be one word of ASCII'],
  ])('keys that nobody could use are refused: %j, %j', async (keys, adminKeys, message) => {
    await expect(start({ keys, adminKeys })).rejects.toThrow(new TypeError(message));
  });

  test('given no keys one of each is made; given keys, no other is known', async () => {
    const made = await start();
    expect(made.keys.developer).toMatch(/^[\da-f]{40}$/);
    expect(made.keys.admin).not.toBe(made.keys.developer);
    const given = await start({ keys: ['a', 'b'], adminKeys: ['c'] });
    expect(given.keys).toEqual({ developer: 'a', admin: 'c' });
    const second = await call(given, 'GET /v2/usage', {
      headers: { authorization: 'Service-Auth-Key b' },
    });
    expect(second.status).toBe(200);
  });
});

describe('answers (docs/interface.md 7)', () => {
  test('every answer carries X-Trace-ID of 32 hex digits, errors too', async () => {
    const service = await start();
    for (const route of [
      'GET /v2/usage',
      'GET /nowhere',
      'PUT /v2/usage',
      'GET /v2/admin/analytics',
    ]) {
      const answer = await call(service, route);
      expect(answer.headers.get('x-trace-id')).toMatch(/^[\da-f]{32}$/);
    }
  });

  test('an unknown path is 404, a wrong method on a known path 405 with Allow', async () => {
    const service = await start();
    expect((await call(service, 'GET /v2/nothing')).status).toBe(404);
    const answer = await call(service, 'DELETE /v2/translate');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']) {
      expect((await call(service, `${method} /v3/languages`)).status).toBe(405);
    }
  });

  test.each([
    ['/v2/translate', `Content-Length: 5000000\r\n\r\n${'x'.repeat(5_000_000)}`],
    [
      '/v3/glossaries',
      `Transfer-Encoding: chunked\r\n\r\n${`f4240\r\n${'x'.repeat(1_000_000)}\r\n`.repeat(66)}0\r\n\r\n`,
    ],
  ])('a body over the limit of %s is 413, and its connection goes on', async (path, body) => {
    const service = await start();
    const head = `Host: x\r\nAuthorization: Service-Auth-Key ${service.keys.developer}\r\n`;
    const answer = await raw(
      service,
      `POST ${path} HTTP/1.1\r\n${head}Content-Type: application/json\r\n${body}` +
        `GET /v2/usage HTTP/1.1\r\n${head}Connection: close\r\n\r\n`,
    );
    expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      '413',
      '200',
    ]);
  });

  test('another content type is 415, and so is a content encoding', async () => {
    const service = await start();
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-encoding': 'gzip' },
    ]) {
      const answer = await call(service, 'POST /v2/translate', { body: text, headers });
      expect(answer.status).toBe(415);
      expect(answer.json.message).toContain('Unsupported');
    }
    const form = await call(service, 'POST /v3/style_rules', { form: [['name', 'x']] });
    expect(form.status).toBe(415);
  });

  test.each(['{', '[1', '"text"', 'null', '[]', '{"__proto__": {"text": 1}}', ''])(
    'the body %j is 400',
    async (body) => {
      const service = await start();
      const answer = await call(service, 'POST /v2/translate', {
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status).toBe(400);
    },
  );

  test.each([
    '/v2/%zz',
    '/../../etc/passwd',
    '//v2//usage',
    '/v2/usage%00',
    `/v3/glossaries/${'x'.repeat(5000)}`,
  ])('the path %j is 4xx', async (path) => {
    const service = await start();
    const answer = await raw(
      service,
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer.toLowerCase()).toContain('x-trace-id: ');
  });

  test.each([
    ['no Host', 'GET /v2/usage HTTP/1.1\r\nConnection: close\r\n', 400],
    [
      'an unknown expectation',
      'GET /v2/usage HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: foo\r\n',
      417,
    ],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n', 405],
  ])('%s is refused with a trace id and a JSON message', async (_, head, status) => {
    const service = await start();
    const answer = await raw(service, `${head}\r\n`);
    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
    expect(answer).toMatch(/\r\nx-trace-id: [\da-f]{32}\r\n/i);
    expect(answer).toMatch(/\r\ncontent-type: application\/json/i);
    expect(answer).toContain('{"message":');
  });

  test('HTTP/1.0 needs no Host', async () => {
    const service = await start();
    expect(await raw(service, 'GET /openapi.json HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.[01] 200 /);
  });

  test.each(['HTTP/1.0\r\n', 'HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n'])(
    'addresses of a voice job can be used after %j too',
    async (version) => {
      const service = await start();
      const body = JSON.stringify({
        source_file: { name: 'a.wav', content_type: 'audio/wav', content_length: 9 },
        targets: [{ language: 'de', type: 'text/plain' }],
      });
      const answer = await raw(
        service,
        `POST /v1/jobs/voice/translate ${version}Authorization: Service-Auth-Key ${service.keys.developer}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      expect(answer).toContain(`"upload_url":"${service.url}/v1/jobs/voice/translate/`);
    },
  );

  test('headers over 16 KiB and what is no HTTP are refused with 4xx and a JSON message', async () => {
    const service = await start();
    const large = await raw(
      service,
      `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(17_000)}\r\n\r\n`,
    );
    expect(large).toMatch(/^HTTP\/1\.1 431 /);
    const nonsense = await raw(service, 'hello there\r\n\r\n');
    expect(nonsense).toMatch(/^HTTP\/1\.1 400 .*\{"message"/s);
  });

  test('a request that arrives too slowly is ended with 408', async () => {
    const service = await start({ timeouts: { headers: 300, request: 600 } });
    const head = 'POST /v2/translate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    const auth = `Authorization: Service-Auth-Key ${service.keys.developer}\r\n`;
    expect(await raw(service, `${head}${auth}Content-Length: 100\r\n\r\n{`)).toMatch(
      /^HTTP\/1\.1 408 /,
    );
  });
});

describe('fitness', () => {
  test('1,000 concurrent requests lose none', async () => {
    const service = await start();
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        translate(service, { text: [`n ${index}`], target_lang: 'de' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1000);
    expect(new Set(answers.map(({ text: body }) => body)).size).toBe(1000);
    expect(service.counters()).toMatchObject({ texts: 1000, repeats: 0, refused: 0 });
  });

  test('one log entry per request, without keys, texts or queries', async () => {
    const entries: RequestLog[] = [];
    const service = await start({ log: (entry) => entries.push(entry) });
    await translate(service, { text: ['Secret words'], target_lang: 'de' });
    await call(service, 'GET /v3/languages?resource=secret');
    await service.close();
    expect(entries).toMatchObject([
      {
        method: 'POST',
        path: '/v2/translate',
        status: 200,
        texts: 1,
        characters: 12,
        backend: 'pseudo',
      },
      { method: 'GET', path: '/v3/languages', status: 400 },
    ]);
    const lines = JSON.stringify(entries);
    expect(lines).not.toContain('ecret');
    expect(lines).not.toContain(service.keys.developer);
  });

  test('closing lets a request under way finish and refuses new ones', async () => {
    const service = await start({ faults: [{ fault: 'latency', milliseconds: 300 }] });
    const pending = translate(service, text);
    await expect.poll(() => service.counters().inFlight).toBe(1);
    await service.close();
    expect((await pending).status).toBe(200);
    await expect(translate(service, text)).rejects.toThrow();
  });

  test('it binds 127.0.0.1 unless told otherwise, and says so when it is told', async () => {
    const service = await start();
    expect(service.url).toBe(`http://127.0.0.1:${service.port}`);
    expect(service.warning).toBeUndefined();
    expect((await start({ host: '0.0.0.0' })).warning).toContain('other machines can reach');
  });

  test('the OpenAPI document lists every operation', async () => {
    const service = await start();
    const document = (await call(service, 'GET /openapi.json')).json as unknown as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      Object.keys(endpoints).sort(),
    );
  });

  test('the OpenAPI document is valid, and tells bodies, parts and parameters', async () => {
    const { json } = await call(await start(), 'GET /openapi.json');
    expect(await new Validator().validate({ ...json })).toEqual({ valid: true });
    const { paths } = json as unknown as {
      paths: Record<string, Record<string, { requestBody: { content: object }; parameters: [] }>>;
    };
    const translate = paths['/v2/translate']!['post']!;
    expect(Object.keys(translate.requestBody.content)).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
    ]);
    expect(paths['/v2/document']!['post']!.requestBody.content).toMatchObject({
      'multipart/form-data': {
        schema: { properties: { file: { format: 'binary' } }, required: ['target_lang', 'file'] },
      },
    });
    expect(paths['/v3/style_rules/{style_id}']!['get']!.parameters).toEqual([
      { name: 'style_id', in: 'path', required: true, schema: { type: 'string' } },
    ]);
  });
});

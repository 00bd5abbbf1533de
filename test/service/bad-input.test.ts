import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { RunningService } from '../../src/service/index.js';
import { call, start } from './support.js';

/** What the server sends for raw bytes until it hangs up. */
function raw(service: RunningService, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(service.port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (data) => (answer += data.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', () => undefined);
  });
}

function head(service: RunningService, more: string, line = 'POST /v2/translate'): string {
  const auth = `Authorization: Service-Auth-Key ${service.keys.developer}`;
  return `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${auth}\r\n${more}\r\n`;
}

const json = 'Content-Type: application/json\r\n';
const form = 'Content-Type: application/x-www-form-urlencoded\r\n';

function sized(body: string): string {
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

describe('what is not well-formed is 4xx, never 500, and the service goes on', () => {
  test.each([
    ['a form that is cut off in an escape', form, 'text=%zz&target_lang=%'],
    ['a form that is not UTF-8', form, 'text=%ff%fe&target_lang=%c3'],
    ['a form of nothing but separators', form, '&&&===&&&'],
    ['a form with hostile names', form, '__proto__=1&constructor[prototype]=2&text[0][0]=3'],
    ['a form with more than 20,000 fields', form, 'text=x&'.repeat(18_000) + 'a&'.repeat(2001)],
    ['JSON after JSON', json, '{"text":["x"]}{}'],
    ['JSON with a BOM and nothing else', json, '\ufeff'],
    ['JSON that is 60,000 deep', json, `{"text":${'['.repeat(60_000)}`],
    ['JSON with a lone surrogate as a code', json, '{"text":["x"],"target_lang":"\\ud800"}'],
    ['JSON with NaN', json, '{"text":NaN}'],
    ['multipart where JSON is due', 'Content-Type: multipart/form-data\r\n', '--x'],
    ['an unknown content type', 'Content-Type: \u0001/\u0002\r\n', 'x'],
  ])('%s', async (_, headers, body) => {
    const service = await start();
    const answer = await raw(service, head(service, headers + sized(body)).slice(0, -2));
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect((await call(service, 'GET /v2/usage')).status).toBe(200);
  });

  test.each([
    ['two lengths', `${json}Content-Length: 5\r\nContent-Length: 6\r\n`],
    ['a length and chunks', `${json}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n`],
    ['a length that is no number', `${json}Content-Length: -1\r\n`],
    ['a chunk that is no chunk', `${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['an unknown transfer encoding', `${json}Transfer-Encoding: rot13\r\n`],
    ['a header without a colon', 'Nonsense\r\n'],
    ['a header name with a blank', 'A B: c\r\n'],
    ['a folded header', 'A: b\r\n c\r\n'],
    ['NUL in a header', 'A: \u0000\r\n'],
    ['an upgrade that nobody offers', 'Upgrade: websocket\r\nConnection: upgrade\r\n'],
    ['2,000 headers', 'A: b\r\n'.repeat(3000)],
  ])('%s', async (_, headers) => {
    const service = await start({ timeouts: { headers: 500, request: 1000 } });
    expect(await raw(service, head(service, headers))).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect((await call(service, 'GET /v2/usage')).status).toBe(200);
  });

  test.each([
    'GET /v2/translate/../usage',
    'GET /v2/translate/%2e%2e/usage',
    'GET /v2%2fusage',
    'GET /v2/usage/',
    'GET /V2/usage',
    'GET /v2/usage;a=b',
    'GET /v2\\usage',
    'GET /v3/glossaries/..%2f..%2fetc%2fpasswd',
    'GET http://example.com/v2/translate',
    'CONNECT example.com:443',
    'TRACE /v2/usage',
    'PROPFIND /v2/usage',
    'BREW /v2/usage',
    'OPTIONS *',
  ])('%s', async (line) => {
    const service = await start();
    expect(await raw(service, head(service, '', line))).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
    expect((await call(service, 'GET /v2/usage')).status).toBe(200);
  });
});

describe('what is too large or too slow is cut off', () => {
  test('a body without a length that goes on and on is 413', async () => {
    const service = await start();
    const chunk = `4000\r\n${'a'.repeat(0x4000)}\r\n`;
    const bytes = `${json}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(9)}`;
    expect(await raw(service, head(service, bytes).slice(0, -2))).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('a body is not read for a caller without a key', async () => {
    const service = await start();
    const bytes = `POST /v3/glossaries HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${json}`;
    const answer = await raw(service, `${bytes}Content-Length: 60000000\r\n\r\n{`);
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  });

  test('headers that never end are 408', async () => {
    const service = await start({ timeouts: { headers: 300, request: 600 } });
    expect(await raw(service, 'GET /v2/usage HTTP/1.1\r\nHost: x\r\nA: ')).toMatch(
      /^HTTP\/1\.1 408 /,
    );
  });
});

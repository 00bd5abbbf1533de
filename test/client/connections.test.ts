import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { createServer, request as forward, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  connect,
  createServer as createNetServer,
  type AddressInfo,
  type Server as NetServer,
  type Socket,
} from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { inspect, promisify } from 'node:util';
import { Agent } from 'undici';
import { describe, expect, it } from 'vitest';
import type { ServiceError } from '../../src/client/public.js';
import { embedded } from './support/embedded.js';
import {
  impatient,
  json,
  plain,
  scripted,
  testKey,
  translations,
  type Step,
} from './support/server.js';

const pair = { sourceLang: 'en', targetLang: 'de' };

async function listen(server: NetServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

interface Proxy extends AsyncDisposable {
  readonly port: number;
  /** `CONNECT host:port` or `POST http://host:port/path`, with the credentials. */
  readonly seen: string[];
}

/** A proxy that tunnels and forwards. */
async function openProxy(): Promise<Proxy> {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const note = ({ method, url, headers }: IncomingMessage) =>
    seen.push(`${method} ${url} ${headers['proxy-authorization'] ?? ''}`.trim());
  const server = createServer((request, response) => {
    note(request);
    const { method, headers, url = '' } = request;
    request.pipe(
      forward(url, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    note(request);
    const [host, port] = (request.url ?? '').split(':');
    const target = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    for (const one of [socket, target]) sockets.add(one.on('error', () => undefined));
  });
  const port = await listen(server);
  return {
    port,
    seen,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function failure(promise: Promise<unknown>): Promise<ServiceError> {
  return (await promise.then(
    () => new Error('did not fail'),
    (cause: unknown) => cause,
  )) as ServiceError;
}

describe('an answer in a coding that nobody asked for', () => {
  const json = Buffer.from(
    JSON.stringify({ translations: [{ detected_source_language: 'EN', text: 'Wagen' }] }),
  );
  it.each<[string, (body: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['deflate, gzip', (body) => gzipSync(deflateSync(body))],
    ['identity', (body) => body],
  ])('%s is read', async (coding, encode) => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        response.setHeader('content-encoding', coding);
        response.end(encode(json));
      });
    });
    const { client } = impatient(`http://127.0.0.1:${await listen(server)}`, { key: 'k' });
    const { translations } = await client.text.translate(['Cart'], pair);
    expect(translations[0]?.text).toBe('Wagen');
    await client.close();
    server.close();
  });

  it('that only the header names is read as it is', async () => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        response.setHeader('content-encoding', 'gzip');
        response.end(json);
      });
    });
    const { client } = impatient(`http://127.0.0.1:${await listen(server)}`, { key: 'k' });
    expect((await client.text.translate(['Cart'], pair)).translations).toHaveLength(1);
    await client.close();
    server.close();
  });
});

describe('a proxy', () => {
  it.each(['nonsense', 'socks5://user:pass-word@127.0.0.1:9', 'http://'])(
    'that is no address of one is refused: %s',
    async (proxy) => {
      const { createClient } = await import('../../src/client/public.js');
      const open = () => createClient({ baseUrl: 'http://127.0.0.1:9', key: 'k', proxy });
      expect(open).toThrow(
        expect.objectContaining({
          code: 'bad-request',
          message: 'proxy must be a URL such as http://host:port',
        }) as Error,
      );
    },
  );

  it('takes every request, with its own credentials and the service key only inside', async () => {
    await using proxy = await openProxy();
    await using run = await embedded();
    const { developer: key } = run.service.keys;
    const address = `http://user:pass-word@127.0.0.1:${proxy.port}`;
    const { client } = impatient(run.service.url, { key, proxy: address });
    await client.text.translate('Cart', pair);
    expect(proxy.seen.length).toBeGreaterThan(0);
    const credentials = Buffer.from('user:pass-word').toString('base64');
    // In absolute form, which proxies take that tunnel to port 443 only.
    expect(proxy.seen[0]).toBe(`POST ${run.service.url}/v2/translate Basic ${credentials}`);
    expect(run.service.counters().texts).toBe(1);
    await client.close();
  });

  it('is left out for hosts that need none', async () => {
    await using proxy = await openProxy();
    await using run = await embedded();
    const { developer: key } = run.service.keys;
    const address = `http://127.0.0.1:${proxy.port}`;
    const options = { http: address, https: address, noProxy: '127.0.0.1' };
    const { client } = impatient(run.service.url, { key, proxy: options });
    await client.text.translate('Cart', pair);
    expect(proxy.seen).toEqual([]);
    await client.close();
  });

  it('that is not there is a network error without its password', async () => {
    const proxy = 'http://user:pass-word@127.0.0.1:9';
    const { client } = impatient('http://127.0.0.1:10', { proxy, retry: { attempts: 1 } });
    const error = await failure(client.text.translate('Cart', pair));
    expect(error).toMatchObject({ name: 'ServiceError', code: 'network' });
    expect(inspect(error, { depth: 12, showHidden: true })).not.toContain('pass-word');
    await client.close();
  });
});

it('a proxy that closes every connection is asked as often as there are attempts', async () => {
  let connections = 0;
  const proxy = createNetServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined).once('data', () => socket.end());
  });
  const port = await listen(proxy);
  const { client } = impatient('https://127.0.0.1:10', { proxy: `http://127.0.0.1:${port}` });
  const error = await failure(client.text.translate('Cart', pair));
  expect(error).toMatchObject({ name: 'ServiceError', code: 'network' });
  expect(error.message).toContain('cannot connect: the proxy closed the connection');
  expect(connections).toBeGreaterThan(1);
  expect(connections).toBeLessThan(20);
  await client.close();
  proxy.close();
});

describe('an upload that is refused before it was read', () => {
  it.each([
    ['of known length', 30_000_000],
    ['of unknown length', undefined],
  ])('%s ends with what the service said, and the stream is let go', async (_, size) => {
    const server = createServer((_request, response) => {
      response.writeHead(413, { 'content-type': 'application/json', connection: 'close' });
      response.end('{"message":"too large"}');
    });
    const port = await listen(server);
    let read = 0;
    const pieces = function* () {
      for (; read < 30_000_000; read += 100_000) yield Buffer.alloc(100_000);
    };
    const content = Readable.from(pieces(), { objectMode: false });
    const { client } = impatient(`http://127.0.0.1:${port}`);
    const file = { name: 'a.txt', content, ...(size !== undefined && { size }) };
    const error = await failure(client.documents.upload(file, { targetLang: 'de' }));
    expect(['too-large', 'network']).toContain(error.code);
    await expect.poll(() => content.destroyed).toBe(true);
    expect(read).toBeLessThan(30_000_000);
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('says too-large where the service reads on until it closes', async () => {
    const refusing = createServer((request, response) => {
      response.writeHead(413, { 'content-type': 'application/json' });
      response.end('{"message":"too large"}');
      request.resume();
    });
    const port = await listen(refusing);
    const { client } = impatient(`http://127.0.0.1:${port}`);
    const file = { name: 'a.txt', content: new Blob([Buffer.alloc(5_000_000)]) };
    const error = await failure(client.documents.upload(file, { targetLang: 'de' }));
    expect(error).toMatchObject({ code: 'too-large', serviceMessage: 'too large' });
    await client.close();
    refusing.closeAllConnections();
    await new Promise((resolve) => refusing.close(resolve));
  });
});

describe('functions of the caller that throw', () => {
  const mine = new Error('mine');
  const thrower = () => {
    throw mine;
  };

  it('onAnswer: its error comes out as it is, nothing is repeated', async () => {
    await using server = await scripted(translations);
    const { client, waits } = impatient(server.url);
    expect(await failure(client.text.translate('Hi', pair, { onAnswer: thrower }))).toBe(mine);
    expect([server.seen.length, waits]).toEqual([1, []]);
    await client.close();
  });

  it('onAnswer of a download: the connection is let go as well', async () => {
    await using server = await scripted(plain(200, 'x'.repeat(1_000_000)));
    const { client } = impatient(server.url);
    const handle = { documentId: 'D', documentKey: 'K' };
    expect(await failure(client.documents.download(handle, { onAnswer: thrower }))).toBe(mine);
    await client.close();
  });

  it('onRetry: nothing is sent again', async () => {
    await using server = await scripted(plain(503));
    const { client } = impatient(server.url);
    expect(await failure(client.text.translate('Hi', pair, { onRetry: thrower }))).toBe(mine);
    expect(server.seen.length).toBe(1);
    await client.close();
  });
});

describe('an answer without end', () => {
  it('of data is given up at 64 MiB', async () => {
    const piece = Buffer.alloc(4_194_304, ' ');
    const endless: Step = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', more);
      more();
    };
    await using server = await scripted(endless);
    const { client } = impatient(server.url);
    const error = await failure(client.text.translate('Hi', pair));
    expect(error).toMatchObject({ code: 'protocol' });
    expect(error.message).toContain('more than 67108864 bytes');
    expect(server.seen.length).toBe(1);
    await client.close();
  });

  it('of a failure is read as far as its message needs', async () => {
    const endless: Step = (response) => {
      response.writeHead(403);
      const more = () => {
        while (!response.destroyed && response.write('no '.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    };
    await using server = await scripted(endless);
    const { client } = impatient(server.url);
    const error = await failure(client.text.translate('Hi', pair));
    expect(error).toMatchObject({ code: 'forbidden', status: 403 });
    expect(error.message.length).toBeLessThan(700);
    await client.close();
  });

  it('of a failure that stops coming counts by its status', async () => {
    const half: Step = (response) => void response.writeHead(403).write('no, ');
    await using server = await scripted(half);
    const { client } = impatient(server.url, { timeout: 1000 });
    expect(await failure(client.text.translate('Hi', pair))).toMatchObject({
      code: 'forbidden',
      serviceMessage: 'no,',
    });
    await client.close();
  });
});

describe('informational answers and marks of a byte order', () => {
  it('are passed over', async () => {
    const early: Step = (response, request) => {
      response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.writeHead(200, { 'content-type': 'application/json' });
      const { text } = JSON.parse(request.body.toString()) as { text: string[] };
      const items = text.map((one) => ({ detected_source_language: 'EN', text: one }));
      response.end(`\uFEFF${JSON.stringify({ translations: items })}`);
    };
    await using server = await scripted(early);
    const { client } = impatient(server.url);
    expect((await client.text.translate('Hi', pair)).translations[0]?.text).toBe('Hi');
    await client.close();
  });
});

interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Undefined where there is no openssl to make one. */
async function selfSigned(): Promise<Certificate | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'locale-sync-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const files = ['-keyout', key, '-out', cert];
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const make = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...names, ...files];
  try {
    await promisify(execFile)('openssl', make);
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  } catch {
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('HTTPS', () => {
  it('with a certificate that nobody vouches for is refused at once; with one that is trusted it works', async () => {
    const certificate = await selfSigned();
    if (certificate === undefined) {
      console.info('openssl is not here: nothing to test HTTPS with');
      return;
    }
    let authorization: string | undefined;
    const server = createTlsServer(certificate, (request, response) => {
      ({ authorization } = request.headers);
      request.resume();
      json({ character_count: 1, character_limit: 2 })(response, undefined as never);
    });
    const port = await listen(server);
    const baseUrl = `https://127.0.0.1:${port}`;
    const { client, waits } = impatient(baseUrl);
    const error = await failure(client.usage.get());
    expect(error).toMatchObject({ name: 'ServiceError', code: 'network' });
    expect(error.message).toContain('the certificate is not trusted');
    expect([waits, authorization]).toEqual([[], undefined]);
    await client.close();

    const dispatcher = new Agent({ connect: { ca: certificate.cert } });
    const trusting = impatient(baseUrl, { dispatcher }).client;
    expect((await trusting.usage.get()).characterCount).toBe(1);
    expect(authorization).toBe(`Service-Auth-Key ${testKey}`);
    await trusting.close();
    await dispatcher.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('a signal', () => {
  it('ends a request that is still waiting for a connection', async () => {
    // A connector that never connects.
    const dispatcher = new Agent({ connect: () => undefined });
    const { client } = impatient('http://127.0.0.1:9', { dispatcher });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    const error = await failure(client.usage.get({ signal: controller.signal }));
    expect(error.code).toBe('aborted');
    const late = await failure(client.text.translate('Hi', pair, { timeout: 20 }));
    expect(late.code).toBe('timeout');
    await dispatcher.destroy();
  });
});

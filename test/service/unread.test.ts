import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { RunningService } from '../../src/service/index.js';
import { finished } from './documents-support.js';
import type { Handle } from './documents-support.js';
import { start } from './support.js';

const BOUNDARY = 'b';
const TEXT = 'Save all changes';
const BODY = [
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="target_lang"\r\n\r\nde\r\n`,
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${TEXT}\r\n`,
  `--${BOUNDARY}--\r\n`,
].join('');

/** Uploads a document over a connection of its own, which is in the caller's hands then. */
function uploadOver({ port, keys }: RunningService): Socket {
  const socket = connect(port, '127.0.0.1', () => {
    const head = [
      'POST /v2/document HTTP/1.1',
      'Host: localhost',
      `Authorization: Service-Auth-Key ${keys.developer}`,
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
      `Content-Length: ${BODY.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${BODY}`);
  });
  return socket.on('error', () => undefined);
}

async function used({ url, keys }: RunningService): Promise<number> {
  const headers = { authorization: `Service-Auth-Key ${keys.developer}` };
  const answer = (await (await fetch(`${url}/v2/usage`, { headers })).json()) as {
    readonly character_count: number;
  };
  return answer.character_count;
}

/** What an HTTP client reads of the answer. */
function handleIn(socket: Socket): Promise<Handle> {
  return new Promise((resolve) => {
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString();
      const json = /\{.*\}/s.exec(answer)?.[0];
      if (json !== undefined) resolve(JSON.parse(json) as Handle);
    });
  });
}

describe('an upload whose answer is left unread', () => {
  test('costs nothing once its connection is reset, as a killed process leaves it', async () => {
    const service = await start();
    const socket = uploadOver(service).pause();
    await expect.poll(() => used(service)).toBe(TEXT.length);
    socket.resetAndDestroy();
    await expect.poll(() => used(service)).toBe(0);
    expect(service.counters().characters).toBe(0);
  });

  test('costs what it costs if somebody read it all the same', async () => {
    const service = await start();
    const socket = uploadOver(service);
    const handle = await handleIn(socket);
    socket.resetAndDestroy();
    await expect.poll(() => used(service)).toBe(0);
    expect((await finished(service, handle)).billed_characters).toBe(TEXT.length);
    expect(await used(service)).toBe(TEXT.length);
    expect(service.counters().characters).toBe(TEXT.length);
  });

  test('is billed where the connection ends in order', async () => {
    const service = await start();
    const socket = uploadOver(service);
    await handleIn(socket);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.end();
    await closed;
    expect(await used(service)).toBe(TEXT.length);
  });
});

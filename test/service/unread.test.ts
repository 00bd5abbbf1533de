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

  test('is billed once if it is uploaded again before anybody asks for it', async () => {
    const service = await start();
    const handles: Handle[] = [];
    for (let times = 0; times < 3; times += 1) {
      const socket = uploadOver(service);
      handles.push(await handleIn(socket));
      socket.end();
    }
    expect(await used(service)).toBe(TEXT.length);
    expect(service.counters().characters).toBe(TEXT.length);
    const [lost, found, last] = handles as [Handle, Handle, Handle];
    // Who has the key of one after all pays for it; asking twice does not bill it twice.
    for (const handle of [last, found, found]) await finished(service, handle);
    expect(await used(service)).toBe(2 * TEXT.length);
    await finished(service, lost);
    expect(service.counters().characters).toBe(3 * TEXT.length);
  });

  test('is billed again if somebody has asked for the first', async () => {
    const service = await start();
    for (let times = 1; times <= 2; times += 1) {
      const socket = uploadOver(service);
      await finished(service, await handleIn(socket));
      socket.end();
      expect(await used(service)).toBe(times * TEXT.length);
    }
  });
});

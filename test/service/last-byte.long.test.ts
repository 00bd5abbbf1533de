import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { RunningService } from '../../src/service/index.js';
import type { Handle } from './documents-support.js';
import { download, finished, upload } from './documents-support.js';
import { start } from './support.js';

/** Downloads a result, and leaves as soon as all that was announced is here. */
function downloadAndLeave(
  service: RunningService,
  document: Handle,
  leave: (socket: Socket) => void,
): Promise<string> {
  const body = JSON.stringify({ document_key: document.document_key });
  const request = [
    `POST /v2/document/${document.document_id}/result HTTP/1.1`,
    'Host: localhost',
    `Authorization: Service-Auth-Key ${service.keys.developer}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ].join('\r\n');
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(service.port, '127.0.0.1', () =>
      socket.write(`${request}\r\n\r\n${body}`),
    );
    socket.on('data', (data) => {
      answer += data.toString('latin1');
      const announced = /^content-length: (\d+)/im.exec(answer)?.[1];
      const start = answer.indexOf('\r\n\r\n') + 4;
      if (start > 3 && answer.length - start === Number(announced)) leave(socket);
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', () => undefined);
  });
}

test('a client that hangs up with the last byte had the result', async () => {
  const service = await start();
  // It was a matter of luck, about every other time.
  for (let round = 0; round < 12; round += 1) {
    const file = { name: 'hello.txt', content: 'Hello' };
    const { json } = await upload(service, file, { target_lang: 'de' });
    await finished(service, json);
    const answer = await downloadAndLeave(service, json, (socket) => socket.destroy());
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    // By then the service knows that the client is gone.
    await pause(30);
    expect((await download(service, json)).status).toBe(404);
  }
});

test('a client whose connection is reset may ask again: a process that is killed may not have read it', async () => {
  const service = await start();
  const file = { name: 'hello.txt', content: 'Hello' };
  const { json } = await upload(service, file, { target_lang: 'de' });
  await finished(service, json);
  await downloadAndLeave(service, json, (socket) => socket.resetAndDestroy());
  await expect.poll(async () => (await download(service, json)).status).toBe(200);
  expect((await download(service, json)).status).toBe(404);
});

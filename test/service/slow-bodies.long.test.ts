import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { start } from './support.js';
import type { RunningService } from '../../src/service/index.js';

/** Sends a body of `length` bytes in pieces, one each 50 ms, and gives what is answered. */
async function dripped(service: RunningService, length: number, piece: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  let isOpen = true as boolean;
  socket.on('data', (bytes) => (answer += String(bytes)));
  socket.on('error', () => undefined);
  socket.on('close', () => (isOpen = false));
  socket.write(
    `POST /v2/translate HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Authorization: Service-Auth-Key ${service.keys.developer}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  for (let sent = 0; isOpen && sent < length; sent += piece.length) {
    socket.write(piece.slice(0, length - sent));
    await sleep(50);
  }
  while (isOpen) await sleep(20);
  return answer;
}

test('a body that drips is ended with 408', async () => {
  const service = await start({ timeouts: { body: 300 } });
  expect(await dripped(service, 1000, 'a')).toMatch(/^HTTP\/1\.1 408 .*"message"/s);
});

test('a body that is slow but comes is read to its end', async () => {
  const service = await start({ timeouts: { body: 300 } });
  // No JSON, which is said once all of it is there.
  expect(await dripped(service, 40_000, 'a'.repeat(2_000))).toMatch(/^HTTP\/1\.1 400 /);
});

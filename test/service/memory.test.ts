import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningService } from '../../src/service/index.js';
import { ask, finished, upload } from './documents-support.js';

const megabyte = 1_000_000;
const uploads = 10;
const abandoned = 8;

let child: ChildProcess;
let service: RunningService;

beforeAll(async () => {
  const file = fileURLToPath(new URL('memory-child.ts', import.meta.url));
  child = fork(file, { execArgv: ['--import', 'tsx'] });
  const [{ url, keys }] = (await once(child, 'message')) as [Pick<RunningService, 'url' | 'keys'>];
  service = { url, keys, port: Number(new URL(url).port) } as RunningService;
});

afterAll(() => {
  child.kill();
});

async function largestMemory(): Promise<number> {
  const answer = once(child, 'message') as Promise<[number]>;
  child.send('memory');
  return (await answer)[0];
}

/** A docx with a picture that makes it 25 MB. */
function largeDocument(): Uint8Array {
  const main =
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Hello there</w:t></w:r></w:p></w:body></w:document>';
  return zipSync({
    'word/document.xml': strToU8(main),
    'word/media/image1.png': [randomBytes(25 * megabyte), { level: 0 }],
  });
}

/** An upload whose caller goes away after 8 MB. */
async function abandon(): Promise<void> {
  const socket = connect(service.port, '127.0.0.1');
  const head = [
    'POST /v2/document HTTP/1.1',
    'Host: x',
    `Authorization: Service-Auth-Key ${service.keys.developer}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${20 * megabyte}`,
    '',
    '--b',
    'Content-Disposition: form-data; name="file"; filename="a.docx"',
    '',
    '',
  ];
  socket.on('error', () => undefined);
  socket.write(head.join('\r\n'));
  socket.write(Buffer.alloc(8 * megabyte), () => socket.destroy());
  await once(socket, 'close');
}

describe('memory', () => {
  it('is bounded with many large uploads at once, abandoned ones and results that nobody fetches', async () => {
    const content = largeDocument();
    const before = await largestMemory();
    const file = { name: 'large.docx', content };
    const fields = { target_lang: 'de', source_lang: 'en' };
    const all = Array.from({ length: uploads }, () => upload(service, file, fields));
    await Promise.all(Array.from({ length: abandoned }, abandon));
    const handles = (await Promise.all(all)).map(({ json }) => json);
    for (const handle of handles) expect((await finished(service, handle)).status).toBe('done');
    // All are kept until they are fetched: none of them in memory.
    const grown = (await largestMemory()) - before;
    expect(grown).toBeLessThan(450 * megabyte);
    const sizes = await Promise.all(
      handles.map(async ({ document_id, document_key }) => {
        const answer = await ask(service, `${document_id}/result`, document_key);
        let bytes = 0;
        for await (const chunk of answer.body!) bytes += (chunk as Uint8Array).length;
        return bytes;
      }),
    );
    expect(Math.min(...sizes)).toBeGreaterThan(25 * megabyte);
    expect((await largestMemory()) - before).toBeLessThan(500 * megabyte);
    console.info(`memory: ${Math.round(grown / megabyte)} MB more for ${uploads} uploads of 25 MB`);
  }, 180_000);
});

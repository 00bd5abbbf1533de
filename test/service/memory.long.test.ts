import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningService } from '../../src/service/index.js';
import { ask, finished, upload } from './documents-support.js';

const megabyte = 1_000_000;
const uploads = 10;
const abandoned = 8;

let child: ChildProcess;
let service: RunningService;

// A process for each: what it once took it does not give back.
beforeEach(async () => {
  const file = fileURLToPath(new URL('memory-child.ts', import.meta.url));
  child = fork(file, { execArgv: ['--import', 'tsx'] });
  const [{ url, keys }] = (await once(child, 'message')) as [Pick<RunningService, 'url' | 'keys'>];
  service = { url, keys, port: Number(new URL(url).port) } as RunningService;
});

afterEach(() => {
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

/** A body whose caller goes away after 8 MB. */
async function abandon(path: string): Promise<void> {
  const isGlossary = path !== '/v2/document';
  const type = isGlossary ? 'application/json' : 'multipart/form-data; boundary=b';
  const socket = connect(service.port, '127.0.0.1');
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Service-Auth-Key ${service.keys.developer}`,
    `Content-Type: ${type}`,
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

/**
 * A glossary of one full dictionary, whose million entries take twenty times its size as objects.
 */
function largeGlossary(format: 'csv' | 'tsv'): string {
  const separator = format === 'csv' ? ',' : '\t';
  const lines: string[] = [];
  for (let bytes = 0; bytes < 9.9 * megabyte; bytes += lines.at(-1)!.length + 1) {
    lines.push(`${lines.length.toString(36)}${separator}x`);
  }
  const pair = { source_lang: 'en', target_lang: 'de', entries_format: format };
  return JSON.stringify({ name: 'G', dictionaries: [{ ...pair, entries: lines.join('\n') }] });
}

async function send(route: string, body?: string): Promise<Response> {
  const [method = 'GET', path = '/'] = route.split(' ');
  return fetch(service.url + path, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: {
      authorization: `Service-Auth-Key ${service.keys.developer}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
  });
}

describe('memory', () => {
  it('is bounded with many of the largest glossaries at once, abandoned ones, and entries that nobody reads', async () => {
    const before = await largestMemory();
    const bodies = [largeGlossary('tsv'), largeGlossary('csv')];
    const sent = Array.from({ length: 4 }, (_, index) =>
      send('POST /v3/glossaries', bodies[index % 2]),
    );
    await Promise.all(Array.from({ length: abandoned }, () => abandon('/v3/glossaries')));
    const made = await Promise.all(sent);
    expect(made.map(({ status }) => status)).toEqual(Array(4).fill(201));
    const { glossary_id } = (await made[0]!.json()) as { glossary_id: string };
    const route = `GET /v3/glossaries/${glossary_id}/entries?source_lang=en&target_lang=de`;
    const unread = await Promise.all(Array.from({ length: 20 }, () => send(route)));
    const grown = (await largestMemory()) - before;
    // Held as objects, they would take 2 GB.
    expect(grown).toBeLessThan(900 * megabyte);
    await Promise.all(unread.slice(1).map(async ({ body }) => body?.cancel()));
    const { dictionaries } = (await unread[0]!.json()) as { dictionaries: { entries: string }[] };
    const [asSent] = (JSON.parse(bodies[0]!) as { dictionaries: { entries: string }[] })
      .dictionaries;
    const lines = asSent!.entries.split('\n').sort();
    expect(dictionaries[0]?.entries === lines.join('\n')).toBe(true);
    console.info(`memory: ${Math.round(grown / megabyte)} MB more for 4 glossaries of 10 MB`);
  }, 300_000);

  it('is bounded with many large uploads at once, abandoned ones and results that nobody fetches', async () => {
    const content = largeDocument();
    const before = await largestMemory();
    const file = { name: 'large.docx', content };
    const fields = { target_lang: 'de', source_lang: 'en' };
    const all = Array.from({ length: uploads }, () => upload(service, file, fields));
    await Promise.all(Array.from({ length: abandoned }, () => abandon('/v2/document')));
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
  }, 300_000);
});

import { mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DocumentStatus, FileSource } from '../../src/client/public.js';
import {
  drop,
  impatient,
  json,
  plain,
  scripted,
  type SeenRequest,
  type Step,
} from './support/server.js';
import { noteReceiver } from './support/receiver.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'locale-sync-client-'));
});

const handle = { document_id: 'D1', document_key: 'K1' };
const bytes = new TextEncoder().encode('Hello, wörld');
const options = { targetLang: 'de', formality: 'more', enableBetaLanguages: true } as const;

function status(fields: object): Step {
  return json({ document_id: 'D1', ...fields });
}

/** Parts of a multipart body as a browser's parser sees them. */
async function parts({ body, headers }: SeenRequest): Promise<FormData> {
  const type = headers['content-type'] ?? '';
  // An independent reader of a body that is trusted.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
}

describe('upload', () => {
  it('without options, as JavaScript may call it, is for the service to refuse', async () => {
    await using server = await scripted(
      plain(400, '{"message":"Parameter \'target_lang\' is missing"}'),
    );
    const { client } = impatient(server.url);
    const none = undefined as unknown as typeof options;
    await expect(
      client.documents.upload({ name: 'a.txt', content: bytes }, none),
    ).rejects.toMatchObject({
      code: 'bad-request',
      serviceMessage: "Parameter 'target_lang' is missing",
    });
    await client.close();
  });

  it.each<[string, () => FileSource | Promise<FileSource>, boolean]>([
    [
      'a path',
      async () => {
        const path = join(folder, 'read me.txt');
        await writeFile(path, bytes);
        return path;
      },
      true,
    ],
    ['bytes', () => ({ name: 'read me.txt', content: bytes }), true],
    ['text', () => ({ name: 'read me.txt', content: 'Hello, wörld' }), true],
    ['a Blob', () => ({ name: 'read me.txt', content: new Blob([bytes]) }), true],
    [
      'a stream of unknown length',
      () => ({ name: 'read me.txt', content: Readable.from([bytes]) }),
      false,
    ],
    [
      'a web stream of known length',
      () => ({ name: 'read me.txt', content: new Blob([bytes]).stream(), size: bytes.length }),
      true,
    ],
  ])('sends %s with its name and fields', async (_, source, sized) => {
    await using server = await scripted(json(handle));
    const { client } = impatient(server.url);
    expect(await client.documents.upload(await source(), options)).toEqual({
      documentId: 'D1',
      documentKey: 'K1',
    });
    const [request] = server.seen;
    const form = await parts(request!);
    const file = form.get('file') as unknown as File;
    expect([file.name, await file.text()]).toEqual(['read me.txt', 'Hello, wörld']);
    expect(form.get('target_lang')).toBe('de');
    expect(form.get('formality')).toBe('more');
    expect(form.get('enable_beta_languages')).toBe('1');
    expect(request?.headers['content-length'] !== undefined).toBe(sized);
    await client.close();
  });

  it('keeps quotes and newlines of a name out of the header', async () => {
    await using server = await scripted(json(handle));
    const { client } = impatient(server.url);
    const name = 'a"; filename="x.txt\r\nX: y.txt';
    await client.documents.upload({ name, content: bytes }, options);
    const file = (await parts(server.seen[0]!)).get('file') as unknown as File;
    expect(file.name).not.toBe('x.txt');
    expect(server.seen[0]?.body.toString()).not.toContain('\r\nX: y');
    await client.close();
  });

  it('sends a file again after a refusal, but not a stream, which is gone', async () => {
    await using server = await scripted(plain(429), json(handle));
    const { client } = impatient(server.url);
    const file = { name: 'a.txt', content: bytes };
    await client.documents.upload(file, options);
    expect((await parts(server.seen[1]!)).get('file')).toBeInstanceOf(File);
    await client.close();

    await using refusing = await scripted(plain(429), json(handle));
    const other = impatient(refusing.url).client;
    const stream = { name: 'a.txt', content: Readable.from([bytes]) };
    await expect(other.documents.upload(stream, options)).rejects.toMatchObject({ code: 'rate' });
    await other.close();
  });

  it('is not repeated after a lost connection, since each upload is billed', async () => {
    await using server = await scripted(drop, json(handle));
    const { client } = impatient(server.url);
    const upload = client.documents.upload({ name: 'a.txt', content: bytes }, options);
    await expect(upload).rejects.toMatchObject({ code: 'network' });
    expect(server.seen.length).toBe(1);
    await client.close();
  });

  it('of a file that does not exist is a file error', async () => {
    const { client } = impatient('http://127.0.0.1:9');
    const missing = join(folder, 'missing.txt');
    await expect(client.documents.upload(missing, options)).rejects.toMatchObject({ code: 'file' });
    await expect(client.documents.upload(folder, options)).rejects.toMatchObject({ code: 'file' });
    await client.close();
  });
});

describe('translate', () => {
  const file = { name: 'a.txt', content: bytes };

  it('uploads, asks less and less often, honours a 503, and downloads', async () => {
    await using server = await scripted(
      json(handle),
      status({ status: 'queued' }),
      plain(503, '', { 'retry-after': '3' }),
      status({ status: 'translating', seconds_remaining: 1e15 }),
      status({ status: 'done', billed_characters: 12 }),
      plain(503, '{"message":"not yet"}', { 'retry-after': '1' }),
      plain(200, 'Hallo', { 'content-type': 'text/plain' }),
    );
    const { client, waits } = impatient(server.url);
    const seen: DocumentStatus['status'][] = [];
    const result = await client.documents.translate(file, options, {
      onStatus: (current) => seen.push(current.status),
    });
    expect(seen).toEqual(['queued', 'translating', 'done']);
    expect(waits).toEqual([500, 3000, 750, 1000]);
    expect(result.status.billedCharacters).toBe(12);
    expect(Buffer.from(await result.file.bytes()).toString()).toBe('Hallo');
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /v2/document',
      ...Array<string>(4).fill('POST /v2/document/D1'),
      'POST /v2/document/D1/result',
      'POST /v2/document/D1/result',
    ]);
    expect(JSON.parse(server.seen[6]!.body.toString())).toEqual({ document_key: 'K1' });
    await client.close();
  });

  it('tells the handle before it waits, so that it can be kept', async () => {
    await using server = await scripted(json(handle), plain(404));
    const { client } = impatient(server.url);
    const handles: unknown[] = [];
    const call = { onUpload: (kept: unknown) => handles.push(kept) };
    await expect(client.documents.translate(file, options, call)).rejects.toThrow();
    expect(handles).toEqual([{ documentId: 'D1', documentKey: 'K1' }]);
    await client.close();
  });

  it('fails with the reason that the service gives', async () => {
    await using server = await scripted(
      json(handle),
      status({ status: 'error', message: 'Source and target language are equal' }),
    );
    const { client } = impatient(server.url);
    await expect(client.documents.translate(file, options)).rejects.toMatchObject({
      code: 'failed',
      serviceMessage: 'Source and target language are equal',
    });
    await client.close();
  });

  it('never shows the document key in an error', async () => {
    await using server = await scripted(json({ message: 'no document for K-SECRET' }, 404));
    const { client } = impatient(server.url);
    const status = client.documents.status({ documentId: 'D1', documentKey: 'K-SECRET' });
    await expect(status).rejects.not.toThrow(/K-SECRET/);
    await client.close();
  });
});

describe('a download', () => {
  const document = { documentId: 'D1', documentKey: 'K1' };
  const large = Buffer.alloc(3_000_000, 'x');

  it('is saved whole, with no other file left', async () => {
    await using server = await scripted(
      plain(200, large.toString(), { 'content-disposition': 'attachment; filename="../../x.txt"' }),
    );
    const { client } = impatient(server.url);
    const file = await client.documents.download(document);
    expect(file.fileName).toBe('x.txt');
    const path = join(await mkdtemp(join(folder, 'save-')), 'x.txt');
    await file.save(path);
    expect((await readFile(path)).equals(large)).toBe(true);
    expect(await readdir(join(path, '..'))).toEqual(['x.txt']);
    await client.close();
  });

  it('that is cut off leaves the file that was there', async () => {
    const responses: ServerResponse[] = [];
    const begin: Step = (response) => {
      responses.push(response.writeHead(200, { 'content-length': '9999' }));
      response.write('half');
    };
    await using server = await scripted(begin);
    const { client } = impatient(server.url);
    const path = join(await mkdtemp(join(folder, 'cut-')), 'x.txt');
    await writeFile(path, 'old');
    const file = await client.documents.download(document);
    const saved = file.save(path);
    for (const response of responses) response.destroy();
    await expect(saved).rejects.toMatchObject({ name: 'ServiceError', code: 'network' });
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(join(path, '..'))).toEqual(['x.txt']);
    await client.close();
  });

  it('is read once: a second reading is an error, and saves no empty file', async () => {
    const answer: Step = (response) => void response.end('content');
    await using server = await scripted(answer);
    const { client } = impatient(server.url);
    const path = join(await mkdtemp(join(folder, 'twice-')), 'x.txt');
    const file = await client.documents.download(document);
    expect(Buffer.from(await file.bytes()).toString()).toBe('content');
    const twice = { code: 'file', message: expect.stringContaining('already been read') as string };
    await expect(file.save(path)).rejects.toMatchObject(twice);
    await expect(file.bytes()).rejects.toMatchObject(twice);
    expect(await readdir(join(path, '..'))).toEqual([]);
    await client.close();
  });

  it('goes to a receiver, from the beginning again where it was cut off', async () => {
    const busy: Step = (response) => void response.writeHead(503).end('busy');
    const cut: Step = (response) => {
      response.writeHead(200, { 'content-length': '9999' });
      response.write('half', () => response.destroy());
    };
    const answer: Step = (response) => void response.end(large);
    await using server = await scripted(busy, cut, answer);
    const { client } = impatient(server.url);
    const { receiver, told, content } = noteReceiver();
    await client.documents.downloadTo(receiver, document);
    expect(told.filter((one) => typeof one === 'string')).toEqual(['begin', 'begin', 'end']);
    expect(content().equals(large)).toBe(true);
    await client.close();
  });

  it.each(['begin', 'write', 'end'] as const)(
    'that a receiver cannot take (%s) ends',
    async (step) => {
      await using server = await scripted((response) => void response.end('content'));
      const { client } = impatient(server.url);
      const cause = new Error('no space left');
      const { receiver, told } = noteReceiver();
      const failing = {
        ...receiver,
        [step]: () => {
          throw cause;
        },
      };
      await expect(client.documents.downloadTo(failing, document)).rejects.toMatchObject({
        name: 'ServiceError',
        code: 'file',
        cause,
      });
      expect(told).not.toContain('end');
      expect(server.seen).toHaveLength(1);
      await client.close();
    },
  );

  it('into a receiver ends with timeout where no piece comes, not where all take long', async () => {
    const slow: Step = (response) => {
      response.writeHead(200);
      for (let at = 1; at <= 8; at += 1) {
        setTimeout(() => (at < 8 ? response.write('x') : response.end()), at * 250);
      }
    };
    const stall: Step = (response) => void response.writeHead(200).write('half');
    await using server = await scripted(slow, stall);
    const { client } = impatient(server.url);
    const { receiver, told } = noteReceiver();
    await client.documents.downloadTo(receiver, document, { timeout: 1_000 });
    expect(told.at(-1)).toBe('end');
    const late = client.documents.downloadTo(noteReceiver().receiver, document, { timeout: 500 });
    await expect(late).rejects.toMatchObject({ code: 'timeout' });
    await client.close();
  });

  it('that stops coming ends with timeout, and can be aborted', async () => {
    const stall: Step = (response) => void response.writeHead(200).write('half');
    await using server = await scripted(stall);
    const { client } = impatient(server.url);
    const late = await client.documents.download(document, { timeout: 500 });
    await expect(late.bytes()).rejects.toMatchObject({ code: 'timeout' });
    const controller = new AbortController();
    const file = await client.documents.download(document, { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await expect(file.bytes()).rejects.toMatchObject({ code: 'aborted' });
    await client.close();
  });
});

import { describe, expect, it } from 'vitest';
import { cannedService, uuid } from './support/canned.js';
import { impatient, json, scripted, type Step } from './support/server.js';

const audio = { name: 'talk.wav', content: new Uint8Array([1, 2, 3, 4]) };
const targets = [
  { language: 'de', type: 'text/plain' },
  { language: 'fr', type: 'application/x-subrip' },
] as const;
const translation = { file: audio, sourceLanguage: 'en', targets };

describe('voice.translate', () => {
  it('creates, uploads and waits; each result has its own signature (interface.md 5.5)', async () => {
    await using server = await cannedService();
    const { client } = impatient(server.url);
    const [text, subtitles] = await client.voice.translate(translation);
    expect(subtitles).toEqual({ status: 'failed', target: targets[1], message: 'no speech' });
    const file = text?.status === 'complete' ? await text.download() : undefined;
    expect(Buffer.from((await file?.bytes()) ?? []).toString()).toBe('the result');
    expect(
      server.seen.map(({ method, url, headers }) => [method, url, headers.authorization]),
    ).toEqual([
      ['POST', '/v1/jobs/voice/translate', expect.stringMatching(/^Service-Auth-Key /)],
      ['PUT', '/files/source', 'Service-Signature up-signature'],
      ['GET', `/v1/jobs/voice/translate/${uuid}`, expect.stringMatching(/^Service-Auth-Key /)],
      ['GET', '/files/result', 'Service-Signature down-signature'],
    ]);
    const [create, upload] = server.seen;
    expect(JSON.parse(create!.body.toString())).toEqual({
      source_file: { name: 'talk.wav', content_type: 'audio/wav', content_length: 4 },
      parameters: { source_language: 'en' },
      targets,
    });
    expect(upload?.headers['content-type']).toBe('application/octet-stream');
    expect([...upload!.body]).toEqual([1, 2, 3, 4]);
    await client.close();
  });

  it('uses signed addresses without a header on request', async () => {
    await using server = await cannedService();
    const { client } = impatient(server.url);
    const [text] = await client.voice.translate(translation, { signedUrls: true });
    if (text?.status === 'complete') await (await text.download()).bytes();
    const files = server.seen.filter(({ url }) => url.startsWith('/files/'));
    expect(files.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/files/source?signature=s', undefined],
      ['/files/result?signature=s', undefined],
    ]);
    await client.close();
  });

  it('asks every five seconds until every target is complete, downloaded or failed', async () => {
    const job = (...statuses: string[]) =>
      json({
        job_id: uuid,
        product: 'voice',
        operation: 'translate',
        created_at: 't',
        updated_at: 't',
        source_file: { name: 'a', content_type: 'audio/wav', content_length: 4 },
        targets: statuses.map(() => targets[0]),
        results: statuses.map((status) => ({ status })),
      });
    await using server = await scripted(
      job('pending', 'complete'),
      job('something-new', 'failed'),
      job('downloaded', 'failed'),
    );
    const { client, waits } = impatient(server.url);
    const { results } = await client.voice.wait(uuid);
    expect(results.map(({ status }) => status)).toEqual(['downloaded', 'failed']);
    expect(waits).toEqual([5000, 5000]);
    await client.close();
  });

  it('needs the length of a stream, since the service does', async () => {
    await using server = await cannedService();
    const { client } = impatient(server.url);
    const file = { name: 'a.wav', content: new Blob(['abcd']).stream() };
    const translate = client.voice.translate({ ...translation, file });
    await expect(translate).rejects.toMatchObject({ code: 'file' });
    expect(server.seen.length).toBe(0);
    await client.close();
  });

  it('never sends the key to the address of a file, wherever that is', async () => {
    await using files = await scripted((response) => response.writeHead(204).end());
    const created: Step = json(
      { job_id: uuid, upload_url: `${files.url}/up`, signature: 'sig' },
      201,
    );
    await using server = await scripted(created);
    const { client } = impatient(server.url);
    const upload = await client.voice.create({
      sourceFile: { name: 'a.wav', contentType: 'audio/wav', contentLength: 4 },
      targets,
    });
    await client.voice.upload(upload, audio);
    expect(files.seen[0]?.headers.authorization).toBe('Service-Signature sig');
    await client.close();
  });

  it.each(['ftp://127.0.0.1/x', 'file:///etc/passwd', 'http://[bad'])(
    'refuses %s as an address',
    async (address) => {
      const { client } = impatient('http://127.0.0.1:9');
      const upload = client.voice.upload(
        { jobId: uuid, uploadUrl: address, signature: 's', signedUploadUrl: undefined },
        audio,
      );
      await expect(upload).rejects.toMatchObject({ code: 'protocol' });
      await client.close();
    },
  );
});

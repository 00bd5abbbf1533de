import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunningService, ServiceOptions } from '../../src/service/index.js';
import { keepVoiceJob } from './kept-voice-job.js';
import { call, start } from './support.js';

interface Job {
  readonly job_id: string;
  readonly upload_url: string;
  readonly signature: string;
  readonly signed_upload_url?: string;
  readonly message: string;
  readonly product: string;
  readonly operation: string;
  readonly usage: { readonly storage_used: number };
  readonly source_file: object;
  readonly parameters: object;
  readonly targets: readonly object[];
  readonly results: readonly {
    readonly status: string;
    readonly download_url: string;
    readonly signature: string;
    readonly signed_download_url?: string;
    readonly error?: { readonly message: string };
  }[];
}

const path = '/v1/jobs/voice/translate';
const text = { language: 'de', type: 'text/plain' };
const noise = new Uint8Array(100).fill(1);
const body = {
  source_file: { name: 'talk.wav', content_type: 'audio/wav', content_length: noise.length },
  parameters: { source_language: 'en' },
  targets: [text],
};

async function create(service: RunningService, changes: object = {}, query = '') {
  const request = { body: { ...body, ...changes } };
  const { status, json } = await call(service, `POST ${path}${query}`, request);
  return { status, json: json as unknown as Job };
}

async function get(service: RunningService, id: string, query = '') {
  const { status, json } = await call(service, `GET ${path}/${id}${query}`);
  return { status, json: json as unknown as Job };
}

async function put(url: string, signature: string | undefined, content: Uint8Array = noise) {
  const response = await fetch(url, {
    method: 'PUT',
    body: new Uint8Array(content),
    headers: {
      'content-type': 'application/octet-stream',
      ...(signature === undefined ? {} : { authorization: `Service-Signature ${signature}` }),
    },
  });
  await response.arrayBuffer();
  return response.status;
}

async function fetchResult(url: string, signature?: string) {
  const headers =
    signature === undefined ? {} : { authorization: `Service-Signature ${signature}` };
  return fetch(url, { headers: headers as Record<string, string> });
}

const over = ['complete', 'failed', 'downloaded'];

async function ended(service: RunningService, id: string, query = ''): Promise<Job> {
  for (;;) {
    const { json } = await get(service, id, query);
    if (json.results.every(({ status }) => over.includes(status))) return json;
    await wait(50);
  }
}

/** A service whose time can be moved on. */
async function withClock(options: ServiceOptions = {}) {
  let passed = 0;
  const clock = () => new Date(Date.UTC(2026, 10, 21, 12) + passed);
  const service = await start({ ...options, clock });
  return { service, pass: (seconds: number) => void (passed += seconds * 1000) };
}

describe('creating a job (interface.md 4.10)', () => {
  it('answers 201 with an upload address and signature; a signed address on request', async () => {
    const service = await start();
    const plain = await create(service);
    expect(plain.status).toBe(201);
    expect(plain.json.upload_url).toContain(`${service.url}${path}/${plain.json.job_id}`);
    expect(plain.json.signature).not.toBe('');
    expect(plain.json.signed_upload_url).toBeUndefined();
    const signed = await create(service, {}, '?include=signed_url');
    expect(signed.json.signed_upload_url).toMatch(/\?signature=/);
  });

  it.each([
    [{ source_file: undefined }, '/source_file'],
    [
      { source_file: { ...body.source_file, content_type: 'audio/x' } },
      '/source_file/content_type',
    ],
    [{ source_file: { ...body.source_file, content_length: 0 } }, '/source_file/content_length'],
    [
      { source_file: { ...body.source_file, content_length: 1_073_741_825 } },
      '/source_file/content_length',
    ],
    [{ parameters: { source_language: 'xx' } }, '/parameters/source_language'],
    [{ targets: [] }, '/targets'],
    [{ targets: [{ ...text, type: 'text/html' }] }, '/targets/0/type'],
    [{ targets: [text, { ...text, language: 'xx' }] }, '/targets/1/language'],
  ])('refuses %j with 400 and a pointer', async (changes, pointer) => {
    const { status, json } = await create(await start(), changes);
    expect([status, json.message]).toEqual([400, `${pointer}: Value is not valid`]);
  });

  it('refuses an eleventh job at once with 429; one that was never uploaded does not count for long', async () => {
    const { service, pass } = await withClock();
    for (let count = 0; count < 10; count += 1) await create(service);
    expect((await create(service)).status).toBe(429);
    pass(301);
    expect((await create(service)).status).toBe(201);
  });

  it('shows the job, a UUID, with its times, bytes, file and parameters, and its results in the order of the targets', async () => {
    const service = await start();
    const targets = [text, { language: 'fr', type: 'application/x-subrip' }];
    const { json } = await create(service, { targets });
    const job = (await get(service, json.job_id)).json;
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
    expect(job).toMatchObject({
      ...{ product: 'voice', operation: 'translate', targets, usage: { storage_used: 0 } },
      ...{ created_at: time, updated_at: time },
    });
    expect(job.job_id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(job.source_file).toEqual(body.source_file);
    expect(job.parameters).toEqual({ source_language: 'en' });
    expect(job.results).toEqual([{ status: 'pending' }, { status: 'pending' }]);
    expect((await get(service, json.job_id.replace(/^./, 'x'))).status).toBe(404);
  });
});

describe('targets (interface.md 2.10, 4.10)', () => {
  it('of one job may be transcripts, subtitles and speech in several languages', async () => {
    const types = ['text/plain', 'application/x-subrip', 'audio/pcm;encoding=s16le;rate=16000'];
    const targets = types.map((type, index) => ({ language: ['de', 'fr', 'en-US'][index], type }));
    expect((await create(await start(), { targets })).status).toBe(201);
  });
});

describe('uploading (interface.md 5.5, 5.6)', () => {
  it('takes the header signature or the signed address, not one for the other', async () => {
    const service = await start();
    const { json } = await create(service, {}, '?include=signed_url');
    const token = new URL(json.signed_upload_url ?? '').searchParams.get('signature') ?? '';
    expect(await put(json.upload_url, undefined)).toBe(403);
    expect(await put(json.upload_url, 'wrong')).toBe(403);
    expect(await put(json.upload_url, token)).toBe(403);
    expect(await put(`${json.upload_url}?signature=${json.signature}`, undefined)).toBe(403);
    expect(await put(json.signed_upload_url ?? '', undefined)).toBe(204);
    expect(await put(json.upload_url, json.signature)).toBe(204);
  });

  it('refuses the signature of another job with 403', async () => {
    const service = await start();
    const [one, other] = [await create(service), await create(service)];
    expect(await put(one.json.upload_url, other.json.signature)).toBe(403);
  });

  it('refuses a body of another length than declared with 400, and takes the right one then', async () => {
    const service = await start();
    const { json } = await create(service);
    expect(await put(json.upload_url, json.signature, noise.subarray(1))).toBe(400);
    expect(await put(json.upload_url, json.signature, new Uint8Array(101))).toBe(400);
    expect(await put(json.upload_url, json.signature)).toBe(204);
  });

  it('refuses other audio than the first, while the job runs and after it', async () => {
    const service = await start();
    const { json } = await create(service);
    const upload = (content: Uint8Array) => put(json.upload_url, json.signature, content);
    const other = noise.map((byte) => byte ^ 1);
    expect(await upload(noise)).toBe(204);
    expect(await upload(other)).toBe(400);
    await ended(service, json.job_id);
    expect([await upload(other), await upload(noise)]).toEqual([400, 204]);
  });

  it('takes one of two kinds of audio that arrive together', async () => {
    const service = await start();
    const { json } = await create(service);
    const upload = (content: Uint8Array) => put(json.upload_url, json.signature, content);
    const statuses = await Promise.all([upload(noise), upload(noise.map((byte) => byte ^ 1))]);
    expect(statuses.sort((one, two) => one - two)).toEqual([204, 400]);
  });

  it('keeps nothing of audio that is uploaded again', async () => {
    const data = await mkdtemp(join(tmpdir(), 'locale-sync-kept-'));
    try {
      const service = await start({ data });
      const { json } = await create(service);
      const upload = () => put(json.upload_url, json.signature);
      expect(await Promise.all([upload(), upload()])).toEqual([204, 204]);
      await ended(service, json.job_id);
      const left = () => readdir(join(data, 'voice'));
      await expect.poll(left).toEqual([]);
      expect(await upload()).toBe(204);
      expect(await left()).toEqual([]);
      await service.close();
    } finally {
      await rm(data, { recursive: true, force: true });
    }
  });

  it('refuses an upload after five minutes with 403; the results have failed then', async () => {
    const { service, pass } = await withClock();
    const { json } = await create(service);
    pass(301);
    expect(await put(json.upload_url, json.signature)).toBe(403);
    expect((await get(service, json.job_id)).json.results[0]?.status).toBe('failed');
  });

  it('ends in failed with a message for what is no audio', async () => {
    const service = await start();
    const { json } = await create(service);
    await put(json.upload_url, json.signature);
    const [result] = (await ended(service, json.job_id)).results;
    expect(result?.status).toBe('failed');
    expect(result?.error?.message).toMatch(/Reading audio\/wav (failed|needs)/);
  });

  it('ends in failed for a language that cannot be recognized', async () => {
    const service = await start();
    const { json } = await create(service, { parameters: { source_language: 'de' } });
    await put(json.upload_url, json.signature);
    const [result] = (await ended(service, json.job_id)).results;
    expect(result?.error?.message).toContain("'de'");
  });
});

describe('results (interface.md 3.2, 5.6)', () => {
  it('come with 200 by their own signature only, and become downloaded by that, not on their own', async () => {
    const data = await mkdtemp(join(tmpdir(), 'locale-sync-kept-'));
    try {
      const id = await keepVoiceJob(data, new Date());
      const service = await start({ data, keys: ['k'], adminKeys: ['a'] });
      const [one, two] = (await get(service, id)).json.results;
      const states = async () => (await get(service, id)).json.results.map(({ status }) => status);
      expect(await states()).toEqual(['complete', 'complete']);
      for (const signature of [undefined, two?.signature]) {
        expect((await fetchResult(one?.download_url ?? '', signature)).status).toBe(403);
      }
      expect(await states()).toEqual(['complete', 'complete']);
      const result = await fetchResult(one?.download_url ?? '', one?.signature);
      expect([result.status, await result.text()]).toEqual([200, 'Hallo']);
      expect(await states()).toEqual(['downloaded', 'complete']);
      await expect.poll(() => readdir(join(data, 'voice'))).toEqual([`${id}.1`]);
      const signed = (await get(service, id, '?include=signed_url')).json.results[1];
      expect((await fetchResult(signed?.signed_download_url ?? '')).status).toBe(200);
      await service.close();
    } finally {
      await rm(data, { recursive: true, force: true });
    }
  });

  it('can be fetched until an hour after the upload and not later, and are then removed', async () => {
    const data = await mkdtemp(join(tmpdir(), 'locale-sync-kept-'));
    try {
      const id = await keepVoiceJob(data, new Date(Date.UTC(2026, 10, 21, 12)));
      const { service, pass } = await withClock({ data, keys: ['k'], adminKeys: ['a'] });
      const [first, second] = (await get(service, id)).json.results;
      pass(3600);
      const early = await fetchResult(first?.download_url ?? '', first?.signature);
      expect([early.status, await early.text()]).toEqual([200, 'Hallo']);
      pass(1);
      const late = await fetchResult(second?.download_url ?? '', second?.signature);
      expect([late.status, await late.text()]).toEqual([
        403,
        expect.stringContaining('has expired'),
      ]);
      await create(service);
      expect(await readdir(join(data, 'voice'))).toEqual([]);
      await service.close();
    } finally {
      await rm(data, { recursive: true, force: true });
    }
  });
});

const commands = ['pocketsphinx_continuous', 'espeak-ng', 'sox'];
const missing = commands.filter((name) => spawnSync(name, ['--version']).error !== undefined);
if (missing.length > 0) {
  console.info(`voice: ${missing.join(', ')} not installed; results are tested for their message`);
}

/**
 * With the commands, every target is made; without, each ends in failed and says what is missing.
 */
describe.runIf(missing.length === 0)('results of real speech', () => {
  let folder: string;
  let speech: Buffer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'locale-sync-speech-'));
    const file = join(folder, 'speech.wav');
    execFileSync('espeak-ng', ['-v', 'en-us', '-s', '130', '-w', file, 'hello world']);
    speech = await readFile(file);
  });

  const targets = [
    text,
    { language: 'en-US', type: 'application/x-subrip' },
    { language: 'de', type: 'audio/pcm;encoding=s16le;rate=16000' },
    { language: 'de', type: 'audio/pcm;encoding=ulaw;rate=8000' },
    { language: 'de', type: 'audio/flac' },
  ];
  const job = () => ({
    source_file: { ...body.source_file, content_length: speech.length },
    targets,
  });

  it('gives transcript, subtitles with timecodes and speech, each under its own signature, once', async () => {
    const { service, pass } = await withClock();
    const { json } = await create(service, job());
    expect(await put(json.upload_url, json.signature, speech)).toBe(204);
    const done = await ended(service, json.job_id, '?include=signed_url');
    expect(done.results.map(({ status, error }) => error?.message ?? status)).toEqual(
      targets.map(() => 'complete'),
    );
    expect(done.usage.storage_used).toBeGreaterThan(1000);
    const [transcript, subtitles, wide, narrow, flac] = done.results;
    if (!transcript || !subtitles || !wide || !narrow || !flac) throw new Error('results');
    expect((await fetchResult(transcript.download_url, subtitles.signature)).status).toBe(403);
    expect((await fetchResult(transcript.download_url, json.signature)).status).toBe(403);
    expect((await fetchResult(transcript.download_url)).status).toBe(403);
    const first = await fetchResult(transcript.download_url, transcript.signature);
    expect(first.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await first.text()).toMatch(/^\[de .+\]\n$/);
    expect((await fetchResult(transcript.download_url, transcript.signature)).status).toBe(404);
    expect((await get(service, json.job_id)).json.results[0]).toEqual({ status: 'downloaded' });
    const cues = await (await fetchResult(subtitles.signed_download_url ?? '')).text();
    expect(cues).toMatch(/^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\n.*world.*\n$/i);
    const pcm = await (await fetchResult(wide.download_url, wide.signature)).arrayBuffer();
    const ulaw = await (await fetchResult(narrow.download_url, narrow.signature)).arrayBuffer();
    expect(pcm.byteLength / ulaw.byteLength).toBeCloseTo(4, 1);
    const usage = (await call(service, 'GET /v2/usage')).json as unknown as {
      speech_to_text_milliseconds_count: number;
    };
    expect(usage.speech_to_text_milliseconds_count).toBeGreaterThan(500);
    pass(3601);
    expect((await fetchResult(flac.download_url, flac.signature)).status).toBe(403);
  });

  it('keeps results over a restart; once all are downloaded the job is 404', async () => {
    const data = join(folder, 'data');
    const options = { keys: ['k'], adminKeys: ['a'], data };
    const before = await start(options);
    const { json } = await create(before, { ...job(), targets: [text] });
    await put(json.upload_url, json.signature, speech);
    await ended(before, json.job_id);
    await before.close();
    const after = await start(options);
    const [result] = (await ended(after, json.job_id)).results;
    const download = await fetchResult(result?.download_url ?? '', result?.signature);
    expect(await download.text()).toContain('[de ');
    expect((await get(after, json.job_id)).status).toBe(404);
    expect((await fetchResult(result?.download_url ?? '', result?.signature)).status).toBe(404);
    await after.close();
  });

  it('takes up after a restart what was uploaded and not yet done', async () => {
    const data = join(folder, 'interrupted');
    const options = { keys: ['k'], adminKeys: ['a'], data };
    const before = await start(options);
    const { json } = await create(before, { ...job(), targets: [text] });
    await put(json.upload_url, json.signature, speech);
    await before.close();
    const after = await start(options);
    expect((await ended(after, json.job_id)).results[0]?.status).toBe('complete');
    await after.close();
  });
});

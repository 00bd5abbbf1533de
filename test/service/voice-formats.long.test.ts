import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunningService } from '../../src/service/index.js';
import { runTool, ToolError } from '../../src/service/tools/tool.js';
import { isInstalled, withoutPrograms } from './documents-support.js';
import { call, start } from './support.js';

const path = '/v1/jobs/voice/translate';

interface Result {
  readonly status: string;
  readonly download_url: string;
  readonly signature: string;
  readonly error?: { readonly message: string };
}

interface Job {
  readonly job_id: string;
  readonly upload_url: string;
  readonly signature: string;
  readonly results: readonly Result[];
}

interface Source {
  readonly content: Uint8Array;
  readonly type: string;
  readonly targets: readonly { readonly language: string; readonly type: string }[];
}

async function uploaded(service: RunningService, { content, type, targets }: Source): Promise<Job> {
  const source_file = { name: 'a', content_type: type, content_length: content.length };
  const body = { source_file, parameters: { source_language: 'en' }, targets };
  const job = (await call(service, `POST ${path}`, { body })).json as unknown as Job;
  const answer = await fetch(job.upload_url, {
    method: 'PUT',
    body: new Uint8Array(content),
    headers: {
      'content-type': 'application/octet-stream',
      authorization: `Service-Signature ${job.signature}`,
    },
  });
  expect(answer.status).toBe(204);
  return job;
}

async function get(service: RunningService, { job_id }: Job): Promise<Job> {
  return (await call(service, `GET ${path}/${job_id}`)).json as unknown as Job;
}

async function results(service: RunningService, source: Source): Promise<readonly Result[]> {
  const job = await uploaded(service, source);
  for (;;) {
    const { results } = await get(service, job);
    if (results.every(({ status }) => status === 'complete' || status === 'failed')) return results;
    await wait(50);
  }
}

async function fetched({ download_url, signature, error }: Result): Promise<Buffer> {
  expect(error).toBeUndefined();
  const headers = { authorization: `Service-Signature ${signature}` };
  return Buffer.from(await (await fetch(download_url, { headers })).arrayBuffer());
}

const spokenMilliseconds = async (service: RunningService) => {
  const { json } = await call(service, 'GET /v2/usage');
  const usage = json as unknown as { readonly speech_to_text_milliseconds_count: number };
  return usage.speech_to_text_milliseconds_count;
};

/** Of a WAV file of 16 bits. */
const secondsOf = (wave: Buffer) => (wave.length - 44) / 2 / wave.readUInt32LE(24);

const text = { language: 'en-US', type: 'text/plain' };

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'locale-sync-formats-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe.runIf(isInstalled('pocketsphinx_continuous', 'espeak-ng', 'sox', 'ffmpeg'))(
  'voice',
  () => {
    function speech(extension: string): Buffer {
      const wave = join(folder, 'speech.wav');
      execFileSync('espeak-ng', ['-v', 'en-us', '-s', '130', '-w', wave, 'hello world']);
      const file = join(folder, `speech.${extension}`);
      if (extension !== 'wav') {
        execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', wave, file]);
      }
      return readFileSync(file);
    }

    it.each([
      ['mp3', 'audio/mpeg'],
      ['ogg', 'audio/ogg'],
      ['opus', 'audio/ogg'],
      ['flac', 'audio/flac'],
      ['mp4', 'audio/mp4'],
      ['webm', 'audio/webm'],
    ])('reads %s as %s', async (extension, type) => {
      const service = await start();
      const [result] = await results(service, {
        content: speech(extension),
        type,
        targets: [text],
      });
      // What loses in quality is heard as other words.
      expect((await fetched(result as Result)).toString()).toMatch(/[a-z]{2}/);
      const seconds = (await spokenMilliseconds(service)) / 1000;
      expect(Math.abs(seconds - secondsOf(speech('wav')))).toBeLessThan(0.2);
    });

    it('writes every type of speech', async () => {
      const kinds = {
        'audio/pcm;encoding=s16le;rate=24000': '',
        'audio/pcm;encoding=alaw;rate=8000': '',
        'audio/flac': 'fLaC',
        'audio/ogg': 'OggS',
        'audio/opus': 'OggS',
        'audio/webm': '\x1aE\xdf\xa3',
        'audio/x-matroska': '\x1aE\xdf\xa3',
      };
      const targets = Object.keys(kinds).map((type) => ({ language: 'es', type }));
      const made = await results(await start(), {
        ...{ content: speech('wav'), type: 'audio/wav', targets },
      });
      for (const [index, start] of Object.values(kinds).entries()) {
        const content = await fetched(made[index] as Result);
        expect(content.length).toBeGreaterThan(1000);
        expect(content.toString('latin1', 0, start.length)).toBe(start);
      }
    });

    it('leaves no file behind: of the audio, of what was downloaded, in scratch', async () => {
      const data = join(folder, 'data');
      const service = await start({ data, keys: ['k'], adminKeys: ['a'] });
      const source = { content: speech('wav'), type: 'audio/wav', targets: [text] };
      const [result] = await results(service, source);
      await fetched(result as Result);
      await expect.poll(() => readdirSync(join(data, 'voice'))).toEqual([]);
      expect(readdirSync(join(data, 'scratch'))).toEqual([]);
      await service.close();
    });
  },
);

describe('without programs', () => {
  it('every result is failed with what is missing, and nothing is billed', async () => {
    const service = await start();
    const source = { content: new Uint8Array(100), type: 'audio/mpeg', targets: [text, text] };
    const made = await withoutPrograms(() => results(service, source));
    expect(made.map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(made[0]?.error?.message).toMatch(/Reading audio\/mpeg needs 'sox', .*not installed/);
    expect(await spokenMilliseconds(service)).toBe(0);
  });

  it('files that a kill left behind are gone after the next start', async () => {
    const data = join(folder, 'killed');
    const options = { data, keys: ['k'], adminKeys: ['a'] };
    await (await start(options)).close();
    const service = await start(options);
    await withoutPrograms(() =>
      results(service, { content: new Uint8Array(9), type: 'audio/wav', targets: [text] }),
    );
    await service.close();
    const ids = [randomUUID(), randomUUID()];
    const left = [ids[0], `${ids[0]}.0`, `${ids[0]}.12.${ids[1]}.part`, `${ids[0]}.${ids[1]}.part`];
    for (const name of left) writeFileSync(join(data, 'voice', String(name)), '');
    mkdirSync(join(data, 'scratch', 'locale-sync-Ab12Cd'));
    writeFileSync(join(data, 'scratch', 'locale-sync-Ab12Cd', 'body'), '');
    await (await start(options)).close();
    expect(readdirSync(join(data, 'voice'))).toEqual([]);
    expect(readdirSync(join(data, 'scratch'))).toEqual([]);
  });
});

/** Programs of that name, which are scripts around one that never ends. */
describe('a program that does not end', () => {
  let before = '';
  beforeEach(async () => {
    before = process.env['PATH'] ?? '';
    for (const name of ['sox', 'ffmpeg']) {
      const file = join(folder, name);
      writeFileSync(file, `#!/bin/sh\nsleep 1000 &\necho $! > ${folder}/pid\nwait\n`);
      await chmod(file, 0o755);
    }
    process.env['PATH'] = `${folder}:${before}`;
  });
  afterEach(() => {
    process.env['PATH'] = before;
    rmSync(join(folder, 'pid'), { force: true });
  });

  const pid = async () => {
    await expect.poll(() => readdirSync(folder)).toContain('pid');
    await expect.poll(() => readFileSync(join(folder, 'pid'), 'utf8')).toMatch(/\n/);
    return Number(readFileSync(join(folder, 'pid'), 'utf8'));
  };
  const isRunning = (id: number) => {
    // A process that ended and was not yet waited for counts as ended.
    try {
      return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${id}/stat`, 'utf8'));
    } catch {
      return false;
    }
  };

  it('is killed with all it started when the service ends', async () => {
    const service = await start();
    const source = { content: new Uint8Array(9), type: 'audio/wav', targets: [text] };
    await uploaded(service, source);
    const id = await pid();
    expect(isRunning(id)).toBe(true);
    await service.close();
    await expect.poll(() => isRunning(id)).toBe(false);
  });

  it('is killed after its time, and says so', async () => {
    const { signal } = new AbortController();
    const run = { command: 'sox', args: [], purpose: 'Reading', signal, timeout: 3000 };
    const ended = runTool(run);
    const id = await pid();
    await expect(ended).rejects.toThrow(new ToolError('Reading took too long'));
    await expect.poll(() => isRunning(id)).toBe(false);
  });
});

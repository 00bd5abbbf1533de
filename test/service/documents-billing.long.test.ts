import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningService } from '../../src/service/index.js';
import {
  ask,
  download,
  engineThat,
  finished,
  upload,
  zip,
  type Handle,
} from './documents-support.js';
import { call, start } from './support.js';

const fields = { source_lang: 'en', target_lang: 'de' };
const file = {
  name: 'a.docx',
  content: zip({ 'word/document.xml': '<w:p><w:r><w:t>Good day</w:t></w:r></w:p>' }),
};
const billed = 50_000;
const keys = { keys: ['k'], adminKeys: ['a'] };

let data = '';
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'locale-sync-billing-'));
});

/** What usage, the key and analytics say of the characters of documents. */
async function booked(service: RunningService): Promise<readonly unknown[]> {
  const usage = (await call(service, 'GET /v2/usage')).json as unknown as Record<string, unknown>;
  const today = new Date().toISOString().slice(0, 10);
  const query = `start_date=${today}&end_date=${today}`;
  const { json } = await call(service, `GET /v2/admin/analytics?${query}`, { admin: true });
  const total = json.usage_report.total_usage as unknown as Record<string, unknown>;
  return [
    usage['character_count'],
    usage['api_key_character_count'],
    total['document_translation_characters'],
  ];
}

const all = [billed, billed, billed];
const none = [0, 0, 0];

async function failing(options: object = {}) {
  const openaiUrl = await engineThat('fails');
  return start({ ...keys, engine: 'openai', openaiUrl, ...options });
}

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** The built command with a document that it is translating, killed. */
async function killedWhileTranslating(): Promise<Handle> {
  const engine = ['--engine', 'openai', '--openai-url', await engineThat('never answers')];
  const known = ['--key', 'k', '--admin-key', 'a', '--data', data, '--quiet'];
  const child = spawn(process.execPath, ['dist/cli.cjs', 'service', ...known, ...engine], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /http:\S+/.exec(line.toString())?.[0] ?? '';
  const service = { url, keys: { developer: 'k', admin: 'a' } };
  const { json } = await upload(service, file, fields);
  const status = await (await ask(service, json.document_id, json.document_key)).json();
  expect(status).toMatchObject({ status: 'translating' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  return json;
}

describe('a document that ends in error after it was read', () => {
  it('is given back to usage, the key, analytics and the counters', async () => {
    const service = await failing();
    const { json } = await upload(service, file, fields);
    const status = await finished(service, json);
    expect(status.status).toBe('error');
    expect(status.message).toContain('400');
    expect(status.billed_characters).toBeUndefined();
    expect(await booked(service)).toEqual(none);
    expect(service.counters().characters).toBe(0);
  });

  it('is given back to the limit of the key', async () => {
    const service = await failing();
    const list = await call(service, 'GET /v2/admin/developer-keys', { admin: true });
    const [key] = list.json as unknown as { key_id: string }[];
    const body = { key_id: key?.key_id, characters: billed };
    await call(service, 'PUT /v2/admin/developer-keys/limits', { admin: true, body });
    for (let count = 0; count < 3; count += 1) {
      const { status, json } = await upload(service, file, fields);
      expect(status).toBe(200);
      expect((await finished(service, json)).status).toBe('error');
    }
  });

  it('is given back once, however often it is asked for and the service is restarted', async () => {
    const service = await failing({ data });
    const { json } = await upload(service, file, fields);
    await finished(service, json);
    await upload(service, file, fields).then((other) => finished(service, other.json));
    await service.close();
    for (let count = 0; count < 2; count += 1) {
      const again = await start({ ...keys, data });
      expect((await finished(again, json)).status).toBe('error');
      expect(await booked(again)).toEqual(none);
      await again.close();
    }
  });
});

describe('kill -9 in the middle of a translation', () => {
  it('lets it go on with its key, to be billed and downloaded once', async () => {
    const document = await killedWhileTranslating();
    const service = await start({ ...keys, data });
    expect(await booked(service)).toEqual(all);
    const wrong = 'F'.repeat(64);
    expect((await ask(service, document.document_id, wrong)).status).toBe(404);
    expect((await download(service, { ...document, document_key: wrong })).status).toBe(404);
    expect(await finished(service, document)).toMatchObject({
      status: 'done',
      billed_characters: billed,
    });
    const answers = await Promise.all([download(service, document), download(service, document)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await booked(service)).toEqual(all);
    await service.close();
    const again = await start({ ...keys, data });
    expect((await download(again, document)).status).toBe(404);
    expect(await booked(again)).toEqual(all);
    expect(await readFile(join(data, 'journal.jsonl'), 'utf8')).not.toContain(
      document.document_key,
    );
    await again.close();
  });

  it('gives back what was billed where it ends in error then', async () => {
    const document = await killedWhileTranslating();
    const service = await failing({ data });
    expect((await finished(service, document)).status).toBe('error');
    expect(await booked(service)).toEqual(none);
    expect(service.counters().characters).toBe(0);
    await service.close();
    const again = await start({ ...keys, data });
    expect((await finished(again, document)).status).toBe('error');
    expect(await booked(again)).toEqual(none);
    await again.close();
  });
});

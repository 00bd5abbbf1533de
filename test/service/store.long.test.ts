import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { Store } from '../../src/service/store/store.js';
import { StoreError, type RunningService } from '../../src/service/index.js';
import { ask, finished, upload, withoutPrograms } from './documents-support.js';
import { call, listOf, start, translate } from './support.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'service-'));
});

const dictionary = { source_lang: 'en', target_lang: 'de', entries: 'a\tb' };

/** The service in a process of its own, over the folder. */
async function startApart(
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ readonly url: string; readonly kill: () => Promise<void> }> {
  const script = `
    import { startService } from '${join(import.meta.dirname, '../../dist/service.js')}';
    const options = { data: '${folder}', keys: ['k'], adminKeys: ['a'], engine: 'pseudo' };
    console.log((await startService(options)).url);
  `;
  await writeFile(join(folder, 'run.mts'), script);
  const child = spawn(process.execPath, ['--import', 'tsx', join(folder, 'run.mts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const kill = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return { url: line.toString().trim(), kill };
}

/** Surroundings in which audio is converted for seconds, so that a voice job is being worked on. */
async function withSlowSox(): Promise<NodeJS.ProcessEnv> {
  const programs = join(folder, 'programs');
  await mkdir(programs);
  await writeFile(join(programs, 'sox'), '#!/bin/sh\nexec sleep 10\n', { mode: 0o755 });
  return { ...process.env, PATH: `${programs}:${process.env['PATH']}` };
}

interface VoiceJob {
  readonly job_id: string;
  readonly results: readonly { readonly status: string; readonly error?: unknown }[];
}

/** A voice job once its only result has one of some states. */
async function jobIn(
  states: readonly string[],
  service: RunningService,
  id: string,
): Promise<VoiceJob> {
  for (;;) {
    const { json } = await call(service, `GET /v1/jobs/voice/translate/${id}`);
    const job = json as unknown as VoiceJob;
    if (job.results.some(({ status }) => states.includes(status))) return job;
    await wait(20);
  }
}

describe('--data', () => {
  test('everything that was acknowledged is there after a restart, and made keys stay the same', async () => {
    const first = await start({ data: folder });
    await translate(first, { text: ['12345'], target_lang: 'de' });
    const body = { name: 'Terms', dictionaries: [dictionary] };
    const glossary = await call(first, 'POST /v3/glossaries', { body });
    await call(first, 'POST /v3/style_rules', { body: { name: 'House', language: 'de' } });
    await call(first, 'POST /v2/admin/developer-keys', { admin: true, body: { label: 'second' } });
    await first.close();
    const second = await start({ data: folder });
    expect(second.keys).toEqual(first.keys);
    expect((await call(second, 'GET /v3/glossaries')).json.glossaries).toEqual([glossary.json]);
    expect((await call(second, 'GET /v3/style_rules')).json.style_rules).toHaveLength(1);
    expect((await call(second, 'GET /v2/usage')).json.character_count).toBe(5);
    expect((await call(second, 'GET /v2/admin/developer-keys', { admin: true })).json).toHaveLength(
      2,
    );
  });

  test('kill -9 loses nothing that was acknowledged', async () => {
    const { url, kill } = await startApart();
    const headers = { authorization: 'Service-Auth-Key k', 'content-type': 'application/json' };
    let acknowledged = 0;
    const send = async (): Promise<void> => {
      for (;;) {
        const body = JSON.stringify({ text: ['12345'], target_lang: 'de' });
        const response = await fetch(`${url}/v2/translate`, { method: 'POST', headers, body });
        await response.text();
        acknowledged += 5;
        if (acknowledged === 200) await kill();
      }
    };
    await Promise.allSettled([send(), send(), send(), send()]);
    expect(acknowledged).toBeGreaterThanOrEqual(200);
    const service = await start({ data: folder, keys: ['k'] });
    const { character_count } = (await call(service, 'GET /v2/usage')).json;
    expect(character_count).toBeGreaterThanOrEqual(acknowledged);
    expect(character_count).toBeLessThanOrEqual(acknowledged + 20);
  });

  test('kill -9 right after the last answer: glossaries, style lists, keys, limits, documents are there, and a voice job that was being worked on, which goes on to its end', async () => {
    const { url, kill } = await startApart(await withSlowSox());
    const service = { url, keys: { developer: 'k', admin: 'a' } } as RunningService;
    const send = (route: string, body?: object, admin = false) =>
      call(service, route, { admin, ...(body === undefined ? {} : { body }) });
    const glossary = await send('POST /v3/glossaries', { name: 'G', dictionaries: [dictionary] });
    const style = await send('POST /v3/style_rules', { name: 'House', language: 'de' });
    const list = `/v3/style_rules/${style.json.style_id}`;
    await send(`POST ${list}/custom_instructions`, { label: 'Kind', prompt: 'Be kind' });
    const keys = '/v2/admin/developer-keys';
    const key = (await send(`POST ${keys}`, { label: 'second' }, true)).json;
    await send(`PUT ${keys}/limits`, { key_id: key.key_id, characters: 7 }, true);
    const gone = (await send(`POST ${keys}`, { label: 'third' }, true)).json;
    await send(`PUT ${keys}/deactivate`, { key_id: gone.key_id }, true);
    await send('POST /v2/write/rephrase', { text: 'Hi', target_lang: 'de' });
    const job = await send('POST /v1/jobs/voice/translate', {
      source_file: { name: 'a.wav', content_type: 'audio/wav', content_length: 4 },
      targets: [{ language: 'de', type: 'text/plain' }],
    });
    const { job_id, upload_url, signature } = job.json as unknown as Record<string, string>;
    const authorization = `Service-Signature ${signature}`;
    const headers = { authorization, 'content-type': 'application/octet-stream' };
    const audio = { method: 'PUT', headers, body: new Uint8Array(4) };
    expect((await fetch(upload_url!, audio)).status).toBe(204);
    const file = { name: 'a.txt', content: 'Good\nmorning' };
    const finishedOne = (await upload(service, file, { target_lang: 'de' })).json;
    await finished(service, finishedOne);
    const document = (await upload(service, file, { target_lang: 'fr', source_lang: 'en' })).json;
    await jobIn(['processing'], service, job_id!);
    await kill();

    const again = await withoutPrograms(async () => {
      const restarted = await start({ data: folder, keys: ['k'], adminKeys: ['a'] });
      await jobIn(['complete', 'failed'], restarted, job_id!);
      return restarted;
    });
    expect((await call(again, 'GET /v3/glossaries')).json.glossaries).toEqual([glossary.json]);
    const entries = `${glossary.json.glossary_id}/entries?source_lang=en&target_lang=de`;
    const shown = await call(again, `GET /v3/glossaries/${entries}`);
    expect(shown.json.dictionaries[0]?.entries).toBe('a\tb');
    expect((await call(again, `GET ${list}`)).json).toMatchObject({
      version: 2,
      custom_instructions: [{ label: 'Kind' }],
    });
    const listed = listOf(await call(again, `GET ${keys}`, { admin: true }));
    expect(listed).toMatchObject([
      { is_deactivated: false },
      { label: 'second', usage_limits: { characters: 7 }, is_deactivated: false },
      { label: 'third', is_deactivated: true },
    ]);
    for (const handle of [finishedOne, document]) {
      const { status, billed_characters } = await finished(again, handle);
      expect([status, billed_characters]).toEqual(['done', 11]);
      const result = await ask(again, `${handle.document_id}/result`, handle.document_key);
      expect(await result.text()).toMatch(/^\[(de|fr) .*\]\n\[(de|fr) .*\]$/);
    }
    expect((await call(again, 'GET /v2/usage')).json.character_count).toBe(24);
    const found = await call(again, `GET /v1/jobs/voice/translate/${job_id}`);
    expect(found.json).toMatchObject({
      job_id,
      targets: [{ language: 'de' }],
      results: [
        { status: 'failed', error: { message: expect.stringContaining("needs 'sox'") as string } },
      ],
    });
  });

  test('secrets given by flags or made through the interface are not in the folder', async () => {
    const service = await start({
      data: folder,
      keys: ['a-given-secret'],
      adminKeys: ['an-admin-secret'],
    });
    const made = await call(service, 'POST /v2/admin/developer-keys', { admin: true, body: {} });
    const journal = await readFile(join(folder, 'journal.jsonl'), 'utf8');
    for (const secret of ['a-given-secret', 'an-admin-secret', made.json.key]) {
      expect(journal).not.toContain(secret);
    }
  });

  test('a folder in use by another running process is refused', async () => {
    await writeFile(join(folder, 'lock'), String(process.ppid));
    await expect(start({ data: folder })).rejects.toThrow(StoreError);
  });
});

describe('journal', () => {
  test('a truncated last line is dropped, and what follows is kept', async () => {
    const store = await Store.open(folder);
    store.collection('c').set('a', { text: 'one\u2028' });
    store.collection('c').set('b', 2);
    await store.close();
    const file = join(folder, 'journal.jsonl');
    await truncate(file, (await stat(file)).size - 3);
    const again = await Store.open(folder);
    expect([...again.collection('c').entries()]).toEqual([['a', { text: 'one\u2028' }]]);
    again.collection('c').set('d', 4);
    await again.close();
    const third = await Store.open(folder);
    expect([...third.collection('c').entries()].map(([id]) => id)).toEqual(['a', 'd']);
    await third.close();
  });

  test('changes that belong together are there all or not at all, wherever a crash cuts', async () => {
    const store = await Store.open(folder);
    store.collection('c').set('a', 1);
    await store.flush();
    const file = join(folder, 'journal.jsonl');
    const before = (await stat(file)).size;
    store.together(() => {
      store.collection('c').set('a', 2);
      store.collection('d').set('b', 3);
      store.collection('d').delete('b');
      store.collection('d').set('c', 4);
    });
    await store.close();
    const whole = await readFile(file);
    for (let cut = before; cut <= whole.length; cut += 1) {
      await writeFile(file, whole.subarray(0, cut));
      const again = await Store.open(folder);
      const found = [again.collection('c').get('a'), ...again.collection('d').entries()];
      expect(found).toEqual(cut < whole.length ? [1] : [2, ['c', 4]]);
      await again.close();
    }
  });

  test('damage in the middle is an error that names file and line', async () => {
    const store = await Store.open(folder);
    store.collection('c').set('a', 1);
    await store.close();
    await appendFile(join(folder, 'journal.jsonl'), 'damage\n["set","c","b",2]\n');
    await expect(Store.open(folder)).rejects.toThrow(/journal\.jsonl: line 2 is damaged/);
  });

  test('it is rewritten when most of it is out of date, and holds the same afterwards', async () => {
    const store = await Store.open(folder);
    const collection = store.collection<string>('c');
    for (let round = 0; round < 60; round += 1) {
      collection.set(String(round % 3), String(round).padEnd(100_000, 'x'));
      await store.flush();
    }
    collection.delete('0');
    await store.close();
    expect((await stat(join(folder, 'journal.jsonl'))).size).toBeLessThan(4_500_000);
    const again = await Store.open(folder);
    const values = [...again.collection<string>('c').entries()].map(([id, text]) => [
      id,
      text.slice(0, 2),
    ]);
    expect(values).toEqual([
      ['1', '58'],
      ['2', '59'],
    ]);
    await again.close();
  });
});

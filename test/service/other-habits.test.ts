import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/public.js';
import type { ResolvedConfig } from '../../src/config/index.js';
import { openTranslator } from '../../src/open-translator.js';
import { startService } from '../../src/service/index.js';
import { finished, upload } from './documents-support.js';
import { call, start, textsOf, translate } from './support.js';

// What clients and services of this kind do beyond the interface, and what both sides make of it.

const ends: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

/** A server with one answer for everything, or one per request. */
async function serverOf(
  answer: (body: string, index: number) => { status?: number; headers?: object; json: unknown },
): Promise<{ url: string; times: number[] }> {
  const times: number[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { status = 200, headers = {}, json } = answer(body, times.push(Date.now()) - 1);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(json));
    });
  });
  ends.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, times };
}

async function clientOf(json: unknown) {
  const { url } = await serverOf(() => ({ json }));
  const client = createClient({ baseUrl: url, key: 'k', adminKey: 'a' });
  ends.push(() => client.close());
  return client;
}

describe('the client', () => {
  it.each([
    ['of each text', [{ billed_characters: 7 }, { billed_characters: 5 }], {}, 12],
    ['of the request', [{}, {}], { billed_characters: 9 }, 9],
    [
      'of both, where the request wins',
      [{ billed_characters: 7 }, {}],
      { billed_characters: 9 },
      9,
    ],
    ['of one of two texts, which is no sum', [{ billed_characters: 7 }, {}], {}, undefined],
  ])('reads a bill %s', async (_, each, whole, expected) => {
    const translations = each.map((fields) => ({ text: 'x', ...fields }));
    const client = await clientOf({ translations, ...whole });
    const answer = await client.text.translate(['a', 'b'], { targetLang: 'de' });
    expect(answer.billedCharacters).toBe(expected);
  });

  it('reads the model that each text says, if it is the same', async () => {
    const one = { text: 'x', model_type_used: 'quality_optimized' };
    const same = await clientOf({ translations: [one, one] });
    const ask = { targetLang: 'de' } as const;
    expect((await same.text.translate(['a', 'b'], ask)).modelTypeUsed).toBe('quality_optimized');
    const mixed = await clientOf({ translations: [one, { ...one, model_type_used: 'other' }] });
    expect((await mixed.text.translate(['a', 'b'], ask)).modelTypeUsed).toBeUndefined();
  });

  it('takes absent flags for false', async () => {
    const features = [{ name: 'formality', needs_target_support: true }];
    const resources = await (await clientOf([{ name: 'write', features }])).languages.resources();
    expect(resources[0]?.features).toEqual([
      { name: 'formality', needsSourceSupport: false, needsTargetSupport: true },
    ]);
    const language = { lang: 'de', name: 'German', status: 'stable', features: {} };
    const [read] = await (await clientOf([language])).languages.list('write');
    expect(read).toMatchObject({ usableAsSource: false, usableAsTarget: false });
    const keys = [{ key_id: 'a', label: 'b', usage_limits: { characters: null } }];
    const [key] = await (await clientOf(keys)).admin.listKeys();
    expect(key?.isDeactivated).toBe(false);
  });

  it('shows languages whose status it does not know', async () => {
    const status = 'withdrawn_soon';
    const languages = [
      { lang: 'de', name: 'German', status: 'stable', features: {} },
      { lang: 'xx', name: 'New', status, features: { formality: { status } } },
    ];
    const read = await (await clientOf(languages)).languages.list('translate_text');
    expect(read.map((each) => each.status)).toEqual(['stable', status]);
  });
});

describe('the service', () => {
  it.each([
    [
      'POST with a form',
      'POST /v2/languages',
      { form: [['type', 'target']] as [string, string][] },
    ],
    ['POST with JSON', 'POST /v2/languages', { body: { type: 'target' } }],
    ['POST with a query', 'POST /v2/languages?type=target', {}],
  ])('lists languages of the old interface by %s', async (_, route, options) => {
    const service = await start();
    const { text } = await call(service, 'GET /v2/languages?type=target');
    const answer = await call(service, route, options);
    expect([answer.status, answer.text]).toEqual([200, text]);
  });

  it('still refuses other methods there, and says what it allows', async () => {
    const answer = await call(await start(), 'PUT /v2/languages', { body: {} });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });

  it('takes the key of a document as multipart', async () => {
    const service = await start();
    const { json } = await upload(
      service,
      { name: 'a.txt', content: 'Hello' },
      { target_lang: 'de', source_lang: 'en' },
    );
    await finished(service, json);
    const as = async (path: string, key: string) => {
      const body = new FormData();
      body.set('document_key', key);
      body.set('unknown', 'x');
      return fetch(`${service.url}/v2/document/${json.document_id}${path}`, {
        method: 'POST',
        body,
        headers: { authorization: `Service-Auth-Key ${service.keys.developer}` },
      });
    };
    expect((await as('', 'wrong')).status).toBe(404);
    expect(await (await as('', json.document_key)).json()).toMatchObject({ status: 'done' });
    const result = await as('/result', json.document_key);
    expect([result.status, await result.text()]).toEqual([200, expect.stringContaining('[de')]);
  });

  it('changes only those limits of a key that a request names', async () => {
    const service = await start();
    const { json } = await call(service, 'POST /v2/admin/developer-keys', {
      admin: true,
      body: {},
    });
    const set = (limits: object) =>
      call(service, 'PUT /v2/admin/developer-keys/limits', {
        admin: true,
        body: { key_id: json.key_id, ...limits },
      });
    await set({ characters: 500 });
    const speech = await set({ speech_to_text_milliseconds: 1000 });
    expect(speech.json).toMatchObject({
      usage_limits: { characters: 500, speech_to_text_milliseconds: 1000 },
    });
    expect((await set({ characters: null })).json).toMatchObject({
      usage_limits: { characters: null, speech_to_text_milliseconds: 1000 },
    });
    const none = await set({});
    expect([none.status, none.json.message]).toEqual([400, expect.stringContaining('characters')]);
  });
});

describe('memories that are files', () => {
  const TMX = `<?xml version="1.0"?><!DOCTYPE tmx SYSTEM "tmx14.dtd"><tmx version="1.4">
<header srclang="en-US" segtype="block"/><body>
<tu><tuv xml:lang="en-US"><seg>Save</seg></tuv><tuv xml:lang="fr"><seg><![CDATA[Sauver]]></seg></tuv></tu>
<tu srclang="fr"><tuv xml:lang="fr"><seg>Ouvrir</seg></tuv><tuv xml:lang="de"><seg>Auf</seg></tuv></tu>
<tu><tuv xml:lang="de"><seg>In den <bpt i="1">&lt;b&gt;</bpt>Korb</seg></tuv><tuv xml:lang="en-US"><seg>Add to <bpt i="1">&lt;b&gt;</bpt>cart</seg></tuv></tu>
</body></tmx>`;

  const folder = mkdtempSync(join(tmpdir(), 'memories-'));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it.each([
    ['shop.tmx', TMX],
    ['shop.csv', 'en,de,fr\n"Add to <b>cart","In den <b>Korb",\nSave,,Sauver\n'],
    ['shop.csv', '\ufeffsep=;\nen;de;fr\nSave;;Sauver\nAdd to <b>cart;In den <b>Korb;\n'],
  ])('%s is listed and applied', async (name, text) => {
    const service = await start({ memories: [file(name, text)] });
    const { json } = await call(service, 'GET /v3/translation_memories');
    const [memory] = (json as unknown as { translation_memories: Record<string, unknown>[] })
      .translation_memories;
    expect(memory).toMatchObject({ name: 'shop', source_language: 'en', segment_count: 2 });
    const more = { source_lang: 'en', translation_memory_id: memory?.['translation_memory_id'] };
    const german = await translate(service, {
      ...more,
      text: ['Add to <b>cart'],
      target_lang: 'de',
    });
    expect(textsOf(german)).toEqual(['In den <b>Korb']);
    const french = await translate(service, { ...more, text: ['Save'], target_lang: 'fr' });
    expect(textsOf(french)).toEqual(['Sauver']);
    // The same words in another language are another text.
    const spanish = { ...more, source_lang: 'es', text: ['Save'], target_lang: 'fr' };
    expect(textsOf(await translate(service, spanish))[0]).toContain('[fr');
  });

  it('of one name in two kinds are two memories', async () => {
    const memories = [file('shop.tmx', TMX), file('shop.csv', 'en,de\nOpen,Öffnen\n')];
    const service = await start({ memories });
    const { json } = await call(service, 'GET /v3/translation_memories');
    const all = (json as unknown as { translation_memories: Record<string, unknown>[] })
      .translation_memories;
    const german = all.map(({ translation_memory_id }) =>
      translate(service, {
        text: ['Open'],
        source_lang: 'en',
        target_lang: 'de',
        translation_memory_id,
      }),
    );
    const texts = (await Promise.all(german)).map((answer) => textsOf(answer)[0]);
    expect(texts).toEqual([expect.stringContaining('[de'), 'Öffnen']);
  });

  it('shop.csv is used in a rehearsal, and a memory that the service alone has is left out', async () => {
    const path = file('shop.csv', 'en,de\nSave,Sichern\n');
    const run = (memory: string) =>
      openTranslator({
        root: folder,
        service: { url: 'embedded', backend: { engine: 'pseudo', memories: [basename(path)] } },
      } as unknown as ResolvedConfig).then(async (translator) => {
        const options = { source: 'EN', target: 'DE', memory };
        const { texts } = await translator.translate({ options, texts: ['Save'] });
        await translator.close();
        return texts[0];
      });
    expect(await run('shop')).toBe('Sichern');
    expect(await run('Shop 2025')).toContain('[de');
  });

  it.each([
    ['a.tmx', '<tmx><body><tu></body></tmx>', 'cannot be read'],
    ['a.tmx', '<tmx/>', 'has no translations'],
    ['a.csv', 'Save\n', 'has no translations'],
  ])('%s with %j is refused', async (name, text, why) => {
    await expect(startService({ memories: [file(name, text)] })).rejects.toThrow(why);
  });
});

describe('an engine that is busy', () => {
  const body = { text: ['Save'], source_lang: 'en', target_lang: 'fr' };
  const answered = { choices: [{ message: { content: '["SAVE"]' } }] };

  it('is asked again when it said, and by nobody before', async () => {
    const { url, times } = await serverOf((_, index) =>
      index === 0 ? { status: 429, headers: { 'retry-after': '1' }, json: {} } : { json: answered },
    );
    const service = await start({ engine: 'openai', openaiUrl: url });
    const first = translate(service, body);
    await expect.poll(() => times.length).toBe(1);
    const second = translate(service, body);
    expect([textsOf(await first), textsOf(await second)]).toEqual([['SAVE'], ['SAVE']]);
    expect(times.slice(1).every((time) => time - (times[0] ?? 0) >= 990)).toBe(true);
  });

  it('is not asked while its limit per minute is used up', async () => {
    const spent = {
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '0m0.5s',
      'x-ratelimit-remaining-tokens': '9',
      'x-ratelimit-reset-tokens': '6h',
    };
    const { url, times } = await serverOf(() => ({ headers: spent, json: answered }));
    const service = await start({ engine: 'openai', openaiUrl: url });
    await translate(service, body);
    await translate(service, body);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(490);
  });

  it('answers without JSON mode where it has none', async () => {
    const { url, times } = await serverOf((_, index) =>
      index === 0 ? { status: 400, json: {} } : { json: answered },
    );
    const service = await start({ engine: 'openai', openaiUrl: url });
    expect(textsOf(await translate(service, body))).toEqual(['SAVE']);
    await translate(service, body);
    expect(times).toHaveLength(3);
  });

  it('makes callers come back when the wait is long', async () => {
    const { url, times } = await serverOf(() => ({
      status: 429,
      headers: { 'retry-after': '90' },
      json: {},
    }));
    const service = await start({ engine: 'openai', openaiUrl: url });
    for (let count = 0; count < 2; count += 1) {
      const { status, headers } = await translate(service, body);
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(80);
    }
    expect(times).toHaveLength(1);
  });

  it('is given up when its account is empty', async () => {
    const json = { error: { code: 'insufficient_quota' } };
    const { url, times } = await serverOf(() => ({ status: 429, json }));
    const service = await start({ engine: 'openai', openaiUrl: url });
    expect((await translate(service, body)).status).toBe(503);
    expect(times).toHaveLength(1);
  });
});

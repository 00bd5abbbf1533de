import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceError } from '../../src/client/public.js';
import { isFeatureUsable, type Client } from '../../src/client/public.js';
import type { RunningService } from '../../src/service/index.js';
import { keepVoiceJob } from '../service/kept-voice-job.js';
import { embedded, type Embedded } from './support/embedded.js';
import { impatient } from './support/server.js';
import { noteReceiver } from './support/receiver.js';

const memory = {
  id: '0a1b2c3d-0000-4000-8000-000000000001',
  name: 'Old texts',
  source: 'en',
  segments: [{ target: 'de', from: 'Cart', to: 'Warenkorb' }],
};
const pair = { sourceLang: 'en', targetLang: 'de' };
const unknown = '0a1b2c3d-0000-4000-8000-00000000ffff';

let running: Embedded;
let client: Client;
let service: RunningService;
let data = '';
let keptJob = '';

type Method = (...args: readonly unknown[]) => unknown;

/** Operations that were run, such as `text.translate`. */
const done = new Set<string>();

function operationsOf(whole: Client): readonly (readonly [area: string, methods: object])[] {
  return Object.entries(whole).filter(([, area]) => typeof area === 'object');
}

/** The client, which notes what was done with it. */
function noting(whole: Client): Client {
  const areas = operationsOf(whole).map(([area, methods]) => {
    const noted = Object.entries(methods as Record<string, Method>).map(([name, method]) => {
      const run: Method = (...args) => {
        done.add(`${area}.${name}`);
        return method(...args);
      };
      return [name, run] as const;
    });
    return [area, Object.fromEntries(noted)] as const;
  });
  return { ...whole, ...(Object.fromEntries(areas) as Partial<Client>) };
}

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'locale-sync-client-'));
  keptJob = await keepVoiceJob(data, new Date());
  running = await embedded({ memories: [memory], data });
  client = noting(running.client);
  ({ service } = running);
});

afterAll(async () => {
  await running[Symbol.asyncDispose]();
  await rm(data, { recursive: true });
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const refused = (status: number, message: string | RegExp) =>
  expect.objectContaining({
    name: 'ServiceError',
    status,
    requestId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    serviceMessage: expect.stringMatching(message) as string,
  }) as ServiceError;

describe('text', () => {
  it('gives one translation per text, in their order, with the upper-case detected language', async () => {
    const answer = await client.text.translate(['Cart', 'Checkout {name}'], {
      ...pair,
      showBilledCharacters: true,
      modelType: 'quality_optimized',
    });
    expect(answer.translations.map(({ detectedSourceLanguage }) => detectedSourceLanguage)).toEqual(
      ['EN', 'EN'],
    );
    expect(answer.translations[1]?.text).toContain('{name}');
    expect(answer).toMatchObject({ billedCharacters: 19, modelTypeUsed: 'quality_optimized' });
  });

  it('takes every parameter of interface.md 4.1 under its camelCase name', async () => {
    const glossary = await client.glossaries.create({
      name: 'G',
      dictionaries: [{ ...pair, entries: [['cart', 'Korb']] }],
    });
    const style = await client.styleRules.create({ name: 'S', language: 'de' });
    const answer = await client.text.translate(['A <x>cart</x>'], {
      ...pair,
      context: 'A shop',
      modelType: 'quality_optimized',
      splitSentences: 'nonewlines',
      preserveFormatting: true,
      formality: 'prefer_more',
      glossaryId: glossary.glossaryId,
      styleId: style.styleId,
      customInstructions: ['Be brief.'],
      translationMemoryId: memory.id,
      translationMemoryThreshold: 80,
      showBilledCharacters: true,
      tagHandling: 'xml',
      tagHandlingVersion: 'v2',
      outlineDetection: false,
      nonSplittingTags: ['b'],
      splittingTags: ['p'],
      ignoreTags: ['y,z'],
    });
    expect(answer.translations[0]?.text).toContain('<x>');
    expect(answer.translations[0]?.text).toContain('Korb');
    await client.glossaries.delete(glossary.glossaryId);
    await client.styleRules.delete(style.styleId);
  });

  it('tells where a text came from by a header', async () => {
    let backend: string | undefined;
    const onAnswer = ({ header }: { header: (name: string) => string | undefined }) => {
      backend = header('x-backend');
    };
    await client.text.translate('Cart', pair, { onAnswer });
    expect(backend).toBe('pseudo');
  });

  it.each<[string, Parameters<Client['text']['translate']>, number, RegExp]>([
    ['no text', [[], pair], 400, /text/],
    ['51 texts', [Array<string>(51).fill('a'), pair], 400, /text/],
    ['over 131,072 bytes', ['x'.repeat(131_072), pair], 413, /./],
    ['an unknown target', ['a', { targetLang: 'xx' }], 400, /target_lang/],
    ['a source with a region', ['a', { ...pair, sourceLang: 'en-US' }], 400, /source_lang/],
    [
      'more for a target without formality',
      ['a', { targetLang: 'sv', formality: 'more' }],
      400,
      /formality/,
    ],
    [
      'latency_optimized with instructions',
      ['a', { ...pair, modelType: 'latency_optimized', customInstructions: ['x'] }],
      400,
      /model_type/,
    ],
    [
      'a glossary without a source language',
      ['a', { targetLang: 'de', glossaryId: unknown }],
      400,
      /source_lang/,
    ],
    ['an unknown glossary', ['a', { ...pair, glossaryId: unknown }], 400, /not found/i],
  ])('of %s is refused by name', async (_, args, status, message) => {
    await expect(client.text.translate(...args)).rejects.toEqual(refused(status, message));
  });
});

describe('glossaries', () => {
  it('are created, listed, read, renamed, merged into, replaced and deleted', async () => {
    const { glossaries } = client;
    const dictionaries = [
      { ...pair, entries: [['cart', 'Korb']] as const },
      { sourceLang: 'en', targetLang: 'fr', entries: 'cart,"un ""panier"""', entriesFormat: 'csv' },
    ] as const;
    const created = await glossaries.create({ name: 'Shop', dictionaries });
    const id = created.glossaryId;
    expect(
      created.dictionaries.map(({ targetLang, entryCount }) => [targetLang, entryCount]),
    ).toEqual([
      ['de', 1],
      ['fr', 1],
    ]);
    expect((await glossaries.list()).map(({ glossaryId }) => glossaryId)).toContain(id);
    expect((await glossaries.rename(id, 'Store')).name).toBe('Store');
    await glossaries.merge(id, { ...pair, entries: 'checkout\tKasse' });
    await glossaries.patch(id, { name: 'Both', dictionary: { ...pair, entries: 'cart\tWagen' } });
    expect(await glossaries.entries(id, pair)).toEqual({
      ...pair,
      entries: 'cart\tWagen\ncheckout\tKasse',
      entriesFormat: 'tsv',
    });
    expect(await glossaries.putDictionary(id, { ...pair, entries: 'a\tb' })).toEqual({
      ...pair,
      entryCount: 1,
    });
    await glossaries.deleteDictionary(id, pair);
    const left = await glossaries.get(id);
    expect(left).toMatchObject({ name: 'Both', dictionaries: [{ targetLang: 'fr' }] });
    const [french] = await all(glossaries.allEntries(left));
    expect(french?.entries).toBe('cart\tun "panier"');
    await glossaries.delete(id);
    await expect(glossaries.get(id)).rejects.toMatchObject({ code: 'not-found', status: 404 });
    await expect(glossaries.delete(id)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('with bad entries are refused with line and reason, from `detail`', async () => {
    const dictionaries = [{ ...pair, entries: 'a\tb\na\tc' }];
    await expect(client.glossaries.create({ name: 'x', dictionaries })).rejects.toEqual(
      refused(400, /line 2/i),
    );
  });
});

describe('styleRules', () => {
  const configuredRules = { dates_and_times: { calendar_era: 'use_bc_and_ad' } };

  it('are created, listed, changed and deleted; each change raises the version', async () => {
    const { styleRules } = client;
    const created = await styleRules.create({
      name: 'House',
      language: 'de',
      configuredRules,
      customInstructions: [{ label: 'Tone', prompt: 'Be kind.' }],
    });
    const { styleId } = created;
    expect(created).toMatchObject({ version: 1, configuredRules });
    expect((await styleRules.rename(styleId, 'Home')).version).toBe(2);
    for (const none of [undefined, null]) {
      const replaced = styleRules.replaceConfiguredRules(styleId, none as never);
      await expect(replaced).rejects.toMatchObject({ code: 'bad-request' });
    }
    expect((await styleRules.get(styleId)).configuredRules).toEqual(configuredRules);
    expect((await styleRules.replaceConfiguredRules(styleId, {})).configuredRules).toEqual({});
    const added = await styleRules.addInstruction(styleId, {
      label: 'Length',
      prompt: 'Be brief.',
      sourceLanguage: 'en',
    });
    expect(added).toMatchObject({ label: 'Length', sourceLanguage: 'en' });
    expect(await styleRules.getInstruction(styleId, added.id)).toEqual(added);
    const ids = { styleId, instructionId: added.id };
    const changed = { label: 'Length', prompt: 'Be very brief.', sourceLanguage: 'de' };
    expect(await styleRules.replaceInstruction(ids, changed)).toMatchObject(changed);
    await styleRules.deleteInstruction(styleId, added.id);
    await expect(styleRules.getInstruction(styleId, added.id)).rejects.toMatchObject({
      status: 404,
    });
    expect(await styleRules.get(styleId)).toMatchObject({ name: 'Home', version: 6 });
    await styleRules.delete(styleId);
    await expect(styleRules.delete(styleId)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('come page by page, with their rules on request', async () => {
    const { styleRules } = client;
    const made: string[] = [];
    for (let index = 0; index < 26; index += 1) {
      const { styleId } = await styleRules.create({
        name: `S${index}`,
        language: 'fr',
        configuredRules,
      });
      made.push(styleId);
    }
    expect((await styleRules.list()).length).toBe(10);
    expect((await styleRules.list({ page: 1, pageSize: 25 })).length).toBe(1);
    expect((await styleRules.list({ detailed: true, pageSize: 1 }))[0]).toMatchObject({
      configuredRules,
    });
    const listed = await all(styleRules.all());
    expect(listed.map(({ styleId }) => styleId).toSorted()).toEqual(made.toSorted());
    expect(listed[0]).not.toHaveProperty('configuredRules');
    await Promise.all(made.map((id) => styleRules.delete(id)));
    await expect(styleRules.list({ pageSize: 26 })).rejects.toEqual(refused(400, /page_size/));
  });
});

describe('languages', () => {
  it('are listed by resource, with beta ones on request only', async () => {
    const stable = await client.languages.list('translate_text');
    const beta = await client.languages.list('translate_text', { include: ['beta', 'external'] });
    expect(stable.find(({ lang }) => lang === 'de-CH')).toBeUndefined();
    expect(beta.find(({ lang }) => lang === 'de-CH')?.status).toBe('beta');
  });

  it('tell what a pair supports, from the returned data alone (interface.md 4.5)', async () => {
    const languages = await client.languages.list('translate_text');
    const resources = await client.languages.resources();
    const find = (code: string) => languages.find(({ lang }) => lang === code);
    const question = { resource: 'translate_text', feature: 'formality' } as const;
    expect(isFeatureUsable(resources, { ...question, target: find('de') })).toBe(true);
    expect(isFeatureUsable(resources, { ...question, target: find('sv') })).toBe(false);
    const glossary = { ...question, feature: 'glossary', source: find('en') };
    expect(isFeatureUsable(resources, { ...glossary, target: find('de') })).toBe(true);
    expect(isFeatureUsable(resources, glossary)).toBe(false);
  });

  it('have the old list, of sources where nothing is said', async () => {
    const sources = await client.languages.old();
    expect(sources[0]).not.toHaveProperty('supportsFormality');
    const german = (await client.languages.old('target')).find(({ language }) => language === 'DE');
    expect(german).toEqual({ language: 'DE', name: 'German', supportsFormality: true });
  });
});

describe('write', () => {
  it('answers one improvement per text, in their order', async () => {
    const { improvements } = await client.write.rephrase(
      ['This is a question for you.', 'This is another question.'],
      { targetLang: 'en-GB', tone: 'prefer_friendly' },
    );
    expect(improvements.map(({ targetLanguage }) => targetLanguage)).toEqual(['en-GB', 'en-GB']);
    const alone = await client.write.rephrase('Das ist eine Frage an euch alle.');
    expect(alone.improvements[0]?.detectedSourceLanguage).toBe('DE');
  });

  it('refuses style and tone together, and a body over 10 KiB', async () => {
    const both = { targetLang: 'de', writingStyle: 'simple', tone: 'friendly' } as const;
    await expect(client.write.rephrase('Hallo', both)).rejects.toEqual(refused(400, /tone/));
    await expect(client.write.rephrase('a '.repeat(6000))).rejects.toMatchObject({
      code: 'too-large',
    });
  });
});

describe('admin, usage and memories', () => {
  it('a new key works at once, its limit counts, and a deactivated one is refused at once', async () => {
    const created = await client.admin.createKey();
    expect(created.label).toBe('Service API Key');
    const { keyId, key = '' } = created;
    const other = impatient(service.url, { key }).client;
    await other.text.translate('Cart', pair);
    expect((await client.admin.renameKey(keyId, 'CI')).label).toBe('CI');
    const limited = await client.admin.setLimits(keyId, { characters: 5 });
    expect(limited.usageLimits.characters).toBe(5);
    await expect(other.text.translate('Cart', pair)).rejects.toMatchObject({
      code: 'quota',
      status: 456,
    });
    await client.admin.setLimits(keyId, { characters: null });
    await other.text.translate('Cart', pair);
    expect(await other.usage.get()).toMatchObject({ apiKeyCharacterCount: 8 });
    const dead = await client.admin.deactivateKey(keyId);
    expect(dead).toMatchObject({
      isDeactivated: true,
      deactivatedTime: expect.any(String) as string,
    });
    await expect(other.text.translate('Cart', pair)).rejects.toMatchObject({ code: 'forbidden' });
    const listed = await client.admin.listKeys();
    expect(listed.find((one) => one.keyId === keyId)).toMatchObject({ isDeactivated: true });
    await other.close();
  });

  it('analytics add up to what was billed, by key and by day', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const query = { startDate: today, endDate: today };
    const { characterCount } = await client.usage.get();
    const whole = await client.admin.analytics(query);
    expect(whole.totalUsage.totalCharacters).toBe(characterCount);
    const { keyUsages = [] } = await client.admin.analytics({ ...query, groupBy: 'key' });
    const sum = keyUsages.reduce((total, { usage }) => total + usage.totalCharacters, 0);
    expect(sum).toBe(characterCount);
    const byDay = await client.admin.analytics({ ...query, groupBy: 'key_and_day' });
    expect(byDay.keyAndDayUsages?.[0]?.usageDate).toContain(today);
    expect(JSON.stringify(byDay)).not.toContain(service.keys.developer);
  });

  it('a developer key may not use admin, nor an unknown key anything', async () => {
    const plain = impatient(service.url, { key: service.keys.developer }).client;
    await expect(plain.admin.listKeys()).rejects.toMatchObject({ code: 'forbidden', status: 403 });
    await plain.close();
    const nobody = impatient(service.url, { key: 'nobody' }).client;
    await expect(nobody.usage.get()).rejects.toMatchObject({ code: 'forbidden' });
    await nobody.close();
  });

  it('memories are listed page by page', async () => {
    const page = await client.memories.list();
    expect(page).toMatchObject({ totalCount: 1, translationMemories: [{ name: 'Old texts' }] });
    const [first] = await all(client.memories.all());
    expect(first).toMatchObject({ translationMemoryId: memory.id, segmentCount: 1 });
  });

  it('another authorization word works where the service was told of it', async () => {
    await using other = await embedded({ scheme: 'DeepL-Auth-Key' }, { scheme: 'DeepL-Auth-Key' });
    await expect(other.client.usage.get()).resolves.toMatchObject({ characterCount: 0 });
    const wrong = impatient(service.url, { key: service.keys.developer, scheme: 'DeepL-Auth-Key' });
    await expect(wrong.client.usage.get()).rejects.toMatchObject({ code: 'forbidden' });
    await wrong.client.close();
  });
});

describe('documents', () => {
  const file = { name: 'a.txt', content: new TextEncoder().encode('Good day') };
  const text = async ({ bytes }: { bytes: () => Promise<Uint8Array> }) =>
    new TextDecoder().decode(await bytes());

  it('are translated as a whole', async () => {
    const { status, file: result } = await client.documents.translate(file, pair);
    expect(status).toMatchObject({ status: 'done', billedCharacters: 8 });
    expect(await text(result)).toMatch(/^\[de /);
  });

  it('are translated step by step; the result can be fetched once', async () => {
    const handle = await client.documents.upload(file, { ...pair, targetLang: 'fr' });
    expect(await client.documents.status(handle)).toMatchObject({ documentId: handle.documentId });
    expect((await client.documents.wait(handle)).status).toBe('done');
    expect(await text(await client.documents.download(handle))).toMatch(/^\[fr /);
    await expect(client.documents.download(handle)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('go into a receiver, once', async () => {
    const handle = await client.documents.upload(file, pair);
    await client.documents.wait(handle);
    const { receiver, content } = noteReceiver();
    await client.documents.downloadTo(receiver, handle);
    expect(content().toString()).toMatch(/^\[de /);
    const again = client.documents.downloadTo(noteReceiver().receiver, handle);
    await expect(again).rejects.toMatchObject({ code: 'not-found' });
  });

  it('that fail say why', async () => {
    const broken = { name: 'a.srt', content: new TextEncoder().encode('x') };
    await expect(client.documents.translate(broken, pair)).rejects.toMatchObject({
      code: 'failed',
      serviceMessage: expect.stringContaining('cue') as string,
    });
  });
});

describe('voice jobs', () => {
  const targets = [{ language: 'de', type: 'text/plain' }] as const;
  const noise = { name: 'a.wav', type: 'audio/wav', content: new Uint8Array(4) };

  it('that fail say why, as a whole and step by step', async () => {
    const [outcome] = await client.voice.translate({ file: noise, targets });
    expect(outcome).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/Reading audio\/wav/) as string,
    });
    const sourceFile = { name: 'a.wav', contentType: 'audio/wav', contentLength: 4 } as const;
    for (const signedUrls of [false, true]) {
      const made = await client.voice.create({ sourceFile, targets }, { signedUrls });
      await client.voice.upload(made, noise);
      const job = await client.voice.wait(made.jobId);
      expect(job.results).toMatchObject([{ status: 'failed' }]);
    }
  });

  it('that are complete can be downloaded, by signature and by signed address, each result once', async () => {
    const [plain] = (await client.voice.get(keptJob)).results;
    const [, signed] = (await client.voice.get(keptJob, { signedUrls: true })).results;
    const file = await client.voice.download(plain!);
    expect(new TextDecoder().decode(await file.bytes())).toBe('Hallo');
    const { receiver, content } = noteReceiver();
    await client.voice.downloadTo(receiver, signed!);
    expect(content().toString()).toBe('Welt');
    await expect(client.voice.download(plain!)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('glossaries of one pair, as v2 has them', () => {
  it('are created, listed, read and deleted', async () => {
    const { oldGlossaries, glossaries } = client;
    const made = await oldGlossaries.create({
      name: 'Old',
      sourceLang: 'en',
      targetLang: 'de',
      entries: [['cart', 'Korb']],
    });
    expect(made).toMatchObject({ ready: true, sourceLang: 'en', targetLang: 'de', entryCount: 1 });
    const several = await glossaries.create({
      name: 'Several',
      dictionaries: ['de', 'fr'].map((targetLang) => ({
        sourceLang: 'en',
        targetLang,
        entries: 'a\tb',
      })),
    });
    expect((await oldGlossaries.list()).map(({ name }) => name)).not.toContain('Several');
    await expect(oldGlossaries.get(several.glossaryId)).rejects.toEqual(refused(404, /v3/));
    expect(await oldGlossaries.get(made.glossaryId)).toEqual(made);
    expect(await oldGlossaries.entries(made.glossaryId)).toBe('cart\tKorb');
    await oldGlossaries.delete(made.glossaryId);
    await expect(oldGlossaries.get(made.glossaryId)).rejects.toEqual(refused(404, /not found/));
    await glossaries.delete(several.glossaryId);
    const pairs = await oldGlossaries.pairs();
    expect(pairs).toContainEqual({ sourceLang: 'en', targetLang: 'de' });
    expect(pairs).not.toContainEqual({ sourceLang: 'en', targetLang: 'en' });
  });
});

it('every operation of the client was run against the service', () => {
  const all = operationsOf(running.client).flatMap(([area, methods]) =>
    Object.keys(methods).map((name) => `${area}.${name}`),
  );
  expect([...done].toSorted()).toEqual(all.toSorted());
});

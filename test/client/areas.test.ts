import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFeatureUsable, type Client } from '../../src/client/public.js';
import { cannedService, uuid } from './support/canned.js';
import { impatient, type ScriptedServer } from './support/server.js';

let server: ScriptedServer;
let client: Client;

beforeAll(async () => {
  server = await cannedService();
  client = impatient(server.url, { key: 'developer-key', adminKey: 'admin-key' }).client;
});

afterAll(async () => {
  await client.close();
  await server[Symbol.asyncDispose]();
});

/** What the last request looked like: method, address, and its body if that was JSON. */
function last(): unknown[] {
  const { method, url, body } = server.seen.at(-1)!;
  return [`${method} ${url}`, ...(body.length > 0 ? [JSON.parse(body.toString()) as unknown] : [])];
}

const pair = { sourceLang: 'en', targetLang: 'de' };
const wirePair = { source_lang: 'en', target_lang: 'de' };
const instruction = { label: 'Tone', prompt: 'Be kind.', sourceLanguage: 'en' };
const wireInstruction = { label: 'Tone', prompt: 'Be kind.', source_language: 'en' };
const rules = { dates_and_times: { calendar_era: 'use_bc_and_ad' } };
const ids = { styleId: uuid, instructionId: uuid };

type Case = readonly [string, (client: Client) => Promise<unknown>, unknown[]];

const glossaryPath = `/v3/glossaries/${uuid}`;
const stylePath = `/v3/style_rules/${uuid}`;

const cases: readonly Case[] = [
  [
    'text.translate',
    ({ text }) =>
      text.translate(['a'], { targetLang: 'de', tagHandling: 'xml', ignoreTags: ['x'] }),
    [
      'POST /v2/translate',
      { text: ['a'], target_lang: 'de', tag_handling: 'xml', ignore_tags: ['x'] },
    ],
  ],
  [
    'write.rephrase',
    ({ write }) => write.rephrase('helo', { targetLang: 'en-US', writingStyle: 'prefer_simple' }),
    [
      'POST /v2/write/rephrase',
      { text: 'helo', target_lang: 'en-US', writing_style: 'prefer_simple' },
    ],
  ],
  [
    'glossaries.create',
    ({ glossaries }) =>
      glossaries.create({ name: 'Shop', dictionaries: [{ ...pair, entries: [['cart', 'Korb']] }] }),
    [
      'POST /v3/glossaries',
      {
        name: 'Shop',
        dictionaries: [{ ...wirePair, entries: 'cart\tKorb', entries_format: 'tsv' }],
      },
    ],
  ],
  ['glossaries.list', ({ glossaries }) => glossaries.list(), ['GET /v3/glossaries']],
  ['glossaries.get', ({ glossaries }) => glossaries.get(uuid), [`GET ${glossaryPath}`]],
  [
    'glossaries.entries',
    ({ glossaries }) => glossaries.entries(uuid, pair),
    [`GET ${glossaryPath}/entries?source_lang=en&target_lang=de`],
  ],
  [
    'glossaries.putDictionary',
    ({ glossaries }) =>
      glossaries.putDictionary(uuid, { ...pair, entries: 'a,b', entriesFormat: 'csv' }),
    [`PUT ${glossaryPath}/dictionaries`, { ...wirePair, entries: 'a,b', entries_format: 'csv' }],
  ],
  [
    'glossaries.rename',
    ({ glossaries }) => glossaries.rename(uuid, 'New'),
    [`PATCH ${glossaryPath}`, { name: 'New' }],
  ],
  [
    'glossaries.merge',
    ({ glossaries }) => glossaries.merge(uuid, { ...pair, entries: 'a\tb' }),
    [`PATCH ${glossaryPath}`, { dictionaries: [{ ...wirePair, entries: 'a\tb' }] }],
  ],
  ['glossaries.delete', ({ glossaries }) => glossaries.delete(uuid), [`DELETE ${glossaryPath}`]],
  [
    'glossaries.deleteDictionary',
    ({ glossaries }) => glossaries.deleteDictionary(uuid, pair),
    [`DELETE ${glossaryPath}/dictionaries?source_lang=en&target_lang=de`],
  ],
  [
    'oldGlossaries.create',
    ({ oldGlossaries }) =>
      oldGlossaries.create({ name: 'Shop', ...pair, entries: [['cart', 'Korb']] }),
    [
      'POST /v2/glossaries',
      { name: 'Shop', ...wirePair, entries: 'cart\tKorb', entries_format: 'tsv' },
    ],
  ],
  ['oldGlossaries.list', ({ oldGlossaries }) => oldGlossaries.list(), ['GET /v2/glossaries']],
  [
    'oldGlossaries.entries',
    ({ oldGlossaries }) => oldGlossaries.entries(uuid),
    [`GET /v2/glossaries/${uuid}/entries`],
  ],
  [
    'styleRules.create',
    ({ styleRules }) =>
      styleRules.create({
        name: 'House',
        language: 'de',
        configuredRules: rules,
        customInstructions: [instruction],
      }),
    [
      'POST /v3/style_rules',
      {
        name: 'House',
        language: 'de',
        configured_rules: rules,
        custom_instructions: [wireInstruction],
      },
    ],
  ],
  [
    'styleRules.list',
    ({ styleRules }) => styleRules.list({ detailed: true, page: 2, pageSize: 5 }),
    ['GET /v3/style_rules?detailed=true&page=2&page_size=5'],
  ],
  ['styleRules.get', ({ styleRules }) => styleRules.get(uuid), [`GET ${stylePath}`]],
  [
    'styleRules.rename',
    ({ styleRules }) => styleRules.rename(uuid, 'N'),
    [`PATCH ${stylePath}`, { name: 'N' }],
  ],
  [
    'styleRules.replaceConfiguredRules',
    ({ styleRules }) => styleRules.replaceConfiguredRules(uuid, rules),
    [`PUT ${stylePath}/configured_rules`, rules],
  ],
  ['styleRules.delete', ({ styleRules }) => styleRules.delete(uuid), [`DELETE ${stylePath}`]],
  [
    'styleRules.addInstruction',
    ({ styleRules }) => styleRules.addInstruction(uuid, instruction),
    [`POST ${stylePath}/custom_instructions`, wireInstruction],
  ],
  [
    'styleRules.getInstruction',
    ({ styleRules }) => styleRules.getInstruction(uuid, uuid),
    [`GET ${stylePath}/custom_instructions/${uuid}`],
  ],
  [
    'styleRules.replaceInstruction',
    ({ styleRules }) => styleRules.replaceInstruction(ids, instruction),
    [`PUT ${stylePath}/custom_instructions/${uuid}`, wireInstruction],
  ],
  [
    'styleRules.deleteInstruction',
    ({ styleRules }) => styleRules.deleteInstruction(uuid, uuid),
    [`DELETE ${stylePath}/custom_instructions/${uuid}`],
  ],
  [
    'languages.list',
    ({ languages }) => languages.list('translate_text', { include: ['beta', 'external'] }),
    ['GET /v3/languages?resource=translate_text&include=beta&include=external'],
  ],
  [
    'languages.resources',
    ({ languages }) => languages.resources(),
    ['GET /v3/languages/resources'],
  ],
  ['languages.old', ({ languages }) => languages.old('target'), ['GET /v2/languages?type=target']],
  [
    'admin.createKey',
    ({ admin }) => admin.createKey('CI'),
    ['POST /v2/admin/developer-keys', { label: 'CI' }],
  ],
  [
    'admin.createKey without a label',
    ({ admin }) => admin.createKey(),
    ['POST /v2/admin/developer-keys', {}],
  ],
  ['admin.listKeys', ({ admin }) => admin.listKeys(), ['GET /v2/admin/developer-keys']],
  [
    'admin.deactivateKey',
    ({ admin }) => admin.deactivateKey('a:b'),
    ['PUT /v2/admin/developer-keys/deactivate', { key_id: 'a:b' }],
  ],
  [
    'admin.renameKey',
    ({ admin }) => admin.renameKey('a:b', 'New'),
    ['PUT /v2/admin/developer-keys/label', { key_id: 'a:b', label: 'New' }],
  ],
  [
    'admin.setLimits',
    ({ admin }) => admin.setLimits('a:b', { characters: null }),
    ['PUT /v2/admin/developer-keys/limits', { key_id: 'a:b', characters: null }],
  ],
  [
    'admin.analytics',
    ({ admin }) =>
      admin.analytics({ startDate: '2026-01-01', endDate: '2026-01-31', groupBy: 'key' }),
    ['GET /v2/admin/analytics?start_date=2026-01-01&end_date=2026-01-31&group_by=key'],
  ],
  ['usage.get', ({ usage }) => usage.get(), ['GET /v2/usage']],
  [
    'memories.list',
    ({ memories }) => memories.list({ page: 1 }),
    ['GET /v3/translation_memories?page=1'],
  ],
  [
    'voice.get with signed addresses',
    ({ voice }) => voice.get(uuid, { signedUrls: true }),
    [`GET /v1/jobs/voice/translate/${uuid}?include=signed_url`],
  ],
];

describe('every operation', () => {
  it.each(cases)('%s sends what interface.md describes', async (_, run, request) => {
    await run(client);
    expect(last()).toEqual(request);
  });

  it('of admin carries the admin key, every other the developer key (interface.md 5.1)', async () => {
    await client.admin.listKeys();
    expect(server.seen.at(-1)?.headers.authorization).toBe('Service-Auth-Key admin-key');
    await client.usage.get();
    expect(server.seen.at(-1)?.headers.authorization).toBe('Service-Auth-Key developer-key');
  });

  it('names the client and its version', async () => {
    await client.usage.get();
    expect(server.seen.at(-1)?.headers['user-agent']).toMatch(/^locale-sync\/\d+\.\d+\.\d+/);
  });

  it('uses another word before the key on request', async () => {
    const other = impatient(server.url, { key: 'k', scheme: 'DeepL-Auth-Key' }).client;
    await other.usage.get();
    expect(server.seen.at(-1)?.headers.authorization).toBe('DeepL-Auth-Key k');
    await other.close();
  });

  it('goes below the path of the base address', async () => {
    const other = impatient(`${server.url}/proxy/`).client;
    await expect(other.usage.get()).rejects.toMatchObject({ code: 'not-found' });
    expect(server.seen.at(-1)?.url).toBe('/proxy/v2/usage');
    await other.close();
  });

  it('escapes ids, and refuses those that would be another path', async () => {
    await client.glossaries.get('a/b?c');
    expect(server.seen.at(-1)?.url).toBe('/v3/glossaries/a%2Fb%3Fc');
    await expect(client.glossaries.delete('..')).rejects.toMatchObject({ code: 'bad-request' });
    await expect(client.glossaries.delete('')).rejects.toMatchObject({ code: 'bad-request' });
  });
});

describe('answers', () => {
  it('have their fields in camelCase, but keys that are data as they are', async () => {
    const style = await client.styleRules.get(uuid);
    expect(style).toMatchObject({ styleId: uuid, configuredRules: rules });
    const [german] = await client.languages.list('translate_text');
    expect(german).toMatchObject({ usableAsSource: true });
    expect(Object.keys(german?.features ?? {})).toContain('tag_handling');
  });

  it('tell whether a feature is usable for a pair', async () => {
    const resources = await client.languages.resources();
    const [german] = await client.languages.list('translate_text');
    const question = { resource: 'translate_text', feature: 'formality' } as const;
    expect(isFeatureUsable(resources, { ...question, target: german })).toBe(true);
    expect(isFeatureUsable(resources, { ...question, source: german })).toBe(false);
    expect(isFeatureUsable(resources, { ...question, feature: 'tone', target: german })).toBe(
      false,
    );
  });

  it('about new keys hold the secret', async () => {
    expect((await client.admin.createKey()).key).toBe('the-secret');
  });

  it('with a limit of speech alone have none of characters', async () => {
    const [key] = await client.admin.listKeys();
    expect(key?.usageLimits).toEqual({ characters: null, speechToTextMilliseconds: 5 });
  });
});

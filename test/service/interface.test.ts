import { describe, expect, test } from 'vitest';
import type { Language, Resource } from '../../src/api/languages.js';
import type { RunningService } from '../../src/service/index.js';
import { call, start, textsOf, translate } from './support.js';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const base = { text: ['One. Two\nThree'], source_lang: 'en', target_lang: 'de' };
const dictionary = { source_lang: 'en', target_lang: 'de', entries: 'cat\tKatze' };

async function listOf<T>(service: RunningService, path: string): Promise<readonly T[]> {
  return (await call(service, `GET ${path}`)).json as unknown as readonly T[];
}

function createList(service: RunningService, more: object = {}) {
  return call(service, 'POST /v3/style_rules', {
    body: { name: 'House', language: 'de', ...more },
  });
}

describe('style rules (interface.md 2.1, 2.2, 4.4)', () => {
  test('ids of lists and instructions are UUIDs, times ISO 8601 in UTC', async () => {
    const service = await start();
    const custom_instructions = [{ label: 'Kind', prompt: 'Be kind' }];
    const { json } = await createList(service, { custom_instructions });
    expect(json.style_id).toMatch(uuid);
    expect(json.custom_instructions[0]?.id).toMatch(uuid);
    expect(json).toMatchObject({
      creation_time: expect.stringMatching(utc) as string,
      updated_time: expect.stringMatching(utc) as string,
    });
  });

  test('a summary has style_id, name, creation_time, updated_time, language and version alone', async () => {
    const service = await start();
    await createList(service);
    const [list] = (await call(service, 'GET /v3/style_rules')).json.style_rules;
    const names = ['style_id', 'name', 'creation_time', 'updated_time', 'language', 'version'];
    expect(Object.keys(list ?? {})).toEqual(names);
  });

  test('configured rules are category, rule and option, such as calendar_era and periods_in_academic_degrees', async () => {
    const configured_rules = {
      dates_and_times: { calendar_era: 'use_bc_and_ad' },
      punctuation: { periods_in_academic_degrees: 'do_not_use' },
    };
    const { json } = await createList(await start(), { configured_rules });
    expect(json).toMatchObject({ configured_rules });
  });

  test('all fields are to be provided to replace an instruction', async () => {
    const service = await start();
    const whole = { label: 'Kind', prompt: 'Be kind', source_language: 'en' };
    const { json } = await createList(service, { custom_instructions: [whole] });
    const { style_id, custom_instructions } = json;
    const path = `/v3/style_rules/${style_id}/custom_instructions/${custom_instructions[0]!.id}`;
    expect((await call(service, `PUT ${path}`, { body: whole })).status).toBe(200);
    const without = (name: string) =>
      call(service, `PUT ${path}`, { body: { ...whole, [name]: undefined } });
    for (const name of ['label', 'prompt']) {
      const { status, json: answer } = await without(name);
      expect([status, answer.message]).toEqual([400, `Parameter '${name}' is missing`]);
    }
    // The language of the list, where clients leave it out.
    const { status, json: answer } = await without('source_language');
    expect([status, answer.source_language]).toEqual([200, json.language]);
  });

  test('style rules are for the Pro plan only: the Free plan gets 403', async () => {
    const answer = await createList(await start({ plan: 'free' }));
    expect([answer.status, answer.json.message]).toEqual([403, 'Style rules need the Pro plan']);
  });

  test('the Admin API is for the Pro plan only: the Free plan gets 403', async () => {
    const service = await start({ plan: 'free' });
    const answer = await call(service, 'GET /v2/admin/developer-keys', { admin: true });
    expect([answer.status, answer.json.message]).toEqual([403, 'The Admin API needs the Pro plan']);
  });
});

describe('translate (interface.md 2.3, 4.1)', () => {
  test('detected_source_language is an upper-case code', async () => {
    const { json } = await translate(await start(), { text: ['Das ist es'], target_lang: 'fr' });
    expect(json.translations[0]?.detected_source_language).toBe('DE');
  });

  test.each(['text', 'target_lang'])('%s is required', async (name) => {
    const answer = await translate(await start(), { ...base, [name]: undefined });
    expect([answer.status, answer.json.message]).toEqual([400, `Parameter '${name}' is missing`]);
  });

  test('latency_optimized is the default: classic models split as they are told', async () => {
    const service = await start();
    const pieces = async (more: object) =>
      textsOf(await translate(service, { ...base, split_sentences: '1', ...more }))[0]?.split(
        '[de ',
      ).length;
    expect(await pieces({})).toBe(await pieces({ model_type: 'latency_optimized' }));
    expect(await pieces({})).not.toBe(await pieces({ model_type: 'quality_optimized' }));
  });
});

describe('glossaries (interface.md 2.5, 4.3)', () => {
  test('a glossary may hold dictionaries of several pairs, each for one direction', async () => {
    const service = await start();
    const back = { source_lang: 'de', target_lang: 'en', entries: 'Katze\tkitty' };
    const dictionaries = [dictionary, { ...dictionary, target_lang: 'fr' }, back];
    const body = { name: 'G', dictionaries };
    const { json } = await call(service, 'POST /v3/glossaries', { body });
    expect(json.dictionaries).toHaveLength(3);
    const text = async (source_lang: string, target_lang: string, word: string) => {
      const pair = { source_lang, target_lang, glossary_id: json.glossary_id };
      return textsOf(await translate(service, { text: [word], ...pair }))[0];
    };
    expect(await text('en', 'de', 'cat')).toBe('Katze');
    expect(await text('de', 'en', 'Katze')).toBe('kitty');
  });

  test.each([
    ['tsv', '\ufeffcart\tKorb'],
    ['csv', '\ufeff"cart",Korb'],
  ])('a byte order mark before %s is no part of the first phrase', async (format, entries) => {
    const service = await start();
    const body = { name: 'G', dictionaries: [{ ...dictionary, entries, entries_format: format }] };
    const { json } = await call(service, 'POST /v3/glossaries', { body });
    const pair = 'source_lang=en&target_lang=de';
    const shown = await call(service, `GET /v3/glossaries/${json.glossary_id}/entries?${pair}`);
    expect(shown.json.dictionaries[0]?.entries).toBe('cart\tKorb');
  });

  test('entries_format is tsv or csv', async () => {
    const service = await start();
    const status = async (entries_format: string, entries: string) => {
      const body = { name: 'G', dictionaries: [{ ...dictionary, entries, entries_format }] };
      return (await call(service, 'POST /v3/glossaries', { body })).status;
    };
    expect(await status('tsv', 'a\tb')).toBe(201);
    expect(await status('csv', 'a,b')).toBe(201);
    expect(await status('xls', 'a\tb')).toBe(400);
  });
});

describe('languages (interface.md 2.6, 4.5)', () => {
  test('the resources are translate_text, translate_document, glossary, voice, write and style_rules', async () => {
    const resources = await listOf<Resource>(await start(), '/v3/languages/resources');
    const names = ['translate_text', 'translate_document', 'glossary', 'voice', 'write'];
    expect(resources.map(({ name }) => name).toSorted()).toEqual(
      [...names, 'style_rules'].toSorted(),
    );
  });

  test('formality and writing_style need the target, glossary both, auto_detection the source', async () => {
    const resources = await listOf<Resource>(await start(), '/v3/languages/resources');
    const needs = new Map(
      resources.flatMap(({ features }) =>
        features.map((each) => [each.name, [each.needs_source_support, each.needs_target_support]]),
      ),
    );
    expect(needs.get('formality')).toEqual([false, true]);
    expect(needs.get('writing_style')).toEqual([false, true]);
    expect(needs.get('glossary')).toEqual([true, true]);
    expect(needs.get('auto_detection')).toEqual([true, false]);
  });

  test('formality on the old list is the key formality on the new one', async () => {
    const service = await start();
    const old = await listOf<{ language: string; supports_formality: boolean }>(
      service,
      '/v2/languages?type=target',
    );
    const languages = await listOf<Language>(service, '/v3/languages?resource=translate_text');
    for (const { language, supports_formality } of old) {
      const found = languages.find(({ lang }) => lang.toUpperCase() === language);
      expect(Object.hasOwn(found?.features ?? {}, 'formality'), language).toBe(supports_formality);
    }
  });

  test('any source with any target of the resource glossary is a pair for a glossary', async () => {
    const service = await start();
    const languages = await listOf<Language>(service, '/v3/languages?resource=glossary');
    const sources = languages.filter((each) => each.usable_as_source).map(({ lang }) => lang);
    const targets = languages.filter((each) => each.usable_as_target).map(({ lang }) => lang);
    const dictionaries = sources.map((source_lang, index) => {
      const others = targets.filter((lang) => lang.slice(0, 2) !== source_lang.slice(0, 2));
      return { ...dictionary, source_lang, target_lang: others[(index * 7) % others.length]! };
    });
    const body = { name: 'G', dictionaries };
    expect((await call(service, 'POST /v3/glossaries', { body })).status).toBe(201);
  });
});

describe('Write (interface.md 2.11, 4.6)', () => {
  const rephrase = async (body: object) => call(await start(), 'POST /v2/write/rephrase', { body });

  test('an improvement has text, the target_language of the request and the detected language', async () => {
    const { json } = await rephrase({ text: 'Das ist gut', target_lang: 'de' });
    expect(json.improvements).toEqual([
      { text: 'Das ist gut', target_language: 'de', detected_source_language: 'DE' },
    ]);
  });

  test('a text in another language than the target is 400, in a variant of it is not', async () => {
    const text = 'This is a text and it is good';
    expect((await rephrase({ text, target_lang: 'de' })).status).toBe(400);
    expect((await rephrase({ text, target_lang: 'en-GB' })).status).toBe(200);
  });
});

describe('accounts (interface.md 2.9, 5)', () => {
  test('a block of usage has characters in all, of text, documents and Write, and minutes of speech', async () => {
    const service = await start();
    const query = 'start_date=2026-01-01&end_date=2026-01-01';
    const answer = await call(service, `GET /v2/admin/analytics?${query}`, { admin: true });
    expect(answer.json.usage_report.total_usage).toEqual({
      total_characters: 0,
      text_translation_characters: 0,
      document_translation_characters: 0,
      text_improvement_characters: 0,
      speech_to_text_minutes: 0,
    });
  });

  test('a key that is made through the interface is no admin key', async () => {
    const service = await start();
    const options = { admin: true, body: { label: 'admin' } };
    const { json } = await call(service, 'POST /v2/admin/developer-keys', options);
    const headers = { authorization: `Service-Auth-Key ${json.key}` };
    expect((await call(service, 'GET /v2/usage', { headers })).status).toBe(200);
    expect((await call(service, 'GET /v2/admin/developer-keys', { headers })).status).toBe(403);
  });

  test('the Pro and the Free plan have the same paths', async () => {
    const paths = async (plan: 'pro' | 'free') => {
      const { json } = await call(await start({ plan }), 'GET /openapi.json');
      return Object.keys((json as unknown as { readonly paths: object }).paths);
    };
    expect(await paths('free')).toEqual(await paths('pro'));
  });
});

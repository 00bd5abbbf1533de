import { describe, expect, test } from 'vitest';
import { call, listOf, start, textsOf, translate } from './support.js';

interface LanguageItem {
  readonly lang: string;
  readonly usable_as_source: boolean;
  readonly usable_as_target: boolean;
  readonly status: string;
  readonly features: Readonly<Record<string, { readonly status: string }>>;
}

describe('languages (interface.md 2.6, 2.7, 4.5)', () => {
  const languages = async (query: string) => {
    const answer = await call(await start(), `GET /v3/languages?${query}`);
    return listOf(answer) as unknown as readonly LanguageItem[];
  };

  test('codes are in BCP 47 casing, English is a source as en and a target as en-US and en-GB', async () => {
    const list = await languages('resource=translate_text');
    const find = (code: string) => list.find(({ lang }) => lang === code);
    expect(find('en')).toMatchObject({ usable_as_source: true, usable_as_target: false });
    expect(find('en-US')).toMatchObject({ usable_as_source: false, usable_as_target: true });
    expect(find('zh-Hant')).toMatchObject({ usable_as_target: true });
    expect(find('de')?.features['formality']).toEqual({ status: 'stable' });
    expect(find('cs')?.features).not.toHaveProperty('formality');
  });

  test('only stable languages are returned without include, which is repeatable', async () => {
    const stable = await languages('resource=translate_text');
    expect(new Set(stable.map(({ status }) => status))).toEqual(new Set(['stable']));
    const all = await languages('resource=translate_text&include=beta&include=external');
    expect(all.map(({ lang }) => lang)).toContain('de-CH');
  });

  test('style_rules is target-only, resources tell what each feature needs', async () => {
    const list = await languages('resource=style_rules');
    expect(list.every((item) => item.usable_as_target && !item.usable_as_source)).toBe(true);
    const answer = await call(await start(), 'GET /v3/languages/resources');
    expect(answer.json).toContainEqual({ name: 'style_rules', features: [] });
    expect(answer.text).toContain(
      '{"name":"formality","needs_source_support":false,"needs_target_support":true}',
    );
  });

  test.each([
    ['', 'resource'],
    ['resource=nothing', 'resource'],
    ['resource=write&include=alpha', 'include'],
    ['product=translate_text', "renamed to 'resource'"],
  ])('%j is 400, naming %s', async (query, name) => {
    const answer = await call(await start(), `GET /v3/languages?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain(name);
  });

  test('the old endpoint answers upper-case codes, sources by default, formality on targets', async () => {
    const service = await start();
    const sources = await call(service, 'GET /v2/languages');
    expect(sources.json).toContainEqual({ language: 'EN', name: 'English' });
    const targets = await call(service, 'GET /v2/languages?type=target');
    expect(targets.json).toContainEqual({
      language: 'DE',
      name: 'German',
      supports_formality: true,
    });
    expect((await call(service, 'GET /v2/languages?type=both')).status).toBe(400);
  });
});

describe('Write (interface.md 4.6)', () => {
  const rephrase = async (body: unknown) => {
    const service = await start();
    return call(service, 'POST /v2/write/rephrase', { body });
  };

  test('one text or several, in request order; without an engine the text itself', async () => {
    const { json } = await rephrase({
      text: ['This is a text', 'And this is one'],
      target_lang: 'en-GB',
    });
    expect(json.improvements).toEqual([
      { text: 'This is a text', target_language: 'en-GB', detected_source_language: 'EN' },
      { text: 'And this is one', target_language: 'en-GB', detected_source_language: 'EN' },
    ]);
    const german = await rephrase({ text: 'Das ist ein Text und das ist gut' });
    expect(german.json.improvements[0]).toMatchObject({ target_language: 'de' });
  });

  test.each([
    [{ target_lang: 'de' }, 'text'],
    [{ text: 'x', target_lang: 'pl' }, 'target_lang'],
    [{ text: 'Das ist nicht ein Text', target_lang: 'en-US' }, 'target_lang'],
    [{ text: 'x', target_lang: 'ja', writing_style: 'business' }, 'writing_style'],
    [{ text: 'x', target_lang: 'ko', tone: 'friendly' }, 'tone'],
    [{ text: 'x', target_lang: 'de', tone: 'rude' }, 'tone'],
    [{ text: 'x', target_lang: 'de', tone: 'friendly', writing_style: 'simple' }, 'cannot both'],
  ])('%j is 400, naming %s', async (body, name) => {
    const answer = await rephrase(body);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain(name);
  });

  test('a prefer_ value falls back to default where the language lacks it', async () => {
    const answer = await rephrase({
      text: 'x',
      target_lang: 'ja',
      writing_style: 'prefer_business',
    });
    expect(answer.status).toBe(200);
  });

  test('a body over 10 KiB is 413, another content type 415', async () => {
    expect((await rephrase({ text: 'x'.repeat(10_240) })).status).toBe(413);
    const service = await start();
    const headers = { 'content-type': 'text/plain' };
    const answer = await call(service, 'POST /v2/write/rephrase', { body: 'x', headers });
    expect(answer.status).toBe(415);
  });
});

describe('translation memories (interface.md 2.12, 4.9)', () => {
  const id = '5f0c9f9e-0000-4000-8000-000000000001';
  const memories = [
    {
      id,
      name: 'Shop',
      source: 'en',
      segments: [{ target: 'de', from: 'Add to the basket', to: 'In den Korb' }],
    },
  ];

  test('they are listed by pages, with a count over all', async () => {
    const service = await start({ memories });
    const { json } = await call(service, 'GET /v3/translation_memories');
    expect(json).toEqual({
      translation_memories: [
        {
          translation_memory_id: id,
          name: 'Shop',
          source_language: 'en',
          target_languages: ['de'],
          segment_count: 1,
        },
      ],
      total_count: 1,
    });
    const second = await call(service, 'GET /v3/translation_memories?page=1');
    expect(second.json).toEqual({ translation_memories: [], total_count: 1 });
    expect((await call(service, 'GET /v3/translation_memories?page_size=26')).status).toBe(400);
  });

  test('a segment that is near enough is applied; a memory without the target is 400', async () => {
    const service = await start({ memories });
    const body = { text: ['Add to the basket', 'Add to this basket', 'Other'], source_lang: 'en' };
    const more = { target_lang: 'de', translation_memory_id: id };
    const answers = textsOf(await translate(service, { ...body, ...more }));
    expect(answers.slice(0, 2)).toEqual(['In den Korb', 'In den Korb']);
    expect(answers[2]).toContain('[de');
    const strict = { ...body, ...more, translation_memory_threshold: 100 };
    expect(textsOf(await translate(service, strict))[1]).toContain('[de');
    const other = await translate(service, { ...body, ...more, target_lang: 'fr' });
    expect(other.status).toBe(400);
  });
});

describe('language detection', () => {
  test.each([
    ['Das ist nicht der richtige Weg', 'DE'],
    ['Le chat est dans la maison avec nous', 'FR'],
    ['これはテストです', 'JA'],
    ['Это не так', 'RU'],
    ['Це не так, як і було', 'UK'],
    ['这是一个测试', 'ZH'],
    ['The house is red', 'EN'],
    ['OK', 'EN'],
  ])('%s is %s', async (text, language) => {
    const answer = await translate(await start(), { text: [text], target_lang: 'fi' });
    expect(answer.json.translations[0]?.detected_source_language).toBe(language);
  });
});

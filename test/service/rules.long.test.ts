import { describe, expect, test } from 'vitest';
import type { LimitNotice, RunningService } from '../../src/service/index.js';
import { call, listOf, start, textsOf, translate } from './support.js';

const base = { text: ['Hello there'], source_lang: 'en', target_lang: 'de' };

function glossary(service: RunningService, target_lang = 'de', more: object = {}) {
  const dictionaries = [{ source_lang: 'en', target_lang, entries: 'Hello\tMoin' }];
  return call(service, 'POST /v3/glossaries', { body: { name: 'G', dictionaries, ...more } });
}

describe('translate (interface.md 4.1)', () => {
  test('language codes are accepted in upper and lower case', async () => {
    const service = await start();
    const lower = await translate(service, { ...base, target_lang: 'pt-br' });
    const upper = await translate(service, { ...base, source_lang: 'EN', target_lang: 'PT-BR' });
    expect(textsOf(upper)).toEqual(textsOf(lower));
    expect(upper.json.translations[0]?.detected_source_language).toBe('EN');
  });

  test('context has no limit of its own, is not translated and not billed', async () => {
    const service = await start();
    const context = 'Secret context. '.repeat(5000);
    const answer = await translate(service, { ...base, context, show_billed_characters: true });
    expect(answer.json.billed_characters).toBe(11);
    expect(answer.text).not.toContain('context');
  });

  test.each(['DE', 'FR', 'IT', 'ES', 'ES-419', 'NL', 'PL', 'PT-BR', 'PT-PT', 'JA', 'RU'])(
    'formality more is supported for %s',
    async (target_lang) => {
      const service = await start();
      const answer = await translate(service, { ...base, target_lang, formality: 'more' });
      expect(answer.status).toBe(200);
    },
  );

  test.each(['CS', 'EN-GB', 'ZH', 'KO', 'TR'])(
    'formality more and less fail for %s, which has none',
    async (target_lang) => {
      const service = await start();
      for (const formality of ['more', 'less']) {
        expect((await translate(service, { ...base, target_lang, formality })).status).toBe(400);
      }
    },
  );

  test.each([
    [
      'style_id',
      async (service: RunningService) => {
        const body = { name: 'House', language: 'de' };
        return (await call(service, 'POST /v3/style_rules', { body })).json.style_id;
      },
    ],
    ['custom_instructions', () => Promise.resolve(['Be kind'])],
    ['tag_handling_version', () => Promise.resolve('v2')],
  ] as const)('%s forces quality_optimized', async (name, make) => {
    const service = await start();
    const value = await make(service);
    const model = { model_type: 'prefer_quality_optimized', [name]: value };
    const { json } = await translate(service, { ...base, ...model });
    expect(json.model_type_used).toBe('quality_optimized');
  });

  test.each(['de', 'en-GB', 'es', 'fr', 'it', 'ja', 'ko', 'zh', 'zh-Hant', 'es-419', 'de-CH'])(
    'custom instructions may be used for %s: a language that has them, or a variant',
    async (target_lang) => {
      const service = await start();
      const body = { ...base, source_lang: 'nl', target_lang, custom_instructions: ['x'] };
      expect((await translate(service, body)).status).toBe(200);
    },
  );

  test.each(['pl', 'pt-BR', 'nl', 'ru'])(
    'custom instructions for %s are 400',
    async (target_lang) => {
      const service = await start();
      const body = { ...base, target_lang, custom_instructions: ['x'] };
      expect((await translate(service, body)).status).toBe(400);
    },
  );

  test('10 custom instructions of 300 characters are taken', async () => {
    const service = await start();
    const custom_instructions = Array(10).fill('x'.repeat(300));
    expect((await translate(service, { ...base, custom_instructions })).status).toBe(200);
  });

  test('the threshold may be 0 to 100', async () => {
    const service = await start();
    for (const translation_memory_threshold of [0, 75, 100]) {
      const answer = await translate(service, { ...base, translation_memory_threshold });
      expect(answer.status).toBe(200);
    }
  });

  test('beta languages are not billed', async () => {
    const service = await start();
    for (const target_lang of ['de-CH', 'fr-CA']) {
      const body = { ...base, target_lang, show_billed_characters: true };
      expect((await translate(service, body)).json.billed_characters).toBe(0);
    }
    expect((await call(service, 'GET /v2/usage')).json.character_count).toBe(0);
  });

  test('a language of next-gen models works with quality_optimized or no model type only', async () => {
    const service = await start();
    const send = async (more: object) =>
      (await translate(service, { ...base, target_lang: 'sw', ...more })).status;
    expect(await send({})).toBe(200);
    expect(await send({ model_type: 'quality_optimized' })).toBe(200);
    expect(await send({ model_type: 'latency_optimized' })).toBe(400);
  });

  test('several tags stand in one item with commas between them', async () => {
    const service = await start();
    const text = ['<p><a>One</a><b>two</b><c>three</c></p>'];
    const body = { ...base, text, tag_handling: 'xml', ignore_tags: ['a,b'] };
    const [translated] = textsOf(await translate(service, body));
    expect(translated).toContain('<a>One</a><b>two</b>');
    expect(translated).not.toContain('three');
  });

  test('a glossary of another pair or direction is 400', async () => {
    const service = await start();
    const { glossary_id } = (await glossary(service)).json;
    const german = { ...base, source_lang: 'de', target_lang: 'en-US', glossary_id };
    expect((await translate(service, german)).status).toBe(400);
    expect((await translate(service, { ...base, glossary_id })).status).toBe(200);
  });

  test('a glossary target with & or < stays text between tags', async () => {
    const service = await start();
    const dictionaries = [{ source_lang: 'en', target_lang: 'de', entries: 'Hello\tA & <b>' }];
    const { glossary_id } = (await glossary(service, 'de', { dictionaries })).json;
    const [tagged] = textsOf(
      await translate(service, { ...base, glossary_id, tag_handling: 'xml' }),
    );
    expect(tagged).toContain('A &amp; &lt;b&gt;');
    expect(textsOf(await translate(service, { ...base, glossary_id }))[0]).toContain('A & <b>');
  });
});

describe('glossaries (interface.md 4.3 and 8)', () => {
  test('an account holds 1,000 glossaries', async () => {
    const service = await start();
    for (let count = 0; count < 1000; count += 50) {
      const made = await Promise.all(Array.from({ length: 50 }, () => glossary(service)));
      expect(made.every(({ status }) => status === 201)).toBe(true);
    }
    const refused = await glossary(service);
    expect(refused.status).toBe(400);
    expect(refused.json.message).toContain('1000 glossaries');
    const { glossaries } = (await call(service, 'GET /v3/glossaries')).json;
    await call(service, `DELETE /v3/glossaries/${glossaries[0]!.glossary_id}`);
    expect((await glossary(service)).status).toBe(201);
  });

  test('name and phrases of 1,024 UTF-8 bytes are taken, of 1,025 they are not', async () => {
    const service = await start();
    const phrase = 'ä'.repeat(512);
    const dictionaries = [
      { source_lang: 'en', target_lang: 'de', entries: `${phrase}\t${phrase}` },
    ];
    expect((await glossary(service, 'de', { name: phrase, dictionaries })).status).toBe(201);
    expect((await glossary(service, 'de', { name: `${phrase}x` })).status).toBe(400);
    for (const entries of [`${phrase}x\ty`, `y\t${phrase}x`]) {
      const longer = [{ source_lang: 'en', target_lang: 'de', entries }];
      expect((await glossary(service, 'de', { dictionaries: longer })).status).toBe(400);
    }
  });

  test('PATCH keeps existing entries, adds and replaces', async () => {
    const service = await start();
    const { glossary_id } = (await glossary(service)).json;
    const dictionary = {
      source_lang: 'en',
      target_lang: 'de',
      entries: 'Bye\tTschüs\nHello\tHallo',
    };
    const body = { dictionaries: [dictionary] };
    await call(service, `PATCH /v3/glossaries/${glossary_id}`, { body });
    const route = `GET /v3/glossaries/${glossary_id}/entries?source_lang=en&target_lang=de`;
    const [{ entries } = { entries: '' }] = (await call(service, route)).json.dictionaries;
    expect(entries.split('\n').sort()).toEqual(['Bye\tTschüs', 'Hello\tHallo']);
  });

  test('creation_time is ISO 8601 with milliseconds, the id a UUID', async () => {
    const { json } = await glossary(await start());
    expect(json.creation_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(json.glossary_id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });
});

describe('style rules (interface.md 2.1, 4.4 and 8)', () => {
  const create = (service: RunningService, more: object = {}) =>
    call(service, 'POST /v3/style_rules', { body: { name: 'House', language: 'de', ...more } });

  test.each(['de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'zh'])(
    'a list may be for %s',
    async (language) => {
      expect((await create(await start(), { language })).status).toBe(201);
    },
  );

  test('a name of 1,024 characters, a label of 100 and a prompt of 300 are taken', async () => {
    const instruction = { label: 'x'.repeat(100), prompt: 'ä'.repeat(300) };
    const more = { name: 'ä'.repeat(1024), custom_instructions: [instruction] };
    expect((await create(await start(), more)).status).toBe(201);
  });

  test('a page has 10 lists by default, 25 at most', async () => {
    const service = await start();
    await Promise.all(Array.from({ length: 26 }, () => create(service)));
    const page = async (query: string) =>
      (await call(service, `GET /v3/style_rules${query}`)).json.style_rules.length;
    expect([await page(''), await page('?page=2'), await page('?page_size=25')]).toEqual([
      10, 6, 25,
    ]);
    expect(await page('?page_size=25&page=1')).toBe(1);
  });

  test('deleting a list is for good, and an unknown one is 404', async () => {
    const service = await start();
    const { style_id } = (await create(service)).json;
    expect((await call(service, `DELETE /v3/style_rules/${style_id}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) {
      expect((await call(service, `${method} /v3/style_rules/${style_id}`)).status).toBe(404);
    }
  });

  test('deleting an instruction is 204 and for good, and an unknown one is 404', async () => {
    const service = await start();
    const more = { custom_instructions: [{ label: 'Kind', prompt: 'Be kind' }] };
    const { style_id, custom_instructions } = (await create(service, more)).json;
    const instructions = `/v3/style_rules/${style_id}/custom_instructions`;
    const one = `${instructions}/${custom_instructions[0]!.id}`;
    expect((await call(service, `DELETE ${one}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) {
      expect((await call(service, `${method} ${one}`)).status).toBe(404);
      expect((await call(service, `${method} ${instructions}/none`)).status).toBe(404);
    }
  });
});

describe('notices (interface.md 6)', () => {
  test('developers are told once a month at 80 % and at 100 % of a limit', async () => {
    let now = new Date('2026-01-15T00:00:00Z');
    const notices: LimitNotice[] = [];
    const service = await start({ clock: () => now, notify: (notice) => notices.push(notice) });
    const keys = 'PUT /v2/admin/developer-keys/limits';
    const list = await call(service, 'GET /v2/admin/developer-keys', { admin: true });
    const key_id = listOf(list)[0]?.key_id;
    await call(service, keys, { admin: true, body: { key_id, characters: 10 } });
    const send = (text: string) => translate(service, { ...base, text: [text] });
    await send('1234567');
    expect(notices).toEqual([]);
    await send('8');
    await send('9');
    await send('0');
    await send('refused');
    const notice = { keyLabel: 'Service API Key', limit: 10, time: now.toISOString() };
    expect(notices).toEqual([
      { ...notice, percent: 80, used: 8 },
      { ...notice, percent: 100, used: 10 },
    ]);
    now = new Date('2026-02-01T00:00:00Z');
    await send('1234567890');
    expect(notices).toHaveLength(4);
  });
});

describe('Write (interface.md 4.6)', () => {
  const rephrase = (service: RunningService, body: object) =>
    call(service, 'POST /v2/write/rephrase', { body });

  test.each([
    'de',
    'en-GB',
    'en-US',
    'es',
    'fr',
    'it',
    'ja',
    'ko',
    'pt-BR',
    'pt-PT',
    'zh',
    'zh-Hans',
    'EN-us',
  ])('%s is a target', async (target_lang) => {
    expect((await rephrase(await start(), { text: 'x', target_lang })).status).toBe(200);
  });

  test.each(['de', 'en-GB', 'en-US', 'es', 'fr', 'it', 'pt-BR', 'pt-PT'])(
    'writing_style and tone may be used for %s',
    async (target_lang) => {
      const service = await start();
      for (const more of [{ writing_style: 'business' }, { tone: 'friendly' }]) {
        expect((await rephrase(service, { text: 'x', target_lang, ...more })).status).toBe(200);
      }
    },
  );

  test('with no target, texts in several languages may be sent', async () => {
    const text = ['This is a text and it is good', 'Das ist ein Text und er ist gut'];
    const { json } = await rephrase(await start(), { text });
    expect(json.improvements.map(({ target_language }) => target_language)).toEqual(['en', 'de']);
  });

  test('Write characters count with translation characters for a limit', async () => {
    const service = await start();
    const list = await call(service, 'GET /v2/admin/developer-keys', { admin: true });
    const body = { key_id: listOf(list)[0]?.key_id, characters: 12 };
    await call(service, 'PUT /v2/admin/developer-keys/limits', { admin: true, body });
    expect((await translate(service, base)).status).toBe(200);
    expect((await rephrase(service, { text: 'xy', target_lang: 'de' })).status).toBe(456);
  });

  test('a form body is accepted, and a body of 10,240 bytes', async () => {
    const service = await start();
    const form = [
      ['text', 'x'],
      ['target_lang', 'de'],
    ] as const;
    expect((await call(service, 'POST /v2/write/rephrase', { form })).status).toBe(200);
    const empty = JSON.stringify({ text: '', target_lang: 'de' }).length;
    const full = { text: 'x'.repeat(10_240 - empty), target_lang: 'de' };
    expect((await rephrase(service, full)).status).toBe(200);
  });
});

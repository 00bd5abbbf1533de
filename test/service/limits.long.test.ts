import { describe, expect, test } from 'vitest';
import type { RunningService } from '../../src/service/index.js';
import { finished, upload } from './documents-support.js';
import { call, listOf, start, translate } from './support.js';

const base = { text: ['Hello'], source_lang: 'en', target_lang: 'de' };

function admin(service: RunningService, route: string, body?: object) {
  return call(service, route, { admin: true, ...(body === undefined ? {} : { body }) });
}

async function firstKey(service: RunningService): Promise<string> {
  return listOf(await admin(service, 'GET /v2/admin/developer-keys'))[0]!.key_id;
}

describe('pages (interface.md 4.4, 4.9 and 8)', () => {
  const memories = Array.from({ length: 26 }, (_, index) => ({
    id: `5f0c9f9e-0000-4000-8000-0000000000${10 + index}`,
    name: `Memory ${index}`,
    source: 'en',
    segments: [],
  }));

  test.each(['/v3/style_rules', '/v3/translation_memories'])(
    '%s: sizes of 1 and 25 are taken, 0 and 26 are 400, and so is page -1',
    async (path) => {
      const service = await start();
      const status = async (query: string) => (await call(service, `GET ${path}?${query}`)).status;
      expect([await status('page_size=1'), await status('page_size=25')]).toEqual([200, 200]);
      expect([await status('page_size=0'), await status('page_size=26')]).toEqual([400, 400]);
      expect([await status('page=-1'), await status('page=1.5')]).toEqual([400, 400]);
    },
  );

  test('pages of memories hold each memory once, in order, 10 where nothing is said', async () => {
    const service = await start({ memories });
    const page = async (query: string) => {
      const { json } = await call(service, `GET /v3/translation_memories${query}`);
      const { translation_memories, total_count } = json as unknown as {
        translation_memories: readonly { name: string }[];
        total_count: number;
      };
      expect(total_count).toBe(26);
      return translation_memories.map(({ name }) => name);
    };
    const pages = [await page(''), await page('?page=1'), await page('?page=2')];
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 6]);
    expect(pages.flat()).toEqual(memories.map(({ name }) => name));
    expect(await page('?page=3')).toEqual([]);
  });

  test('pages of style rule lists hold each list once, in order of creation', async () => {
    const service = await start();
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) {
      await call(service, 'POST /v3/style_rules', { body: { name, language: 'de' } });
    }
    const page = async (number: number) => {
      const route = `GET /v3/style_rules?page_size=2&page=${number}`;
      return (await call(service, route)).json.style_rules.map(({ name }) => name);
    };
    expect([await page(0), await page(1), await page(2), await page(3)]).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e'],
      [],
    ]);
  });
});

describe('style rule lists (interface.md 2.1, 2.2)', () => {
  test('version is raised by a rename, rules, and an instruction added, replaced or removed', async () => {
    let now = new Date('2026-01-01T00:00:00Z');
    const service = await start({ clock: () => now });
    const body = { name: 'House', language: 'de' };
    const made = (await call(service, 'POST /v3/style_rules', { body })).json;
    const list = `/v3/style_rules/${made.style_id}`;
    const instruction = { label: 'Kind', prompt: 'Be kind' };
    const version = async () => {
      const { json } = await call(service, `GET ${list}`);
      expect(json).toMatchObject({ creation_time: '2026-01-01T00:00:00.000Z' });
      return [
        json.version,
        (json as unknown as { updated_time: string }).updated_time.slice(0, 10),
      ];
    };
    expect(await version()).toEqual([1, '2026-01-01']);
    now = new Date('2026-01-02T00:00:00Z');
    await call(service, `PATCH ${list}`, { body: { name: 'Home' } });
    expect(await version()).toEqual([2, '2026-01-02']);
    const rules = { dates_and_times: { calendar_era: 'use_bc_and_ad' } };
    await call(service, `PUT ${list}/configured_rules`, { body: rules });
    expect(await version()).toEqual([3, '2026-01-02']);
    const instructions = `${list}/custom_instructions`;
    const added = await call(service, `POST ${instructions}`, { body: instruction });
    expect(added.json).toMatchObject({ ...instruction, source_language: 'de' });
    expect((await version())[0]).toBe(4);
    const replaced = { label: 'Short', prompt: 'Be short', source_language: 'en' };
    await call(service, `PUT ${instructions}/${added.json.id}`, { body: replaced });
    const shown = await call(service, `GET ${instructions}/${added.json.id}`);
    expect(shown.json).toEqual({ id: added.json.id, ...replaced });
    expect((await version())[0]).toBe(5);
    expect((await call(service, `DELETE ${instructions}/${added.json.id}`)).status).toBe(204);
    expect((await version())[0]).toBe(6);
    await call(service, `GET ${list}`);
    expect((await version())[0]).toBe(6);
  });

  test('configured rules are replaced as a whole, instructions stay', async () => {
    const service = await start();
    const custom_instructions = [{ label: 'Kind', prompt: 'Be kind' }];
    const configured_rules = { dates_and_times: { calendar_era: 'use_bc_and_ad' } };
    const body = { name: 'House', language: 'de', configured_rules, custom_instructions };
    const { style_id } = (await call(service, 'POST /v3/style_rules', { body })).json;
    const rules = { punctuation: { periods_in_academic_degrees: 'do_not_use' } };
    const route = `PUT /v3/style_rules/${style_id}/configured_rules`;
    const { json } = await call(service, route, { body: rules });
    expect(json).toMatchObject({ configured_rules: rules, custom_instructions });
    expect(JSON.stringify(json)).not.toContain('calendar_era');
  });
});

describe('analytics and usage (interface.md 2.9, 4.7 and 4.8)', () => {
  test('dates may be 366 days apart, not 367, and one day may be both', async () => {
    const service = await start();
    const status = async (start_date: string, end_date: string) => {
      const query = `start_date=${start_date}&end_date=${end_date}`;
      return (await admin(service, `GET /v2/admin/analytics?${query}`)).status;
    };
    expect(await status('2025-01-01', '2026-01-02')).toBe(200);
    expect(await status('2025-01-01', '2026-01-03')).toBe(400);
    expect(await status('2026-01-01', '2026-01-01')).toBe(200);
    expect(await status('2026-01-01T00:00:00', '2026-01-01T23:59:59')).toBe(200);
  });

  test('text, documents and Write add up to what was billed, in usage and analytics alike', async () => {
    const clock = () => new Date('2026-03-05T12:00:00Z');
    const service = await start({ clock });
    await translate(service, base);
    await call(service, 'POST /v2/write/rephrase', { body: { text: 'Hi', target_lang: 'de' } });
    const { json } = await upload(
      service,
      { name: 'a.txt', content: 'Good' },
      { target_lang: 'de' },
    );
    expect((await finished(service, json)).billed_characters).toBe(4);
    await translate(service, { ...base, target_lang: 'xx' });
    const query = 'start_date=2026-03-01&end_date=2026-03-31';
    const block = {
      total_characters: 11,
      text_translation_characters: 5,
      document_translation_characters: 4,
      text_improvement_characters: 2,
      speech_to_text_minutes: 0,
    };
    for (const [group, name] of [
      ['key', 'key_usages'],
      ['key_and_day', 'key_and_day_usages'],
    ] as const) {
      const route = `GET /v2/admin/analytics?${query}&group_by=${group}`;
      const { usage_report: report } = (await admin(service, route)).json;
      expect(report).toMatchObject({ total_usage: block, group_by: group });
      expect(report[name].map(({ usage }) => usage)).toEqual([block]);
    }
    const whole = (await admin(service, `GET /v2/admin/analytics?${query}`)).json.usage_report;
    expect(Object.keys(whole)).toEqual(['total_usage', 'start_date', 'end_date']);
    const usage = (await call(service, 'GET /v2/usage')).json;
    expect(usage).toMatchObject({ character_count: 11, api_key_character_count: 11 });
    const units = (count: number, billing_unit = 'characters') => ({
      billing_unit,
      api_key_unit_count: count,
      account_unit_count: count,
    });
    // Characters have the names of older clients too.
    const both = (count: number) => ({
      ...units(count),
      ...{ api_key_character_count: count, character_count: count },
    });
    expect(usage.products).toEqual([
      { product_type: 'write', ...both(2) },
      { product_type: 'translate', ...both(9) },
      { product_type: 'speechToText', ...units(0, 'milliseconds') },
    ]);
    expect(service.counters().characters).toBe(11);
  });

  test('a limit holds for text, documents and Write together; just reaching it is allowed', async () => {
    const service = await start();
    const key_id = await firstKey(service);
    const body = { key_id, characters: 12 };
    await admin(service, 'PUT /v2/admin/developer-keys/limits', body);
    expect((await translate(service, base)).status).toBe(200);
    const file = { name: 'a.txt', content: 'Good' };
    expect((await upload(service, file, { target_lang: 'de' })).status).toBe(200);
    const rephrase = (text: string) =>
      call(service, 'POST /v2/write/rephrase', { body: { text, target_lang: 'de' } });
    expect((await rephrase('four')).status).toBe(456);
    expect((await rephrase('Hey')).status).toBe(200);
    expect((await rephrase('x')).status).toBe(456);
    expect((await upload(service, file, { target_lang: 'de' })).status).toBe(456);
    expect((await translate(service, base)).status).toBe(456);
  });

  test('a limit for speech stands beside that for characters', async () => {
    const service = await start();
    const key_id = await firstKey(service);
    const limits = { key_id, characters: 5, speech_to_text_milliseconds: 7 };
    const { json } = await admin(service, 'PUT /v2/admin/developer-keys/limits', limits);
    expect(json).toMatchObject({
      usage_limits: { characters: 5, speech_to_text_milliseconds: 7 },
    });
    expect((await call(service, 'GET /v2/usage')).json).toMatchObject({
      speech_to_text_milliseconds_count: 0,
      speech_to_text_milliseconds_limit: 7,
    });
  });
});

describe('documents (interface.md 2.4, 4.2 and 8)', () => {
  test.each(['de', 'fr', 'it', 'es', 'nl', 'pl', 'pt-BR', 'pt-PT', 'ja', 'ru'])(
    'formality may be used for %s',
    async (target_lang) => {
      const service = await start();
      const file = { name: 'a.txt', content: 'Good' };
      const fields = { target_lang, source_lang: 'en', formality: 'more' };
      expect((await upload(service, file, fields)).status).toBe(200);
    },
  );

  test('a txt file of 1,000,000 bytes and as many characters is taken', async () => {
    const service = await start();
    const content = `${'word '.repeat(199_999)}words`;
    const { status, json } = await upload(
      service,
      { name: 'a.txt', content },
      { target_lang: 'de', source_lang: 'en' },
    );
    expect(status).toBe(200);
    expect(await finished(service, json)).toMatchObject({
      status: 'done',
      billed_characters: 1_000_000,
    });
  });
});

describe('methods and voice jobs (interface.md 4.5, 4.10)', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'only GET is supported on v3 language endpoints: %s is 405',
    async (method) => {
      const service = await start();
      for (const path of ['/v3/languages', '/v3/languages/resources']) {
        const answer = await call(service, `${method} ${path}`);
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
      }
    },
  );

  test('a voice source of 1 byte and of 1 GiB may be declared', async () => {
    const service = await start();
    const job = (content_length: number) => ({
      source_file: { name: 'a.wav', content_type: 'audio/wav', content_length },
      targets: [{ language: 'de', type: 'text/plain' }],
    });
    for (const length of [1, 1_073_741_824]) {
      const answer = await call(service, 'POST /v1/jobs/voice/translate', { body: job(length) });
      expect(answer.status).toBe(201);
    }
  });

  test.each(['pro', 'free'] as const)(
    'credentials in query or body are 403 under the %s plan',
    async (plan) => {
      const service = await start({ plan });
      const auth_key = service.keys.developer;
      const headers = { authorization: '' };
      const routes = [`POST /v2/translate?auth_key=${auth_key}`, 'POST /v2/translate'];
      for (const route of routes) {
        for (const body of [base, { ...base, auth_key }]) {
          expect((await call(service, route, { body, headers })).status).toBe(403);
        }
        const answer = await call(service, route, { body: { ...base, auth_key } });
        expect(answer.status).toBe(403);
        expect(answer.text).not.toContain(auth_key);
      }
    },
  );
});

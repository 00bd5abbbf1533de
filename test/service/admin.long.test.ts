import { describe, expect, test } from 'vitest';
import type { RunningService } from '../../src/service/index.js';
import { call, listOf, start, translate, type Answer } from './support.js';

const keys = '/v2/admin/developer-keys';

function createKey(service: RunningService, body: object = {}): Promise<Answer> {
  return call(service, `POST ${keys}`, { admin: true, body });
}

function put(service: RunningService, what: string, body: object): Promise<Answer> {
  return call(service, `PUT ${keys}/${what}`, { admin: true, body });
}

function as(key: string) {
  return { headers: { authorization: `Service-Auth-Key ${key}` } };
}

describe('developer keys (interface.md 2.8, 3.3, 4.7)', () => {
  test('creating answers 200 with the secret once, two GUIDs as id, a time with milliseconds, and a default label', async () => {
    const service = await start();
    const { status, json } = await createKey(service);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      label: 'Service API Key',
      is_deactivated: false,
      usage_limits: { characters: null },
    });
    expect(json.key_id).toMatch(/^[\da-f-]{36}:[\da-f-]{36}$/);
    expect(json.creation_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect((await call(service, 'GET /v2/usage', as(json.key))).status).toBe(200);
    const list = await call(service, `GET ${keys}`, { admin: true });
    expect(listOf(list)).toHaveLength(2);
    expect(list.text).not.toContain(json.key);
  });

  test('a deactivated key has a deactivated_time, stops working at once, for good, and stays in the list', async () => {
    const service = await start();
    const { key, key_id } = (await createKey(service)).json;
    const { json } = await put(service, 'deactivate', { key_id });
    expect(json).toMatchObject({
      is_deactivated: true,
      deactivated_time: expect.any(String) as string,
    });
    const body = { key_id, label: 'again', characters: null };
    for (const what of ['label', 'limits', 'deactivate']) await put(service, what, body);
    expect((await call(service, 'GET /v2/usage', as(key))).status).toBe(403);
    const list = listOf(await call(service, `GET ${keys}`, { admin: true }));
    expect(list.find((each) => each.key_id === key_id)).toMatchObject({ is_deactivated: true });
  });

  test('a key can be renamed; an unknown key is 404', async () => {
    const service = await start();
    const { key_id } = (await createKey(service, { label: 'one' })).json;
    expect((await put(service, 'label', { key_id, label: 'two' })).json.label).toBe('two');
    expect((await put(service, 'label', { key_id: 'x:y', label: 'two' })).status).toBe(404);
    expect((await put(service, 'deactivate', { key_id: 'x:y' })).status).toBe(404);
    expect((await put(service, 'limits', { key_id: 'x:y', characters: 1 })).status).toBe(404);
  });

  test('at most 25 developer keys are active at once', async () => {
    const service = await start();
    const made: Answer[] = [];
    for (let count = 1; count < 25; count += 1) made.push(await createKey(service));
    expect(made.every(({ status }) => status === 200)).toBe(true);
    expect((await createKey(service)).status).toBe(400);
    await put(service, 'deactivate', { key_id: made[0]!.json.key_id });
    expect((await createKey(service)).status).toBe(200);
  });
});

describe('limits (interface.md 7 and 8)', () => {
  test('a key that used its characters gets 456, null lifts the limit, 0 blocks', async () => {
    const service = await start();
    const { key, key_id } = (await createKey(service)).json;
    const send = (text: string) =>
      call(service, 'POST /v2/translate', {
        ...as(key),
        body: { text: [text], target_lang: 'de' },
      });
    const limit = (characters: number | null) => put(service, 'limits', { key_id, characters });
    expect((await limit(10)).json).toMatchObject({ usage_limits: { characters: 10 } });
    expect((await send('123456')).status).toBe(200);
    const refused = await send('12345');
    expect(refused.status).toBe(456);
    expect(refused.json.message).toContain('Quota');
    expect((await send('1234')).status).toBe(200);
    expect((await send('1')).status).toBe(456);
    await limit(null);
    expect((await send('1')).status).toBe(200);
    await limit(0);
    expect((await send('1')).status).toBe(456);
    expect((await put(service, 'limits', { key_id, characters: -1 })).status).toBe(400);
    expect((await put(service, 'limits', { key_id })).status).toBe(400);
  });

  test('requests at the same time cannot pass a limit together', async () => {
    const service = await start();
    const { key, key_id } = (await createKey(service)).json;
    await put(service, 'limits', { key_id, characters: 50 });
    const body = { text: ['1234567890'], target_lang: 'de' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(service, 'POST /v2/translate', { ...as(key), body })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 456)).toHaveLength(15);
  });

  test('the limit counts per month and resets when the next begins', async () => {
    let now = new Date('2026-01-31T23:59:00Z');
    const service = await start({ clock: () => now });
    const { key, key_id } = (await createKey(service)).json;
    await put(service, 'limits', { key_id, characters: 5 });
    const body = { text: ['12345'], target_lang: 'de' };
    const send = () => call(service, 'POST /v2/translate', { ...as(key), body });
    expect([(await send()).status, (await send()).status]).toEqual([200, 456]);
    now = new Date('2026-02-01T00:00:00Z');
    expect((await send()).status).toBe(200);
  });
});

describe('usage and analytics (interface.md 2.9, 4.7, 4.8)', () => {
  test('character_count is the sum of translation and Write, per key and account', async () => {
    const service = await start();
    const { key } = (await createKey(service)).json;
    await translate(service, { text: ['12345'], target_lang: 'de' });
    const rephrase = { text: 'This is a text', target_lang: 'en-US' };
    await call(service, 'POST /v2/write/rephrase', { ...as(key), body: rephrase });
    const { json } = await call(service, 'GET /v2/usage');
    expect(json).toMatchObject({
      character_count: 19,
      character_limit: 1_000_000_000_000,
      api_key_character_count: 5,
      products: [
        {
          product_type: 'write',
          billing_unit: 'characters',
          api_key_unit_count: 0,
          account_unit_count: 14,
        },
        { product_type: 'translate', api_key_unit_count: 5, account_unit_count: 5 },
        { product_type: 'speechToText', billing_unit: 'milliseconds' },
      ],
      speech_to_text_milliseconds_count: 0,
    });
  });

  test('the Free plan answers the first two fields only', async () => {
    const service = await start({ plan: 'free' });
    const { json } = await call(service, 'GET /v2/usage');
    expect(Object.keys(json)).toEqual(['character_count', 'character_limit']);
  });

  test('refused requests are not billed', async () => {
    const service = await start();
    await translate(service, { text: ['12345'], target_lang: 'xx' });
    expect((await call(service, 'GET /v2/usage')).json.character_count).toBe(0);
  });

  test('analytics add up to what was billed, by key and by key and day, with masked keys', async () => {
    let now = new Date('2026-03-01T10:00:00Z');
    const service = await start({ clock: () => now });
    const { key } = (await createKey(service, { label: 'second' })).json;
    const body = { text: ['12345'], target_lang: 'de' };
    await translate(service, body);
    now = new Date('2026-03-02T10:00:00Z');
    await translate(service, body);
    await call(service, 'POST /v2/translate', { ...as(key), body });
    const report = async (query: string) =>
      (await call(service, `GET /v2/admin/analytics?${query}`, { admin: true })).json.usage_report;
    const range = 'start_date=2026-03-01&end_date=2026-03-02T23:59:59';
    const whole = await report(range);
    expect(whole.total_usage).toEqual({
      total_characters: 15,
      text_translation_characters: 15,
      document_translation_characters: 0,
      text_improvement_characters: 0,
      speech_to_text_minutes: 0,
    });
    expect(whole).toMatchObject({
      start_date: '2026-03-01T00:00:00',
      end_date: '2026-03-02T00:00:00',
    });
    const byKey = (await report(`${range}&group_by=key`)).key_usages;
    expect(byKey.map(({ usage }) => usage.total_characters)).toEqual([10, 5]);
    expect(byKey[1]).toMatchObject({
      api_key: `${key.slice(0, 4)}****${key.slice(-4)}`,
      api_key_label: 'second',
    });
    const byDay = (await report(`${range}&group_by=key_and_day`)).key_and_day_usages;
    expect(byDay.map(({ usage_date }) => usage_date)).toEqual([
      '2026-03-01T00:00:00',
      '2026-03-02T00:00:00',
      '2026-03-02T00:00:00',
    ]);
    expect(
      (await report('start_date=2026-03-01&end_date=2026-03-01')).total_usage.total_characters,
    ).toBe(5);
  });

  test.each([
    ['end_date=2026-01-01', 'start_date'],
    ['start_date=2026-01-01', 'end_date'],
    ['start_date=01.01.2026&end_date=2026-01-01', 'start_date'],
    ['start_date=2026-02-30&end_date=2026-03-01', 'start_date'],
    ['start_date=2026-01-02&end_date=2026-01-01', 'end_date'],
    ['start_date=2024-12-30&end_date=2026-01-01', '366'],
    ['start_date=2026-01-01&end_date=2026-01-01&group_by=day', 'group_by'],
  ])('analytics with %s is 400, naming %s', async (query, name) => {
    const service = await start();
    const answer = await call(service, `GET /v2/admin/analytics?${query}`, { admin: true });
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain(name);
  });
});

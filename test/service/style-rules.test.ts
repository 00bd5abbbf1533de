import { describe, expect, test } from 'vitest';
import type { RunningService } from '../../src/service/index.js';
import { call, start, textsOf, translate, type Answer } from './support.js';

const rules = { dates_and_times: { calendar_era: 'use_bc_and_ad' } };
const instruction = { label: 'Short', prompt: 'Be short' };

function create(service: RunningService, more: object = {}): Promise<Answer> {
  return call(service, 'POST /v3/style_rules', {
    body: { name: 'House', language: 'de', ...more },
  });
}

describe('style rules (interface.md 2.1, 2.2, 4.4)', () => {
  test('create answers 201 with version 1; every change raises version', async () => {
    const service = await start();
    const created = await create(service, {
      configured_rules: rules,
      custom_instructions: [instruction],
    });
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({ version: 1, language: 'de', configured_rules: rules });
    const base = `/v3/style_rules/${created.json.style_id}`;
    const version = async () => (await call(service, `GET ${base}`)).json.version;
    await call(service, `PATCH ${base}`, { body: { name: 'New' } });
    expect(await version()).toBe(2);
    const configured = await call(service, `PUT ${base}/configured_rules`, { body: {} });
    expect(configured.json).toMatchObject({ version: 3, name: 'New', configured_rules: {} });
    expect(configured.json.custom_instructions).toHaveLength(1);
    const added = await call(service, `POST ${base}/custom_instructions`, { body: instruction });
    expect(added.status).toBe(201);
    expect(added.json).toMatchObject({ ...instruction, source_language: 'de' });
    expect(await version()).toBe(4);
    const one = `${base}/custom_instructions/${added.json.id}`;
    expect((await call(service, `GET ${one}`)).json).toEqual(added.json);
    const body = { label: 'L', prompt: 'P', source_language: 'en' };
    expect((await call(service, `PUT ${one}`, { body })).json).toEqual({
      id: added.json.id,
      ...body,
    });
    expect(await version()).toBe(5);
    expect((await call(service, `DELETE ${one}`)).status).toBe(204);
    expect((await call(service, `DELETE ${one}`)).status).toBe(404);
    expect(await version()).toBe(6);
    expect((await call(service, `DELETE ${base}`)).status).toBe(204);
    expect((await call(service, `DELETE ${base}`)).status).toBe(404);
  });

  test('the list is paged, and shows rules and instructions with detailed=true only', async () => {
    const service = await start();
    for (let count = 0; count < 12; count += 1) await create(service, { name: `List ${count}` });
    const page = async (query: string) =>
      (await call(service, `GET /v3/style_rules?${query}`)).json.style_rules;
    expect(await page('')).toHaveLength(10);
    expect((await page('page=1'))[0]?.name).toBe('List 10');
    expect(await page('page_size=25')).toHaveLength(12);
    expect((await page(''))[0]).not.toHaveProperty('configured_rules');
    expect((await page('detailed=true'))[0]).toMatchObject({
      configured_rules: {},
      custom_instructions: [],
    });
    for (const query of ['page=-1', 'page_size=0', 'page_size=26', 'page=x', 'detailed=maybe']) {
      expect((await call(service, `GET /v3/style_rules?${query}`)).status).toBe(400);
    }
  });

  test.each([
    [{ name: 'x'.repeat(1025) }, 'name'],
    [{ name: undefined }, 'name'],
    [{ language: 'pl' }, 'language'],
    [{ language: undefined }, 'language'],
    [{ configured_rules: { nothing: {} } }, 'nothing'],
    [{ configured_rules: { punctuation: { nothing: 'x' } } }, 'punctuation.nothing'],
    [{ configured_rules: { dates_and_times: { calendar_era: 'x' } } }, 'calendar_era'],
    [{ custom_instructions: [{ ...instruction, label: 'x'.repeat(101) }] }, 'label'],
    [{ custom_instructions: [{ ...instruction, prompt: 'x'.repeat(301) }] }, 'prompt'],
    [{ custom_instructions: [{ ...instruction, source_language: 'xx' }] }, 'source_language'],
    [{ custom_instructions: Array(201).fill(instruction) }, 'custom_instructions'],
  ])('creating with %j is 400, naming %s', async (more, name) => {
    const service = await start();
    const answer = await create(service, more);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain(name);
  });

  test('rules are replaced by an object that is given, not by no body, null or an unknown name', async () => {
    const service = await start();
    const { json } = await create(service, { configured_rules: rules });
    const list = `/v3/style_rules/${json.style_id}`;
    const replace = async (body?: string) =>
      call(service, `PUT ${list}/configured_rules`, {
        ...(body === undefined ? {} : { body }),
      });
    for (const body of [undefined, '', 'null', '[]', '{"__proto__":{"a":"b"}}']) {
      const answer = await replace(body);
      expect([body, answer.status]).toEqual([body, 400]);
      expect(answer.json.message).not.toBe('');
    }
    expect((await call(service, `GET ${list}`)).json).toMatchObject({ configured_rules: rules });
    expect((await replace('{}')).status).toBe(200);
    expect((await call(service, `GET ${list}`)).json).toMatchObject({ configured_rules: {} });
  });

  test('ids are taken in any case', async () => {
    const service = await start();
    const list = { name: 'N', language: 'de', custom_instructions: [{ label: 'a', prompt: 'b' }] };
    const { json } = await call(service, 'POST /v3/style_rules', { body: list });
    const id = json.custom_instructions[0]?.id.toUpperCase();
    const path = `/v3/style_rules/${json.style_id.toUpperCase()}/custom_instructions/${id}`;
    expect((await call(service, `GET ${path}`)).json.id).toBe(json.custom_instructions[0]?.id);
    expect((await call(service, `DELETE ${path}`)).status).toBe(204);
  });

  test('creating with a rule category that is called __proto__ is 400', async () => {
    const body = '{"name":"x","language":"de","configured_rules":{"__proto__":{"a":"b"}}}';
    const answer = await call(await start(), 'POST /v3/style_rules', { body });
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain('__proto__');
  });

  test('a list holds at most 200 instructions', async () => {
    const service = await start();
    const { json } = await create(service, { custom_instructions: Array(200).fill(instruction) });
    const route = `POST /v3/style_rules/${json.style_id}/custom_instructions`;
    expect((await call(service, route, { body: instruction })).status).toBe(400);
  });

  test('a style list is used by translations into its language, and refused for another', async () => {
    const service = await start();
    const { style_id } = (await create(service, { configured_rules: rules })).json;
    const body = { text: ['Hello'], source_lang: 'en', model_type: 'quality_optimized' };
    const plain = await translate(service, { ...body, target_lang: 'de' });
    const styled = await translate(service, { ...body, target_lang: 'de', style_id });
    expect(styled.json.model_type_used).toBe('quality_optimized');
    expect(textsOf(styled)).not.toEqual(textsOf(plain));
    const other = await translate(service, { ...body, target_lang: 'fr', style_id });
    expect(other.status).toBe(400);
    expect(other.json.message).toContain('style_id');
  });
});

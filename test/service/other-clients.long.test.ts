import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { RunningService } from '../../src/service/index.js';
import { call, start } from './support.js';

const urlencoded = 'application/x-www-form-urlencoded';

/** A request whose body is bytes, with a GET too, which `fetch` does not send. */
function raw(
  service: RunningService,
  route: string,
  { type, body }: { type: string; body: Buffer },
) {
  const [method = '', path = ''] = route.split(' ');
  return new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const headers = {
      authorization: `Service-Auth-Key ${service.keys.developer}`,
      'content-type': type,
      'content-length': body.length,
    };
    const sent = request(service.url + path, { method, headers }, (response) => {
      let text = '';
      response.on('data', (piece) => (text += String(piece)));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject).end(body);
  });
}

describe('what other clients send', () => {
  it('GET /v2/languages with its field in a form', async () => {
    const service = await start();
    const form = { type: urlencoded, body: Buffer.from('type=target') };
    const { status, text } = await raw(service, 'GET /v2/languages', form);
    expect(status).toBe(200);
    expect(text).toContain('"EN-GB"');
    const wrong = { type: urlencoded, body: Buffer.from('type=both') };
    expect((await raw(service, 'GET /v2/languages', wrong)).status).toBe(400);
    const long = { type: urlencoded, body: Buffer.alloc(20_000, 'a') };
    expect((await raw(service, 'GET /v2/languages', long)).status).toBe(413);
  });

  it('an instruction that is replaced without a source language', async () => {
    const service = await start();
    const instruction = { label: 'Short', prompt: 'Be short' };
    const list = { name: 'House', language: 'de', custom_instructions: [instruction] };
    const { json } = await call(service, 'POST /v3/style_rules', { body: list });
    const path = `/v3/style_rules/${json.style_id}/custom_instructions/${json.custom_instructions[0]?.id}`;
    const body = { label: 'Shorter', prompt: 'Be shorter' };
    const replaced = await call(service, `PUT ${path}`, { body });
    expect([replaced.status, replaced.json.source_language]).toEqual([200, 'de']);
  });

  it.each([
    ['application/json', '{"text":["caf\u00e9"],"target_lang":"DE"}'],
    [urlencoded, 'text=caf\u00e9&target_lang=DE'],
  ])('%s that is not UTF-8 is refused', async (type, text) => {
    const service = await start();
    const latin = await raw(service, 'POST /v2/translate', {
      type,
      body: Buffer.from(text, 'latin1'),
    });
    expect(latin).toEqual({ status: 400, text: '{"message":"The body is not UTF-8"}' });
    const utf8 = await raw(service, 'POST /v2/translate', { type, body: Buffer.from(text) });
    expect(utf8.status).toBe(200);
  });

  it('bytes that are escaped in a form are UTF-8 as well', async () => {
    const service = await start();
    const send = (text: string) =>
      raw(service, 'POST /v2/translate', {
        type: urlencoded,
        body: Buffer.from(`text=caf${text}&target_lang=DE&source_lang=EN`),
      });
    expect((await send('%C3%A9+%25')).status).toBe(200);
    const refused = { status: 400, text: '{"message":"The body is not UTF-8"}' };
    for (const text of ['%E9', '%c3x', '%ff%fe', '%ED%A0%80'])
      expect(await send(text)).toEqual(refused);
  });

  it('a part named blob, whose name is in the field filename', async () => {
    const service = await start();
    const form = new FormData();
    form.set('target_lang', 'DE');
    form.set('filename', 'a.txt');
    form.set('file', new Blob(['Hello']));
    const response = await fetch(`${service.url}/v2/document`, {
      method: 'POST',
      headers: { authorization: `Service-Auth-Key ${service.keys.developer}` },
      body: form,
    });
    expect(response.status).toBe(200);
  });

  it('wants usage by product under both sets of names', async () => {
    const service = await start();
    const body = { text: ['Hello'], source_lang: 'EN', target_lang: 'DE' };
    await call(service, 'POST /v2/translate', { body });
    const { json } = await call(service, 'GET /v2/usage');
    expect(json.products).toContainEqual({
      product_type: 'translate',
      billing_unit: 'characters',
      api_key_unit_count: 5,
      account_unit_count: 5,
      api_key_character_count: 5,
      character_count: 5,
    });
  });
});

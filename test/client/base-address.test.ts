import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/public.js';
import type { Client } from '../../src/client/public.js';
import { impatient, json, scripted } from './support/server.js';

describe('a base address', () => {
  it.each(['/v2', '/v2/', '/V2', '/v3', '/proxy/v1//'])('that ends in %s is refused', (path) => {
    const open = () => createClient({ baseUrl: `http://127.0.0.1:1${path}`, key: 'k' });
    const version = /v\d/i.exec(path)?.[0] ?? '';
    expect(open).toThrow(`baseUrl must not end in /${version}; the client adds it`);
  });

  it.each(['', '/', '/proxy', '/v2/proxy', '/v20'])('that ends in %j is taken', async (path) => {
    const client = createClient({ baseUrl: `http://127.0.0.1:1${path}`, key: 'k' });
    await client.close();
  });
});

const pair = { source_lang: 'en', target_lang: 'de' };

describe('an answer without what only informs is taken', () => {
  it.each<[string, object, (client: Client) => Promise<unknown>, object]>([
    [
      'glossaries',
      { glossaries: [{ glossary_id: 'g', name: 'Shop', dictionaries: [pair] }] },
      (client) => client.glossaries.list(),
      [{ name: 'Shop', dictionaries: [{ sourceLang: 'en', targetLang: 'de' }] }],
    ],
    [
      'translations',
      { translations: [{ text: 'Eins' }] },
      (client) => client.text.translate('One', { targetLang: 'de' }),
      { translations: [{ text: 'Eins' }] },
    ],
    [
      'improvements',
      { improvements: [{ text: 'One' }] },
      (client) => client.write.rephrase('One'),
      { improvements: [{ text: 'One' }] },
    ],
  ])('%s', async (_, answer, ask, taken) => {
    await using server = await scripted(json(answer));
    const { client } = impatient(server.url);
    expect(await ask(client)).toMatchObject(taken);
    await client.close();
  });
});

import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/index.js';
import { impatient, json, scripted } from './support/server.js';

describe('a base address', () => {
  it.each(['/v2', '/v2/', '/v3', '/proxy/v1//'])('that ends in %s is refused', (path) => {
    const open = () => createClient({ baseUrl: `http://127.0.0.1:1${path}`, key: 'k' });
    const version = /v\d/.exec(path)?.[0] ?? '';
    expect(open).toThrow(`baseUrl ends in /${version}: leave that out`);
  });

  it.each(['', '/', '/proxy', '/v2/proxy', '/v20'])('that ends in %j is taken', async (path) => {
    const client = createClient({ baseUrl: `http://127.0.0.1:1${path}`, key: 'k' });
    await client.close();
  });
});

describe('an answer without what only informs', () => {
  it('is taken', async () => {
    const dictionaries = [{ source_lang: 'en', target_lang: 'de', entry_count: 1 }];
    const glossary = { glossary_id: 'g', name: 'Shop', dictionaries };
    await using server = await scripted(json({ glossaries: [glossary] }));
    const { client } = impatient(server.url);
    const glossaries = await client.glossaries.list();
    expect(glossaries[0]?.name).toBe('Shop');
    await client.close();
  });
});

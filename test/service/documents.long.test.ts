import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startService } from '../../src/service/index.js';
import {
  ask,
  download,
  engineThat,
  finished,
  translated,
  upload,
  zip,
} from './documents-support.js';
import { call, start } from './support.js';

const fields = { source_lang: 'en', target_lang: 'de' };
const hello = { name: 'hello.txt', content: 'Hello\n\nGood day\r\n' };

async function slowService() {
  return start({
    engine: 'openai',
    openaiUrl: await engineThat('never answers'),
    openaiModel: 'm',
  });
}

describe('upload (interface.md 4.2)', () => {
  it('answers an id of 32 and a key of 64 upper-case hex digits', async () => {
    const service = await start();
    const { status, json } = await upload(service, hello, fields);
    expect(status).toBe(200);
    expect(json.document_id).toMatch(/^[\dA-F]{32}$/);
    expect(json.document_key).toMatch(/^[\dA-F]{64}$/);
  });

  it.each([
    ['no target', { source_lang: 'en' }, 'target_lang'],
    ['an unknown target', { target_lang: 'xx' }, 'target_lang'],
    ['a source with a region', { ...fields, source_lang: 'en-US' }, 'source_lang'],
    ['equal languages', { source_lang: 'DE', target_lang: 'de' }, 'equal'],
    ['an unknown formality', { ...fields, formality: 'high' }, 'formality'],
    ['formality for a target without it', { target_lang: 'cs', formality: 'more' }, 'formality'],
    ['a glossary without a source', { target_lang: 'de', glossary_id: 'g' }, 'source_lang'],
    ['an unknown glossary', { ...fields, glossary_id: 'g' }, 'not found'],
    ['another output format', { ...fields, output_format: 'docx' }, 'output_format'],
  ])('refuses %s with 400, naming it', async (_, wrong, named) => {
    const { status, json } = await upload(await start(), hello, wrong);
    expect(status).toBe(400);
    expect(json.message).toContain(named);
  });

  it('refuses a missing file, an unknown extension and a name without one with 400', async () => {
    const service = await start();
    const none = await upload(service, undefined, fields);
    expect([none.status, none.json.message]).toEqual([400, "Part 'file' is missing"]);
    const empty = await call(service, 'POST /v2/document');
    expect([empty.status, empty.json.message]).toEqual([400, "Parameter 'target_lang' is missing"]);
    const odd = await upload(service, { ...hello, name: 'a.exe' }, fields);
    expect([odd.status, odd.json.message]).toEqual([400, expect.stringContaining('extension')]);
    expect((await upload(service, { ...hello, name: 'constructor' }, fields)).status).toBe(400);
    expect((await upload(service, { ...hello, name: 'a.constructor' }, fields)).status).toBe(400);
  });

  it('accepts prefer_more for a target without formality, and parameters without effect', async () => {
    const harmless = { formality: 'prefer_more', model_type: 'x', enable_beta_languages: 'yes' };
    const content = await translated(await start(), hello, { target_lang: 'cs', ...harmless });
    expect(new TextDecoder().decode(content)).toContain('[cs ');
  });

  const target = 'name="target_lang"\r\n\r\nde';
  const file = 'name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nHello';

  async function uploadParts(parts: readonly string[]) {
    const boundary = 'b';
    const body = parts.map(
      (part) => `--${boundary}\r\nContent-Disposition: form-data; ${part}\r\n`,
    );
    const answer = await call(await start(), 'POST /v2/document', {
      body: `${body.join('')}--${boundary}--\r\n`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    return [answer.status, answer.json.message];
  }

  it.each(['name="file"; filename=""', 'name="file"'])(
    'takes the name from the part filename where the file has none (%s)',
    async (disposition) => {
      const named = 'name="filename"\r\n\r\na.txt';
      const unnamed = `${disposition}\r\nContent-Type: text/plain\r\n\r\nHello`;
      expect(await uploadParts([target, named, unnamed])).toEqual([200, undefined]);
      expect(await uploadParts([target, unnamed])).toEqual([
        400,
        "Part 'file' has no file name, and 'filename' is missing",
      ]);
    },
  );

  it('ignores parts that it does not know: files, many fields, long ones', async () => {
    const other = 'name="attachment"; filename="b.bin"\r\n\r\nxyz';
    const many = Array.from({ length: 100 }, (_, index) => `name="f${index}"\r\n\r\nx`);
    const long = `name="notes"\r\n\r\n${'x'.repeat(200_000)}`;
    expect(await uploadParts([other, target, ...many, long, file, other])).toEqual([
      200,
      undefined,
    ]);
  });

  it('refuses two files with 400, and a known field that is too long', async () => {
    expect(await uploadParts([target, file, file])).toEqual([400, "Part 'file' appears twice"]);
    const long = `name="glossary_id"\r\n\r\n${'x'.repeat(200_000)}`;
    expect(await uploadParts([target, long, file])).toEqual([
      400,
      "Part 'glossary_id' is too long",
    ]);
  });

  it.each([
    ['a body that ends early', '--b\r\nContent-Disposition: form-data; name="file"', 'b'],
    ['a body that is no multipart', 'hello', 'b'],
    ['no boundary', 'hello', undefined],
  ])('refuses %s with 4xx', async (_, body, boundary) => {
    const type = `multipart/form-data${boundary === undefined ? '' : `; boundary=${boundary}`}`;
    const headers = { 'content-type': type };
    const answer = await call(await start(), 'POST /v2/document', { body, headers });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  it('refuses other bodies with 415 and a key among the parts with 403', async () => {
    const service = await start();
    expect((await call(service, 'POST /v2/document', { body: {} })).status).toBe(415);
    expect((await upload(service, hello, { ...fields, auth_key: 'k' })).status).toBe(403);
  });

  it.each([
    ['srt', 150_000],
    ['txt', 1_000_000],
    ['png', 3_000_000],
    ['html', 5_000_000],
  ])('refuses a %s file of more than %d bytes with 413', async (extension, bytes) => {
    const file = { name: `a.${extension}`, content: new Uint8Array(bytes + 1).fill(10) };
    const { status, json } = await upload(await start(), file, fields);
    expect([status, json.message]).toEqual([413, expect.stringContaining(String(bytes))]);
  });

  it('refuses a document of more than 1,000,000 characters with 413', async () => {
    const file = { name: 'a.html', content: `<p>${'word '.repeat(200_001)}</p>` };
    expect((await upload(await start(), file, fields)).status).toBe(413);
  });

  it('refuses with 456 what the limit of the key does not allow', async () => {
    const service = await start();
    const [key] = (await call(service, 'GET /v2/admin/developer-keys', { admin: true }))
      .json as unknown as { key_id: string }[];
    const body = { key_id: key?.key_id, characters: 20 };
    await call(service, 'PUT /v2/admin/developer-keys/limits', { admin: true, body });
    expect((await upload(service, hello, fields)).status).toBe(200);
    expect((await upload(service, hello, fields)).status).toBe(456);
  });
});

describe('states (interface.md 3.1)', () => {
  it('is queued while others are translated', async () => {
    const service = await slowService();
    const states: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { json } = await upload(service, hello, fields);
      const answer = await ask(service, json.document_id, json.document_key);
      states.push(((await answer.json()) as { status: string }).status);
    }
    expect(states).toEqual(['translating', 'translating', 'queued']);
  });

  it('needs the authorization header beside the key of the document', async () => {
    const service = await start();
    const { json } = await upload(service, hello, fields);
    const body = { document_key: json.document_key };
    const headers = { authorization: '' };
    for (const path of [json.document_id, `${json.document_id}/result`]) {
      const route = `POST /v2/document/${path}`;
      expect((await call(service, route, { body, headers })).status).toBe(403);
    }
  });

  it('is translating, with seconds_remaining, until it is done; the result is 503 till then', async () => {
    const service = await slowService();
    const { json } = await upload(service, hello, fields);
    const answer = await ask(service, json.document_id, json.document_key);
    const status = (await answer.json()) as { seconds_remaining: number; status: string };
    expect(status.status).toBe('translating');
    expect(status.seconds_remaining).toBeGreaterThan(0);
    const early = await download(service, json);
    expect([early.status, await early.json()]).toEqual([
      503,
      { message: 'The document is not translated yet' },
    ]);
  });

  it('is done with billed_characters, which usage counts', async () => {
    const service = await start();
    const { json } = await upload(service, hello, fields);
    expect(await finished(service, json)).toEqual({
      document_id: json.document_id,
      status: 'done',
      billed_characters: 13,
    });
    expect((await call(service, 'GET /v2/usage')).json.character_count).toBe(13);
  });

  it('bills at least 50,000 characters for office documents', async () => {
    const service = await start();
    const content = zip({ 'word/document.xml': '<w:p><w:r><w:t>Hi</w:t></w:r></w:p>' });
    const { json } = await upload(service, { name: 'a.docx', content }, fields);
    expect((await finished(service, json)).billed_characters).toBe(50_000);
  });

  it('gives the result once; then everything of the document is 404', async () => {
    const service = await start();
    const { json } = await upload(service, hello, fields);
    await finished(service, json);
    const first = await download(service, json);
    expect(first.headers.get('content-disposition')).toBe('attachment; filename="hello.txt"');
    expect(await first.text()).toMatch(/^\[de .+\]\n\n\[de .+\]\r\n$/);
    expect((await download(service, json)).status).toBe(404);
    expect((await ask(service, json.document_id, json.document_key)).status).toBe(404);
  });

  it('answers 404 to a wrong key and an unknown id, 400 without a key', async () => {
    const service = await start();
    const { json } = await upload(service, hello, fields);
    await finished(service, json);
    expect((await ask(service, json.document_id, 'F'.repeat(64))).status).toBe(404);
    expect((await ask(service, `${json.document_id}/result`, 'x')).status).toBe(404);
    expect((await ask(service, 'F'.repeat(32), json.document_key)).status).toBe(404);
    expect((await ask(service, json.document_id, '')).status).toBe(400);
    expect((await download(service, json)).status).toBe(200);
  });

  it('takes the key from a form body too', async () => {
    const service = await start();
    const { json } = await upload(service, hello, fields);
    const form = [['document_key', json.document_key]] as const;
    const answer = await call(service, `POST /v2/document/${json.document_id}`, { form });
    expect(answer.status).toBe(200);
  });

  it('ends in error, told twice, where the detected source is the target, and bills nothing', async () => {
    const service = await start();
    const content = 'Das ist ein Brief und er ist nicht auf Englisch.';
    const { json } = await upload(service, { name: 'a.txt', content }, { target_lang: 'de' });
    const status = await finished(service, json);
    expect(status.status).toBe('error');
    expect(status.message).toContain('equal');
    expect(status.error_message).toBe(status.message);
    expect((await call(service, 'GET /v2/usage')).json.character_count).toBe(0);
    expect((await download(service, json)).status).toBe(503);
  });

  it('applies the glossary of the pair, and refuses one of another pair', async () => {
    const service = await start();
    const dictionary = { source_lang: 'en', target_lang: 'de', entries: 'day\tTAG' };
    const body = { name: 'g', dictionaries: [{ ...dictionary, entries_format: 'tsv' }] };
    const { json } = await call(service, 'POST /v3/glossaries', { body });
    const content = await translated(service, hello, { ...fields, glossary_id: json.glossary_id });
    expect(new TextDecoder().decode(content)).toContain('TAG');
    const other = { source_lang: 'en', target_lang: 'fr', glossary_id: json.glossary_id };
    expect((await upload(service, hello, other)).status).toBe(400);
  });
});

describe('kept data', () => {
  it('survives a restart: a result, and a document that was being translated; neither key nor text is in the journal', async () => {
    const data = await mkdtemp(join(tmpdir(), 'locale-sync-documents-'));
    try {
      const keys = { keys: ['k'], adminKeys: ['a'], data };
      const slow = await startService({
        ...keys,
        ...{ engine: 'openai', openaiUrl: await engineThat('never answers'), openaiModel: 'm' },
      });
      const first = await upload(slow, hello, fields);
      await slow.close();
      const journal = await readFile(join(data, 'journal.jsonl'), 'utf8');
      expect(journal).not.toContain(first.json.document_key);
      expect(journal).not.toContain('Good day');
      const quick = await start({ ...keys, engine: 'pseudo' });
      expect((await finished(quick, first.json)).status).toBe('done');
      await quick.close();
      const again = await start({ ...keys, engine: 'pseudo' });
      expect(await (await download(again, first.json)).text()).toContain('[de ');
      await again.close();
    } finally {
      await rm(data, { recursive: true, force: true });
    }
  });
});

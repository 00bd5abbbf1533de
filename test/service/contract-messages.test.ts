import { expect, test } from 'vitest';
import { call, start } from './support.js';
import type { RunningService } from '../../src/service/index.js';

// The sentences that public clients of such services look for, and which parameter a message names.

const NOBODY = '00000000-0000-4000-8000-000000000000';
const text = { text: ['Hello'], source_lang: 'en', target_lang: 'de' };
const terms = (entries: string, more: object = {}) => ({
  name: 'G',
  dictionaries: [{ source_lang: 'en', target_lang: 'de', entries, ...more }],
});
const job = {
  source_file: { name: 'a.mp3', content_type: 'audio/mpeg', content_length: 10 },
  targets: [{ language: 'de', type: 'text/plain' }],
};

async function upload(service: RunningService, fields: Readonly<Record<string, string>>) {
  const body = new FormData();
  const { name = 'a.txt', ...others } = fields;
  for (const [key, value] of Object.entries(others)) body.set(key, value);
  if (name !== '') body.set('file', new Blob(['Hello']), name);
  const headers = { authorization: `Service-Auth-Key ${service.keys.developer}` };
  const answer = await fetch(`${service.url}/v2/document`, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}

interface Row {
  readonly route: string;
  readonly body?: unknown;
  readonly admin?: boolean;
}

test.each<[string, Row, number, RegExp]>([
  [
    'no text',
    { route: 'POST /v2/translate', body: { target_lang: 'de' } },
    400,
    /"message":"[^"]*\btext\b/,
  ],
  ['no target', { route: 'POST /v2/translate', body: { text: ['a'] } }, 400, /target_lang/],
  [
    '51 texts',
    { route: 'POST /v2/translate', body: { ...text, text: Array(51).fill('a') } },
    400,
    /\btext\b.*50/,
  ],
  [
    'an unknown language',
    { route: 'POST /v2/translate', body: { ...text, target_lang: 'xx' } },
    400,
    /'target_lang'/,
  ],
  [
    'a source with a region',
    { route: 'POST /v2/translate', body: { ...text, source_lang: 'en-US' } },
    400,
    /'source_lang'/,
  ],
  [
    'a formality',
    { route: 'POST /v2/translate', body: { ...text, formality: 'rude' } },
    400,
    /'formality'/,
  ],
  [
    'split_sentences',
    { route: 'POST /v2/translate', body: { ...text, split_sentences: '2' } },
    400,
    /'split_sentences'/,
  ],
  [
    'model_type',
    { route: 'POST /v2/translate', body: { ...text, model_type: 'x' } },
    400,
    /'model_type'/,
  ],
  [
    'tag_handling',
    { route: 'POST /v2/translate', body: { ...text, tag_handling: 'x' } },
    400,
    /'tag_handling'/,
  ],
  [
    'XML that does not parse',
    {
      route: 'POST /v2/translate',
      body: { ...text, text: ['<a>b'], tag_handling: 'xml', tag_handling_version: 'v2' },
    },
    400,
    /^\{"message":"Tag handling parsing failed, please check input\."/,
  ],
  [
    'an unknown glossary',
    { route: 'POST /v2/translate', body: { ...text, glossary_id: NOBODY } },
    400,
    /not found/,
  ],
  [
    'a glossary without a source',
    { route: 'POST /v2/translate', body: { text: ['a'], target_lang: 'de', glossary_id: NOBODY } },
    400,
    /source_lang/,
  ],
  [
    'a threshold',
    {
      route: 'POST /v2/translate',
      body: { ...text, translation_memory_id: NOBODY, translation_memory_threshold: 101 },
    },
    400,
    /translation_memory_threshold/,
  ],
  ['a glossary of a malformed id', { route: 'GET /v3/glossaries/x' }, 400, /"message"/],
  ['a glossary that is unknown', { route: `GET /v3/glossaries/${NOBODY}` }, 404, /not found/i],
  [
    'a glossary without a name',
    { route: 'POST /v3/glossaries', body: { ...terms('a\tb'), name: '' } },
    400,
    /name/,
  ],
  [
    'a glossary without dictionaries',
    { route: 'POST /v3/glossaries', body: { name: 'G', dictionaries: [] } },
    400,
    /dictionaries/,
  ],
  ['a glossary without entries', { route: 'POST /v3/glossaries', body: terms('') }, 400, /entries/],
  [
    'a bad entry',
    { route: 'POST /v3/glossaries', body: terms('a\tb\nc') },
    400,
    /"detail":"[^"]*line 2/i,
  ],
  [
    'an entry that is there twice',
    { route: 'POST /v3/glossaries', body: terms('a\tb\na\tc') },
    400,
    /"detail":"[^"]*(?:line 2|duplicate)/i,
  ],
  ['languages without a resource', { route: 'GET /v3/languages' }, 400, /'resource'/],
  [
    'languages of a product',
    { route: 'GET /v3/languages?product=x' },
    400,
    /'product' was renamed to 'resource'/,
  ],
  ['another method on languages', { route: 'POST /v3/languages', body: {} }, 405, /"message"/],
  [
    'a style of no such rule',
    {
      route: 'POST /v3/style_rules',
      body: { name: 'S', language: 'de', configured_rules: { nothing: {} } },
    },
    400,
    /nothing/,
  ],
  ['a page of styles', { route: 'GET /v3/style_rules?page=-1' }, 400, /page/],
  [
    'a style of Write',
    {
      route: 'POST /v2/write/rephrase',
      body: { text: 'a', target_lang: 'de', writing_style: 'x' },
    },
    400,
    /'writing_style'/,
  ],
  [
    'a tone of Write',
    { route: 'POST /v2/write/rephrase', body: { text: 'a', target_lang: 'de', tone: 'x' } },
    400,
    /'tone'/,
  ],
  ['analytics without dates', { route: 'GET /v2/admin/analytics', admin: true }, 400, /start_date/],
])('%s', async (_, { route, body, admin }, status, said) => {
  const service = await start();
  const answer = await call(service, route, {
    ...(body === undefined ? {} : { body }),
    admin: admin === true,
  });
  expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(said)]);
  expect(answer.headers.get('x-trace-id')).toMatch(/^[0-9a-f]{32}$/);
});

test.each<[string, Readonly<Record<string, string>>, number, RegExp]>([
  ['no target', {}, 400, /target_lang/],
  ['no file', { name: '', target_lang: 'de' }, 400, /file/],
  ['an unknown ending', { name: 'a.xyz', target_lang: 'de' }, 400, /xyz|file extension/],
  ['a form that cannot be had', { target_lang: 'de', output_format: 'docx' }, 400, /output_format/],
  ['equal languages', { source_lang: 'de', target_lang: 'de' }, 400, /source_lang|target_lang/],
])('a document with %s', async (_, fields, status, said) => {
  const answer = await upload(await start(), fields);
  expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(said)]);
});

test('a voice job names the wrong field by its place', async () => {
  const service = await start();
  const wrong = { ...job, targets: [{ language: 'de', type: 'text/html' }] };
  const { status, json } = await call(service, 'POST /v1/jobs/voice/translate', { body: wrong });
  expect([status, json.message]).toEqual([400, '/targets/0/type: Value is not valid']);
});

test('a glossary that lacks the pair says which', async () => {
  const service = await start();
  const { json } = await call(service, 'POST /v3/glossaries', { body: terms('a\tb') });
  const body = { ...text, target_lang: 'fr', glossary_id: json.glossary_id };
  const answer = await call(service, 'POST /v2/translate', { body });
  expect([answer.status, answer.json.message]).toEqual([
    400,
    'No dictionary found for language pair en-fr in glossary',
  ]);
});

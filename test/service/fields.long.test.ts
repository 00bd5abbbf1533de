import { describe, expect, test } from 'vitest';
import { endpoints, type Endpoint } from '../../src/api/index.js';
import type { RunningService } from '../../src/service/index.js';
import { call, start } from './support.js';
import { missing, violations, withViolation, type Path, type Violation } from './violations.js';

const id = '5f0c9f9e-0000-4000-8000-000000000001';
const dictionary = { source_lang: 'en', target_lang: 'de', entries: 'a\tb', entries_format: 'tsv' };
const instruction = { label: 'Label', prompt: 'Prompt', source_language: 'en' };

/** Bodies that hold every field of their description. */
const bodies: Readonly<Record<string, object>> = {
  translateText: {
    text: ['Hello'],
    target_lang: 'de',
    source_lang: 'en',
    context: 'Shop',
    model_type: 'quality_optimized',
    split_sentences: '1',
    preserve_formatting: true,
    formality: 'more',
    glossary_id: id,
    style_id: id,
    custom_instructions: ['Be kind'],
    translation_memory_id: id,
    translation_memory_threshold: 75,
    show_billed_characters: true,
    tag_handling: 'xml',
    tag_handling_version: 'v2',
    outline_detection: true,
    non_splitting_tags: ['a'],
    splitting_tags: ['b'],
    ignore_tags: ['c'],
  },
  uploadDocument: {
    target_lang: 'de',
    source_lang: 'en',
    filename: 'a.txt',
    formality: 'more',
    glossary_id: id,
    output_format: 'txt',
    model_type: 'quality_optimized',
    enable_beta_languages: 'true',
  },
  getDocumentStatus: { document_key: 'A' },
  downloadDocument: { document_key: 'A' },
  createGlossary: { name: 'G', dictionaries: [dictionary] },
  putDictionary: dictionary,
  patchGlossary: { name: 'G', dictionaries: [dictionary] },
  createStyleRuleList: {
    name: 'House',
    language: 'de',
    configured_rules: {},
    custom_instructions: [instruction],
  },
  renameStyleRuleList: { name: 'House' },
  addCustomInstruction: instruction,
  replaceCustomInstruction: instruction,
  rephrase: { text: 'Hello', target_lang: 'en-GB', writing_style: 'simple', tone: 'friendly' },
  createOldGlossary: {
    name: 'Shop',
    source_lang: 'en',
    target_lang: 'de',
    entries: 'a\tb',
    entries_format: 'tsv',
  },
  createDeveloperKey: { label: 'Label' },
  deactivateDeveloperKey: { key_id: 'a:b' },
  renameDeveloperKey: { key_id: 'a:b', label: 'Label' },
  setDeveloperKeyLimits: { key_id: 'a:b', characters: 1, speech_to_text_milliseconds: 1 },
  createVoiceJob: {
    source_file: { name: 'a.wav', content_type: 'audio/wav', content_length: 4 },
    parameters: { source_language: 'en' },
    targets: [{ language: 'de', type: 'text/plain' }],
  },
};

const queries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  getGlossaryEntries: { source_lang: 'en', target_lang: 'de' },
  deleteDictionary: { source_lang: 'en', target_lang: 'de' },
  listStyleRuleLists: { detailed: 'true', page: '0', page_size: '10' },
  listLanguages: { resource: 'write', include: 'beta' },
  listOldLanguages: { type: 'source' },
  getAnalytics: { start_date: '2026-01-01', end_date: '2026-01-02', group_by: 'key' },
  listTranslationMemories: { page: '0', page_size: '10' },
  createVoiceJob: { include: 'signed_url' },
  getVoiceJob: { include: 'signed_url' },
};

const all = Object.values<Endpoint>(endpoints);

function routeOf({ method, path }: Endpoint): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, id)}`;
}

/** Name of a field as messages have it; of an item, the name of its list. */
function nameOf(path: Path): string {
  return String(path.findLast((part) => typeof part === 'string'));
}

async function send(
  service: RunningService,
  { auth, ...endpoint }: Endpoint,
  { body, query = '' }: { readonly body?: unknown; readonly query?: string },
) {
  const route = `${routeOf({ auth, ...endpoint })}${query}`;
  return call(service, route, { admin: auth === 'admin', ...(body === undefined ? {} : { body }) });
}

/** What a field of JSON bodies is refused for. */
function* bodyViolations({ name, body }: Endpoint): Generator<Violation> {
  const good = bodies[name];
  if (body !== undefined && good !== undefined) yield* violations(body.schema, good);
}

describe('a field that goes against its description is 400, and the message names it', () => {
  test('every field of every body and query has a sample', () => {
    for (const { name, body, query, auth } of all) {
      if (auth === 'signature' || name === 'replaceConfiguredRules') continue;
      const { shape = {} } = (body?.schema ?? {}) as { shape?: object };
      expect(Object.keys(bodies[name] ?? {}), name).toEqual(Object.keys(shape));
      expect(Object.keys(queries[name] ?? {}), name).toEqual(Object.keys(query?.shape ?? {}));
    }
  });

  const json = all.filter(({ name, body }) => bodies[name] && body?.kinds.includes('json'));
  test.each(json.map((endpoint) => [endpoint.name, endpoint] as const))(
    'in the body of %s',
    async (name, endpoint) => {
      const service = await start();
      let count = 0;
      for (const violation of bodyViolations(endpoint)) {
        const body = withViolation(bodies[name], violation);
        const answer = await send(service, endpoint, { body });
        const shown = `${violation.path.join('.')} ${violation.what}: ${answer.text}`;
        expect(answer.status, shown).toBe(400);
        expect(answer.json.message, shown).toContain(nameOf(violation.path));
        count += 1;
      }
      expect(count).toBeGreaterThan(4);
    },
  );

  const formed = json.filter(({ body }) => body?.kinds.includes('form'));
  test.each(formed.map((endpoint) => [endpoint.name, endpoint] as const))(
    'in the form of %s',
    async (name, endpoint) => {
      const service = await start();
      const fields = Object.entries(bodies[name] ?? {});
      const good = fields.filter(([, value]) => typeof value !== 'object');
      let count = 0;
      for (const { path, what, value } of bodyViolations(endpoint)) {
        const [field = ''] = path;
        // Of what a form can hold at all: text, in fields that are no lists.
        if (path.length > 1 || what.startsWith('of type') || Array.isArray(value)) continue;
        const form = good
          .filter(([key]) => key !== field)
          .map(([key, each]) => [key, String(each)] as const);
        if (value !== missing) form.push([String(field), String(value)]);
        if (name === 'translateText' && field !== 'text') form.push(['text', 'Hello']);
        const answer = await call(service, routeOf(endpoint), { form });
        expect(answer.status, `${field} ${what}: ${answer.text}`).toBe(400);
        // Where lists of objects are missing too, the first field that is missing is named.
        const names = name.endsWith('Glossary') ? `${field}|dictionaries` : String(field);
        expect(answer.json.message).toMatch(new RegExp(names));
        count += 1;
      }
      expect(count).toBeGreaterThan(0);
    },
  );

  const asked = all.filter(({ name }) => queries[name] !== undefined);
  test.each(asked.map((endpoint) => [endpoint.name, endpoint] as const))(
    'in the query of %s',
    async (name, endpoint) => {
      const service = await start();
      const good = queries[name] ?? {};
      for (const { path, what, value } of violations(endpoint.query!, good)) {
        const [field = ''] = path;
        // Of what a query can hold at all: text.
        const isText = what === 'missing' || !what.startsWith('of type') || what.endsWith('string');
        if (!isText || Array.isArray(value)) continue;
        const entries = Object.entries({ ...good, [field]: String(value) });
        const query = new URLSearchParams(
          entries.filter(([key]) => value !== missing || key !== field),
        ).toString();
        const body = bodies[name];
        const answer = await send(service, endpoint, { query: `?${query}`, body });
        expect(answer.status, `${field} ${what}: ${answer.text}`).toBe(400);
        expect(answer.json.message).toContain(String(field));
      }
    },
  );

  test('in the parts of uploadDocument', async () => {
    const service = await start();
    const good = bodies['uploadDocument'] ?? {};
    for (const violation of violations(endpoints.uploadDocument.body.schema, good)) {
      const { path, what, value } = violation;
      if (what.startsWith('of type')) continue;
      const form = new FormData();
      for (const [name, each] of Object.entries(withViolation(good, { path, what, value })!)) {
        form.append(name, String(each));
      }
      form.append('file', new Blob(['Hello']), path[0] === 'filename' ? '' : 'a.txt');
      const response = await fetch(`${service.url}/v2/document`, {
        method: 'POST',
        headers: { authorization: `Service-Auth-Key ${service.keys.developer}` },
        body: form,
      });
      const text = await response.text();
      expect(response.status, `${path.join('.')} ${what}: ${text}`).toBe(400);
      expect(text).toContain(nameOf(path));
    }
  });

  test('in the rules of replaceConfiguredRules', async () => {
    const service = await start();
    const made = await call(service, 'POST /v3/style_rules', {
      body: { name: 'House', language: 'de' },
    });
    const route = `PUT /v3/style_rules/${made.json.style_id}/configured_rules`;
    for (const [body, name] of [
      [{ punctuation: 'x' }, 'punctuation'],
      [{ punctuation: { periods_in_academic_degrees: 1 } }, 'periods_in_academic_degrees'],
      [{ punctuation: { periods_in_academic_degrees: 'x' } }, 'periods_in_academic_degrees'],
      [{ punctuation: { nothing: 'x' } }, 'nothing'],
      [{ nothing: {} }, 'nothing'],
    ] as const) {
      const answer = await call(service, route, { body });
      expect([answer.status, answer.json.message]).toEqual([400, expect.stringContaining(name)]);
    }
  });
});

import { describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/public.js';
import { Project } from '../support/project.js';
import { record } from '../support/recorder.js';
import { KEY, service } from '../support/service.js';

/** Syncs a project against a recorded service and gives the bodies of its translate requests. */
async function sync(files: Record<string, string>, args: readonly string[] = []) {
  const running = await service();
  const recorder = await record(running);
  const project = new Project(files);
  const env = { SERVICE_URL: recorder.url, SERVICE_AUTH_KEY: KEY };
  const report = await project.report(['sync', ...args], { env });
  const bodies = recorder.requests.flatMap(({ path, body }) =>
    path === '/v2/translate' && body !== undefined ? [body] : [],
  );
  return { project, report, bodies, requests: recorder.requests, running, env };
}

const EN = '{"hello": "Hello there", "legal": {"terms": "Terms apply"}, "n": 7}\n';

describe('catalogs', () => {
  test('source and target as two patterns, exclude, and targets of one catalog', async () => {
    const { project, report } = await sync({
      'service.config.yaml': `source: en
targets: [de, fr]
catalogs:
  - source: src/*.json
    target: out/{locale}/*.json
    exclude: ['src/skip.json']
    targets: [fr]
`,
      'src/app.json': EN,
      'src/skip.json': EN,
    });
    expect(report.ok).toBe(true);
    expect(project.has('out/fr/app.json')).toBe(true);
    expect(project.has('out/de/app.json')).toBe(false);
    expect(project.has('out/fr/skip.json')).toBe(false);
  });

  test('keys.exclude is copied and never sent; numbers are copied', async () => {
    const { project, bodies } = await sync({
      'service.config.yaml': `source: en
targets: [de]
catalogs:
  - files: '{locale}.json'
    keys: { exclude: ['legal.*'] }
`,
      'en.json': EN,
    });
    expect(bodies.flatMap(({ text }) => text as string[])).toEqual(['Hello there']);
    expect(project.json('de.json')).toMatchObject({ legal: { terms: 'Terms apply' }, n: 7 });
  });

  test('a glob of keys.exclude that means no key is a warning at its catalog', async () => {
    const project = new Project({
      'service.config.yaml': `source: en
targets: [de]
catalogs:
  - files: '{locale}.json'
    keys: { exclude: ['legal.*', 'legl.*'] }
`,
      'en.json': EN,
      'de.json': EN,
    });
    const { code, problems } = await project.report(['check']);
    expect(code).toBe(0);
    expect(problems).toEqual([
      expect.objectContaining({
        code: 'option-ignored',
        severity: 'warning',
        file: 'service.config.yaml',
        line: 4,
        message: expect.stringContaining('"legl.*" matches none of the keys') as string,
      }),
    ]);
    expect((await project.report(['check', '--files', 'de.json'])).problems).toEqual([]);
  });

  test('messages fixes the syntax of a catalog', async () => {
    const files = { 'en.json': '{"a": "Say :name loudly"}' };
    const config = (messages: string): string =>
      `source: en\ntargets: [de]\ncatalogs:\n  - files: '{locale}.json'\n    messages: ${messages}\n`;
    const icu = await sync({
      'service.config.yaml': config('icu'),
      'en.json': '{"a": "{n, plural, one {# cat} other {# cats}} here"}',
    });
    expect(icu.bodies.flatMap(({ text }) => text as string[]).length).toBeGreaterThan(1);
    const plain = await sync({ 'service.config.yaml': config('plain'), ...files });
    expect(plain.report.ok).toBe(true);
  });
});

describe('translate', () => {
  test('languages maps file names to service codes', async () => {
    const { bodies, project } = await sync({
      'service.config.yaml': `source: en-US
targets: [zh_CN, pt_BR]
languages: { zh_CN: ZH-HANT }
catalogs: [{ files: '{locale}.json' }]
`,
      'en-US.json': EN,
    });
    expect(new Set(bodies.map(({ target_lang }) => target_lang))).toEqual(
      new Set(['ZH-HANT', 'PT-BR']),
    );
    expect(new Set(bodies.map(({ source_lang }) => source_lang))).toEqual(new Set(['EN']));
    expect(project.has('zh_CN.json')).toBe(true);
  });

  test('options of the config, the catalog and the target are laid over each other', async () => {
    const { bodies } = await sync({
      'service.config.yaml': `source: en
targets: [de, fr]
catalogs:
  - files: 'a/{locale}.json'
  - files: 'b/{locale}.json'
    translate: { formality: prefer_less, context: A game }
translate:
  model: quality_optimized
  context: A shop
  targets: { de: { formality: more, instructions: ['Be brief'] } }
`,
      'a/en.json': '{"a": "Text of a"}',
      'b/en.json': '{"b": "Text of b"}',
    });
    const of = (text: string, target: string) =>
      bodies.find(
        (body) => (body['text'] as string[]).includes(text) && body['target_lang'] === target,
      );
    expect(of('Text of a', 'FR')).toMatchObject({
      model_type: 'quality_optimized',
      context: 'A shop',
    });
    expect(of('Text of a', 'FR')).not.toHaveProperty('formality');
    expect(of('Text of a', 'DE')).toMatchObject({
      formality: 'more',
      custom_instructions: ['Be brief'],
    });
    expect(of('Text of b', 'FR')).toMatchObject({ formality: 'prefer_less', context: 'A game' });
  });

  test('a note of the author is context; units with equal context share requests', async () => {
    const { bodies } = await sync({
      'service.config.yaml': `source: en
targets: [de]
catalogs: [{ files: '{locale}.yml' }]
translate: { context: A shop }
`,
      'en.yml':
        'en:\n  # On a button\n  open: Open\n  # On a button\n  close: Close\n  title: The title\n',
    });
    expect(bodies.map(({ context, text }) => [context, text])).toEqual(
      expect.arrayContaining([
        ['A shop\nOn a button', ['Open', 'Close']],
        ['A shop', ['The title']],
      ]),
    );
    expect(bodies).toHaveLength(2);
  });

  test('a glossary is found by its name, takes effect, and its change is drift', async () => {
    const running = await service();
    const client = createClient({ baseUrl: running.url, key: KEY });
    const glossary = await client.glossaries.create({
      name: 'Product',
      dictionaries: [
        { sourceLang: 'en', targetLang: 'de', entries: 'basket\tWarenkorb', entriesFormat: 'tsv' },
      ],
    });
    const project = new Project({
      'service.config.yaml': `source: en
targets: [de]
catalogs: [{ files: '{locale}.json' }]
translate: { glossary: Product }
`,
      'en.json': '{"a": "Your basket is empty", "b": "Something else"}',
    });
    const env = { SERVICE_URL: running.url, SERVICE_AUTH_KEY: KEY };
    expect(await project.report(['sync'], { env })).toMatchObject({ ok: true, texts: 2 });
    expect(project.read('de.json')).toContain('Warenkorb');
    await client.glossaries.putDictionary(glossary.glossaryId, {
      sourceLang: 'en',
      targetLang: 'de',
      entries: 'basket\tKorb',
      entriesFormat: 'tsv',
    });
    const renewed = await project.report(['sync', '--retranslate', 'drifted'], { env });
    expect(renewed).toMatchObject({ ok: true, texts: 2 });
    expect(project.read('de.json')).toContain('Korb ');
    await client.close();
  });
});

test('the key goes out under the scheme of the config, and stands in no file', async () => {
  const running = await service({ scheme: 'Other-Key' });
  const recorder = await record(running);
  const project = new Project({
    'service.config.yaml': `service: { key: '\${MY_KEY}', scheme: Other-Key }
source: en
targets: [de]
catalogs: [{ files: '{locale}.json' }]
`,
    'en.json': EN,
  });
  const report = await project.report(['sync'], {
    env: { SERVICE_URL: recorder.url, MY_KEY: KEY },
  });
  expect(report.ok).toBe(true);
  expect(recorder.requests[0]?.headers['authorization']).toBe(`Other-Key ${KEY}`);
  expect(recorder.requests[0]?.headers['user-agent']).toMatch(/^locale-sync\/\d/);
  expect(JSON.stringify(project.files())).not.toContain(KEY);
});

test('limits.characters is known before the first request', async () => {
  const { report, bodies } = await sync({
    'service.config.yaml': `source: en
targets: [de]
catalogs: [{ files: '{locale}.json' }]
limits: { characters: 10 }
`,
    'en.json': EN,
  });
  expect(report).toMatchObject({ code: 2, ok: false, error: { code: 'limit-exceeded' } });
  expect(bodies).toHaveLength(0);
});

test('planned characters are the characters billed', async () => {
  const { report, project, env } = await sync({
    'service.config.yaml':
      "source: en\ntargets: [de, fr]\ncatalogs: [{ files: '{locale}.json' }]\n",
    'en.json': '{"a": "Hello <b>{{name}}</b> & 👋", "b": "Tom & Jerry", "c": "{{n}}"}',
  });
  expect(report.ok).toBe(true);
  project.remove('.locale-sync');
  project.remove('locale-sync.lock');
  project.remove('de.json');
  project.remove('fr.json');
  const planned = await project.report(['plan'], { env });
  expect(planned.characters).toBe(report.characters);
  expect(planned.texts).toBe(report.texts);
});

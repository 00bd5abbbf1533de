import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/index.js';
import { configError, folder } from './helpers.js';

const head =
  'source: en\ntargets: [de, nl, pt-BR, tr]\ncatalogs:\n  - files: locales/{locale}.json\n';

function load(text: string) {
  return loadConfig({ cwd: folder({ 'service.config.yaml': head + text }), env: {} });
}

async function optionsOf(text: string) {
  return (await load(text)).catalogs.map((catalog) => ({ ...catalog.translate }));
}

test('every target has options, general ones first, then the catalog, then the target', async () => {
  const [first, second] = await optionsOf(`    translate:
      formality: prefer_less
      targets: { nl: { context: only here } }
  - files: b/{locale}.json
    targets: [de]
translate:
  formality: prefer_more
  context: shop
  targets:
    de: { formality: more, glossary: terms }
`);
  expect(first).toEqual({
    de: { formality: 'more', context: 'shop', glossary: 'terms' },
    nl: { formality: 'prefer_less', context: 'only here' },
    'pt-BR': { formality: 'prefer_less', context: 'shop' },
    tr: { formality: 'prefer_less', context: 'shop' },
  });
  expect(second).toEqual({ de: { formality: 'more', context: 'shop', glossary: 'terms' } });
});

test('what equals the default of the service is left out', async () => {
  const [first] = await optionsOf(
    'translate: { formality: default, context: "", instructions: [], memory_threshold: 80 }\n',
  );
  expect(first).toEqual({ de: {}, nl: {}, 'pt-BR': {}, tr: {} });
});

test('a target takes back a general option with the default', async () => {
  const [first] = await optionsOf(
    'translate: { formality: prefer_more, targets: { de: { formality: default } } }\n',
  );
  expect(first?.['de']).toEqual({});
});

test('rules have their defaults, limits and syntax theirs', async () => {
  const config = await load('rules: { untranslated: error }\n');
  expect(config.rules).toMatchObject({
    placeholders: 'error',
    untranslated: 'error',
    inconsistent: 'off',
    opposites: 'off',
  });
  expect(config.limits).toEqual({ characters: undefined, concurrency: 'auto' });
  expect(config.extract).toBeUndefined();
  expect(config.catalogs[0]).toMatchObject({
    messages: 'auto',
    exclude: [],
    excludedKeys: [],
    line: 4,
  });
});

test('a catalog with targets of its own adds them to the known ones', async () => {
  const config = await load('  - files: b/{locale}.json\n    targets: [it, de]\n');
  expect(config.targets).toEqual(['de', 'nl', 'pt-BR', 'tr', 'it']);
  expect(config.catalogs[1]?.targets).toEqual(['it', 'de']);
});

describe('what the service would reject is rejected here, with the rule named', () => {
  const long = 'x'.repeat(301);
  test.each([
    ['translate: { model: latency_optimized, memory: m }', 'with the model latency_optimized', 5],
    [
      'translate:\n  targets: { de: { model: latency_optimized, style: s } }',
      'latency_optimized',
      6,
    ],
    [
      'translate:\n  model: latency_optimized\n  targets:\n    de: { instructions: [x] }',
      'latency_optimized',
      8,
    ],
    [
      'translate: { formality: more }',
      'rejects formality "more" for this language; use "prefer_more"',
      5,
    ],
    ['translate: { targets: { tr: { formality: less } } }', '(target "tr", TR)', 5],
    [
      'translate: { instructions: [Be kind] }',
      'the service has no instructions for this language',
      5,
    ],
    [
      'translate: { model: latency_optimized }\nlanguages: { tr: SR }',
      'no low-latency model for this language; use quality_optimized, or leave "model" out (target "tr", SR)',
      5,
    ],
    ['translate: { style: s }', 'the service has no style for this language', 5],
    [`translate: { targets: { de: { instructions: [${long}] } } }`, 'at most 300 characters', 5],
    [
      `translate: { targets: { de: { instructions: [${'a,'.repeat(11)}] } } }`,
      'at most 10 entries',
      5,
    ],
  ])('%s', async (text, message, line) => {
    const error = await configError(load(`${text}\n`));
    expect(error.message).toContain(message);
    expect(error.line).toBe(line);
  });

  test('by the code that `languages` gives', async () => {
    const text = 'translate: { targets: { tr: { formality: more } } }\nlanguages: { tr: DE }\n';
    await expect(load(text)).resolves.toBeDefined();
  });

  test('but formality more for a target that has it, prefer_more for any, and 300 characters', async () => {
    const text = `translate:
  formality: prefer_more
  targets:
    pt-BR: { formality: more }
    de: { instructions: ["${'😀'.repeat(300)}"], style: s, model: prefer_quality_optimized }
`;
    await expect(load(text)).resolves.toBeDefined();
  });

  test('and the same mistake is told once, not once per catalog', async () => {
    const error = await configError(
      load('  - files: b/{locale}.json\ntranslate: { targets: { tr: { formality: more } } }\n'),
    );
    expect(error.issues).toHaveLength(1);
  });

  test('a glossary without a source', async () => {
    const text =
      'targets: [de]\ncatalogs: [{ files: "{locale}.json" }]\ntranslate: { glossary: g }\n';
    const error = await configError(
      loadConfig({ cwd: folder({ 'service.config.yaml': text }), env: {} }),
    );
    expect(error.message).toContain(
      '"source" is missing; the service accepts a glossary only together with a source',
    );
  });
});

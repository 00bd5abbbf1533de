import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/index.js';
import { configError, folder } from './helpers.js';

const base = 'source: en\ntargets: [de]\ncatalogs:\n  - files: locales/{locale}.json\n';

async function errorOf(text: string, name = 'service.config.yaml') {
  return configError(loadConfig({ cwd: folder({ [name]: text }), env: {} }));
}

describe('unknown keys', () => {
  test.each([
    ['tragets: [de]\n', 5, 1, 'targets'],
    ['service:\n  urll: x\n', 6, 3, 'url'],
    ['    exlude: []\n', 5, 5, 'exclude'],
    ['    keys: { excludes: [] }\n', 5, 13, 'exclude'],
    ['translate: { formalitty: more }\n', 5, 14, 'formality'],
    ['translate:\n  targets:\n    de:\n      glosary: x\n', 8, 7, 'glossary'],
    ['limits: { character: 5 }\n', 5, 11, 'characters'],
    ['rules: { placeholder: off }\n', 5, 10, 'placeholders'],
    ['extract: { code: [a], catalogue: b }\n', 5, 23, 'catalog'],
  ])('%j is told with line, column and the nearest known key', async (text, line, column, key) => {
    const error = await errorOf(base + text);
    const found = error.issues.find((issue) => issue.code === 'unknown-key');
    expect(found).toMatchObject({ line, column });
    expect(found?.message).toContain(`did you mean "${key}"?`);
  });

  test('one that is like nothing gets the list of known ones', async () => {
    const error = await errorOf(`${base}limits: { zzzzzzzzzzzz: 5 }\n`);
    expect(error.message).toContain('known: characters, minutes, money, concurrency');
  });

  test.each([
    ['formality: more\n', 5, 1, 'translate'],
    ['concurrency: 4\n', 5, 1, 'limits'],
    ['exclude: [a]\n', 5, 1, 'catalogs'],
    ['    formality: more\n', 5, 5, 'translate'],
  ])('%j, which another group has, is told with that group', async (text, line, column, group) => {
    const error = await errorOf(base + text);
    expect(error).toMatchObject({ code: 'unknown-key', line, column });
    expect(error.message).toContain(`it belongs in "${group}"`);
  });

  test('in JSON and package.json they have their place too', async () => {
    const json = '{\n  "source": "en",\n  "tragets": ["de"],\n  "catalogs": []\n}';
    expect(await errorOf(json, 'service.config.json')).toMatchObject({ line: 3, column: 3 });
    const manifest = `{\n  "name": "x",\n  "service": ${json}\n}`;
    expect(await errorOf(manifest, 'package.json')).toMatchObject({ line: 5, column: 3 });
  });

  test('in modules they are named without a place', async () => {
    const error = await errorOf('export default { tragets: ["de"] }', 'service.config.mjs');
    expect(error.issues[0]).not.toHaveProperty('line');
    expect(error.message).toContain('unknown key "tragets"; did you mean "targets"?');
  });

  test('an empty value does not hide them', async () => {
    expect((await errorOf(`${base}tragets:\n`)).code).toBe('unknown-key');
  });

  test.each(['service.config.yaml', 'service.config.json'])(
    '__proto__ in %s is unknown and reaches no prototype',
    async (name) => {
      const text =
        '{"source":"en","targets":["de"],"catalogs":[{"files":"{locale}.json"}],"languages":{"__proto__":{"polluted":"yes"}}}';
      const error = await errorOf(text, name);
      expect(error.code).toBe('unknown-key');
      expect(error.message).toContain('__proto__');
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    },
  );

  test('every issue is told at once, in file order', async () => {
    const error = await errorOf(`${base}tragets: 1\nlimits: { characters: many }\n`);
    expect(error.issues.map((issue) => issue.line)).toEqual([5, 6]);
    expect(error.message.split('\n')).toHaveLength(2);
  });
});

describe('ill-typed values', () => {
  test.each([
    ['targets: de\n', '"targets" must be a list, not a text'],
    ['targets: [1]\n', '"targets[0]" must be a text, not 1'],
    ['version: 2\n', '"version" must be 1, not 2'],
    ['version: "1"\n', '"version" must be 1, not "1"'],
    ['limits: 5\n', '"limits" must be a group of keys, not 5'],
    ['limits: { characters: many }\n', '"limits.characters" must be a number, not a text'],
    ['limits: { characters: -1 }\n', '"limits.characters" must be at least 0'],
    ['limits: { characters: 1.5 }\n', '"limits.characters" must be a whole number, not 1.5'],
    ['limits: { minutes: -1 }\n', '"limits.minutes" must be at least 0'],
    ['limits: { money: 5 }\n', '"limits.money" needs "prices.characters"'],
    [
      'limits: { money: 5 }\nprices: { characters: 20 }\nrecordings: [{ source: a.mp3, text: "a.{locale}.txt" }]\n',
      '"limits.money" needs "prices.minutes", the price of a minute of speech',
    ],
    ['limits: { concurrency: fast }\n', 'a whole number from 1 to 100 or "auto", not a text'],
    ['limits: { concurrency: 0 }\n', '"limits.concurrency" must be at least 1'],
    ['translate: { formality: mor }\n', 'did you mean "more"?'],
    ['translate: { memory_threshold: 101 }\n', '"translate.memory_threshold" must be at most 100'],
    ['translate: { memory_threshold: -1 }\n', '"translate.memory_threshold" must be at least 0'],
    ['translate: { glossary: "" }\n', '"translate.glossary" must not be empty'],
    ['rules: { placeholders: warning }\n', 'did you mean "warn"?'],
    ['languages: { de: D_E }\n', '"languages.de" must be a language code'],
    [
      'store: { url: "${STORE}", schema: My-Texts }\n',
      '"store.schema" must have at most 48 characters of a–z',
    ],
    ['store: { url: "${STORE}", schema: pg_texts }\n', 'must not begin with a digit or pg_'],
    ['propose: { reviewers: { de: [a b] } }\n', '"propose.reviewers.de[0]" must be the name of'],
    ['keep: [" "]\n', '"keep[0]" must not be empty'],
  ])('%j', async (text, message) => {
    const key = text.slice(0, text.indexOf(':'));
    const lines = base.split('\n').filter((line) => !line.startsWith(`${key}:`));
    const error = await errorOf(lines.join('\n') + text);
    expect(error.message).toContain(message);
    expect(error.line).toBe(lines.length);
    expect(error.column).toBeGreaterThan(key.length + 1);
  });

  test('one wrong value is told once', async () => {
    const error = await errorOf(`${base}translate: { style: [] }\n`);
    expect(error.issues.map(({ message }) => message)).toEqual([
      '"translate.style" must be a text, not a list',
    ]);
  });

  test('an empty list of targets is not missing, and the message says what belongs into it', async () => {
    const error = await errorOf(base.replace('[de]', '[]'));
    expect(error).toMatchObject({ code: 'missing-key', line: 2 });
    expect(error.message).toContain('"targets" must not be empty');
    expect(error.message).toContain('[de, fr]');
  });

  test('what is missing is named', async () => {
    expect((await errorOf('source: en\ntargets: [de]\n')).message).toContain(
      '"catalogs" is missing',
    );
    expect((await errorOf('targets: [de]\ncatalogs: [{ files: a }]\n')).message).toContain(
      '"source" is missing',
    );
    expect((await errorOf('source: en\ncatalogs: [{ files: "{locale}" }]\n')).message).toContain(
      '"targets" is missing',
    );
    expect((await errorOf('- a\n')).message).toContain('must be a group of keys');
  });

  test('an empty section counts as left out', async () => {
    const root = folder({ 'service.config.yaml': `${base}    exclude:\nlimits:\nservice:\n` });
    const config = await loadConfig({ cwd: root, env: {} });
    expect(config.limits).toEqual({ characters: undefined, concurrency: 'auto' });
  });
});

describe('locales', () => {
  const withTargets = (targets: string) => base.replace('[de]', targets);

  test.each(['xx_', 'english', '_', 'de--AT', '12'])(
    '%j does not look like one',
    async (locale) => {
      const error = await errorOf(withTargets(`["${locale}"]`));
      expect(error).toMatchObject({ code: 'invalid-locale', line: 2, column: 11 });
      expect(error.message).toContain('languages');
    },
  );

  test.each(['..', 'a/b', '*', 'd e', ''])('%j cannot be part of a file name', async (locale) => {
    const error = await errorOf(`${withTargets(`["${locale}"]`)}languages: { "${locale}": DE }\n`);
    expect(error.code).toBe('invalid-locale');
  });

  test('any name is one that `languages` explains', async () => {
    const root = folder({
      'service.config.yaml': `${withTargets('[deutsch]')}languages: { deutsch: DE }\n`,
    });
    expect((await loadConfig({ cwd: root, env: {} })).targets).toEqual(['deutsch']);
  });

  test.each([
    ['[de, en]', 'is also the source'],
    ['[de, EN]', 'is also the source'],
    ['[de, de]', 'twice'],
    ['[pt-BR, pt_br]', 'twice (also as "pt-BR")'],
  ])('%s', async (targets, message) => {
    const error = await errorOf(withTargets(targets));
    expect(error.message).toContain(message);
    expect(error.line).toBe(2);
  });

  test('options for a locale that is no target are a mistake', async () => {
    const error = await errorOf(`${base}translate: { targets: { dd: { formality: more } } }\n`);
    expect(error).toMatchObject({ code: 'unknown-key', line: 5 });
    expect(error.message).toContain('"dd" is not one of the targets; did you mean "de"?');
  });

  test.each([
    ['[zh_CN]', '  zh-CN: ZH-HANT', 'zh_CN'],
    ['[de]', '  dee: XX', 'de'],
    ['[de]', '  em: EN', 'en'],
    ['[de]\ncatalogs: [{ files: "{locale}.json", targets: [pt_BR] }]', '  pt-BR: PT-PT', 'pt_BR'],
  ])('%s: a language of a misspelled locale is a mistake', async (targets, line, near) => {
    const head = `source: en\ntargets: ${targets}\n`;
    const catalogs = head.includes('catalogs') ? '' : 'catalogs: [{ files: "{locale}.json" }]\n';
    const error = await errorOf(`${head}${catalogs}languages:\n${line}\n`);
    expect(error).toMatchObject({ code: 'unknown-key', line: 5, column: 3 });
    expect(error.message).toContain(
      `is neither the source nor one of the targets; did you mean "${near}"?`,
    );
  });

  test("a language of the source, of a catalog's own target or of a target to come is none", async () => {
    const text = `source: english
targets: [de]
languages: { english: EN, deutsch: DE, zh_CN: ZH-HANS }
catalogs: [{ files: "{locale}.json", targets: [deutsch] }]
`;
    const cwd = folder({ 'service.config.yaml': text });
    await expect(loadConfig({ cwd, env: {} })).resolves.toMatchObject({ source: 'english' });
  });

  test('two letters that have nothing in common are not alike', async () => {
    const error = await errorOf(`${base}translate: { targets: { fr: { formality: more } } }\n`);
    expect(error.message).toContain('"fr" is not one of the targets; known: de');
  });
});

describe('patterns', () => {
  test.each([
    ['files: /etc/{locale}.json', 'absolute'],
    ['files: "C:/x/{locale}.json"', 'absolute'],
    ['files: ../{locale}.json', '".." leads outside the root'],
    ['files: a/{b,..}/{locale}.json', '".." leads outside the root'],
    ['files: a/../{locale}.json', '".." leads outside the root'],
    ["files: 'locales\\{locale}.json'", 'separate folders with "/"'],
    ["files: 'locales\\de\\{locale}.json'", 'separate folders with "/"'],
    ['files: locales/en.json', '{locale} is missing'],
    ['files: locales/{lang}.json', '{lang} is not a placeholder'],
    ['files: locales/{a,{locale}', 'has no "}"'],
    ['files: "locales/[ab/{locale}.json"', 'has no "]"'],
    ['files: "!locales/{locale}.json"', 'negated'],
    ['files: locales/{locale}/', 'it must name files'],
    ['source: a.xlf', '"target" is missing'],
    ['target: "a.{locale}.xlf"', '"source" is missing'],
    ['exclude: []', 'needs "files"'],
    ['{ files: "{locale}.json", source: a }', 'cannot be combined'],
    ['{ source: a.xlf, target: b.xlf }', '{locale} is missing'],
    ['{ source: "*.xlf", target: "{locale}.xlf" }', 'wildcards'],
    ['{ source: "**/a.xlf", target: "*.{locale}.xlf" }', '"**"'],
    ['{ source: "a.{x,y}", target: "a.{locale}.{x,y,z}" }', 'alternatives'],
    ['{ source: ../a.xlf, target: "b.{locale}.xlf" }', '".." leads outside the root'],
    ['{ files: "{locale}.json", exclude: [../x] }', '".." leads outside the root'],
  ])('%s', async (entry, message) => {
    const error = await errorOf(`source: en\ntargets: [de]\ncatalogs:\n  - ${entry}\n`);
    expect(error.message).toContain(message);
    expect(error.line).toBe(4);
  });
});

describe('the key', () => {
  test.each(['sk-12345-secret', '$SERVICE_AUTH_KEY', '${A} ${B}', '98765432101'])(
    'never stands in the file (%s), and is not repeated',
    async (key) => {
      const error = await errorOf(`${base}service: { key: "${key}" }\n`);
      expect(error).toMatchObject({ code: 'literal-key', line: 5, column: 17 });
      expect(error.message).not.toContain(key);
    },
  );

  test.each(['98765432101', '[secret-part]', '{ secret-part: 1 }'])(
    'is not repeated when it is no text (%s)',
    async (key) => {
      const error = await errorOf(`${base}service: { key: ${key} }\n`);
      expect(error.message).not.toContain('98765432101');
      expect(error.message).not.toContain('secret-part');
    },
  );

  test('in an address is refused, and not repeated', async () => {
    const error = await errorOf(`${base}service: { url: "https://me:secret@x.example" }\n`);
    expect(error.message).toContain('without user, password');
    expect(error.message).not.toContain('secret');
  });
});

test('an address that ends in a version is refused where it is, that of a backend is not', async () => {
  const error = await errorOf(`${base}service: { url: "https://x.example/v2" }\n`);
  expect(error).toMatchObject({ code: 'invalid-value', line: 5, column: 17 });
  expect(error.message).toContain(
    '"service.url" must not end in /v2, which is already part of every path',
  );
  const backend = '{ engine: openai, url: "http://127.0.0.1:11434/v1", model: m }';
  const text = `${base}service: { url: embedded, backend: ${backend} }\n`;
  const config = await loadConfig({ cwd: folder({ 'service.config.yaml': text }), env: {} });
  expect(config.service.backend?.url).toBe('http://127.0.0.1:11434/v1');
});

test.each([
  ['code: ["src/**/ui/**/*.test.*"], catalog: "en/{namespace}.json"', ''],
  ['code: ["src/!(*.test).ts"], catalog: "en/{namespace}.json"', ''],
  ['code: ["*a*a*a*a*b"], catalog: a.json', 'it has too many wildcards'],
  ['code: ["**/a/**/b/**/c/**/d"], catalog: a.json', 'it has too many wildcards'],
  ['code: ["*(*(a)a)b"], catalog: a.json', 'it has a repeating group'],
  ['code: ["node_modules/@acme/ui/src/**"], catalog: a.json', 'code in node_modules is never read'],
  ['code: ["src/**", "!**/node_modules/**"], catalog: a.json', ''],
  [`code: [a], catalog: "${'{namespace}a'.repeat(5)}"`, 'it has too many wildcards'],
])('extract: { %s }: %j', async (extract, message) => {
  const error = await loadConfig({
    cwd: folder({ 'service.config.yaml': `${base}extract: { ${extract} }\n` }),
    env: {},
  }).then(
    () => '',
    (cause: unknown) => String(cause),
  );
  if (message === '') expect(error).toBe('');
  else expect(error).toContain(message);
});

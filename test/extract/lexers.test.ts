import { cpSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { extractKeys, loadConfig } from '../../src/index.js';
import type { Extraction } from '../../src/index.js';
import { CLI, Project } from '../support/project.js';
import { keysIn, wantedIn } from './keys-in.js';

const BASE = `version: 1
source: en
targets: [de]
catalogs: [{ files: 'locales/{locale}/*.json' }]
`;

async function extract(project: Project): Promise<Extraction> {
  return extractKeys(await loadConfig({ cwd: project.root, env: {} }));
}

describe('Handlebars', () => {
  test.each([
    ['{{t "cart.title"}} {{{t \'cart.text\'}}}', ['cart.text', 'cart.title']],
    [
      '<Cart @label={{t "cart.label"}} @title={{concat (t "one.key") (t "two.key")}} />',
      ['cart.label', 'one.key', 'two.key'],
    ],
    ['{{t "cart.outer" name=(t "cart.inner")}}', ['cart.inner', 'cart.outer']],
    ['{{t\n  "cart.long"\n  defaultValue="Long (very)"\n  count=this.n\n}}', ['cart.long']],
    [
      '{{t "shop:cart.title"}} {{t "cart.ns" ns="shop"}}',
      ['cart.ns', 'shop:cart.title']
        .map((key) => (key === 'cart.ns' ? 'shop:cart.ns' : key))
        .sort(),
    ],
    ['{{#if (eq x (t "in.condition"))}}{{t this.key}}{{/if}}', ['in.condition']],
    // Which text belongs to which key is unknown.
    ['{{t (if @open "state.open" "state.closed")}}', []],
    ['{{t "cart.sum" (concat "not" "its text")}}', ['cart.sum']],
  ])('%s', async (code, keys) => {
    expect(await keysIn('a.hbs', code)).toEqual(keys);
  });

  test('texts, counts and contexts', async () => {
    const code =
      '{{t "cart.a" "Text of a"}}{{t "cart.b" defaultValue="Text (b)" count=n}}{{t "cart.c" (concat "not" "this") context=kind}}';
    const { keys } = await wantedIn('a.handlebars', code);
    expect(keys).toMatchObject([
      { key: 'cart.a', text: 'Text of a', count: false },
      { key: 'cart.b', text: 'Text (b)', count: true },
      { key: 'cart.c', text: undefined, context: true, line: 1 },
    ]);
  });
});

describe('HTML', () => {
  test.each([
    [
      '<p data-i18n="cart.title">x</p><img data-i18n="[alt]cart.alt; cart.text">',
      ['cart.alt', 'cart.text', 'cart.title'],
    ],
    ['<!-- <p data-i18n="no"> --><p data-i18n="yes">', ['yes']],
    ['<p data-i18n="{{key}}"></p><p data-i18n="<%= key %>"></p><p data-i18n="sure">', ['sure']],
    ['<p data-i18n="shop:cart" data-i18n-options=\'{"count":1}\'></p>', ['shop:cart']],
  ])('%s', async (code, keys) => {
    expect(await keysIn('a.html', code)).toEqual(keys);
  });

  test('options that are no JSON are reported, and the keys of the file are kept', async () => {
    const project = new Project({
      'service.config.yaml': `${BASE}extract: { code: ['src/*'], catalog: 'locales/en/{namespace}.json' }\n`,
      'package.json': '{"dependencies":{"i18next":"26"}}',
      'src/a.html': '<p data-i18n="[title]cart.title" data-i18n-options="{count}"></p>',
      'locales/en/translation.json': '{ "cart": { "title": "T", "old": "O" } }',
    });
    const { problems, unused } = await extract(project);
    expect(problems).toMatchObject([{ code: 'unreadable-code', file: 'src/a.html' }]);
    expect(unused).toMatchObject([{ key: 'cart.old' }]);
  });
});

const LEXER = `import { BaseLexer } from 'i18next-parser';
class LiquidLexer extends BaseLexer {
  extract(content) {
    return [...content.matchAll(/\\{\\{ '([^']+)' \\| (\\w+) \\}\\}/g)].flatMap(([, key, name]) =>
      this.functions.includes(name) ? [{ key, defaultValue: 'Text of ' + key }] : [],
    );
  }
}
`;
const PARSER_CONFIG = `${LEXER}
export default {
  input: ['./src/**/*.{js,liquid,hbs}', '!src/old/**'],
  output: 'locales/$LOCALE/$NAMESPACE.json',
  locales: ['en', 'de'],
  defaultNamespace: 'common',
  keySeparator: '/',
  namespaceSeparator: '::',
  sort: true,
  lexers: {
    liquid: [{ lexer: LiquidLexer, functions: ['tr'] }],
    js: [{ lexer: 'JavascriptLexer', functions: ['t', 'say'] }],
    jsx: [{ lexer: 'JsxLexer', componentFunctions: ['Trans', 'Text'] }],
    default: ['JavascriptLexer'],
  },
};
`;
const CODE = {
  'package.json': '{"type":"module","dependencies":{"i18next":"26"}}',
  'src/a.js': "import i18next from 'i18next'; i18next.t('js/title', 'Title'); say('js/said');",
  'src/b.liquid': "{{ 'liquid/title' | tr }} {{ 'no' | upcase }} {{ 'shop::cart' | tr }}",
  'src/c.hbs': '{{t "hbs/title"}}',
  'src/old/d.js': "import { t } from 'i18next'; t('old')",
  'locales/en/common.json': '{}',
};

const TAKEN = {
  file: 'i18next-parser.config.js',
  settings: {
    code: ['src/**/*.{js,liquid,hbs}', '!src/old/**'],
    catalog: 'locales/en/{namespace}.json',
    functions: ['say'],
    components: ['Trans', 'Text'],
    namespace: 'common',
    separators: { namespace: '::', key: '/' },
    lexers: ['liquid', 'js', 'jsx', 'default'],
  },
};

/** A project whose modules can import i18next-parser. */
function projectOf(files: Readonly<Record<string, string>>): Project {
  const project = new Project(files);
  symlinkSync(join(import.meta.dirname, '../../node_modules'), project.path('node_modules'));
  return project;
}

describe('a config of i18next-parser', () => {
  test.each([
    ['without extract', BASE],
    ['with an empty one', `${BASE}extract: {}\n`],
  ])('gives everything that the own one does not say: %s', async (_, config) => {
    const project = projectOf({
      ...CODE,
      'service.config.yaml': config,
      'i18next-parser.config.js': PARSER_CONFIG,
    });
    const { taken, problems } = await extract(project);
    expect(taken).toEqual(TAKEN);
    expect(problems).toEqual([]);
    expect(project.json('locales/en/common.json')).toEqual({
      js: { title: 'Title', said: '' },
      liquid: { title: 'Text of liquid/title' },
      hbs: { title: '' },
    });
    expect(project.json('locales/en/shop.json')).toEqual({ cart: 'Text of shop::cart' });
  });

  test('is said to be used, and the own settings win', { timeout: 300_000 }, async () => {
    const project = projectOf({
      ...CODE,
      'service.config.yaml': `${BASE}extract: { code: ['src/*.hbs'], separators: { key: '/' }, namespace: app }\n`,
      'i18next-parser.config.js': PARSER_CONFIG,
    });
    const { code, stderr } = await project.run(['extract']);
    expect(code).toBe(0);
    expect(stderr).toContain(
      'From i18next-parser.config.js: catalog locales/en/{namespace}.json, functions say, components Trans Text, separators namespace "::", lexers liquid js jsx default\n',
    );
    expect(project.json('locales/en/app.json')).toEqual({ hbs: { title: '' } });
  });

  test.each([
    [
      'i18next-parser.config.json',
      '{ "input": "src/*.hbs", "output": "locales/$LOCALE/app.json" }',
    ],
    ['i18next-parser.config.yaml', 'input: [src/*.hbs]\noutput: locales/$LOCALE/app.json\n'],
    [
      'i18next-parser.config.mjs',
      "export default { input: 'src/*.hbs', output: './locales/$LOCALE/app.json' };",
    ],
    [
      'i18next-parser.config.ts',
      "const output: string = 'locales/$LOCALE/app.json';\nexport default { input: ['src/*.hbs'], output };",
    ],
  ])('may be %s', async (file, text) => {
    const project = projectOf({
      'service.config.yaml': BASE,
      [file]: text,
      'src/a.hbs': '{{t "cart.title"}}',
      'locales/en/app.json': '{}',
    });
    const { taken } = await extract(project);
    expect(taken).toEqual({
      file,
      settings: { code: ['src/*.hbs'], catalog: 'locales/en/app.json' },
    });
    expect(project.json('locales/en/app.json')).toEqual({ cart: { title: '' } });
  });

  test.each([
    ['i18next-parser.config.json', '{ "input": [', /i18next-parser\.config\.json:1/],
    [
      'i18next-parser.config.js',
      'export default { input: [ }',
      /i18next-parser\.config\.js.*could not be loaded/,
    ],
    ['i18next-parser.config.js', "throw new Error('no')", /i18next-parser\.config\.js.*: no/],
    [
      'i18next-parser.config.yaml',
      'input: { a: 1 }',
      /i18next-parser\.config\.yaml: "input" must be/,
    ],
    [
      'i18next-parser.config.yaml',
      'lexers: { hbs: HandlebarsLexer }',
      /"lexers\.hbs" must be a list/,
    ],
    ['i18next-parser.config.yaml', 'keySeparator: true', /"keySeparator" must be/],
    ['i18next-parser.config.yaml', 'input: ["../../**/*.js"]', /the pattern ".*" cannot be used/],
    ['i18next-parser.config.yaml', '- a', /must contain an object/],
  ])('that is broken is named, with what to do: %s %s', async (file, text, message) => {
    const project = new Project({ ...CODE, 'service.config.yaml': BASE, [file]: text });
    await expect(extract(project)).rejects.toMatchObject({
      code: 'parser-config',
      message: expect.stringMatching(message) as unknown,
      hint: {
        text: 'Fix the file, or remove it and set its values in `extract` of the config.',
      },
    });
    expect(project.read('locales/en/common.json')).toBe('{}');
  });

  test('an unknown lexer, and one that fails, are reported with the file', async () => {
    const project = projectOf({
      ...CODE,
      'service.config.yaml': BASE,
      'i18next-parser.config.js': PARSER_CONFIG.replace('content.matchAll', 'content.nothing'),
      'locales/en/common.json': '{ "liquid": { "title": "T" }, "gone": "G" }',
    });
    const { problems, unused } = await extract(project);
    expect(problems).toMatchObject([
      {
        code: 'unreadable-code',
        file: 'src/b.liquid',
        message: expect.stringMatching(/i18next-parser: content\.nothing/) as unknown,
      },
    ]);
    expect(unused).toMatchObject([{ key: 'gone' }]);
  });

  test('without globs for its input asks for them', async () => {
    const project = new Project({
      ...CODE,
      'service.config.yaml': BASE,
      'i18next-parser.config.json': '{}',
    });
    await expect(extract(project)).rejects.toMatchObject({
      code: 'no-extract',
      message: '"extract.code" is missing, and i18next-parser.config.json has no "input".',
    });
  });

  test('that is code is not run where none may be', async () => {
    const project = new Project({
      ...CODE,
      'service.config.yaml': BASE,
      'i18next-parser.config.js': 'globalThis.wasRun = true; export default {};',
    });
    const refuseCode = 'in a pull request from a fork';
    const config = await loadConfig({ cwd: project.root, env: {}, refuseCode });
    await expect(extractKeys(config)).rejects.toMatchObject({
      code: 'code-refused',
    });
    expect(globalThis).not.toHaveProperty('wasRun');
  });
});

test(
  'without the package, its files are named, and every key in them is kept',
  { timeout: 300_000 },
  async () => {
    const project = new Project({
      'service.config.yaml': `${BASE}extract: { code: ['src/*'], catalog: 'locales/en/{namespace}.json' }\n`,
      'package.json': '{"dependencies":{"i18next":"26"}}',
      'src/a.js': "import { t } from 'i18next'; t('js')",
      'src/b.hbs': '{{t "cart.title"}}',
      'src/c.html': '<p data-i18n="[alt]image.alt;Save the file">x</p>',
      'src/d.html': '<p>Nothing of it</p>',
      'locales/en/translation.json': JSON.stringify({
        js: 'J',
        cart: { title: 'T', old: 'O' },
        image: { alt: 'A' },
        'Save the file': 'Save the file',
      }),
    });
    // A copy of the build, from which no package is found.
    const { root: dist } = new Project();
    cpSync(dirname(CLI), dist, { recursive: true });
    project.command = [process.execPath, join(dist, 'cli.cjs')];
    const { stdout } = await project.run(['extract', '--json']);
    const { problems, unused, added } = JSON.parse(stdout) as Extraction;
    expect(problems).toEqual([
      {
        code: 'no-parser',
        severity: 'warning',
        file: 'src/b.hbs',
        message:
          'The keys of this file, and of 1 more file, are read by the package i18next-parser, which is not installed: none was added, and no key whose text occurs there counts as unused. Install it: npm install --save-dev i18next-parser',
      },
    ]);
    expect(added).toEqual([]);
    expect(unused).toMatchObject([{ key: 'cart.old' }]);

    // Nor is it loaded from a project whose code is not to run.
    const own = 'node_modules/i18next-parser';
    project.write(`${own}/package.json`, '{ "version": "9.0.0", "main": "index.js" }');
    project.write(`${own}/index.js`, "require('node:fs').writeFileSync('ran', '');");
    await project.run(['extract', '--no-code-config']);
    expect(project.has('ran')).toBe(false);
    await project.run(['extract']);
    expect(project.has('ran')).toBe(true);
    project.remove('node_modules');

    project.write('i18next-parser.config.mjs', PARSER_CONFIG);
    expect((await project.run(['extract'])).stderr).toContain(
      'Install it: npm install --save-dev i18next-parser, or remove it and set its values in',
    );
  },
);

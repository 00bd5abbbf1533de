import { beforeAll, describe, expect, test } from 'vitest';
import { loadParser } from '../../src/code/extract/reading/syntax.js';
import { textsIn } from '../../src/code/extract/words.js';
import { moveTexts, writeFiles } from '../../src/code/index.js';
import { extractKeys, loadConfig } from '../../src/index.js';
import { Project } from '../support/project.js';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

beforeAll(loadParser);

const configOf = (project: Project) => loadConfig({ cwd: project.root, env: {} });

/** A project as `npx @inlang/paraglide-js init` makes it. */
function paraglide(files: Readonly<Record<string, string>>): Project {
  return new Project({
    'package.json': '{ "devDependencies": { "@inlang/paraglide-js": "^2.0.0" } }',
    'project.inlang/settings.json': JSON.stringify({
      baseLocale: 'en',
      locales: ['en', 'de'],
      'plugin.inlang.messageFormat': { pathPattern: './messages/{locale}.json' },
    }),
    'messages/en.json': JSON.stringify({
      $schema: 'https://inlang.com/schema/inlang-message-format',
      example_message: 'Hello world {username}',
      old_message: 'Old',
    }),
    'service.config.yaml': `version: 1
source: en
targets: [de]
catalogs: [{ files: 'messages/{locale}.json' }]
extract: { code: ['src/**/*.{ts,tsx,svelte}'], catalog: messages/en.json }
`,
    ...files,
  });
}

/** The keys that the extraction would still add. */
async function extractTexts(project: Project): Promise<readonly string[]> {
  const { added } = await extractKeys(await configOf(project));
  return added.map(({ key }) => key);
}

async function move(project: Project): Promise<void> {
  const { files } = await moveTexts(await configOf(project));
  for (const { file, after } of files) writeFileSync(join(project.root, file), after);
}

const found = (file: string, code: string): readonly string[] =>
  textsIn(file, code, { attributes: ['tooltip'], components: ['Say'] }).map(
    ({ line, column, text, attribute }) =>
      `${line}:${column} ${attribute === undefined ? '' : `${attribute}: `}${text}`,
  );

const vue = (template: string): string => `<template>${template}</template>`;

describe('texts that people see and no function looks up', () => {
  test.each([
    // JSX
    ['a.tsx', 'const a = <p>Save it</p>;', ['1:14 Save it']],
    ['a.jsx', 'f(<p>\n  Save it,\n  now\n</p>)', ['2:3 Save it, now']],
    ['a.tsx', '<img alt="A cat" src="cat" className="big cat" />', ['1:11 alt: A cat']],
    ['a.tsx', '<img alt="Logo" src="/logo-wide.png" />', ['1:11 alt: Logo']],
    ['a.tsx', '<p>read-only</p>', ['1:4 read-only']],
    ['a.tsx', '<p>{name || "Untitled"}</p>', ['1:14 Untitled']],
    [
      'a.tsx',
      '<Field label="Your name" tooltip={"As in the passport"} />',
      ['1:15 label: Your name', '1:36 tooltip: As in the passport'],
    ],
    ['a.tsx', '<p>{open ? "Close" : `Open`}</p>', ['1:13 Close', '1:23 Open']],
    ['a.tsx', '<p>{open && "Close"}{t("x")}</p>', ['1:14 Close']],
    [
      'a.tsx',
      '<p>Hello {user.name}, you have <b>{n} letters</b></p>',
      ['1:4 Hello {name}, you have <b>{n} letters</b>'],
    ],
    ['a.tsx', '<input type="submit" value="Send it" />', ['1:29 value: Send it']],
    ['a.tsx', 'list.map((x) => <><Row key={x} title={`Row ${x}`} /></>)', ['1:40 title: Row {x}']],
    ['a.tsx', '<p>保存する</p>', ['1:4 保存する']],
    // Vue, Svelte, Astro, HTML
    [
      'a.vue',
      vue('<p>Save it</p><p title="A tip" :alt="ok ? \'Yes\' : t(\'no\')">{{ x }}</p>'),
      ['1:14 Save it', '1:35 title: A tip', '1:54 alt: Yes'],
    ],
    [
      'a.vue',
      vue("<p>Hello {{ name }}</p><b>{{ ok ? 'Done' : '' }}</b>"),
      ['1:14 Hello {name}', '1:46 Done'],
    ],
    [
      'a.svelte',
      '<script>let a = "b"</script>\n{#if a}<p>Save it</p>{:else}Cancel it{/if}',
      ['2:11 Save it', '2:29 Cancel it'],
    ],
    [
      'a.svelte',
      '<button aria-label="Close the window">{ok ? "Yes" : $_("no")}</button>',
      ['1:21 aria-label: Close the window', '1:46 Yes'],
    ],
    [
      'a.astro',
      '---\nconst a = "Some text";\n---\n<h1>Our shop</h1>\n{list.map((x) => <br><li>Item {x}</li>)}',
      ['4:5 Our shop', '5:26 Item {x}'],
    ],
    [
      'a.html',
      '<!DOCTYPE html><title>Our shop</title>\n@if (a < b) {<p>Nothing here</p>} @else {See you}',
      ['1:23 Our shop', '2:17 Nothing here', '2:42 See you'],
    ],
    ['a.html', '<p>Hello {{ user.name | upper }}</p>', ['1:4 Hello {…}']],
  ])('%s: %s', (file, code, texts) => {
    expect(found(file, code)).toEqual(texts);
  });
});

describe('what is no text, or is looked up', () => {
  test.each([
    ['a.tsx', '<p>{t("Save it")}</p>'],
    ['a.tsx', '<Trans>Save <b>it</b></Trans>'],
    ['a.tsx', '<FormattedMessage id="a" defaultMessage="Save it" />'],
    ['a.tsx', '<Say>Save it</Say>'],
    ['a.tsx', '<code>npm install it</code>'],
    ['a.tsx', '<p>{x}: {y} &nbsp; – 12 px</p>'],
    ['a.tsx', '<p>GitHub</p>'],
    ['a.tsx', '<option>Deutsch</option>'],
    ['a.tsx', '<option value="flat">flat</option>'],
    ['a.tsx', '<input placeholder="name@example.com" />'],
    ['a.tsx', '<input placeholder="https://example.com/path" />'],
    ['a.tsx', '<input placeholder="628123456789 or 34534" />'],
    ['a.tsx', '<input placeholder="MY-COMPUTER" />'],
    [
      'a.tsx',
      '<p title={`actions.${tab}.title`}>{t("a") || "Save it"}{this.$t("a") ?? "Save it"}</p>',
    ],
    ['a.tsx', '<img src="/logos/google-docs.png" alt="Google Docs" />'],
    ['a.vue', vue('<li aria-roledescription="status-card">{{ x }}_info sk_{{ x }}</li>')],
    ['a.tsx', '<option value="form">x-www-form-urlencoded</option>'],
    ['a.tsx', '<i className="material-icons">close</i>'],
    ['a.tsx', '<MenuIcon>close</MenuIcon>'],
    ['a.tsx', '<p translate="no">Save it</p>'],
    ['a.tsx', '<Select label="name" />'],
    ['a.ts', 'const a = <T>save(it);'],
    ['a.vue', '<i18n>Save it</i18n><docs>Save it</docs>'],
    ['a.vue', vue('<p v-t="\'a\'">Save it</p><i18n-t keypath="a">Save it</i18n-t>')],
    ['a.vue', '<template lang="pug">\np Save it\n</template>'],
    ['a.svelte', '<style>p { content: "Save it" }</style><!-- Save it -->'],
    ['a.html', '<p i18n>Save it</p><img i18n-alt alt="A cat"><p translate>a.key</p>'],
    ['a.html', '<p>{n, plural, =1 {One page} other {{{n}} pages}}</p>'],
    ['a.html', '<% var saveIt = 1 %>{% trans "Save it" %}<script>save(it)</script>'],
  ])('%s: %s', (file, code) => {
    expect(found(file, code)).toEqual([]);
  });
});

describe('extract --words', { timeout: 60_000 }, () => {
  const project = (words = ''): Project =>
    new Project({
      'service.config.yaml': `version: 1
source: en
targets: [de]
keep: [Acme Cloud]
catalogs: [{ files: 'l/{locale}.json' }]
extract: { code: ['src/**'], catalog: l/en.json${words} }
`,
      'package.json': '{"name": "@acme/web-shop-ui"}',
      'l/en.json': '{}',
      'src/a.tsx':
        '<p title="Web Shop">Save it <b>Acme Cloud</b></p>;\n<i>Acme Cloud</i>;\n<i>Beta 3</i>;',
      'src/a.test.tsx': '<p>Only a test</p>',
      'src/a.stories.tsx': '<p>Only a demo</p>',
      'src/a/stories.tsx': '<p>Only a demo</p>',
    });

  test('lists texts with their places, writes nothing, and fails with --check', async () => {
    const one = project();
    const { code, stderr } = await one.run(['extract', '--words']);
    expect([code, stderr]).toEqual([
      0,
      'src/a.tsx:1:21  Save it <b>Acme Cloud</b>\nsrc/a.tsx:3:4  Beta 3\n2 hard-coded texts in 1 file. Nothing was written. (--apply moves them into the catalogs)\n',
    ]);
    expect(one.read('l/en.json')).toBe('{}');
    const gate = await one.run(['extract', '--words', '--check', '--reporter', 'github']);
    expect(gate.code).toBe(1);
    expect(gate.stdout).toMatch(/^::error file=src\/a\.tsx,line=1,col=21,title=hard-coded-text::/);
  });

  test('leaves out what the config allows', async () => {
    const { code, stdout } = await project(", words: { allow: ['Beta *', 'save it*'] }").run([
      'extract',
      '--words',
      '--check',
      '--json',
    ]);
    expect([code, (JSON.parse(stdout) as { words: unknown }).words]).toEqual([0, []]);
  });
});

describe('extract --words --apply', { timeout: 60_000 }, () => {
  const moving = (
    dependency: string,
    file: string,
    code: string,
    en: object,
    catalog = 'l/en.json',
  ): Project =>
    new Project({
      'service.config.yaml': `version: 1
source: en
targets: [de]
catalogs: [{ files: '${catalog.replace('en', '{locale}').replace('{namespace}', '*')}' }]
extract: { code: ['src/**'], catalog: '${catalog}' }
`,
      'package.json': JSON.stringify({ dependencies: { [dependency]: '1' } }),
      [catalog.replace('{namespace}', 'shop')]: JSON.stringify(en),
      [`src/${file}`]: code,
    });

  const REACT = "import { useTranslation } from 'react-i18next';\n";

  test.each([
    [
      'react-i18next',
      'CartPage.tsx',
      `${REACT}export function A({ user }) {\n  const { t } = useTranslation();\n  return <p title="A tip">\n    Hello {user.name}, it's {n}\n  </p>;\n}`,
      { cart: { title: 'Cart' } },
      `  return <p title={t('cartPage.aTip')}>\n    {t('cartPage.helloIts', { name: user.name, n })}\n  </p>;`,
      {
        cart: { title: 'Cart' },
        cartPage: { aTip: 'A tip', helloIts: "Hello {{name}}, it's {{n}}" },
      },
    ],
    [
      'react-i18next',
      'a.tsx',
      `${REACT}const A = () => {\n  const { t } = useTranslation();\n  return <>{t('x', 'X')}<b>{ok ? 'Save it' : t('no', 'No')}</b><p>Read <a href="/x">the terms</a>.</p></>;\n}`,
      { x: 'X', no: 'No' },
      `<b>{ok ? t('saveIt', 'Save it') : t('no', 'No')}</b><p><Trans i18nKey="readTheTerms">Read <a href="/x">the terms</a>.</Trans></p>`,
      { x: 'X', no: 'No', saveIt: 'Save it', readTheTerms: 'Read <1>the terms</1>.' },
    ],
    [
      'react-i18next',
      'a.tsx',
      `\ufeff${REACT}const A = () => {\r\n  const { t } = useTranslation();\r\n  return <p>Save\r\n    it</p>;\r\n}`,
      { aB: 'X' },
      "\r\n  return <p>{t('saveIt')}</p>;\r\n",
      { aB: 'X', saveIt: 'Save it' },
    ],
    [
      'vue-i18n',
      'a-b.vue',
      '<script setup>\nconst n = 1;\n</script>\n<template>\n  <p title="A tip" :alt="n ? \'Yes\' : \'\'">Hello {{ n }}</p>\n</template>\n',
      { x_y: 'X', z_y: 'Z' },
      "<p :title=\"$t('a_tip')\" :alt=\"n ? $t('yes') : ''\">{{ $t('hello', { n }) }}</p>",
      { x_y: 'X', z_y: 'Z', a_tip: 'A tip', yes: 'Yes', hello: 'Hello {n}' },
    ],
    [
      'next-intl',
      'a.tsx',
      'import { useTranslations } from "next-intl";\nexport default function A({ n }) {\n  const t = useTranslations("Cart");\n  return <p>Hello {n}</p>;\n}',
      { Cart: { x: 'X' } },
      'return <p>{t("hello", { n })}</p>;',
      { Cart: { x: 'X', hello: 'Hello {n}' } },
    ],
    [
      'react-intl',
      'a.tsx',
      "import { useIntl } from 'react-intl';\nfunction A({ n }) {\n  const intl = useIntl();\n  return <p>Hello {n}</p>;\n}",
      { 'a-b': 'X' },
      "return <p>{intl.formatMessage({ id: 'hello', defaultMessage: 'Hello {n}' }, { n })}</p>;",
      { 'a-b': 'X', hello: 'Hello {n}' },
    ],
    [
      'svelte-i18n',
      'A.svelte',
      '<script lang="ts">\n  import { _ } from "svelte-i18n";\n  export let n: number;\n</script>\n\n{#if n}<p title="You have {n}">Hello {n}</p>{:else}\n  Save it\n{/if}\n<b>{n ? "Yes, all" : $_("x")}</b>\n',
      { x: 'X' },
      '{#if n}<p title={$_("youHave", { values: { n } })}>{$_("hello", { values: { n } })}</p>{:else}\n  {$_("saveIt")}\n{/if}\n<b>{n ? $_("yesAll") : $_("x")}</b>',
      {
        x: 'X',
        hello: 'Hello {n}',
        saveIt: 'Save it',
        yesAll: 'Yes, all',
        youHave: 'You have {n}',
      },
    ],
    [
      'own-i18n',
      'A.svelte',
      "<script>\n  import { t } from '$lib/i18n';\n</script>\n<h1>{$t('cart.title')}</h1>\n<p>Save it</p>\n",
      { cart: { title: 'Cart' } },
      "<p>{$t('a.saveIt')}</p>",
      { cart: { title: 'Cart' }, a: { saveIt: 'Save it' } },
    ],
    [
      'astro',
      'Cart.astro',
      '---\nimport { useTranslations } from "../i18n";\nconst t = useTranslations(Astro.currentLocale);\n---\n<h1 title="Our shop">{t("title")}</h1>\n{list.map((x) => <li>Save it</li>)}\n',
      { title: 'Cart' },
      '<h1 title={t("ourShop")}>{t("title")}</h1>\n{list.map((x) => <li>{t("saveIt")}</li>)}\n',
      { title: 'Cart', ourShop: 'Our shop', saveIt: 'Save it' },
    ],
    [
      'astro',
      'Find.astro',
      "<b>{Astro.locals.t('a.b')}</b>\n<p>Save it &amp; go</p>\n",
      { 'a.b': 'B', 'a.c': 'C' },
      "<p>{Astro.locals.t('find.saveItGo')}</p>",
      { 'a.b': 'B', 'a.c': 'C', 'find.saveItGo': 'Save it & go' },
    ],
  ])('%s: %s', async (dependency, file, code, en, written, catalog) => {
    const project = moving(dependency, file, code, en);
    await move(project);
    expect(project.read(`src/${file}`)).toContain(written);
    expect(JSON.parse(project.read('l/en.json'))).toEqual(catalog);
    // Code and catalog agree afterwards, and nothing is left to move.
    expect((await extractKeys(await configOf(project))).added).toEqual([]);
    expect((await moveTexts(await configOf(project))).files).toEqual([]);
  });

  test.each([
    ['the library itself', 'react-i18next', '', true],
    ['the same, handed on', './i18n', "export { useTranslation } from 'react-i18next';", true],
    [
      'a hook of the project that returns its translator',
      './i18n',
      "import { useTranslation as use } from 'react-i18next';\nexport function useTranslation() { return use(); }",
      true,
    ],
    ['another library', 'other-lib', '', false],
    [
      'a function of the project',
      './i18n',
      'export const useTranslation = () => api.get();',
      false,
    ],
    [
      'a hook that adds a prefix, with which the key is another',
      './i18n',
      "import { useTranslation as use } from 'react-i18next';\nexport const useTranslation = () => use('translation', { keyPrefix: 'cart' });",
      false,
    ],
  ])('a hook from %s', async (_, source, own, isMoved) => {
    const code = `import { useTranslation } from '${source}';\nconst A = () => { const { t } = useTranslation(); return <p>Save it</p>; }`;
    const project = moving('react-i18next', 'a.tsx', code, {});
    writeFileSync(join(project.root, 'src/i18n.ts'), own);
    const { moved, files } = await moveTexts(await configOf(project));
    expect([moved.length, files.length]).toEqual(isMoved ? [1, 2] : [0, 0]);
  });

  test.each([
    ['Nuxt, which imports it', 'const { t } = useTranslation();', true],
    ['an object', 'const { t } = window.app.useTranslation();', false],
    ['a component', 'const { t } = this.useTranslation();', false],
    [
      'a declaration',
      'declare function useTranslation(): Own;\nconst { t } = useTranslation();',
      false,
    ],
    ['a parameter', '((useTranslation) => 1)(1);\nconst { t } = props.useTranslation();', false],
    [
      'another name of the library',
      "import { useOther as useTranslation } from 'react-i18next';\nconst { t } = useTranslation();",
      false,
    ],
    ['a module', "const i18n = require('./own');\nconst { t } = i18n.useTranslation();", false],
  ])('the hook of %s', async (_, before, isMoved) => {
    const project = moving(
      'react-i18next',
      'a.tsx',
      `${before}\nconst A = () => <p>Save it</p>;`,
      {},
    );
    const { moved } = await moveTexts(await configOf(project));
    expect(moved).toHaveLength(isMoved ? 1 : 0);
  });

  test('code stays as it is if no catalog is known to take its key', async () => {
    const code = `${REACT}const A = () => { const { t } = useTranslation(); t('a'); t('b'); return <p>Save it</p>; }`;
    const project = moving('react-i18next', 'a.tsx', code, { a: 'A' }, 'l/en/{namespace}.json');
    writeFileSync(join(project.root, 'l/en/more.json'), '{"b":"B"}');
    writeFileSync(
      join(project.root, 'l/i18n.ts'),
      "import shop from './en/shop.json';\nimport more from './en/more.json';\ni18next.init({ resources: { en: { translation: { ...shop, ...more } } } });",
    );
    const { files, left } = await moveTexts(await configOf(project));
    expect([files, left.map(({ reason }) => reason)]).toEqual([[], ['no catalog takes its key']]);
  });

  test('writes nothing if a file changed meanwhile', async () => {
    const code = `${REACT}const A = () => { const { t } = useTranslation(); return <p>Save it</p>; }`;
    const project = moving('react-i18next', 'a.tsx', code, {});
    const config = await configOf(project);
    const { files } = await moveTexts(config);
    writeFileSync(join(project.root, 'src/a.tsx'), `${code} // more`);
    expect(() => {
      writeFiles(config, files.toReversed());
    }).toThrow(/changed/);
    expect(project.read('l/en.json')).toBe('{}');
  });

  test('a namespace of the hook is that of the key', async () => {
    const code = `${REACT}const A = () => {\n  const { t } = useTranslation('shop', { keyPrefix: 'cart' });\n  return <p>Save it</p>;\n}`;
    const project = moving(
      'react-i18next',
      'a.tsx',
      code,
      { cart: { x: 'X' } },
      'l/en/{namespace}.json',
    );
    await move(project);
    expect(project.read('src/a.tsx')).toContain("<p>{t('saveIt')}</p>");
    expect(JSON.parse(project.read('l/en/shop.json'))).toEqual({
      cart: { x: 'X', saveIt: 'Save it' },
    });
  });

  test.each([
    ['react-i18next', 'const A = () => <p>Save it</p>;', 'no translation function'],
    [
      'react-i18next',
      `const A = () => { const { t } = useTranslation(); return list.map((t) => <p>Save it</p>); }`,
      'no translation function',
    ],
    [
      'react-i18next',
      'const A = () => { const { t } = useTranslation(ns.x); return <p>Save it</p>; }',
      'only known at run time',
    ],
    [
      'react-i18next',
      'const A = () => { const { t } = useTranslation(); return <p>Save {f(x)}</p>; }',
      'has no name',
    ],
    [
      'react-i18next',
      'const A = () => { const { t } = useTranslation(); return <p>Save {n ? "it" : "them all"}</p>; }',
      'part of a sentence',
    ],
    [
      'react-i18next',
      'const A = () => { const { t } = useTranslation(); return <p>Save {a.x} {b.x}</p>; }',
      'the same name',
    ],
    [
      'react-i18next',
      'const A = () => { const { t } = useTranslation(); return <p>Save $t(it) now</p>; }',
      'signs',
    ],
    [
      'next-intl',
      'const A = () => { const t = useTranslations("A"); return <p>Save <b>it</b></p>; }',
      'contains elements',
    ],
    [
      'lingui',
      'const A = () => { const { t } = useLingui(); return <p>Save it</p>; }',
      'are known here',
    ],
    ...['<i18n>{"en":{"a":"A"}}</i18n>', '  <i18n global>{}</i18n>', '<i18n src="a.json"/>'].map(
      (block): [string, string, string] => {
        return ['vue-i18n', `<template><p>Save it</p></template>${block}`, 'messages of its own'];
      },
    ),
    ['svelte', '<p>Save it</p>', 'no call in its file'],
    ['svelte', "<script>let t;</script>{f('x')}<p>Save it</p>", 'no call in its file'],
    [
      'svelte',
      "<script>import { t } from './t';</script>{$t('x')} {#each a as t}<p>Save it</p>{/each}",
      't means',
    ],
    [
      'svelte',
      "<script>import { t } from './t';</script>{$t('x')}<p>Save {n} now</p>",
      'given to a text',
    ],
    [
      'astro',
      "---\nimport { t } from './t';\n---\n{t('x')}{a.map((t) => <p>Save it</p>)}",
      't means',
    ],
    [
      'astro',
      "---\nimport { t } from './t';\n---\n{t('x')}{a && <p><br>Save it</p>}",
      'exact place',
    ],
  ])('leaves and names what it does not understand (%s): %s', async (dependency, code, reason) => {
    const ending = /^(?:svelte|astro)$/.test(dependency) ? dependency : 'tsx';
    const file = dependency === 'vue-i18n' ? 'a.vue' : `a.${ending}`;
    const project = moving(dependency, file, code, {});
    const { files, left } = await moveTexts(await configOf(project));
    expect(files).toEqual([]);
    expect(left.map((one) => one.reason).join()).toContain(reason);
  });

  test.each<[string, Readonly<Record<string, string>>, string, string, string]>([
    [
      'with the import that other files have, behind the own ones',
      {
        'src/routes/+layout.svelte':
          "<script>\n  import { m } from '$lib/paraglide/messages.js';\n</script>\n<h1>{m.example_message({ username: 'x' })}</h1>\n",
      },
      'src/routes/about/+page.svelte',
      '<script lang="ts">\n  import Nav from \'./Nav.svelte\';\n  export let n: number;\n</script>\n\n<p title="Our shop">You have {n} items</p>\n',
      "<script lang=\"ts\">\n  import Nav from './Nav.svelte';\n  import { m } from '$lib/paraglide/messages.js';\n  export let n: number;\n</script>\n\n<p title={m.our_shop()}>{m.you_have_items({ n })}</p>\n",
    ],
    [
      'with a new script',
      {
        'src/routes/+layout.svelte':
          "<script>\n  import * as m from '$lib/paraglide/messages';\n</script>\n{m.example_message()}\n",
      },
      'src/routes/+page.svelte',
      '<p>Our shop</p>\n',
      "<script>\n  import * as m from '$lib/paraglide/messages';\n</script>\n\n<p>{m.our_shop()}</p>\n",
    ],
    [
      'under the name that the file has for it, by a path of its own',
      { 'src/App.tsx': "import { m } from './paraglide/messages';\nm.example_message();\n" },
      'src/pages/Home.tsx',
      '"use client";\nexport const Home = () => <p>Our shop</p>;\n',
      '"use client";\nimport { m } from \'../paraglide/messages\';\nexport const Home = () => <p>{m.our_shop()}</p>;\n',
    ],
    [
      'as it is imported already',
      {},
      'src/pages/Home.tsx',
      "import { m as texts } from '../paraglide/messages';\nexport const Home = () => <p>Our shop</p>;\n",
      "import { m as texts } from '../paraglide/messages';\nexport const Home = () => <p>{texts.our_shop()}</p>;\n",
    ],
  ])('calls a function of Paraglide: %s', async (_, others, file, before, after) => {
    const project = paraglide({ ...others, [file]: before });
    await move(project);
    expect(project.read(file)).toBe(after);
    expect(JSON.parse(project.read('messages/en.json'))).toMatchObject({ our_shop: 'Our shop' });
    expect(await extractTexts(project)).toEqual([]);
  });

  test('leaves a text if nothing shows where the messages of Paraglide are', async () => {
    const project = paraglide({ 'src/a.tsx': 'export const A = () => <p>Our shop</p>;\n' });
    const { left } = await moveTexts(await configOf(project));
    expect(left[0]?.reason).toBe('no code shows where the messages are imported from');
  });

  test('shows the change, and writes it only with --yes where nobody can be asked', async () => {
    const code = `${REACT}const A = () => {\n  const { t } = useTranslation();\n  return (\n    <p>Save it</p>\n  );\n};\n<p>Stay</p>;\n`;
    const project = moving('react-i18next', 'a.tsx', code, {});
    const dry = await project.run(['extract', '--words', '--apply']);
    expect([dry.code, project.read('src/a.tsx'), project.read('l/en.json')]).toEqual([
      2,
      code,
      '{}',
    ]);
    expect(dry.stdout).toBe(`--- a/src/a.tsx
+++ b/src/a.tsx
@@ -3,5 +3,5 @@
   const { t } = useTranslation();
   return (
-    <p>Save it</p>
+    <p>{t('saveIt')}</p>
   );
 };
--- a/l/en.json
+++ b/l/en.json
@@ -1,1 +1,3 @@
-{}
+{
+  "saveIt": "Save it"
+}
`);
    const { stderr } = await project.run(['extract', '--words', '--apply', '--yes']);
    expect(stderr).toContain('src/a.tsx:8:4  Stay  stays: no translation function');
    expect(project.read('src/a.tsx')).toContain("<p>{t('saveIt')}</p>");
  });
});

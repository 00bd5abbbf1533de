import { describe, expect, test } from 'vitest';
import { extractKeys, loadConfig } from '../../src/index.js';
import type { Extraction } from '../../src/index.js';
import { Project } from '../support/project.js';

const BASE = `version: 1
source: en
targets: [de]
catalogs:
  - files: locales/{locale}/*.json
extract:
  code: ['src/**/*']
`;

interface Setting {
  readonly extract?: string;
  readonly catalog?: string;
}

interface Result extends Extraction {
  readonly project: Project;
}

/** Extracts from one file of code into the catalog `locales/en/app.json`, or `{namespace}.json`. */
async function extract(code: string, en: object | null, more: Setting = {}): Promise<Result> {
  const { catalog = 'locales/en/app.json', extract: lines = '' } = more;
  const project = new Project({
    'service.config.yaml': `${BASE}  catalog: '${catalog}'\n${lines}`,
    'src/a.tsx': code,
    ...(en === null ? {} : { 'locales/en/app.json': JSON.stringify(en) }),
  });
  const config = await loadConfig({ cwd: project.root, env: {} });
  return { ...(await extractKeys(config)), project };
}

async function written(code: string, en: object | null, more?: Setting): Promise<unknown> {
  return (await extract(code, en, more)).project.json('locales/en/app.json');
}

describe('namespaces', () => {
  const NAMESPACES = { catalog: 'locales/en/{namespace}.json' };

  test('each key goes to the catalog of its namespace', async () => {
    const code = "t('a', 'A'); t('ns2:x', 'X'); t('y', { ns: 'ns3', defaultValue: 'Y' });";
    const { project } = await extract(code, null, { ...NAMESPACES, extract: '  namespace: app\n' });
    expect(project.json('locales/en/app.json')).toEqual({ a: 'A' });
    expect(project.json('locales/en/ns2.json')).toEqual({ x: 'X' });
    expect(project.json('locales/en/ns3.json')).toEqual({ y: 'Y' });
  });

  test('{locale} in the path of the catalog is the source locale', async () => {
    expect(await written("t('a');", { b: '' }, { catalog: 'locales/{locale}/app.json' })).toEqual({
      b: '',
      a: '',
    });
  });

  test('a key that a fallback has is not added to the namespace that asks for it', async () => {
    const code = `i18n.init({ fallbackNS: ['app', 'none'] });
const { t } = useTranslation('cart'); t('also', 'Other'); t('many', { count }); t('own', 'Own');`;
    const en = { also: 'Also', many_one: 'One', many_other: 'Many', old: 'Old' };
    const { project, unused } = await extract(code, en, NAMESPACES);
    expect(project.json('locales/en/cart.json')).toEqual({ own: 'Own' });
    expect(project.json('locales/en/app.json')).toEqual(en);
    expect(unused).toMatchObject([{ key: 'old' }]);
  });

  test('a key of a namespace without a catalog is reported and not added', async () => {
    const code = "t('a');\nt('ns2:x'); t('ns2:y');";
    const { project, problems } = await extract(code, {});
    expect(project.json('locales/en/app.json')).toEqual({ a: '' });
    expect(problems).toMatchObject(
      [{ code: 'unknown-namespace', file: 'src/a.tsx', line: 2, message: /ns2/ }].map((one) => ({
        ...one,
        message: expect.stringContaining('"ns2"') as string,
      })),
    );
  });

  test('one catalog is that of its name, of the usual namespace, or of the only one', async () => {
    expect(await written("t('app:a'); t('translation:b'); t('c');", {})).toEqual({
      a: '',
      b: '',
      c: '',
    });
    const hook = "const { t } = useTranslation('shop'); t('a');";
    expect(await written(hook, {})).toEqual({ a: '' });
  });

  test('a catalog may hold namespaces as groups', async () => {
    const code = "t('ns2:x'); t('b');";
    expect(await written(code, { ns2: { y: 'Y' } })).toEqual({ ns2: { y: 'Y', x: '' }, b: '' });
  });

  test('the usual namespace may be such a group, as in resources of i18next', async () => {
    const catalog = { translation: { a: 'A', old: 'Old' }, shop: { b: 'B', c_x: 'C' } };
    const code =
      "t('a'); t('new'); t('shop:b'); const { t: s } = useTranslation('shop'); s(`c_${x}`); s(KEYS.d);";
    const { project, unused } = await extract(code, catalog);
    expect(project.json('locales/en/app.json')).toEqual({
      ...catalog,
      translation: { ...catalog.translation, new: '' },
    });
    expect(unused).toMatchObject([{ key: 'translation.old' }]);
    expect(await written("t('a');", { translation: {} })).toEqual({ translation: { a: '' } });
  });

  test('what is quoted or put together may be in any such group', async () => {
    const catalog = { translation: { a: 'A' }, shop: { b: 'B', c_x: 'C', old: 'Old' } };
    const { unused } = await extract("t('a'); t('shop:d', 'D'); load('b', `c_${x}`);", catalog);
    expect(unused).toMatchObject([{ key: 'shop.old' }]);
  });

  test('the only group of a catalog is left out by code, if most of its keys show it', async () => {
    const web = { a: 'A', b: 'B', c: { one: 'C', other: 'Cs' }, d: { e: 'E' }, old: 'Old' };
    const code = "t('a'); t('b'); t('d.e'); t('c', { count }); t('f');";
    const { project, unused } = await extract(code, { web });
    expect(project.json('locales/en/app.json')).toEqual({ web: { ...web, f: '' } });
    expect(unused).toMatchObject([{ key: 'web.old' }]);
  });

  test.each([
    ['too few show it', "t('a'); t('b'); t('x');", { web: { a: 'A', b: 'B' } }],
    [
      'code names it',
      "t('a'); t('b'); t('d'); t('web.d'); t('x');",
      { web: { a: '', b: '', d: '' } },
    ],
    ['it is not alone', "t('a'); t('b'); t('d'); t('x');", { web: { a: '', b: '', d: '' }, c: '' }],
  ])('the group of a catalog stays a group: %s', async (_, code, en) => {
    expect(await written(code, en)).toMatchObject({ x: '' });
  });

  test('texts that are keys stay whole in a group', async () => {
    const catalog = { translation: { 'Log in.': 'Log in.', Cancel: 'Cancel' } };
    expect(await written("t('Log in.'); t('Save now.');", catalog)).toEqual({
      translation: { ...catalog.translation, 'Save now.': 'Save now.' },
    });
  });

  test('a group that is named like the usual namespace is one as any other', async () => {
    const catalog = { a: 'A', translation: { b: 'B' } };
    expect(await written("t('a'); t('translation.b'); t('c');", catalog)).toEqual({
      ...catalog,
      c: '',
    });
  });

  test('files of a library without namespaces are one catalog', async () => {
    const code = `import { useI18n } from 'vue-i18n';
const { t } = useI18n(); t('app.a'); t('cart.b'); t('cart.new'); t('cart.sub.c'); t('other');`;
    const project = new Project({
      'service.config.yaml': `${BASE}  catalog: 'locales/en/{namespace}.json'\n  namespace: app\n`,
      'src/a.ts': code,
      'locales/en/app.json': '{"app":{"a":"A"}}',
      'locales/en/shop.json': '{"cart":{"b":"B","old":"Old"}}',
    });
    const { unused } = await extractKeys(await loadConfig({ cwd: project.root, env: {} }));
    expect(project.json('locales/en/app.json')).toEqual({ app: { a: 'A' }, other: '' });
    expect(project.json('locales/en/shop.json')).toEqual({
      cart: { b: 'B', old: 'Old', new: '', sub: { c: '' } },
    });
    expect(unused).toMatchObject([{ key: 'cart.old' }]);
  });

  test("a scope of Transloco's is a namespace", async () => {
    const code = `class A { transloco = inject(TranslocoService);
  a() { this.transloco.selectTranslate('title', {}, { scope: 'nav' }); this.transloco.translate('b', {}, { scope: 'other' }) }
  c() { for (const x of xs) this.transloco.selectTranslate(x.title as string, {}, { scope: 'nav' }) } }`;
    const catalog = { nav: { title: 'T', other: 'O' }, old: 'Old' };
    const { project, problems, unused } = await extract(code, catalog);
    expect(project.json('locales/en/app.json')).toEqual(catalog);
    expect(problems).toMatchObject([{ code: 'unknown-namespace' }]);
    expect(unused).toMatchObject([{ key: 'old' }]);
  });

  test.each(['i18n/en.json', 'i18n/{namespace}/en.json'])(
    "keys behind the name of a scope of Transloco's are in its folder: %s",
    async (catalog) => {
      const code = `import { TranslocoDirective } from '@jsverse/transloco';
@Component({ providers: [provideTranslocoScope('todo-list', { scope: 'admin/users', alias: 'people' })],
  template: \`<p *transloco="let t; prefix: 'todoList'">{{ t('title') }} {{ t('dates.' + x) }}</p>
    {{ 'todoList.new' | transloco }} {{ 'people.name' | transloco }} {{ 'flat.a' | transloco }}\` }) class A {}`;
      const main = { flat: { a: 'A' } };
      const project = new Project({
        'service.config.yaml': `version: 1
source: en
targets: [de]
catalogs: [{ files: 'i18n/**/{locale}.json' }]
extract: { code: ['src/**/*'], catalog: '${catalog}', namespace: main }
`,
        'src/a.ts': code,
        'i18n/en.json': JSON.stringify(main),
        'i18n/main/en.json': JSON.stringify(main),
        'i18n/todo-list/en.json': '{"title":"T","dates":{"due":"D"},"old":"Old"}',
        'i18n/admin/users/en.json': '{"name":"N"}',
      });
      const { unused } = await extractKeys(await loadConfig({ cwd: project.root, env: {} }));
      expect(project.json('i18n/todo-list/en.json')).toMatchObject({ title: 'T', new: '' });
      expect(['i18n/en.json', 'i18n/main/en.json'].map((one) => project.json(one))).toEqual([
        main,
        main,
      ]);
      expect(unused.filter(({ file }) => file !== 'i18n/main/en.json')).toMatchObject([
        { file: 'i18n/todo-list/en.json', key: 'old' },
      ]);
    },
  );

  test('a helper of Ember counts inside of the message', async () => {
    const project = new Project({
      'service.config.yaml': `${BASE}  catalog: locales/en/app.json\n`,
      'package.json': '{"devDependencies":{"ember-intl":"7"}}',
      'src/a.hbs': '{{t "items" count=@n}}',
      'locales/en/app.json': '{}',
    });
    await extractKeys(await loadConfig({ cwd: project.root, env: {} }));
    expect(project.json('locales/en/app.json')).toEqual({ items: '' });
  });

  test('a plural whose forms are a group is there, and a scope of i18n-js is a prefix', async () => {
    const code = "i18n.t('home.n', { count }); i18n.t('name', { scope: 'models.user' }); t('m');";
    const models = { user: { name: 'N' } };
    const catalog = { home: { n: { one: '1', other: 'n' } }, models, old: 'O', 'm#one': '1' };
    const { project, unused } = await extract(code, catalog);
    expect(project.json('locales/en/app.json')).toEqual(catalog);
    expect(unused).toMatchObject([{ key: 'old' }]);
  });

  test('a list of names is one key of i18n-js, as is what stands below a scope', async () => {
    const code = `import { I18n } from 'i18n-js';
const i18n = new I18n(); i18n.t(['home', 'title']); i18n.t('b', { scope: ['home', 'menu'] });
i18n.t(['c', 'd'], { scope: 'home' }); i18n.t('e', { scope: \`home.\${x}\` }); i18n.t(['n', kind]);`;
    const n = { one: '1' };
    const { project, unused } = await extract(code, { n, home: { x: { e: 'E' } }, old: 'O' });
    expect(project.json('locales/en/app.json')).toEqual({
      n,
      home: { x: { e: 'E' }, title: '', menu: { b: '' }, c: { d: '' } },
      old: 'O',
    });
    expect(unused).toMatchObject([{ key: 'old' }]);
  });

  test('a scope is a value of other libraries', async () => {
    const code = "import { t } from 'i18next'; i18n.t('a.b', { scope: 'x' }); i18n.t(['c', 'd']);";
    expect(await written(code, {})).toEqual({ a: { b: '' }, c: '', d: '' });
  });

  test('names in brackets are those of a path', async () => {
    const code = `import { useI18n } from 'vue-i18n';
const { t } = useI18n(); t("form['email.label']"); t('list[0].title'); t('a["b"]'); t('Odd [x]');`;
    const catalog = { form: { 'email.label': 'E' }, list: [{ title: 'T' }] };
    expect(await written(code, catalog)).toEqual({ ...catalog, a: { b: '' }, 'Odd [x]': '' });
  });

  test('what a file of the same folder has is not added to the only catalog, but for i18next', async () => {
    const en = {
      'locales/en/app.json': '{"a":"A"}',
      'locales/en/login.json': '{"login":{"b":"B"}}',
    };
    const keysWith = async (library: string): Promise<unknown> => {
      const project = new Project({
        'service.config.yaml': `${BASE}  catalog: locales/en/app.json\n`,
        'package.json': JSON.stringify({ dependencies: { [library]: '1' } }),
        'src/a.js': "t('a'); t('login.b'); t('login.new');",
        ...en,
      });
      await extractKeys(await loadConfig({ cwd: project.root, env: {} }));
      return project.json('locales/en/app.json');
    };
    expect(await keysWith('vue-i18n')).toEqual({ a: 'A', login: { new: '' } });
    expect(await keysWith('i18next')).toEqual({ a: 'A', login: { b: '', new: '' } });
  });

  test('other libraries have none', async () => {
    const code = "import { useI18n } from 'vue-i18n';\nconst { t } = useI18n(); t('a:b');";
    expect(await written(code, {})).toEqual({ 'a:b': '' });
  });
});

describe('what a new key says', () => {
  test.each([
    ['text', { a: 'A', b: '' }],
    ['key', { a: 'A', b: 'b' }],
    ['empty', { a: '', b: '' }],
  ])('default: %s', async (said, expected) => {
    expect(await written("t('a', 'A'); t('b');", {}, { extract: `  default: ${said}\n` })).toEqual(
      expected,
    );
  });

  test('in catalogs whose keys are the texts, new keys get their text', async () => {
    const code =
      "t('Save now.'); t('Note: read this'); t('{{count}} files', { count }); t('Menu');";
    const catalog = { 'Log in.': 'Log in.', Cancel: 'Cancel' };
    const { empty, project } = await extract(code, catalog);
    expect(empty).toEqual([]);
    expect(project.json('locales/en/app.json')).toEqual({
      ...catalog,
      'Save now.': 'Save now.',
      'Note: read this': 'Note: read this',
      '{{count}} files_one': '{{count}} files',
      '{{count}} files_other': '{{count}} files',
      Menu: 'Menu',
    });
  });
});

describe('forms and contexts', () => {
  test.each([
    [
      'contexts that code names',
      "t('a', 'A', { context: x ? 'm' : 'f' });",
      {},
      { a: 'A', a_m: 'A', a_f: 'A' },
    ],
    ['one context', "t('a', 'A', { context: 'm' });", {}, { a_m: 'A' }],
    [
      'contexts with counts',
      "t('a', 'A', { context: 'm', count });",
      {},
      { a_m_one: 'A', a_m_other: 'A' },
    ],
    [
      'a context that is lacking has the text that was shown',
      "t('a', { context: 'm' });",
      { a: 'Old' },
      { a: 'Old', a_m: 'Old' },
    ],
    ['contexts that are there', "t('a', { context: x });", { a_m: 'M' }, { a_m: 'M' }],
    [
      'texts of forms',
      "t('a', { count, defaultValue_one: 'One', defaultValue_other: 'More' });",
      {},
      { a_one: 'One', a_other: 'More' },
    ],
    [
      'a text for 0, which i18next reads in every language',
      "t('a', { count, defaultValue: 'A', defaultValue_zero: 'None' });",
      {},
      { a_zero: 'None', a_one: 'A', a_other: 'A' },
    ],
    [
      'a text for 0 beside forms that are there',
      "t('a', { count }); t('a', { count, defaultValue_zero: 'None' });",
      { a_one: 'One', a_other: 'More' },
      { a_one: 'One', a_other: 'More', a_zero: 'None' },
    ],
    [
      'no text for 0 in an ordinal',
      "t('a', { count, ordinal: true, defaultValue: 'A', defaultValue_zero: 'None' });",
      {},
      { a_ordinal_one: 'A', a_ordinal_two: 'A', a_ordinal_few: 'A', a_ordinal_other: 'A' },
    ],
    [
      'forms that are there',
      "t('a', { count });",
      { a_zero: '0', a: 'A' },
      { a_zero: '0', a: 'A' },
    ],
    [
      'forms of a key that is asked for without a count, too, whichever comes first',
      "t('a', { x }); t('a', { count }); t('b', { count }); t('b', { x });",
      {},
      { a: '', a_one: '', a_other: '', b: '', b_one: '', b_other: '' },
    ],
    ['forms of ICU', "import 'i18next-icu'; t('a', 'A', { count });", {}, { a: 'A' }],
    [
      'counts of other libraries',
      "import { useTranslations } from 'next-intl'; useTranslations('P')('a', { count });",
      {},
      { P: { a: '' } },
    ],
  ])('%s', async (_, code, en, expected) => {
    expect(await written(code, en)).toEqual(expected);
  });
});

describe('separators', () => {
  test('as the config says', async () => {
    const lines = "  separators: { namespace: '::', key: '/', plural: '-', context: '+' }\n";
    const code = "t('a/b'); t('app::c'); t('d.e'); t('f', { count }); t('g', { context: 'm' });";
    expect(await written(code, {}, { extract: lines })).toEqual({
      a: { b: '' },
      c: '',
      'd.e': '',
      'f-one': '',
      'f-other': '',
      'g+m': '',
    });
  });

  test('of keys that are there', async () => {
    const lines = "  separators: { namespace: '|', key: '/', plural: '-', context: '+' }\n";
    const code =
      "t('a/b'); t('a/x', 'X'); t('f', { count }); t('g', { context: sex }); t(`h/${y}`); t('app|g/h');";
    const catalog = {
      a: { b: 'B' },
      'f-one': '1',
      'f-other': '2',
      'g+m': 'M',
      h: { i: 'I' },
      old: 'O',
    };
    const { added, unused } = await extract(code, catalog, { extract: lines });
    expect(added.map(({ key }) => key)).toEqual(['a.x', 'g.h']);
    expect(unused.map(({ key }) => key)).toEqual(['old']);
  });

  test('none at all', async () => {
    const lines = '  separators: { namespace: false, key: false }\n';
    const { useTranslation } = { useTranslation: "const { t } = useTranslation('app'); " };
    expect(
      await written(`${useTranslation}t('a.b: c.'); t('d:e');`, {}, { extract: lines }),
    ).toEqual({
      'a.b: c.': 'a.b: c.',
      'd:e': '',
    });
  });
});

test('messages of formatjs are flat, and their descriptions are notes', async () => {
  const code = `import { defineMessages } from 'react-intl';
defineMessages({ a: { id: 'a.b', defaultMessage: 'A', description: 'Of a' } });`;
  const { added, project } = await extract(code, {});
  expect(project.json('locales/en/app.json')).toEqual({ 'a.b': 'A' });
  expect(added).toMatchObject([{ key: 'a.b', note: 'Of a' }]);
});

test('messages of formatjs go beside entries with their description', async () => {
  const code = "<FormattedMessage id='a.b' defaultMessage='A' description='Of a' />;";
  const entries = { x: { defaultMessage: 'X', description: 'Of x' }, y: { defaultMessage: 'Y' } };
  const { 'a.b': added } = (await written(code, entries)) as Readonly<Record<string, unknown>>;
  expect(added).toEqual({ defaultMessage: 'A', description: 'Of a' });
});

test.each([
  ['<FormattedMessage id="no" {...M.a} />', ['a.b']],
  ['<FormattedMessage id="no" {...M.a} values={{ x }} />', ['a.b']],
  ['<FormattedMessage {...M.a} id="c" />', ['a.b', 'c']],
  ['<FormattedMessage id="c" {...props} />', ['a.b', 'c']],
])('what stands later in an element wins: %s', async (element, keys) => {
  const code = `import { defineMessages, FormattedMessage } from 'react-intl';
const M = defineMessages({ a: { id: 'a.b', defaultMessage: 'A' } });
export const x = ${element};`;
  expect(Object.keys((await written(code, {})) as object)).toEqual(keys);
});

test('an empty group takes keys, and is no key that nobody uses', async () => {
  const { unused, problems, project } = await extract("t('a.b', 'B'); t('c');", { a: {}, c: {} });
  expect(project.json('locales/en/app.json')).toEqual({ a: { b: 'B' }, c: {} });
  expect([unused, problems]).toEqual([[], []]);
});

test('a text is never put where a group is, nor below a text', async () => {
  const en = { a: { b: 'B' }, c: 'C' };
  const { problems, project } = await extract("t('a');\nt('c.d'); t('a.b.c');", en);
  expect(project.json('locales/en/app.json')).toEqual(en);
  expect(problems).toMatchObject([
    {
      code: 'key-below-text',
      file: 'src/a.tsx',
      line: 2,
      message: expect.stringContaining('"c" is a text there') as string,
    },
    { code: 'key-below-text', line: 2 },
    { code: 'key-is-group', line: 1, message: expect.stringContaining('"a" is a group') as string },
  ]);
});

test('texts may begin with other texts', async () => {
  const en = { Save: 'Save', Loading: 'Loading' };
  const code = "t('Save. Then close.'); t('Loading...'); t('v2.1 is out');";
  expect(await written(code, en)).toEqual({
    ...en,
    'Save. Then close.': 'Save. Then close.',
    'Loading...': 'Loading...',
    'v2.1 is out': 'v2.1 is out',
  });
});

test.each([
  ['functions: translate', /functions/],
  ['separators: { key: true }', /separators/],
  ['default: none', /default/],
  ['separator: x', /separators/],
])('a wrong setting is refused: %s', async (line, message) => {
  await expect(extract('', {}, { extract: `  ${line}\n` })).rejects.toThrow(message);
});

describe('a catalog that is not there', () => {
  const files = { 'service.config.yaml': `${BASE}  catalog: 'locales/en/{namespace}.json'\n` };
  const code = "t('a', 'A'); t('shop:b', 'B')";
  const run = async (project: Project): Promise<Extraction> =>
    extractKeys(await loadConfig({ cwd: project.root, env: {} }));

  test('is made for a new namespace', async () => {
    const project = new Project({ ...files, 'src/a.ts': code });
    await run(project);
    expect(project.json('locales/en/shop.json')).toEqual({ b: 'B' });
  });

  test('is not made anew where its translation is there', async () => {
    const project = new Project({
      ...files,
      'src/a.ts': code,
      'locales/de/shop.json': '{"b":"Be"}',
    });
    await expect(run(project)).rejects.toMatchObject({ code: 'lost-catalog' });
    expect(project.has('locales/en')).toBe(false);
    project.write('locales/en/shop.json', '{}');
    await run(project);
    expect(project.json('locales/en/shop.json')).toEqual({ b: 'B' });
  });

  test.each(['en.ts', 'en.js', 'en.properties', 'en.toml'])(
    'is not made if {} is not such a file: %s',
    async (name) => {
      const project = new Project({
        'service.config.yaml': `${BASE}  catalog: locales/${name}\n`,
        'src/a.ts': code,
      });
      await expect(run(project)).rejects.toMatchObject({
        code: 'no-format',
        message: `locales/${name} does not exist.`,
      });
    },
  );
});

describe('components with <i18n> blocks', () => {
  const LOCAL =
    "import { useI18n } from 'vue-i18n'\nconst { t } = useI18n({ useScope: 'local' })\n";
  const FILES = {
    'service.config.yaml': `${BASE}  catalog: locales/en/app.json\n`.replace(
      'extract:',
      '  - files: src/**/*.vue\nextract:',
    ),
    'package.json': '{ "dependencies": { "vue-i18n": "11" } }',
    'locales/en/app.json': '{ "common": { "ok": "OK" } }',
    'src/Own.vue': `<template><p :title="t('tip')">{{ t('common.ok') }} {{ t(\`kind.\${x}\`) }} {{ $t('app') }}</p></template>
<script setup>
${LOCAL}const { t: g } = useI18n({ useScope: 'global' })
</script>
<i18n>
{
  "en": { "title": "Title", "kind": { "a": "A" } },
  "de": { "title": "Titel" }
}
</i18n>
`,
    'src/Legacy.vue': `<template><p>{{ $t('mine') }} {{ $t('shared') }}</p></template>
<script>
export default { methods: { say() { return this.$t('theirs') } } }
</script>
<i18n locale="en" lang="yaml">
mine: Mine
</i18n>
`,
    'src/Shared.vue': `<template><p>{{ $t('more') }}</p></template>
<i18n locale="en" global>
{ "shared": "Shared", "unused": "Unused" }
</i18n>
`,
  };

  test('look keys up there first; what neither they nor the project has is added there', async () => {
    const project = new Project(FILES);
    const { added, unused } = await extractKeys(await loadConfig({ cwd: project.root, env: {} }));
    expect(added.map(({ file, key }) => `${file} ${key}`)).toEqual([
      'locales/en/app.json app',
      'locales/en/app.json more',
      'src/Legacy.vue theirs',
      'src/Own.vue tip',
    ]);
    expect(unused.map(({ file, key }) => `${file} ${key}`)).toEqual([
      'src/Own.vue title',
      'src/Shared.vue unused',
    ]);
    const { 'src/Own.vue': own, 'src/Legacy.vue': legacy } = project.files();
    expect(own).toBe(
      FILES['src/Own.vue'].replace('"kind": { "a": "A" } },', '"kind": { "a": "A" }, "tip": "" },'),
    );
    expect(legacy).toBe(
      FILES['src/Legacy.vue'].replace('mine: Mine\n', 'mine: Mine\ntheirs: ""\n'),
    );
  });

  test('are left alone where the config does not name them', async () => {
    const project = new Project({
      ...FILES,
      'service.config.yaml': `${BASE}  catalog: locales/en/app.json\n`,
    });
    const { added } = await extractKeys(await loadConfig({ cwd: project.root, env: {} }));
    expect(added.map(({ file, key }) => `${file} ${key}`)).toEqual([
      'locales/en/app.json theirs',
      'locales/en/app.json shared',
      'locales/en/app.json app',
      'locales/en/app.json more',
    ]);
  });
});

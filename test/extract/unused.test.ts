import { describe, expect, test } from 'vitest';
import { extractKeys, loadConfig } from '../../src/index.js';
import type { Extraction } from '../../src/index.js';
import { Project } from '../support/project.js';
import { hasTerminal, runOnTerminal } from '../support/terminal.js';

const CONFIG = `version: 1
source: en
targets: [de]
catalogs:
  - files: locales/{locale}.json
extract:
  code: ['src/**/*']
  catalog: locales/en.json
`;

async function extract(project: Project, prune = false): Promise<Extraction> {
  return extractKeys(await loadConfig({ cwd: project.root, env: {} }), { prune });
}

/** The keys of a catalog that are not in use, by a file of code. */
async function unusedBy(code: string, keys: object, file = 'src/a.ts'): Promise<readonly string[]> {
  const project = new Project({
    'service.config.yaml': CONFIG,
    [file]: code,
    'locales/en.json': JSON.stringify(keys),
  });
  return (await extract(project)).unused.map(({ key }) => key);
}

test.each([
  ["lib(i18n.getResourceBundle(lng, 'shop')); t(x)", ['t']],
  ["const { i18n: { getResourceBundle } } = use(); getResourceBundle(lng, 'translation')", ['s']],
  ['i18n.getResourceBundle(lng, ns)', []],
  ["show(useI18n().getLocaleMessage('en'))", []],
])('no key of a catalog that code takes as a whole is unused: %s', async (code, unused) => {
  const project = new Project({
    'service.config.yaml': CONFIG.replaceAll(
      'locales/en.json',
      'locales/en/{namespace}.json',
    ).replace('locales/{locale}.json', 'locales/{locale}/*.json'),
    'src/a.ts': code,
    'locales/en/shop.json': '{"s":"S"}',
    'locales/en/translation.json': '{"t":"T"}',
  });
  expect((await extract(project)).unused.map(({ key }) => key)).toEqual(unused);
});

test('a key that formatjs makes of the text of a message is in use while the text is', async () => {
  const code = `intl.formatMessage({ defaultMessage: 'Log ' + 'in', description: 'Button' });
const m = defineMessages({ a: { defaultMessage: 'Hello {name}' } });
<FormattedMessage defaultMessage="One
  line" />;`;
  const keys = {
    Ab12cd: { defaultMessage: 'Log in' },
    Cd34ef: { defaultMessage: 'Hello {name}' },
    'E+/5gh': { defaultMessage: 'One line' },
    old: { defaultMessage: 'Old' },
  };
  expect(await unusedBy(code, keys, 'src/a.tsx')).toEqual(['old.defaultMessage']);
});

test('so is one that next-intl makes of a text in code', async () => {
  const code = `import { useExtracted } from 'next-intl';
const t = useExtracted(); t('Log in'); t({ message: "It's {n}", values: { n } });`;
  const keys = { Ab12cd: 'Log in', Cd34ef: "It's {n}", Ef56gh: 'Old' };
  expect(await unusedBy(code, keys)).toEqual(['Ef56gh']);
  expect(await unusedBy("show('Old')", keys)).toContain('Ef56gh');
});

describe('a key of a catalog that is handed to other code', () => {
  const KEYS = { title: 'T', cart: { sum: 'S', kind: { a: 'A' } }, list: ['L'], old: 'O' };

  test.each([
    ['as a prop', "import en from '../locales/en.json'; <Card texts={en} />"],
    [
      'of the locale at hand',
      'const texts = (await import(`../locales/${locale}.json`)).default; show(texts)',
    ],
    [
      'that vue-i18n has',
      "import { useI18n } from 'vue-i18n'; show(i18n.global.messages.value.en)",
    ],
    ['by a file that gathers them', "export { default as en } from '@/locales/en.json'"],
  ])('%s', async (_, code) => {
    const project = new Project({
      'service.config.yaml': CONFIG,
      'src/a.tsx': code,
      'src/b.vue':
        '<template><h1>{{ texts.title }}</h1><li v-for="x of texts.list">{{ texts.cart.kind[x] }}</li></template>',
      'src/c.ts': 'export const sum = ({ cart }: Texts) => { const { sum } = cart; return sum; }',
      'locales/en.json': JSON.stringify(KEYS),
    });
    expect((await extract(project)).unused.map(({ key }) => key)).toEqual(['old']);
  });

  test('only if it is a catalog, and no library takes it', async () => {
    const project = new Project({
      'service.config.yaml': CONFIG,
      'src/a.ts': "import manifest from '../package.json'; show(manifest);",
      'src/i18n.ts':
        "import { createI18n } from 'vue-i18n'; import en from '../locales/en.json'; createI18n({ messages: { en } });",
      'src/b.ts': 'show(props.title)',
      'locales/en.json': JSON.stringify({ title: 'T' }),
    });
    expect((await extract(project)).unused.map(({ key }) => key)).toEqual(['title']);
  });
});

test('an element of a list stays while a later one is in use', async () => {
  const keys = {
    steps: ['a', 'b', 'c', 'd'],
    faq: [
      { q: 'Q', a: 'A' },
      { q: 'Q2', a: 'A2' },
    ],
    num: { 1: 'x', 2: 'y' },
  };
  const code = "t('steps.1'); t('steps.2'); t('faq.1.q'); t('num.2')";
  expect(await unusedBy(code, keys)).toEqual(['steps.3', 'num.1']);
});

describe('a key is in use', () => {
  test.each([
    [
      'as a text, whatever takes it',
      'const k = \'a.b\'; show({ title: "c" }); x(`d`);',
      ['a.b', 'c', 'd'],
    ],
    ['as a text with its namespace', "go('translation:a')", ['a']],
    ['as plural forms of a text', "plural('a')", ['a_one', 'a_other']],
    ['below a template', 'x(`memo.${y}`)', ['memo.a', 'memo.b']],
    ['below a beginning', "x('memo.' + y)", ['memo.a']],
    ['before an end', 't(`${x}.title`)', ['a.title', 'b.title']],
    ['around a value', 't(`a.${x}.title`)', ['a.b.title']],
    ['as forms of what is put together', 't(`a.${x}`, { count })', ['a.b_one', 'a.b_other']],
    ['as a group', "t('a', { returnObjects: true }); $tm('b')", ['a.b', 'a.c.d', 'b.c']],
    ['as contexts', "t('a', { context: x })", ['a_m', 'a_f_one']],
    ['as what is asked for', "i18n.exists('a')", ['a']],
    ['as a hint', "// t('a')", ['a']],
    [
      'through a prefix',
      "const { t } = useTranslation('x', { keyPrefix: 'p' }); t(`q.${x}`)",
      ['p.q.a'],
    ],
    ['through a scope', "const t = useTranslations('p'); t('a', { count: 1 })", ['p.a']],
    [
      'by anything behind a prefix',
      "const { t } = useTranslation('x', { keyPrefix: 'p' }); t(code)",
      ['p.a'],
    ],
    ['by anything in a scope', "const t = useTranslations('p'); t(code)", ['p.a']],
    ['by anything in a namespace', "const { t } = useTranslation('n'); t(code)", ['n.a']],
    ['as a text with escapes', "show('Don\\'t', \"\\u00e9\");", ["Don't", 'é']],
    ['as a text of several lines', 'show(`One\n  two`);', ['One\n  two']],
    ['as a long text', `show('${'Long text '.repeat(60)}');`, ['Long text '.repeat(60)]],
    ['below a word', 'key(`error${x}`)', ['errorFatal']],
    ['below a word with a plus', "key('error' + x); key('s_' + y)", ['errorFatal', 's_a']],
    [
      'as names that are put together elsewhere',
      "show(key('errors', 'fatal')); const base = key('cart',\n  'form', x)",
      ['errors.fatal', 'cart.form.name', 'errors.fatal_one'],
    ],
    [
      'by a name that something elsewhere adds to',
      "import { key, KEYS } from './keys'; t(key('errors', x)); const k = key(`tabs.${y}`); t(k); t(KEYS.menu.file)",
      ['errors.a', 'app.errors.b.c', 'tabs.a', 'menu.file'],
    ],
    [
      'as a name that is given to what something elsewhere made',
      "const message = messagesOf('errors'); message('fatal'); scope('cart')('title'); const s = of('menu'); s.get('file')",
      ['errors.fatal', 'app.cart.title', 'menu.file'],
    ],
    [
      'as a message or an element of such a name',
      "formatMessage({ id: key('errors', x) }); createElement(Trans, { i18nKey: key('cart', y) })",
      ['errors.a', 'cart.b'],
    ],
    [
      'as properties of something that nobody can look into',
      "tr(K.menu.file!.open); x = K?.cart\n  .form['e-mail']; tr(K.tabs.main[name])",
      ['menu.file.open', 'cart.form.e-mail', 'tabs.main.a', 'menu.file.open_one'],
    ],
    ['as a selector', 'export const label = ($: Texts) => $.page.title', ['page.title']],
    [
      'as a function that is made of it',
      "import { greeting } from './paraglide/messages'; import { m as x } from './paraglide'; m.hello(); x.bye(); $LL.menu_open(); LL.status[kind]()",
      ['greeting', 'hello', 'bye', 'menu_open', 'status.on'],
    ],
    [
      'with a plural below it',
      "__n('%s cats', n); tr('dogs', { count })",
      ['%s cats.one', '%s cats.other', 'dogs#one', 'dogs#other'],
    ],
    [
      'as a group that is handed on',
      'const e = LL.errors; show($LL.status)',
      ['errors.a', 'status.on'],
    ],
    [
      'below a group whose name any function takes',
      "tr('deep.group', { returnObjects: true }); const k = 'steps'; go(k)",
      ['deep.group.a', 'deep.group.b.c', 'steps.0', 'steps.1.title'],
    ],
    [
      'as a context of a text, whatever takes it',
      "tr('a.friend', { context: x, count })",
      ['a.friend_male', 'a.friend_female_other'],
    ],
    [
      'by its end, which something elsewhere puts behind a value',
      "export const of = (ns) => `${ns}.title`; const sub = ns + '.subtitle'; x(`${a}.status.${b}`)",
      ['cart.title', 'cart.subtitle', 'order.status.open', 'cart.title_one'],
    ],
    ['below a short beginning', 'x(`k.${y}`)', ['k.a']],
    [
      'as a name of properties, where any text may be a key',
      'export const TABS = { overview: 1, details: 2 }; type T = { more?: 1 }; enum E { last } t(x)',
      ['overview', 'details', 'more', 'last'],
    ],
    ['in another case, where any text may be a key', "t(x.toLowerCase()); f('OPEN')", ['open']],
    [
      'in another spelling',
      "t(camelCase('user-name')); t('nav-item'.replaceAll('-', '.')); t(snake('OrderState')); tr(constant('is ok', 'isOk')); t('shop:my-cart')",
      ['userName', 'nav.item', 'order_state', 'IS_OK', 'shop.myCart', 'userName_one'],
    ],
    [
      'as constants of another file that are joined',
      "import { A, B } from './names'; t(`${A}.${B}`); t([A, B, 'x'].join('.')); export const C = 'cart'; const D = 'title'; show('sub.title'); const E = { about: 1 }",
      ['cart.title', 'title.about', 'cart.sub.title', 'cart.title_one', 'cart.about.x'],
    ],
    [
      'as constants of another file that are added',
      "import { A, B } from './names'; t(A + B); const C = 'error'; const D = 'Fatal'",
      ['errorFatal'],
    ],
    [
      'as constants of another file that a function joins',
      "import { A, B, key } from './names'; t(key(A, B.c)); const C = 'cart'; const D = 'title'",
      ['cart.title'],
    ],
    [
      'around a place for a value',
      "util.format('errors.%s.title', x); f('warn.{kind}'); g('info.{{ k }}.z'); h('{ns}.footer.text'); i('at.$1')",
      ['errors.a.title', 'warn.b', 'info.c.z', 'home.footer.text', 'at.one'],
    ],
    [
      'as names that are put together step by step',
      "t(new Key('cart').add('title').build()); t(k('menu')('open'))",
      ['cart.title', 'menu.open'],
    ],
    [
      'in a list that is one text',
      "'home about'.split(' ').map(t); `x.a|x.b`.split('|').map(t)",
      ['home', 'about', 'x.a', 'x.b'],
    ],
    [
      'behind any value of a template',
      'x(`${a ? `x` : 1}.heading`); x(`${f({ a: 1 })}.caption`); x(`${a}.${b}.footer`)',
      ['x.heading', 'q.caption', 'a.b.footer'],
    ],
    ['before a value on the next line', "go('error'\n  + code)", ['errorFatal']],
    [
      'as constants of another file that a function joins before',
      "import { A, B } from './names'; import { key } from './key'; const k = key(A, B); t(k); const C = 'cart'; const D = 'title'",
      ['cart.title'],
    ],
    [
      'as names of a tree that is taken apart',
      "const { cart: { title: x, form: { name = 'n', ...rest } }, nav } = KEYS; const { open, 'save-as': s } = K.menu!.file; const f = ({ user: { mail } }: Keys) => tr(mail)",
      ['cart.title', 'cart.form.name', 'menu.file.open', 'menu.file.save-as', 'user.mail'],
    ],
    [
      'as names of a tree of another file, through variables',
      "import { K } from './keys'; const { cart: { form } } = K; const c = K.menu; t(form.title); t(c.file.open)",
      ['cart.form.title', 'menu.file.open'],
    ],
    ['in a list that is joined', "t(['memo', x].join('.')); t('p.'.concat(x))", ['memo.a', 'p.b']],
  ])('%s', async (_, code, keys) => {
    const catalog = Object.fromEntries([...keys, 'old'].map((key) => [key, 'Text']));
    expect(await unusedBy(code, catalog)).toEqual(['old']);
  });

  test.each([
    [
      'a scalar of YAML',
      'menu.yaml',
      '- label: menu.home\n- label: about # one\n- { label: menu.x-y }\n',
      ['menu.home', 'about', 'menu.x-y'],
    ],
    [
      'what is in an element of HTML',
      'a.html',
      '<p translate>app.title</p><b translate>\n  Hello you\n</b>',
      ['app.title', 'Hello you'],
    ],
    [
      'a scope and the rest in a template',
      'a.html',
      `<ng-container *transloco="let t; read: 'board'">{{ t('title') }}{{ t('n.' + x) }}</ng-container>`,
      ['board.title', 'board.n.a'],
    ],
  ])('as %s', async (_, file, code, keys) => {
    const catalog = Object.fromEntries([...keys, 'old.one'].map((key) => [key, 'Text']));
    expect(await unusedBy(code, catalog, `src/${file}`)).toEqual(['old.one']);
  });

  test.each([
    ['by its default', "import en from './en.json'; show(en.title, en.menu[x], en['more'])"],
    ['by its names', "import { title, menu, more } from './en.json'; show(title, menu[x], more)"],
    [
      'through another name',
      "import en from './en.json'; const all = ref(en); all.title + all.more; all.menu[x]",
    ],
    ['by taking it apart', "const { title, menu, more } = require('./en.json'); menu[x]"],
    ['of a locale', 'const en = await import(`./${locale}.json`); en.title + en.more + en.menu[x]'],
  ])('as a property of a catalog that is imported %s', async (_, code) => {
    const catalog = { title: 'Title', more: 'More', menu: { open: 'Open' }, old: 'Old' };
    expect(await unusedBy(code, catalog)).toEqual(['old']);
    // One name alone says nothing of a key where no catalog is at hand.
    const without = code.replace(/json|import .*?;|require\(.*?\)/g, 'x');
    expect(await unusedBy(without, catalog)).toContain('title');
  });

  test('as a part of another text', async () => {
    const catalog = {
      a: 'See $t(b) and $t(c, {"x": 1}) $t(g.h_{{kind}})',
      'g.h_x': 'G',
      d: '@:e and @.lower:f',
      b: 'B',
      c: 'C',
      e: 'E',
      f: 'F',
    };
    expect(await unusedBy("t('a'); t('d')", catalog)).toEqual([]);
  });

  test('in a file that cannot be parsed', async () => {
    const code =
      "const { t } = useTranslation('x', { keyPrefix: 'cart' });\nt('title'); t(`is.${x}`); t('empty'\nfoo(";
    const catalog = { 'cart.title': 'T', 'cart.is.a': 'A', 'cart.empty': 'E', 'cart.old': 'O' };
    expect(await unusedBy(code, catalog)).toEqual(['cart.old']);
  });
});

test.each([
  ['a comment', "// const x = go('a')"],
  ['a part of a word', "x('ab', 'a.b')"],
  ['a property', 'x.a; x.b.a; ({ a: 1 }); import { a } from "./b"'],
  ['the path of an import', "import './a'"],
  ['a text in another case', "title('A'); t('b')"],
  ['names of other keys', "t(key('ab', x)); key('b', 'c')"],
  ['nothing at all', 't(x); t(`${x}`); t(`${x}.${y}`)'],
])('a key is not in use by %s', async (_, code) => {
  expect(await unusedBy(code, { a: 'A' })).toEqual(['a']);
});

test.each([
  ['names that only data and calls nest', 'f({ cart: { title: 1 } }); x = { cart: { title } }'],
  ['a text of several words', "show('Cart title')"],
  ['names of which one is nowhere', "t(`${x}.${y}`); const A = 'cart'"],
  ['names that nothing joins', "t(x); t(f(x, y)); const A = 'cart'; const B = 'title'"],
])('a key of two names is not in use by %s', async (_, code) => {
  expect(await unusedBy(code, { 'cart.title': 'A' })).toEqual(['cart.title']);
});

test('code that cannot be parsed is reported, and its known keys stay', async () => {
  const project = new Project({
    'service.config.yaml': CONFIG,
    'src/a.ts': "t('a', 'A');\n",
    'src/b.ts': "t('b', 'B');\n",
    'locales/en.json': '{}\n',
  });
  await extract(project);
  project.write('src/a.ts', "t('a', 'A');\nt('c'\nconst x = ;\n");
  project.write('src/b.ts', "t('d', 'D');\n");
  const { problems, added, removed } = await extract(project, true);
  expect(problems).toMatchObject([
    { code: 'unreadable-code', severity: 'warning', file: 'src/a.ts', line: 3 },
  ]);
  expect(added).toMatchObject([{ key: 'd' }]);
  expect(removed).toMatchObject([{ key: 'b' }]);
  expect(project.json('locales/en.json')).toEqual({ a: 'A', d: 'D' });
});

test('without a file of code nothing is removed', async () => {
  const project = new Project({ 'service.config.yaml': CONFIG, 'locales/en.json': '{"a":"A"}' });
  const { problems, unused, removed } = await extract(project, true);
  expect(problems).toMatchObject([{ code: 'no-code' }]);
  expect(unused).toEqual([]);
  expect(removed).toEqual([]);
});

test('a second run reads changed files only, in the same process or another', async () => {
  const project = new Project({
    'service.config.yaml': CONFIG,
    'src/a.ts': "t('a', 'A');\n",
    'src/b.ts': "t('b', 'B');\n",
    'locales/en.json': '{}\n',
  });
  await extract(project);
  const state = project.read('.locale-sync/code');
  // What was found in a file is taken from there as long as the file is the same.
  project.write('.locale-sync/code', state.replaceAll('"a"', '"known"'));
  expect((await extract(project)).added).toMatchObject([{ key: 'known' }]);
  project.write('src/a.ts', "t('a2', 'A');\n");
  expect((await extract(project)).added).toMatchObject([{ key: 'a2' }]);
  // Other settings: everything is read again.
  project.write('service.config.yaml', `${CONFIG}  functions: [tt]\n`);
  project.write('.locale-sync/code', state.replaceAll('"b"', '"gone"'));
  expect((await extract(project)).added).toEqual([]);
  project.write('.locale-sync/code', '{');
  expect((await extract(project)).added).toEqual([]);
});

describe('--prune', { timeout: 60_000 }, () => {
  const files = {
    'service.config.yaml': CONFIG,
    'src/a.ts': "t('a');\n",
    'locales/en.json': '{"a":"A","old":"Old"}',
  };

  test.each([
    ['in CI', { CI: 'true' }],
    ['without a terminal', { CI: '' }],
  ])('%s, where nobody can be asked, it shows the list and writes nothing', async (_, env) => {
    const project = new Project({ ...files, 'src/a.ts': "t('a'); t('fresh', 'Fresh');\n" });
    const before = project.read('locales/en.json');
    const { code, stderr } = await project.run(['extract', '--prune'], { env });
    expect(code).toBe(2);
    expect(stderr).toContain(
      '? locales/en.json  old  not in code: nothing asks for it or quotes it',
    );
    expect(stderr).toContain('locale-sync extract --prune --yes');
    const json = await project.run(['extract', '--prune', '--json'], { env });
    expect(json.code).toBe(2);
    expect(JSON.parse(json.stdout)).toMatchObject({
      ok: false,
      unused: [{ file: 'locales/en.json', key: 'old', reason: 'nothing asks for it or quotes it' }],
      error: { code: 'unconfirmed' },
    });
    expect(project.read('locales/en.json')).toBe(before);
    const yes = await project.run(['extract', '--prune', '--yes', '--json'], { env });
    expect(JSON.parse(yes.stdout)).toMatchObject({ removed: [{ key: 'old' }], problems: [] });
    expect(project.json('locales/en.json')).toEqual({ a: 'A', fresh: 'Fresh' });
  });

  test.skipIf(!hasTerminal).each([
    ['n', { a: 'A', old: 'Old' }],
    ['y', { a: 'A' }],
  ])('on a terminal, it shows each key with its reason, and asks: %s', async (answer, left) => {
    const project = new Project(files);
    const steps = [
      { once: 'old  not in code: nothing asks for it or quotes it' },
      { once: 'Remove 1 key from the catalogs [no]:', type: `${answer}\r` },
    ];
    const { code } = await runOnTerminal(project, { args: 'extract --prune' }, steps);
    expect(code).toBe(0);
    expect(project.json('locales/en.json')).toEqual(left);
  });

  const open = {
    ...files,
    'src/a.ts': "import i18n from 'i18next';\nt('a');\nexport const textOf = (c) => i18n.t(c);\n",
  };
  const doubt =
    'old  not in code: nothing asks for it or quotes it, but code may ask for any key (src/a.ts:3)';

  test.each([
    ['an unknown key is asked for', open['src/a.ts']],
    ['the translator is handed on', "t('a');\ncodes.map(i18n.t);\n"],
    [
      'a package is given the library',
      "import { validate } from 'lib';\nt('a');\nvalidate(i18n, code);\n",
    ],
  ])('what code may ask for is kept without a person: %s', async (_, code) => {
    const project = new Project({ ...open, 'src/a.ts': code });
    const { stdout } = await project.run(['extract', '--prune', '--yes', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      unused: [{ key: 'old', isDoubtful: true }],
      removed: [],
    });
    const { stderr } = await project.run(['extract', '--prune', '--yes']);
    expect(stderr).toContain(
      '1 key not in code, none removed (on a terminal, --prune asks about doubtful keys).',
    );
    expect(project.json('locales/en.json')).toEqual({ a: 'A', old: 'Old' });
  });

  test('without an answer, only doubtful keys are no reason to fail', async () => {
    const { code } = await new Project(open).run(['extract', '--prune'], { env: { CI: 'true' } });
    expect(code).toBe(0);
  });

  test.skipIf(!hasTerminal).each([
    ['n', { a: 'A', old: 'Old' }],
    ['y', { a: 'A' }],
  ])('on a terminal, it asks a person about what code may ask for: %s', async (answer, left) => {
    const project = new Project(open);
    const steps = [
      { once: doubt },
      { once: 'by a name that is only known at run time. Remove 1 key [no]:', type: `${answer}\r` },
    ];
    const { code } = await runOnTerminal(project, { args: 'extract --prune' }, steps);
    expect(code).toBe(0);
    expect(project.json('locales/en.json')).toEqual(left);
  });

  test('with nothing to remove it needs no answer', async () => {
    const project = new Project({ ...files, 'locales/en.json': '{"a":"A"}' });
    const { code } = await project.run(['extract', '--prune'], { env: { CI: 'true' } });
    expect(code).toBe(0);
  });

  test("people's translations of removed keys are in the archive when it ends", async () => {
    const project = new Project({
      ...files,
      'service.config.yaml': `${CONFIG}service: { url: embedded }\n`,
      'locales/de.json': '{"a":"Ah","old":"Altes"}',
    });
    await project.run(['sync']);
    // Nothing is sent, though something is missing.
    project.write('src/a.ts', "t('a'); t('fresh', 'Fresh');\n");
    project.write('service.config.yaml', CONFIG);
    const { code, stderr } = await project.run(['extract', '--prune', '--yes']);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(project.json('locales/de.json')).toEqual({ a: 'Ah' });
    expect(project.read('locale-sync.archive')).toContain('"Altes"');
    expect(project.json('locales/en.json')).toEqual({ a: 'A', fresh: 'Fresh' });
  });

  describe('where no sync came before, it removes the keys from the targets, too', () => {
    test("and people's translations are in the archive, without a lock", async () => {
      const project = new Project({
        ...files,
        'locales/de.json': '{"a":"Ah","old":"Altes","eigenes":"Bleibt"}',
      });
      const { code, stderr } = await project.run(['extract', '--prune', '--yes']);
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(project.json('locales/de.json')).toEqual({ a: 'Ah', eigenes: 'Bleibt' });
      expect(project.read('locale-sync.archive')).toContain('"Altes"');
      expect(project.has('locale-sync.lock')).toBe(false);
      // The key returns with its translation, for nothing.
      project.write('locales/en.json', '{"a":"A","old":"Old"}');
      project.write('service.config.yaml', `${CONFIG}service: { url: embedded }\n`);
      const sync = await project.run(['sync', '--json']);
      expect(JSON.parse(sync.stdout)).toMatchObject({ requests: 0 });
      expect(project.json('locales/de.json')).toMatchObject({ old: 'Altes' });
    });

    test('in their own plural forms, empty, untranslated, and as values', async () => {
      const project = new Project({
        'service.config.yaml': CONFIG.replace('[de]', '[pl]').replaceAll('.json', '.yml'),
        'package.json': '{"dependencies":{"i18next":"26"}}',
        'src/a.ts': "t('a');\n",
        'locales/en.yml':
          'a: A\nold:\n  n_one: one\n  n_other: many\n  empty: E\n  same: Same\n  flag: true\n',
        'locales/pl.yml':
          '# head\na: Ah # stays\nold:\n  n_one: a\n  n_few: b\n  n_many: c\n  n_other: d\n  empty: ""\n  same: Same\n  flag: true\n',
      });
      const { code } = await project.run(['extract', '--prune', '--yes']);
      expect(code).toBe(0);
      expect(project.read('locales/en.yml')).toBe('a: A\n');
      expect(project.read('locales/pl.yml')).toBe('# head\na: Ah # stays\n');
      expect(project.read('locale-sync.archive')).toContain('"c"');
    });

    test('and through the library', async () => {
      const project = new Project({ ...files, 'locales/de.json': '{"a":"Ah","old":"Altes"}' });
      expect((await extract(project, true)).removed).toMatchObject([{ key: 'old' }]);
      expect(project.json('locales/de.json')).toEqual({ a: 'Ah' });
    });
  });
});

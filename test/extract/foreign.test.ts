import { expect, test } from 'vitest';
import { extractKeys, loadConfig } from '../../src/index.js';
import { Project } from '../support/project.js';

/** The unused keys of a project whose config names only some of its code. */
async function unused(
  files: Readonly<Record<string, string>>,
  keys: object,
  code = 'app/**/*',
): Promise<readonly string[]> {
  const project = new Project({
    'service.config.yaml': `version: 1
source: en
targets: [de]
catalogs: [{ files: 'locales/{locale}.json' }]
extract: { code: ['${code}'], catalog: locales/en.json }
`,
    'package.json': '{"dependencies":{"i18next":"26"}}',
    'locales/en.json': JSON.stringify(keys),
    ...files,
  });
  const { unused: found, problems } = await extractKeys(
    await loadConfig({ cwd: project.root, env: {} }),
  );
  expect(problems).toEqual([]);
  return found.map(({ key, isDoubtful, reason }) =>
    isDoubtful === true ? `${key}: ${/\((.*)\)/.exec(reason)?.[1] ?? ''}` : key,
  );
}

test.each([
  ['users/show.html.erb', '<h1><%= t(".title") %></h1>', ['users.show.title']],
  ['a.rb', 't("errors.#{code}")', ['errors.min', 'app.errors.max']],
  ['a.haml', "= t('users.form.save')", ['users.form.save']],
  ['user.rb', 'class User; end', ['activerecord.models.user', 'errors.messages.blank']],
  ['a.py', 'title = _(f"menu.{name}")', ['menu.open']],
  ['a.go', 'i18n.T(fmt.Sprintf("menu.%s", x))', ['menu.open']],
  ['a.dart', "Text('cart.title'.tr())", ['cart.title']],
  [
    'test/a.mocks.dart',
    'class M implements AppLocalizations { get a => b(Invocation.getter(#title)); }',
    ['title'],
  ],
  ['a.dart', 'f(l10n); /* l10n.title */ f(); // l10n.done', ['title', 'done']],
  ['a.swift', 'NSLocalizedString("cart.\\(kind)", comment: "")', ['cart.a']],
  ['a.php', "echo __('cart.' . $kind);", ['cart.a']],
  ['b.py', 'def fail(kind): return "errors." + kind', ['errors.min']],
  ['b.go', 'func f(k string) string { return fmt.Sprintf("errors.%s", k) }', ['errors.min']],
  ['c.py', 'm = json.load(open("locales/en.json"))\nprint(m["errors"][code])', ['errors.min']],
  ['res/layout/main.xml', '<TextView android:text="@string/app_name" />', ['app_name']],
  ['AndroidManifest.xml', '<application android:label="@string/app_name" />', ['app_name']],
  ['resources/templates/a.html', '<p th:text="#{cart.title}">Cart</p>', ['cart.title']],
  ['a.xhtml', `<h:outputText value="#{msg['cart.title']}" />`, ['cart.title']],
  ['A.java', '@NotNull String name;', ['NotNull.user.name', 'typeMismatch.age']],
  ['Main.storyboard', '<label text="Save" id="aB1-c2-D3e"/>', ['aB1-c2-D3e.text']],
  ['App.swift', 'let a = 1', ['CFBundleDisplayName', 'NSCameraUsageDescription']],
  ['a.twig', "{{ 'cart.title'|trans }}", ['cart.title']],
])('a key that %s may use is in use: %s', async (file, code, keys) => {
  const catalog = Object.fromEntries(keys.map((key) => [key, 'Text']));
  expect(await unused({ [`app/${file}`]: code }, catalog)).toEqual([]);
  // The same beside the code that the config names.
  const beside = { [`app/${file}`]: code, 'src/a.ts': 'export const a = 1;' };
  expect(await unused(beside, catalog, 'src/**/*')).toEqual([]);
});

test.each([
  ['b.rb', 'raise I18n.t(code)'],
  ['a.kt', '\ngetString(key)'],
  ['a.php', '<?php echo __($key);'],
  ['a.twig', '\n\n{{ label|trans }}'],
  ['a.cs', '_ = T(code);'],
])('%s may ask for any key, and is named: %s', async (file, code) => {
  const line = code.split('\n').length;
  const doubt = [`old.key: app/${file}:${line}`];
  expect(await unused({ [`app/${file}`]: code }, { 'old.key': 'Text' })).toEqual(doubt);
  const beside = { [`app/${file}`]: code, 'src/a.ts': 'export const a = 1;' };
  expect(await unused(beside, { 'old.key': 'Text' }, 'src/**/*')).toEqual(doubt);
});

test('scripts that the config does not name protect keys of other languages', async () => {
  const code = {
    'app/a.rb': "t('a.b')",
    'js/a.js': 'I18n.t("cart.title"); I18n.t(`menu.${x}`)',
  };
  const keys = { 'a.b': 'A', 'cart.title': 'T', 'menu.open': 'O', 'old.key': 'K' };
  expect(await unused(code, keys)).toEqual(['old.key']);
});

/** `file:line key` of missing keys. */
async function missing(
  files: Readonly<Record<string, string>>,
  { catalog, code = 'app/**/*' }: { readonly catalog: string; readonly code?: string },
): Promise<readonly string[]> {
  const project = new Project({
    'service.config.yaml': `version: 1
source: en
targets: [de]
catalogs: [{ source: '${catalog.replace('{namespace}', '*')}', target: '${catalog
      .replace('{namespace}', '*')
      .replace(/\ben\b/, '{locale}')
      .replace('values', 'values-{locale}')}' }]
extract: { code: ['${code}'], catalog: '${catalog}' }
`,
    ...files,
  });
  const { problems, added } = await extractKeys(await loadConfig({ cwd: project.root, env: {} }));
  expect(added).toEqual([]);
  return problems.map(({ code: name, key, file, line }) => `${name} ${key} ${file}:${line}`);
}

const RAILS =
  'en:\n  users:\n    show:\n      title: T\n    items:\n      one: I\n      other: Is\n';

test.each([
  [
    'a key of Rails, with its place',
    { 'app/views/users/show.html.erb': "<%= t '.title' %>\n<%= t '.gone' %>" },
    ['users.show.gone app/views/users/show.html.erb:2'],
  ],
  [
    'a relative key of a class only if no key ends like it',
    { 'app/views/c/users/show.rb': "class Users::Show\n t('.title')\n t('.gone')" },
    ['c.users.show.gone app/views/c/users/show.rb:3'],
  ],
  ['no group, and no plural', { 'app/a.rb': "t('users.items', count: 1); t('users')" }, []],
  ['no key of a test', { 'app/spec/a_spec.rb': "t('gone')" }, []],
  ['no key of a framework', { 'app/a.rb': "t('errors.messages.blank')" }, []],
  [
    'no key of a gem',
    { 'app/a.rb': "t('pundit.no')", 'Gemfile.lock': 'GEM\n  specs:\n    pundit (2.0)\n' },
    [],
  ],
  [
    'no key of another file',
    { 'app/a.rb': "t('x.gone')", 'gems/x.en.yml': 'en:\n  x:\n    gone: G\n' },
    [],
  ],
  [
    'a key of translations only',
    { 'app/a.rb': "t('gone')", 'l/de.yml': 'de:\n  gone: G\n' },
    ['gone app/a.rb:1'],
  ],
  [
    'no key of code that the config does not name',
    { 'app/a.rb': '1', 'lib/a.rb': "t('gone')" },
    [],
  ],
])('extract reports %s', async (_, files, keys) => {
  const found = await missing({ 'l/en.yml': RAILS, ...files }, { catalog: 'l/en.yml' });
  expect(found).toEqual(keys.map((key) => `key-missing ${key}`));
});

test('where code has other catalogs, one warning says so, and other files are judged', async () => {
  const code = Array.from({ length: 12 }, (_, at) => `t('gone${at}')`).join('\n');
  const files = { 'l/en.yml': RAILS, 'app/a.rb': code, 'app/a.haml': "= t('gone')" };
  expect(await missing(files, { catalog: 'l/en.yml' })).toEqual([
    'keys-unchecked undefined app/a.rb:1',
    'key-missing gone app/a.haml:1',
  ]);
});

test.each([
  [
    'lang/en/{namespace}.php',
    {
      'lang/en/messages.php': "<?php return ['a' => 'A'];",
      'app/a.php': "<?php __('messages.a'); __('messages.gone'); __('x::y.z'); __('Text');",
    },
    ['messages.gone app/a.php:1'],
  ],
  [
    'locale/en/LC_MESSAGES/django.po',
    {
      'locale/en/LC_MESSAGES/django.po':
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgctxt "c"\nmsgid "A"\nmsgstr "A"\n',
      'app/a.py': "pgettext('c', 'A')\n_('Gone')",
    },
    ['Gone app/a.py:2'],
  ],
  [
    'l10n/en.arb',
    {
      'l10n/en.arb': '{"a":"A"}',
      'app/a.dart': 'l10n.a;\nl10n.gone;\nl10n.own;',
      'app/b.dart': 'extension on AppLocalizations { String get own => a; }',
    },
    ['gone app/a.dart:2'],
  ],
  [
    'res/values/strings.xml',
    {
      'res/values/strings.xml':
        '<resources><string name="a">A</string><string name="no" translatable="false">N</string></resources>',
      'app/A.kt': 'R.string.a\nR.string.gone; R.string.no; R.string.made',
      'app/res/layout/a.xml': '<a b="@string/of_a_library" />',
      'app/build.gradle': 'resValue "string", "made", "M"',
    },
    ['gone app/A.kt:2'],
  ],
  [
    'en.lproj/Localizable.strings',
    {
      'en.lproj/Localizable.strings': '"a" = "A";',
      'app/A.swift':
        'NSLocalizedString("a", comment: "")\nString(localized: "gone"); Text("shown")',
    },
    ['gone app/A.swift:2'],
  ],
])('%s: keys that code needs are reported', async (catalog, files, keys) => {
  expect(await missing(files, { catalog })).toEqual(keys.map((key) => `key-missing ${key}`));
});

test('what no file of another language contains is not in use', async () => {
  const code = { 'app/a.py': 'print(_("cart.title"))' };
  expect(await unused(code, { 'cart.title': 'T', 'cart.old': 'O' })).toEqual(['cart.old']);
  const dart = { 'app/a.dart': 'f(l10n);\n/// l10n.old\n// l10n.old' };
  expect(await unused(dart, { old: 'O' })).toEqual(['old']);
});

test('a text of a catalog may be another one of Android', async () => {
  const code = { 'app/A.kt': 'getString(R.string.title)' };
  const keys = { title: '@string/app_name', app_name: 'Shop', old: 'Old' };
  expect(await unused(code, keys)).toEqual(['old']);
});

test('resources of Android that are catalogs use the keys of others', async () => {
  const project = new Project({
    'service.config.yaml': `version: 1
source: en
targets: [de]
catalogs: [{ source: 'res/values/*.xml', target: 'res/values-{locale}/*.xml' }]
extract: { code: ['**/*.kt'], catalog: res/values/strings.xml }
`,
    'res/values/strings.xml':
      '<resources><string name="title">T</string><string name="old">O</string></resources>',
    'res/values/arrays.xml':
      '<resources><string-array name="a"><item>@string/title</item></string-array></resources>',
    'A.kt': 'R.array.a',
  });
  const config = await loadConfig({ cwd: project.root, env: {} });
  expect((await extractKeys(config)).unused.map(({ key }) => key)).toEqual(['old']);
});

test('texts in code and in catalogs use the keys that they refer to, in all of their forms', async () => {
  const code = { 'app/a.ts': "t('a', 'See $t(item, {\"count\": 2})'); t('b')" };
  const keys = {
    a: 'See $t(item, {"count": 2})',
    b: '$t(kind, {"context": "male"})',
    item_one: 'I',
    item_other: 'I',
    kind_male: 'K',
    old_male: 'O',
  };
  expect(await unused(code, keys)).toEqual(['old_male']);
});

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
  return found.map(({ key }) => key);
}

test.each([
  ['users/show.html.erb', '<h1><%= t(".title") %></h1>', ['users.show.title']],
  ['a.rb', 't("errors.#{code}")', ['errors.min', 'app.errors.max']],
  ['a.haml', "= t('users.form.save')", ['users.form.save']],
  ['b.rb', 'raise I18n.t(code)', ['old.key']],
  ['user.rb', 'class User; end', ['activerecord.models.user', 'errors.messages.blank']],
  ['a.py', 'title = _(f"menu.{name}")', ['menu.open']],
  ['a.go', 'i18n.T(fmt.Sprintf("menu.%s", x))', ['menu.open']],
  ['a.dart', "Text('cart.title'.tr())", ['cart.title']],
  ['a.swift', 'NSLocalizedString("cart.\\(kind)", comment: "")', ['cart.a']],
  ['a.php', "echo __('cart.' . $kind);", ['cart.a']],
  ['a.kt', 'getString(key)', ['anything.at.all']],
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

test('what no file of another language contains is not in use', async () => {
  const code = { 'app/a.py': 'print(_("cart.title"))' };
  expect(await unused(code, { 'cart.title': 'T', 'cart.old': 'O' })).toEqual(['cart.old']);
});

test('a text of a catalog may be another one of Android', async () => {
  const code = { 'app/A.kt': 'getString(R.string.title)' };
  const keys = { title: '@string/app_name', app_name: 'Shop', old: 'Old' };
  expect(await unused(code, keys)).toEqual(['old']);
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

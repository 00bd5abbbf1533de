import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  CompletionList,
  Hover,
  Location,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol/node';
import { CLI, Project } from '../support/project.js';
import { Client } from './support.js';

const CONFIG = 'version: 1\nsource: en\ntargets: [de]\ncatalogs: [{ files: "{locale}.json" }]\n';

/** Two parts of `extract`, with other separators. */
const PARTS = {
  'service.config.yaml': `version: 1
source: en
targets: [de]
catalogs: [{ files: 'web/{locale}.json' }, { files: 'app/{locale}.json' }]
extract:
  - { code: ['web/**/*.js'], catalog: web/en.json }
  - { code: ['app/**/*.js'], catalog: app/en.json, separators: { key: '/' } }
`,
  'web/package.json': '{ "dependencies": { "i18next": "*" } }',
  'app/package.json': '{ "dependencies": { "i18next": "*" } }',
  'web/en.json': `{
  "by": "By {{brand}}",
  "for": "For {{name}} of {{brand}}",
  "one_one": "{{count}} one",
  "one_other": "{{count}} ones",
  "twice": "first",
  "twice": "second",
  "__proto__": "Proto",
  "group": { "text": "Text" }
}
`,
  'app/en.json': '{\n  "cart": {\n    "title": "Cart"\n  }\n}\n',
  'web/setup.js': `import i18next from 'i18next';
i18next.init({ interpolation: { defaultVariables: { brand: 'Acme' } } });
`,
  'web/a.js': `import { t } from 'i18next';
t('by');
t('for');
t('one', { count: n });
t('twice');
t('__proto__');
t('group.text', 'Another');
`,
  'app/b.js': `import { t } from 'i18next';\nt('cart/title');\nt('cart/new', 'New');\n`,
};

describe('several parts of extract', () => {
  const ends: (() => Promise<void> | void)[] = [];
  let project: Project;
  let client: Client;
  beforeAll(async () => {
    project = new Project(PARTS, 'editor', (task) => void ends.push(task));
    client = await Client.start(project, (task) => void ends.unshift(task), {
      options: { hints: false },
    });
    for (const file of ['web/a.js', 'app/b.js', 'web/en.json', 'app/en.json'])
      await client.open(file);
    await client.diagnostics('web/a.js', (all) => all.length > 0);
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });

  const hover = async (file: string, part: string): Promise<string> => {
    const found = await client.ask<Hover>('textDocument/hover', client.at(file, part));
    return (found.contents as { value: string }).value;
  };

  const rename = (file: string, part: string, newName: string): Promise<WorkspaceEdit> =>
    client.ask('textDocument/rename', { ...client.at(file, part), newName });

  test('values that every text gets are not missing; a default text that differs is said', async () => {
    const found = await client.diagnostics('web/a.js', (all) => all.length > 1);
    expect(found.map(({ code }) => code)).toEqual(['missing-value', 'default-text-differs']);
    expect(found[0]?.message).toContain('needs "name", which');
  });

  test.each([
    ["t('twi|ce", 'second'],
    ["t('__pro|to__", 'Proto'],
  ])('the hover of %s', async (part, text) => {
    expect(await hover('web/a.js', part)).toContain(text);
  });

  test('each part has its own keys', async () => {
    expect(await hover('app/b.js', 'cart/ti|tle')).toContain('app/en.json');
    const { items } = await client.ask<CompletionList>(
      'textDocument/completion',
      client.at('app/b.js', 'cart/ti|tle'),
    );
    expect(items.map(({ label }) => label)).toEqual(['cart/title']);
    const [create] = await client.actions('app/b.js', 'cart/n|ew');
    await client.run(create);
    expect(client.edited('app/en.json', client.applied ?? {})).toContain('"new": "New"');
    expect(client.edited('web/en.json', client.applied ?? {})).toBe(PARTS['web/en.json']);
  });

  test('no hints, if the settings say so', async () => {
    const range = { start: { line: 0, character: 0 }, end: { line: 30, character: 0 } };
    const { textDocument } = client.at('web/a.js', '|t');
    expect(await client.ask('textDocument/inlayHint', { textDocument, range })).toBeNull();
  });

  test.each([
    ['app/b.js', 'cart/ti|tle', 'cart/head', 'app/en.json', '"head": "Cart"'],
    ['web/a.js', "t('on|e'", 'single', 'web/en.json', '"single_one": "{{count}} one"'],
    ['web/a.js', "t('b|y'", 'group.by', 'web/en.json', '"by": "By {{brand}}"'],
    ['web/a.js', "t('__pro|to__'", 'constructor', 'web/en.json', '"constructor": "Proto"'],
    ['web/en.json', '"By |{{', 'made', 'web/en.json', '"made": "By {{brand}}"'],
  ])('in %s, %s becomes %s', async (file, part, name, catalog, text) => {
    const edit = await rename(file, part, name);
    const code = file.endsWith('.js') ? file : 'web/a.js';
    expect(client.edited(code, edit)).toContain(`t('${name}'`);
    const after = client.edited(catalog, edit);
    expect(after).toContain(text);
    expect(after.length).toBeGreaterThan(PARTS[catalog as 'app/en.json'].length / 2);
    expect(() => JSON.parse(after) as unknown).not.toThrow();
  });

  test.each([
    ["t('b|y'", 'for', 'web/en.json has the key for'],
    ["t('b|y'", 'group', 'web/en.json has the key group.text'],
    ["t('b|y'", 'for.all', 'web/en.json has the key for'],
    ["t('b|y'", "it's", 'quotation marks'],
    ["t('b|y'", 'shop:by', 'another namespace'],
    ["t('b|y'", 'by', 'another name'],
    ["t('twi|ce'", 'thrice', 'twice is more than once in web/en.json'],
  ])('%s cannot become %s', async (part, name, reason) => {
    await expect(rename('web/a.js', part, name)).rejects.toThrow(reason);
  });
});

test('a text in use, and one that stays, are written as a person decides', async ({
  onTestFinished,
}) => {
  const files = {
    'service.config.yaml': CONFIG,
    'en.json': '{ "a": "Pay", "b": "Go", "c": "In" }',
  };
  const project = new Project(files, 'editor', onTestFinished);
  project.env = { SERVICE_URL: 'embedded' };
  await project.run(['sync']);
  const german = project.json('de.json') as Readonly<Record<string, string>>;
  project.write('en.json', '{ "a": "Pay", "b": "Pay", "c": "Out" }');
  const client = await Client.start(project, onTestFinished);
  await client.open('de.json');
  await client.diagnostics('de.json', (all) => all.length === 2);
  const choose = async (key: string, title: string, left: number): Promise<void> => {
    const actions = await client.actions('de.json', `"${key}|"`);
    await client.run(actions.find((one) => one.title.startsWith(title)));
    await client.open('de.json');
    await client.diagnostics('de.json', (all) => all.length === left);
  };
  await choose('b', 'Use "', 1);
  await choose('c', 'Accept', 0);
  expect(project.json('de.json')).toEqual({ ...german, b: german['a'] });
  const { stdout } = await project.run(['check', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    locales: { de: { stale: 0, review: 0, missing: 0 } },
  });
});

test('several configs: each answers for its own files, and a command names one', async ({
  onTestFinished,
}) => {
  const files = { 'service.config.yaml': CONFIG, 'en.json': '{ "a": "Pay" }' };
  const both = Object.entries(files).flatMap(([name, text]) => [
    [`one/${name}`, text],
    [`two/${name}`, text.replace('Pay', 'Go')],
  ]);
  const project = new Project(
    Object.fromEntries(both) as Readonly<Record<string, string>>,
    'editor',
    onTestFinished,
  );
  const client = await Client.start(project, onTestFinished, {
    folders: [project.path('one'), project.path('two')],
    answer: () => 'Translate',
  });
  await client.open('two/en.json');
  await client.diagnostics('two/en.json', (all) => all.length > 0);
  const translate = (...given: readonly unknown[]): Promise<unknown> =>
    client.command('locale-sync.translateMissing', ...given);
  await expect(translate()).rejects.toThrow('service.config.yaml');
  expect(await translate(project.path('two/service.config.yaml'))).toBe(1);
  expect(project.has('two/de.json')).toBe(true);
  expect(project.has('one/de.json')).toBe(false);
  await client.open('one/en.json');
  await client.diagnostics('one/en.json', (all) => all.length > 0);
  project.write('one/de.json', '{ "a": "" }');
  expect(await client.command('locale-sync.translateFile', client.uri('one/de.json'))).toBe(1);
  const none = { missing: 0, stale: 0, invalid: 0, review: 0 };
  await expect.poll(() => client.status).toEqual({ root: project.path('one'), ...none });
});

test('cancelling the progress ends the run', async ({ onTestFinished }) => {
  const service = createServer(() => {
    void client.connection.sendNotification('window/workDoneProgress/cancel', { token });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    service.closeAllConnections();
    service.close();
  });
  const files = { 'service.config.yaml': CONFIG, 'en.json': '{ "a": "Pay" }' };
  const project = new Project(files, 'editor', onTestFinished);
  const { port } = service.address() as AddressInfo;
  project.env = { SERVICE_URL: `http://127.0.0.1:${port}`, SERVICE_AUTH_KEY: 'key' };
  const client = await Client.start(project, onTestFinished, { answer: () => 'Translate' });
  let token: string | number = '';
  client.onProgress = (one) => (token = one);
  await client.open('en.json');
  await client.diagnostics('en.json', (all) => all.length > 0);
  await expect(client.command('locale-sync.translateMissing')).rejects.toThrow(/interrupted/i);
  expect(project.has('de.json')).toBe(false);
});

test('the review page is served until the editor ends', async ({ onTestFinished }) => {
  const files = { 'service.config.yaml': CONFIG, 'en.json': '{ "a": "Pay" }' };
  const project = new Project(files, 'editor', onTestFinished);
  const client = await Client.start(project, onTestFinished);
  await client.open('en.json');
  const url = await client.command<string>('locale-sync.review');
  expect((await fetch(url)).status).toBe(200);
  expect(await client.command('locale-sync.review')).toBe(url);
  await client.end();
  await expect(fetch(url)).rejects.toThrow();
});

test('a text of more than 2 MB is read as it is on disk', async ({ onTestFinished }) => {
  const files = {
    ...{ 'service.config.yaml': CONFIG, 'en.json': '{ "a": "Pay" }' },
    'de.json': '{ "a": "Zahlen" }',
  };
  const project = new Project(files, 'editor', onTestFinished);
  const client = await Client.start(project, onTestFinished);
  const shown = async (text: string): Promise<string> => {
    await client.open('de.json', text);
    await client.open('en.json');
    const { contents } = await client.ask<Hover>(
      'textDocument/hover',
      client.at('en.json', 'P|ay'),
    );
    return (contents as { value: string }).value;
  };
  expect(await shown(`{ "a": "Neu" ${' '.repeat(2_000_000)}}`)).toContain('Zahlen');
});

test('on a terminal, a person reads what it is and what to do', () => {
  const { stdout, status } = spawnSync(
    'script',
    ['-qec', `'${process.execPath}' '${CLI}' editor`, '/dev/null'],
    { encoding: 'utf8' },
  );
  expect(stdout).toContain('language server');
  expect(stdout).toContain('docs/editor.md');
  expect(status).toBe(2);
});

test('a client that cannot say which files change elsewhere: what it saves or opens shows them', async ({
  onTestFinished,
}) => {
  const files = { 'service.config.yaml': CONFIG, 'en.json': '{ "a": "Pay" }', 'de.json': '{}' };
  const project = new Project(files, 'editor', onTestFinished);
  const client = await Client.start(project, onTestFinished, { watches: false });
  await client.open('en.json');
  await client.diagnostics('en.json', (all) => all.length === 1);
  project.write('de.json', '{ "a": "Zahlen" }');
  await client.save('en.json');
  await client.diagnostics('en.json', (all) => all.length === 0);
  project.write('service.config.yaml', CONFIG.replace('[de]', '[de, fr]'));
  await client.open('service.config.yaml');
  const found = await client.diagnostics('en.json', (all) => all.length === 1);
  expect(found[0]?.message).toBe('Not translated: fr.');
});

test('a key that exists is known as soon as it is typed', async ({ onTestFinished }) => {
  const project = new Project(PARTS, 'editor', onTestFinished);
  const client = await Client.start(project, onTestFinished);
  await client.open('web/a.js');
  await client.diagnostics('web/a.js', (all) => all.length > 0);
  await client.type('web/a.js', "t('twice')", "t('fresh'); t('group.text')");
  const { contents } = await client.ask<Hover>(
    'textDocument/hover',
    client.at('web/a.js', "t('gro|up.text');"),
  );
  expect((contents as { value: string }).value).toContain('Text');
});

/** Projects of other languages: catalogs, and code with a key that exists and one that does not. */
const LANGUAGES = {
  'rb/service.config.yaml': `version: 1
source: en
targets: [de]
catalogs: [{ files: 'config/locales/{locale}.yml' }]
extract: { code: ['app/**/*.rb'], catalog: config/locales/en.yml }
`,
  'rb/config/locales/en.yml': 'en:\n  cart:\n    title: "Your cart"\n',
  'rb/config/locales/de.yml': 'de:\n  cart:\n    title: "Ihr Warenkorb"\n',
  'rb/app/cart.rb': 'I18n.t("cart.title")\nI18n.t("cart.nope")\n',
  'php/service.config.yaml': `version: 1
source: en
targets: [de]
catalogs: [{ files: 'lang/{locale}/*.php' }]
extract: { code: ['app/*.php'], catalog: 'lang/en/{namespace}.php' }
`,
  'php/lang/en/cart.php': "<?php\nreturn [\n    // Head\n    'title' => 'Your cart',\n];\n",
  'php/lang/de/cart.php': "<?php\nreturn [\n    // Head\n    'title' => 'Ihr Warenkorb',\n];\n",
  'php/app/a.php': "<?php\necho __('cart.title');\necho trans('cart.nope');\n",
  'fl/service.config.yaml': `version: 1
source: en
targets: [de]
catalogs: [{ files: 'lib/l10n/app_{locale}.arb' }]
extract: { code: ['lib/*.dart'], catalog: lib/l10n/app_en.arb }
`,
  'fl/lib/l10n/app_en.arb': '{\n  "@@locale": "en",\n  "cartTitle": "Your cart"\n}\n',
  'fl/lib/l10n/app_de.arb': '{\n  "@@locale": "de",\n  "cartTitle": "Ihr Warenkorb"\n}\n',
  'fl/lib/a.dart': 'String a(c) => AppLocalizations.of(c)!.cartTitle;\n',
};

test('Ruby, PHP and Dart: hover, definition, references, and keys that no catalog has', async ({
  onTestFinished,
}) => {
  const project = new Project(LANGUAGES, 'editor', onTestFinished);
  const folders = ['rb', 'php', 'fl'].map((folder) => project.path(folder));
  const client = await Client.start(project, onTestFinished, { folders });
  for (const [file, part, catalog, missing] of [
    ['rb/app/cart.rb', 'cart.ti|tle', 'rb/config/locales/en.yml', 'cart.nope'],
    ['php/app/a.php', 'cart.ti|tle', 'php/lang/en/cart.php', 'cart.nope'],
    // Not a quoted text: neither completed nor renamed.
    ['fl/lib/a.dart', 'cart|Title', 'fl/lib/l10n/app_en.arb', undefined],
  ] as const) {
    await client.open(file);
    const at = client.at(file, part);
    const { contents, range } = await client.ask<Hover>('textDocument/hover', at);
    expect((contents as { value: string }).value).toContain('Ihr Warenkorb');
    expect(range && client.document(file).getText(range)).toBe(part.replace('|', ''));
    const [source] = await client.ask<Location[]>('textDocument/definition', at);
    expect(source?.uri).toBe(client.uri(catalog));
    const context = { includeDeclaration: true };
    const all = await client.ask<Location[]>('textDocument/references', { ...at, context });
    expect(all).toHaveLength(3);
    const found = await client.diagnostics(file, (some) => some.length > 0 || !missing);
    expect(found.map((one) => client.document(file).getText(one.range))).toEqual(
      missing === undefined ? [] : [missing],
    );
    const completed = await client.ask<CompletionList | null>('textDocument/completion', at);
    expect(completed?.items.map(({ label }) => label)).toEqual(missing && ['cart.title']);
    const renamed = client.ask<WorkspaceEdit>('textDocument/rename', {
      ...at,
      newName: 'cart.name',
    });
    if (missing === undefined) await expect(renamed).rejects.toThrow('no key here');
    else {
      const edit = await renamed;
      expect(client.edited(file, edit)).toContain(
        '("cart.name")'.replaceAll('"', file.endsWith('php') ? "'" : '"'),
      );
      for (const name of [catalog, catalog.replace('en', 'de')]) {
        const text = project.read(name).replace('title', 'name');
        expect(client.edited(name, edit)).toBe(text);
      }
    }
  }
});

/** A project as `npx @inlang/paraglide-js init` makes it. */
const PARAGLIDE = {
  'package.json': '{ "devDependencies": { "@inlang/paraglide-js": "^2.0.0" } }',
  'project.inlang/settings.json': '{ "baseLocale": "en", "locales": ["en", "de"] }',
  'messages/en.json': `{
  "$schema": "https://inlang.com/schema/inlang-message-format",
  "greeting": "Hello {name}"
}
`,
  'messages/de.json': `{
  "$schema": "https://inlang.com/schema/inlang-message-format",
  "greeting": "Hallo {name}"
}
`,
  'service.config.yaml': `version: 1
source: en
targets: [de]
catalogs: [{ files: 'messages/{locale}.json' }]
extract: { code: ['src/**/*.{ts,svelte}'], catalog: messages/en.json }
`,
  'src/a.ts':
    "import { m } from './paraglide/messages.js';\nm.greeting({ name });\nm.greeting();\nm.bye();\nm['greeting']({ name });\n",
  'src/B.svelte': '<p>Our shop</p>\n',
};

test('Paraglide: functions are keys; a key is created for one, and a text becomes one', async ({
  onTestFinished,
}) => {
  const project = new Project(PARAGLIDE, 'editor', onTestFinished);
  const client = await Client.start(project, onTestFinished);
  await client.open('src/a.ts');
  const found = await client.diagnostics('src/a.ts', (all) => all.length > 1);
  const shown = found.map(({ code, range }) => [code, client.document('src/a.ts').getText(range)]);
  expect(shown).toEqual([
    ['missing-value', 'greeting'],
    ['missing-key', 'bye'],
  ]);
  const at = client.at('src/a.ts', 'm.gree|ting({ name');
  const { contents } = await client.ask<Hover>('textDocument/hover', at);
  expect((contents as { value: string }).value).toContain('Hallo {name}');

  const create = await client.actions('src/a.ts', 'm.by|e()');
  await client.run(create.find(({ title }) => title.startsWith('Create')));
  expect(client.edited('messages/en.json', client.applied ?? {})).toContain('"bye": ');

  await client.open('src/B.svelte');
  const move = await client.actions('src/B.svelte', 'Our| shop');
  await client.run(move.find(({ title }) => title.startsWith('Move')));
  const moved = client.applied ?? {};
  expect(client.edited('src/B.svelte', moved)).toBe(
    "<script>\n  import { m } from './paraglide/messages.js';\n</script>\n\n<p>{m.ourShop()}</p>\n",
  );
  expect(client.edited('messages/en.json', moved)).toContain('"ourShop": "Our shop"');

  const rename = (newName: string): Promise<WorkspaceEdit> =>
    client.ask('textDocument/rename', { ...at, newName });
  const edit = await rename('hello');
  expect(client.edited('src/a.ts', edit)).toBe(
    PARAGLIDE['src/a.ts'].replaceAll('greeting', 'hello'),
  );
  await expect(rename('say.hello')).rejects.toThrow('which "say.hello" cannot name');
});

test('a request before initialize is refused', async ({ onTestFinished }) => {
  const project = new Project({ 'service.config.yaml': CONFIG }, 'editor', onTestFinished);
  const client = new Client(project, {});
  onTestFinished(() => client.end());
  const textDocument = { uri: pathToFileURL(project.path('en.json')).href };
  const position = { line: 0, character: 0 };
  for (const [method, params] of [
    ['textDocument/hover', { textDocument, position }],
    ['workspace/executeCommand', { command: 'locale-sync.translateMissing' }],
  ] as const)
    await expect(client.ask(method, params)).rejects.toMatchObject({ code: -32_002 });
});

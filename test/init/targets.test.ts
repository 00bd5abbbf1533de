import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createEngine, loadConfig } from '../../src/index.js';
import { folder } from '../config/helpers.js';
import { init, read } from './helpers.js';

type Files = Record<string, string>;

/** Texts in files of these locales; `path` has `{locale}`. */
function inLocales(path: string, locales: string, text: (locale: string) => string): Files {
  return Object.fromEntries(
    locales.split(' ').map((locale) => [path.replaceAll('{locale}', locale), text(locale)]),
  );
}

const json = (locale: string): string => JSON.stringify({ a: `One ${locale}`, b: `Two ${locale}` });
const page = (locale: string): string => `${locale}:\n  page:\n    title: Title ${locale}\n`;
const defaults = (locale: string): string =>
  `${locale}:\n  date:\n    today: Today ${locale}\n  errors:\n    blank: Blank ${locale}\n`;

/** Runs init; returns the targets of each catalog by its pattern, and what was said. */
async function targets(files: Files, answers?: readonly string[]) {
  const root = folder(files);
  const { code, stderr } = await init(root, {}, answers);
  expect(stderr).toContain('Wrote');
  expect(code).toBe(0);
  const { catalogs } = await loadConfig({ cwd: root, env: {} });
  const own = catalogs.map(({ target, targets }) => [target, targets.join(' ')]);
  const config = read(root, 'service.config.yaml');
  return { root, own: Object.fromEntries(own) as Files, config, stderr };
}

describe('a catalog with only its source gets the locales of its neighbours', () => {
  test('not those that only copied defaults of a library have', async () => {
    const { own, config, stderr } = await targets({
      ...inLocales('config/locales/defaults/{locale}.yml', 'en de fr af es-CL is', defaults),
      ...inLocales('config/locales/views/a/{locale}.yml', 'en de fr', page),
      ...inLocales('config/locales/views/b/{locale}.yml', 'en de', page),
      'config/locales/views/c/en.yml': 'en:\n  c:\n    new: New page\n',
      ...inLocales('mobile/l10n/app_{locale}.arb', 'en', json),
    });
    expect(own).toEqual({
      'config/locales/defaults/{locale}.yml': 'af de es-CL fr is',
      'config/locales/views/a/{locale}.yml': 'de fr',
      'config/locales/views/b/{locale}.yml': 'de',
      'config/locales/views/c/{locale}.yml': 'de fr',
      'mobile/l10n/app_{locale}.arb': 'de fr',
    });
    expect(config).toContain(
      'targets: [de, fr]\n# Only texts copied from libraries have these too: af, es-CL, is\n',
    );
    expect(config).toContain(
      '  # Other targets of the project: fr\n  - files: config/locales/views/b/{locale}.yml\n',
    );
    expect(config).toContain(
      '  # Targets: those of most catalogs in config/locales/views.\n  - files: config/locales/views/c',
    );
    expect(stderr).toContain('  → de, fr: 16 characters (those of most catalogs in config/');
  });

  test('not variants of the source, which contain what differs from it', async () => {
    const { own } = await targets({
      ...inLocales('app/i18n/{locale}.json', 'en de', json),
      'app/i18n/en.json': JSON.stringify({ a: 'Your colour', b: 'One', c: 'Two', d: 'Three' }),
      'app/i18n/en-US.json': JSON.stringify({ a: 'Your color' }),
      ...inLocales('web/i18n/{locale}.json', 'en', json),
    });
    expect(own['app/i18n/{locale}.json']).toBe('de en-US');
    expect(own['web/i18n/{locale}.json']).toBe('de');
  });

  test('not the files that came with its framework, while the app is translated in another format', async () => {
    const { own, stderr } = await targets({
      ...inLocales('resources/js/locales/{locale}.json', 'en de fr', json),
      'resources/lang/en/auth.php': "<?php return ['failed' => 'These do not match.'];",
    });
    expect(Object.keys(own)).toEqual(['resources/js/locales/{locale}.json']);
    expect(stderr).toContain('Left out: resources/lang/{locale}/*.php, not translated yet');
  });

  test('the nearest of a monorepo, and of those what at least half have', async () => {
    const { own } = await targets({
      ...inLocales('web/packages/a/i18n/{locale}.json', 'en de fr', json),
      ...inLocales('web/packages/b/i18n/{locale}.json', 'en de it', json),
      ...inLocales('web/packages/c/i18n/{locale}.json', 'en de it es', json),
      ...inLocales('web/packages/new/i18n/{locale}.json', 'en', json),
      ...inLocales('app/l10n/app_{locale}.arb', 'en ja ko', json),
      ...inLocales('app/store/l10n/store_{locale}.arb', 'en', json),
    });
    expect(own['web/packages/new/i18n/{locale}.json']).toBe('de it');
    expect(own['app/store/l10n/store_{locale}.arb']).toBe('ja ko');
  });

  const onlyCopies = {
    ...inLocales('config/locales/devise.{locale}.yml', 'en de fr af', (locale) =>
      page(locale)
        .replace('page', 'devise')
        .concat('  activerecord:\n    models:\n      user: U\n'),
    ),
    ...inLocales('config/locales/app.{locale}.yml', 'en', page),
  };

  test('if only copies are translated, it becomes a comment to complete', async () => {
    const { own, config, stderr } = await targets(onlyCopies);
    expect(own).toEqual({ 'config/locales/devise.{locale}.yml': 'af de fr' });
    expect(config).toContain('  # - files: config/locales/*.{locale}.yml\n');
    expect(config).toContain('  #   targets: [af, de, fr]\n');
    expect(stderr).toContain('→ not translated: only texts copied from libraries are translated.');
    expect(stderr).toContain('A first sync would send 0 characters');
  });

  test('the comment is a catalog that works', async () => {
    const { root, config } = await targets(onlyCopies);
    writeFileSync(
      join(root, 'service.config.yaml'),
      config.replace(
        /^ {2}# (- files: [^]*?messages: rails\n)/m,
        (_, entry: string) => `  ${entry.replaceAll('  #   ', '    ')}`,
      ),
    );
    const { catalogs } = await loadConfig({ cwd: root, env: {} });
    expect(catalogs.map(({ target }) => target)).toEqual([
      'config/locales/devise.{locale}.yml',
      'config/locales/*.{locale}.yml',
    ]);
  });

  test('or gets what a person answers', async () => {
    const { own } = await targets(onlyCopies, ['', 'de', '']);
    expect(own).toEqual({
      'config/locales/devise.{locale}.yml': 'de',
      'config/locales/*.{locale}.yml': 'de',
    });
  });
});

test('copies in the folder of the project’s own files are catalogs of their own', async () => {
  const php = (locale: string): string => `<?php\nreturn ['a' => 'One ${locale}'];\n`;
  const { own, config } = await targets({
    'composer.json': '{}',
    ...inLocales('lang/{locale}/auth.php', 'en de fr sw', php),
    ...inLocales('lang/{locale}/shop.php', 'en de', php),
    ...inLocales('lang/{locale}/new.php', 'en', php),
  });
  expect(own).toEqual({ 'lang/{locale}/auth.php': 'de fr sw', 'lang/{locale}/*.php': 'de' });
  expect(config).toContain('exclude: [lang/*/auth.php]');
});

test('an app’s own texts with such keys are no copies', async () => {
  const { own } = await targets({
    ...inLocales('config/locales/errors.{locale}.yml', 'en de fr', (locale) =>
      page(locale).replace('page', 'errors'),
    ),
    ...inLocales('config/locales/app.{locale}.yml', 'en', page),
  });
  expect(own).toEqual({ 'config/locales/*.{locale}.yml': 'de fr' });
});

describe('exports for translators are no catalogs', () => {
  const strings = inLocales(
    'App/{locale}.lproj/Main.strings',
    'en de',
    (locale) => `"a" = "A ${locale}";\n`,
  );
  const xliff = (locale: string): string =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">\n<file original="App/en.lproj/Main.strings" source-language="en" target-language="${locale}" datatype="plaintext"><header><tool tool-id="com.apple.dt.xcode" tool-name="Xcode"/></header><body><trans-unit id="a"><source>A en</source></trans-unit></body></file>\n</xliff>\n`;

  test.each([
    ['Export/{locale}.xcloc/Localized Contents/{locale}.xliff', 'Export/ja.xcloc, Export/ko.xcloc'],
    ['Export/{locale}.xliff', 'Export/ja.xliff, Export/ko.xliff'],
  ])('%s', async (path, named) => {
    const { own, stderr } = await targets({ ...strings, ...inLocales(path, 'ja ko', xliff) });
    expect(own).toEqual({ 'App/{locale}.lproj/*.strings': 'de' });
    expect(stderr).toContain(`Left out: ${named} (exported for translators, and imported again).`);
  });

  test('unless there is nothing else', async () => {
    const { own } = await targets(inLocales('Export/{locale}.xliff', 'ja ko', xliff));
    expect(own).toEqual({ 'Export/{locale}.xliff': 'ja ko' });
  });
});

describe('of two names for one language', () => {
  test.each([
    ['nb no'],
    ['no nb'],
    ['zh-Hans zh-CN'],
    ['zh-CN zh-Hans'],
    ['iw he'],
    ['he iw'],
    ['id in'],
    ['de de-DE'],
    ['pt_BR pt-BR'],
  ])('the one with texts is kept: %s', async (names) => {
    const [full = '', empty = ''] = names.split(' ');
    const { own, stderr } = await targets({
      ...inLocales('l/{locale}.json', `en ${full}`, json),
      [`l/${empty}.json`]: '{}',
    });
    expect(own).toEqual({ 'l/{locale}.json': full });
    expect(stderr).toContain(`${empty} (the same language as ${full})`);
    expect(stderr).toContain('A first sync would send 0 characters');
  });

  test('gettext: its translated texts count', async () => {
    const po = (text: string): string =>
      `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "One"\nmsgstr "${text}"\n`;
    const { own } = await targets({
      'po/app.pot': po(''),
      'po/nb.po': po(''),
      'po/no.po': po('En'),
    });
    expect(own).toEqual({ 'po/{locale}.po': 'no' });
  });

  test.each(['he iw', 'iw he'])('Android: folders of one locale, %s', async (names) => {
    const [full = '', empty = ''] = names.split(' ');
    const xml = (text: string): string => `<resources>\n    ${text}\n</resources>\n`;
    const { stderr } = await targets({
      'res/values/strings.xml': xml('<string name="a">One</string>'),
      [`res/values-${full}/strings.xml`]: xml('<string name="a">Ehad</string>'),
      [`res/values-${empty}/strings.xml`]: xml(''),
    });
    expect(stderr).toContain('A first sync would send 0 characters');
  });

  test('both are kept if both have texts and may differ', async () => {
    const files = inLocales('l/{locale}.json', 'en zh-CN zh-Hans', json);
    expect((await targets(files)).own).toEqual({ 'l/{locale}.json': 'zh-CN zh-Hans' });
  });

  test('a store with other spellings than the app has the same targets, in its own', async () => {
    const { config } = await targets({
      ...inLocales('app/locales/{locale}.json', 'en de es pt pt-BR', json),
      ...inLocales('site/i18n/{locale}.json', 'en-US de-DE es-ES pt-BR', json),
      'docs/locales/en.json': json('en'),
    });
    expect(config).toContain('\ntargets: [de, es, pt, pt-BR]\n');
    expect(config).toContain(
      'target: site/i18n/{locale}.json\n    targets: [de-DE, es-ES, pt-BR]\n',
    );
    expect(config).not.toContain('Other targets of the project: de');
  });

  test('the source is no spelling of a target that only another catalog has', async () => {
    const { own } = await targets({
      ...inLocales('a/locales/{locale}.json', 'en de', json),
      'a/locales/en-US.json': '{"a": "Color"}',
      ...inLocales('b/i18n/{locale}.json', 'en de', json),
    });
    expect(own).toEqual({ 'a/locales/{locale}.json': 'de en-US', 'b/i18n/{locale}.json': 'de' });
  });

  test('each catalog keeps its own', async () => {
    const { own } = await targets({
      ...inLocales('a/locales/{locale}.json', 'en nb', json),
      'a/locales/no.json': '{}',
      ...inLocales('b/locales/{locale}.json', 'en no', json),
      'b/locales/nb.json': '{}',
    });
    expect(own).toEqual({ 'a/locales/{locale}.json': 'nb', 'b/locales/{locale}.json': 'no' });
  });
});

describe('the ending', () => {
  test('says what plan says, in all and for each catalog', async () => {
    const forms = (text: string): string => JSON.stringify({ a: `${text} |||| ${text}s`, b: text });
    const { root, stderr } = await targets({
      'package.json': '{"dependencies": {"node-polyglot": "2"}}',
      'web/locales/en.json': forms('Song'),
      'web/locales/ar.json': '{}',
      'api/locales/en.json': forms('Track'),
      'api/locales/ar.json': '{}',
      'api/locales/de.json': '{}',
    });
    const engine = createEngine(await loadConfig({ cwd: root, env: {} }));
    const { characters, texts } = (await engine.plan()).report;
    await engine.close();
    expect(characters).toBeGreaterThan(0);
    expect(stderr).toContain(`A first sync would send ${characters} characters (${texts} texts in`);
    const each = [...stderr.matchAll(/→ .*: (\d+) characters \(/g)].map(([, count]) =>
      Number(count),
    );
    expect(each.reduce((sum, count) => sum + count, 0)).toBe(characters);
  });

  test('fits on a screen, also for many catalogs, and names the dearest first', async () => {
    const many = Array.from({ length: 40 }, (_, at) => ({
      ...inLocales(
        `v${at}/v${at}/locales/{locale}.json`,
        at % 2 === 0 ? 'en de' : 'en de fr',
        json,
      ),
      [`v${at}/v${at}/locales/${'it es pl nl sv da fi cs hu ro'.split(' ')[at % 10]}.json`]: '{}',
    }));
    const { stderr } = await targets(Object.assign({}, ...many) as Files);
    const lines = stderr.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(stderr).toMatch(/and 3 more catalogs\n/);
    expect(stderr).toMatch(/… and \d+ more catalogs: \d+ characters\n/);
    const each = [...stderr.matchAll(/→ .*: ([\d,]+) characters \(/g)].map(([, n]) => Number(n));
    expect(each).toEqual(each.toSorted((a, b) => b - a));
  });
});

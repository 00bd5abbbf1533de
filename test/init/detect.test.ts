import { describe, expect, test } from 'vitest';
import { detectLayout } from '../../src/cli/init/detect.js';
import { openProject } from '../../src/cli/init/project.js';
import { folder } from '../config/helpers.js';
import { init, read } from './helpers.js';

const strings = '{"a": "A", "b": {"c": "C"}, "n": 1}';

/** Kind, pattern and counts of what is found among these files. */
async function detect(files: Readonly<Record<string, string>>): Promise<string[]> {
  return (await detectLayout(openProject(folder(files)))).found.map((one) => {
    const pattern = one.files ?? `${one.source} → ${one.target}`;
    const counts = Object.entries(one.locales).map(
      ([name, own]) => `${name}:${own.files}/${own.strings}`,
    );
    return `${one.kind} ${pattern} ${counts.join(' ')}`;
  });
}

const at = (text: string, ...paths: string[]) =>
  Object.fromEntries(paths.map((path) => [path, text]));
const uses = (name: string) => ({
  'package.json': JSON.stringify({ dependencies: { [name]: '1' } }),
});

test('i18next: a folder per locale, with counts of files and strings', async () => {
  const files = at(
    strings,
    'public/locales/en/a.json',
    'public/locales/en/b.json',
    'public/locales/de/a.json',
  );
  expect(await detect({ ...files, ...uses('react-i18next') })).toEqual([
    'i18next public/locales/{locale}/*.json de:1/2 en:2/4',
  ]);
});

test('folders below the locale make the pattern deep', async () => {
  expect(
    await detect(at(strings, 'locales/en/a.json', 'locales/en/x/b.json', 'locales/pt-BR/a.json')),
  ).toEqual(['JSON locales/{locale}/**/*.json en:2/4 pt-BR:1/2']);
});

test('a locale that stands twice in a path stays twice', async () => {
  const paths = ['en', 'de'].flatMap((locale) =>
    ['dom/a.json', 'dom/b/c.json'].map((rest) => `chrome/${locale}/locale/${locale}/${rest}`),
  );
  expect(
    await detect(at(strings, ...paths, 'chrome/en/locale/x.json', 'chrome/de/locale/x.json')),
  ).toEqual([
    'JSON chrome/{locale}/locale/{locale}/**/*.json de:2/4 en:2/4',
    'JSON chrome/{locale}/locale/*.json de:1/2 en:1/2',
  ]);
});

test('vue-i18n: a file per locale', async () => {
  const files = at(strings, 'src/locales/en.json', 'src/locales/zh-Hant.json');
  expect(await detect({ ...files, ...uses('vue-i18n') })).toEqual([
    'vue-i18n src/locales/{locale}.json en:1/2 zh-Hant:1/2',
  ]);
});

test('English whose region repeats its language is English', async () => {
  const files = at(strings, 'i18n/de_DE.json', 'i18n/pl.json');
  expect(await detect({ ...files, ...at('{"a": "A"}', 'i18n/en_EN.json') })).toEqual([
    'JSON i18n/{locale}.json de_DE:1/2 en_EN:1/1 pl:1/2',
  ]);
});

test('a file beside translations that has their texts is their source, where English is empty', async () => {
  const many = at(strings, 'i18n/ar.json', 'i18n/de.json', 'i18n/fr.json');
  const files = { ...many, 'i18n/en.json': '{}', 'i18n/languages.json': '{"ar": "Arabic"}' };
  expect(await detect({ ...files, 'i18n/main.json': strings })).toEqual([
    'JSON i18n/main.json → i18n/{locale}.json ar:1/2 de:1/2 fr:1/2 :1/2',
  ]);
  expect(await detect({ ...files, 'i18n/en.json': strings, 'i18n/main.json': strings })).toEqual([
    'JSON i18n/{locale}.json ar:1/2 de:1/2 en:1/2 fr:1/2',
  ]);
});

test('English with a name alone leaves the source to the file beside it', async () => {
  const full = '{"name": "N", "a": "A", "b": "B", "c": "C"}';
  const many = at(full, 'l/ar_SA.json', 'l/cs_CZ.json', 'l/de_DE.json', 'l/LocSource.json');
  expect(await detect({ ...many, 'l/en_US.json': '{"name": "English"}' })).toEqual([
    'JSON l/LocSource.json → l/{locale}.json ar_SA:1/4 cs_CZ:1/4 de_DE:1/4 en_US:1/1 :1/4',
  ]);
});

test('values in files whose names end like locales are no texts', async () => {
  const model = '{"parent": "block/tank", "faces": {"north": "#0"}}';
  const files = at(model, 'models/tank.json', 'models/tank_ne.json', 'models/tank_sw.json');
  const texts = at(strings, 'lang/en_us.json', 'lang/de_de.json');
  const { found, notes } = await detectLayout(openProject(folder({ ...files, ...texts })));
  expect(found.map((one) => one.files)).toEqual(['lang/{locale}.json']);
  expect(notes).toEqual([
    'Left out: models/tank.json, whose texts are single words or values. If people read them, add it under catalogs in the config.',
  ]);
});

test('without a template, the translation with the newest source texts is one, not the longest', async () => {
  const po = (date: string, ...ids: readonly string[]): string =>
    [
      `msgid ""\nmsgstr "POT-Creation-Date: ${date}\\n"\n`,
      ...ids.map((id) => `msgid "${id}"\nmsgstr ""\n`),
    ].join('\n');
  const files = {
    'po/de.po': po('2026-02-01 10:00+0000', 'Open', 'Close it'),
    'po/en_GB.po': po('2025-02-01 10:00+0000', 'Open', 'Old', 'Older'),
    'po/fy.po': po('2010-07-17 22:36+0000', 'Old', 'Older', 'Oldest', 'Open'),
  };
  const { found } = await detectLayout(openProject(folder(files)));
  expect(found[0]?.template).toEqual({ locale: 'de', source: 'po/de.po' });
});

test('a declared template counts, not a file of translations into its language', async () => {
  const files = {
    ...at(POT, 'po/app.pot', 'po/de.po', 'po/en.po'),
    '.tx/config':
      '[main]\nhost = https://www.transifex.com\n\n[a.b]\nfile_filter = po/<lang>.po\nsource_file = po/app.pot\nsource_lang = en\n',
  };
  expect(await detect(files)).toEqual(['po po/app.pot → po/{locale}.po de:1/1 :1/1']);
});

test('a library among what a website serves is left out by its licence', async () => {
  const files = {
    ...at(strings, 'app/locales/en.json', 'app/locales/de.json'),
    ...at(strings, 'app/static/viewer/locale/en-US.json', 'app/static/viewer/locale/fr.json'),
    ...at('MIT', 'LICENSE', 'app/static/viewer/LICENSE'),
  };
  const { found, notes } = await detectLayout(openProject(folder(files)));
  expect(found.map((one) => one.files)).toEqual(['app/locales/{locale}.json']);
  expect(notes).toEqual([
    'Left out: app/static/viewer (a third-party library: its folder has a version in its name or a licence of its own). If it is yours, add it under catalogs in the config.',
  ]);
});

test('declared catalogs that differ in a name are one', async () => {
  const declared = (name: string) =>
    `[o:p:r:${name}]\nfile_filter = l10n/<lang>/${name}.po\nsource_file = l10n/${name}.pot\nsource_lang = en\n\n`;
  const files = {
    ...at(POT, 'l10n/a.pot', 'l10n/b.pot', 'l10n/de/a.po', 'l10n/de/b.po', 'l10n/fr/a.po'),
    '.tx/config': declared('a') + declared('b'),
  };
  expect(await detect(files)).toEqual(['po l10n/*.pot → l10n/{locale}/*.po de:2/2 fr:1/1 :2/2']);
  expect(await detect({ ...files, 'l10n/c.pot': POT })).toContain(
    'po l10n/a.pot → l10n/{locale}/a.po de:1/1 fr:1/1 :1/1',
  );
});

test('packages of which one is behind the others', async () => {
  const all = ['a', 'b', 'c', 'd'].flatMap((name) => [
    `plugins/${name}/lang/en.json`,
    `plugins/${name}/lang/de.json`,
    ...(name === 'd' ? [] : [`plugins/${name}/lang/it.json`]),
  ]);
  expect(await detect(at(strings, ...all))).toEqual([
    'JSON plugins/*/lang/{locale}.json de:4/8 en:4/8 it:3/6',
  ]);
});

test('a manifest of a package beside texts is none of them', async () => {
  const files = at(strings, 'lang/en/app.json', 'lang/de/app.json', 'lang/en/composer.json');
  expect(await detect(files)).toEqual(['JSON lang/{locale}/app.json de:1/2 en:1/2']);
});

test('templates that Sphinx writes into a folder of their own', async () => {
  const files = {
    ...at(POT, 'docs/_build/gettext/index.pot', 'docs/_build/gettext/manual.pot'),
    ...at(POT, 'docs/locale/de/LC_MESSAGES/index.po', 'docs/locale/de/LC_MESSAGES/manual.po'),
    ...at(POT, 'docs/locale/fr/LC_MESSAGES/index.po', 'docs/locale/fr/LC_MESSAGES/old.po'),
  };
  expect(await detect(files)).toEqual([
    'po docs/_build/gettext/*.pot → docs/locale/{locale}/LC_MESSAGES/*.po de:2/2 fr:2/2 :2/2',
  ]);
});

test('next-intl: one locale is enough where locale files usually are', async () => {
  expect(await detect({ ...at(strings, 'messages/en.json'), ...uses('next-intl') })).toEqual([
    'next-intl messages/{locale}.json en:1/2',
  ]);
});

test('bundles of Java: one translation beside its source is enough', async () => {
  const files = at(
    'a=A\n',
    'src/main/resources/messages.properties',
    'src/main/resources/log.properties',
  );
  expect(await detect({ ...files, 'src/main/resources/messages_de.properties': 'a=Ä\n' })).toEqual([
    'properties src/main/resources/messages_{locale}.properties de:1/1 :1/1',
  ]);
  expect(await detect({ ...files, 'src/main/resources/other_de.properties': 'a=Ä\n' })).toEqual([]);
});

test('bundles of Java: the one that all fall back to goes before a copy for English', async () => {
  const files = at('a=A\nb=B\n', 'i18n/app.properties', 'i18n/app_en.properties');
  expect(await detect({ ...files, 'i18n/app_de.properties': 'a=Ä\n' })).toEqual([
    'properties i18n/app.properties → i18n/app_{locale}.properties de:1/1 :1/2',
  ]);
});

test('bundles of Java whose source has no texts are left out with a word', async () => {
  const files = { 'i18n/app.properties': '# see app.xml\n', 'i18n/app_de.properties': 'a=Ä\n' };
  const { found, notes } = await detectLayout(openProject(folder(files)));
  expect(found).toEqual([]);
  expect(notes).toEqual(['Left out: i18n/app_{locale}.properties, without texts in the source.']);
});

test('browser extensions', async () => {
  const text = '{"name": {"message": "Name", "description": "d"}}';
  expect(
    await detect(at(text, 'src/_locales/en/messages.json', 'src/_locales/pt_BR/messages.json')),
  ).toEqual([
    expect.stringMatching(/^browser extension src\/_locales\/\{locale\}\/messages\.json en:1/),
  ]);
});

test('Laravel', async () => {
  expect(await detect({ ...at(strings, 'lang/en.json', 'lang/fr.json'), artisan: '' })).toEqual([
    'Laravel lang/{locale}.json en:1/2 fr:1/2',
  ]);
});

test('Rails', async () => {
  const files = {
    ...at('en:\n  a: A\n', 'config/locales/en.yml'),
    ...at('de:\n  a: A\n', 'config/locales/de.yml'),
  };
  expect(await detect(files)).toEqual(['Rails config/locales/{locale}.yml de:1/1 en:1/1']);
});

test('Symfony', async () => {
  expect(
    await detect(
      at(
        'a: A\n',
        'translations/messages.en.yaml',
        'translations/messages.fr.yaml',
        'translations/x.en.yaml',
      ),
    ),
  ).toEqual(['Symfony translations/*.{locale}.yaml en:2/2 fr:1/1']);
});

test('subtitles', async () => {
  const cue = '1\n00:00:01,000 --> 00:00:02,000\nHello\n';
  expect(await detect(at(cue, 'media/talk.en.srt', 'media/talk.es.srt'))).toEqual([
    'subtitles media/talk.{locale}.srt en:1/1 es:1/1',
  ]);
});

const xliff = (version: string) =>
  `<xliff version="${version}" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en-US"><file id="f"><unit id="u"><segment><source>Hello</source></segment></unit></file></xliff>`;

test('Angular: the source has no locale in its name, before and after the first translation', async () => {
  expect(await detect(at(xliff('2.0'), 'src/locale/messages.xlf'))).toEqual([
    'Angular src/locale/messages.xlf → src/locale/messages.{locale}.xlf :1/1',
  ]);
  expect(
    await detect(at(xliff('2.0'), 'src/locale/messages.xlf', 'src/locale/messages.fr.xlf')),
  ).toEqual(['Angular src/locale/messages.xlf → src/locale/messages.{locale}.xlf fr:1/1 :1/1']);
});

test('files of all endings that have a format', async () => {
  const flutter = at(strings, 'lib/l10n/app_en.arb', 'lib/l10n/app_de.arb');
  expect(await detect(flutter)).toEqual(['Flutter lib/l10n/app_{locale}.arb de:1/2 en:1/2']);
  const first = at(strings, 'lib/l10n/app_en.arb');
  expect(await detect(first)).toEqual(['Flutter lib/l10n/app_{locale}.arb en:1/2']);
  const extracted = at(strings, 'lib/intl_messages.arb', 'lib/intl_de.arb');
  expect(await detect(extracted)).toEqual(['Flutter lib/intl_{locale}.arb de:1/2 :1/2']);
  const comments = at(`// ours\n${strings}`, 'i18n/en.jsonc', 'i18n/de.jsonc');
  expect(await detect(comments)).toEqual(['JSON i18n/{locale}.jsonc de:1/2 en:1/2']);
  expect(await detect(at(strings, 'i18n/en.xlf2', 'i18n/de.xlf2', 'i18n/en.txt'))).toEqual([]);
});

test('XLIFF 1.2 is found as XLIFF 2 is', async () => {
  const text =
    '<xliff version="1.2"><file source-language="en" original="f"><body><trans-unit id="a"><source>A</source></trans-unit></body></file></xliff>\n';
  expect(
    await detect(at(text, 'src/locale/messages.xlf', 'src/locale/messages.fr.xlf')),
  ).toHaveLength(1);
});

test('words at the end of a name are no locales', async () => {
  const cue = '1\n00:00:01,000 --> 00:00:02,000\nHello\n';
  expect(
    await detect(
      at(cue, 'media/Open-Software-in-Research.srt', 'media/same-time-in-last-queue.srt'),
    ),
  ).toEqual([]);
});

test('a locale at the end of a name: with a dot all names are one catalog, else each is its own', async () => {
  expect(
    await detect(at(strings, 'i18n/app.en.json', 'i18n/app.de.json', 'i18n/shop.en.json')),
  ).toEqual(['JSON i18n/*.{locale}.json de:1/2 en:2/4']);
  expect(await detect(at(strings, 'i18n/app_en.json', 'i18n/app_zh_TW.json'))).toEqual([
    'JSON i18n/app_{locale}.json en:1/2 zh_TW:1/2',
  ]);
});

test('the locale in folder and name', async () => {
  expect(
    await detect(at(strings, 'l/en/app.en.json', 'l/de/app.de.json', 'l/en/b.en.json')),
  ).toEqual(['JSON l/{locale}/*.{locale}.json de:1/2 en:2/4']);
});

test('packages of a monorepo are one catalog', async () => {
  const files = [
    'packages/a/locales/en.json',
    'packages/a/locales/de.json',
    'packages/b/locales/en.json',
  ];
  expect(await detect(at(strings, ...files))).toEqual([
    'JSON packages/*/locales/{locale}.json de:1/2 en:2/4',
  ]);
});

test('packages of different locales, or beside others of the same layout, are catalogs of their own', async () => {
  const packages = (...paths: string[]) =>
    at(strings, ...paths.map((path) => `packages/${path}.json`));
  expect(
    await detect(
      packages('a/locales/en', 'a/locales/de', 'b/locales/en', 'b/locales/fr', 'c/locales/en'),
    ),
  ).toEqual([
    'JSON packages/a/locales/{locale}.json de:1/2 en:1/2',
    'JSON packages/b/locales/{locale}.json en:1/2 fr:1/2',
    'JSON packages/c/locales/{locale}.json en:1/2',
  ]);
  expect(
    await detect(
      packages('a/locales/en', 'b/locales/en', 'examples/locales/en', 'examples/locales/de'),
    ),
  ).toEqual([
    'JSON packages/a/locales/{locale}.json en:1/2',
    'JSON packages/b/locales/{locale}.json en:1/2',
  ]);
});

test('a folder per locale with one file in it takes in those that come later', async () => {
  const files = at(strings, 'public/locales/en/translation.json');
  expect(await detect(files)).toEqual(['JSON public/locales/{locale}/*.json en:1/2']);
  expect(await detect({ ...files, ...at(strings, 'public/locales/de/translation.json') })).toEqual([
    'JSON public/locales/{locale}/*.json de:1/2 en:1/2',
  ]);
});

test('packages with a folder per locale are one catalog for files and packages that come later', async () => {
  const locales = (name: string, file: string) =>
    ['en', 'de'].map((locale) => `packages/${name}/src/locales/${locale}/${file}.json`);
  expect(await detect(at(strings, ...locales('a', 'common'), ...locales('b', 'home')))).toEqual([
    'JSON packages/*/src/locales/{locale}/*.json de:2/4 en:2/4',
  ]);
});

test('episodes in folders of their own are one catalog, though some are behind', async () => {
  const cue = '1\n00:00:01,000 --> 00:00:02,000\nHello\n';
  const episodes = at(cue, 'media/s01/e01/e01.en.srt', 'media/s01/e01/e01.de.srt');
  expect(
    await detect({
      ...episodes,
      ...at(cue, 'media/s01/e02/e02.en.srt', 'media/s02/e01/e01.en.srt'),
    }),
  ).toEqual(['subtitles media/**/*.{locale}.srt de:1/1 en:3/3']);
  expect(await detect(at(cue, 'e01/talk.en.srt', 'e01/talk.de.srt', 'e02/talk.en.srt'))).toEqual([
    'subtitles **/*.{locale}.srt de:1/1 en:2/2',
  ]);
  // A pattern for all of `media` would take in the film, which has no place among the episodes.
  expect(
    await detect({
      ...episodes,
      ...at(cue, 'media/s01/e02/e02.en.srt', 'media/film/film.en.srt', 'media/film/film.es.srt'),
    }),
  ).toEqual([
    'subtitles media/s01/**/*.{locale}.srt de:1/1 en:2/2',
    'subtitles media/film/film.{locale}.srt en:1/1 es:1/1',
  ]);
});

test('components with catalogs in folders of their own are one, if they have the same locales', async () => {
  const component = (file: string, ...locales: string[]): Record<string, string> =>
    at('a: Hello\n', ...locales.map((locale) => `messages/${file}.${locale}.yml`));
  const components = {
    ...component('grid/grid', 'de-DE', 'en-US'),
    ...component('chat/chat', 'de-DE', 'en-US'),
    ...component('chat/input', 'de-DE', 'en-US'),
    ...component('new/new', 'en-US'),
  };
  expect(await detect(components)).toEqual(['YAML messages/*/*.{locale}.yml de-DE:3/3 en-US:4/4']);
  // As one, they would all be translated into the languages of each.
  expect(await detect({ ...components, ...component('x/x', 'en-US', 'fr') })).toContain(
    'YAML messages/x/x.{locale}.yml en-US:1/1 fr:1/1',
  );
});

test('modules of any depth with files of one name are one, if they have most locales in common', async () => {
  const modules = (folder: string, ...suffixes: string[]): Record<string, string> =>
    at('a=Hello\n', ...suffixes.map((suffix) => `src/${folder}/Text${suffix}.properties`));
  const all = Object.assign(
    {},
    ...['a', 'a/b', 'c/d/e', 'c/f'].map((folder) => modules(folder, '', '_de', '_fr')),
  ) as Record<string, string>;
  expect(await detect(all)).toEqual([
    'properties src/**/Text_{locale}.properties de:4/4 fr:4/4 :4/4',
  ]);
  expect(await detect({ ...all, ...modules('g', '', '_de') })).toEqual([
    'properties src/**/Text_{locale}.properties de:5/5 fr:4/4 :5/5',
  ]);
  // The others would get a language that nobody has asked for.
  expect(await detect({ ...all, ...modules('g', '', '_de', '_ja') })).toHaveLength(5);
});

test('packages whose files have their name are one', async () => {
  const files = ['grid', 'editor'].flatMap((name) =>
    ['en-US', 'de-DE'].map((locale) => `packages/${name}/messages/ui.${name}.${locale}.json`),
  );
  expect(await detect(at(strings, ...files))).toEqual([
    'JSON packages/*/messages/ui.*.{locale}.json de-DE:2/4 en-US:2/4',
  ]);
});

test('special characters of real folders are escaped', async () => {
  expect(
    await detect(at(strings, 'app/[slug]/locales/en.json', 'app/[slug]/locales/de.json')),
  ).toEqual(['JSON app/\\[slug\\]/locales/{locale}.json de:1/2 en:1/2']);
});

test('a locale in unusual case, as it is spelled', async () => {
  expect(
    await detect(at(strings, 'locales/en.json', 'locales/ZH-cn.json', 'locales/API.json')),
  ).toEqual(['JSON locales/{locale}.json ZH-cn:1/2 en:1/2']);
  expect(await detect(at(strings, 'lang/EN-us/a.json', 'lang/PT_BR/a.json'))).toEqual([
    'JSON lang/{locale}/*.json EN-us:1/2 PT_BR:1/2',
  ]);
});

test('what only looks like locales is left alone', async () => {
  expect(
    await detect({
      ...at(
        strings,
        'src/api/a.json',
        'src/lib/b.json',
        'package.json',
        'tsconfig.json',
        'data/us/x.json',
      ),
      ...at(
        strings,
        'node_modules/x/locales/en.json',
        'dist/locales/en.json',
        '.cache/locales/en.json',
      ),
      ...at('[1, 2]', 'locales/en.json'),
    }),
  ).toEqual([]);
});

test('tests and samples count only if there is nothing else', async () => {
  const aside = at(strings, 'test/locales/en.json', 'test/locales/de.json');
  expect(await detect(aside)).toEqual(['JSON test/locales/{locale}.json de:1/2 en:1/2']);
  expect(await detect({ ...aside, ...at(strings, 'locales/en.json') })).toEqual([
    'JSON locales/{locale}.json en:1/2',
  ]);
});

test('a file that cannot be read is told and not counted', async () => {
  const root = folder({ ...at(strings, 'locales/en.json'), 'locales/de.json': '{"a": ' });
  const { found, notes } = await detectLayout(openProject(root));
  expect(found[0]?.locales['de']).toEqual({ files: 1, strings: 0, broken: true });
  expect(notes[0]).toContain('locales/de.json');
});

test('the source is English if there is any, else what has most strings', async () => {
  const source = async (files: Readonly<Record<string, string>>) =>
    (await detectLayout(openProject(folder(files)))).found[0]?.sourceLocale;
  expect(await source(at(strings, 'l/de.json', 'l/en_US.json'))).toBe('en_US');
  expect(await source({ 'lang/de.json': strings, 'lang/fr.json': '{"a": "A"}' })).toBe('de');
  const broken = '{\n<<<<<<< HEAD\n"a": "A"\n=======\n"a": "B"\n>>>>>>> x\n}';
  expect(await source({ ...at(strings, 'l/de.json', 'l/fr.json'), 'l/en.json': broken })).toBe(
    'en',
  );
});

describe('a folder above that is named like a language', () => {
  test.each([
    ['ng/src/locale/messages.xlf', 'ng/src/locale/messages.{locale}.xlf'],
    ['my/src/locale/messages.xlf', 'my/src/locale/messages.{locale}.xlf'],
  ])('is none beside a source without a locale: %s', async (path, target) => {
    expect(await detect(at(xliff('2.0'), path))).toEqual([`Angular ${path} → ${target} :1/1`]);
  });

  test('is none above a file or folder of a locale', async () => {
    expect(await detect(at(strings, 'my/src/i18n/en.json'))).toEqual([
      'JSON my/src/i18n/{locale}.json en:1/2',
    ]);
    expect(await detect(at(strings, 'my/public/locales/en/common.json'))).toEqual([
      'JSON my/public/locales/{locale}/*.json en:1/2',
    ]);
  });

  test('is none where several stand together, and each holds locales', async () => {
    const sites = ['de', 'fr', 'it'].flatMap((site) => [
      `sites/${site}/locales/en.json`,
      `sites/${site}/locales/${site}.json`,
    ]);
    expect(await detect(at(strings, ...sites))).toEqual([
      'JSON sites/de/locales/{locale}.json de:1/2 en:1/2',
      'JSON sites/fr/locales/{locale}.json en:1/2 fr:1/2',
      'JSON sites/it/locales/{locale}.json en:1/2 it:1/2',
    ]);
    const services = ['id', 'is', 'it', 'no'].flatMap((service) => [
      `services/${service}/locales/en.json`,
      `services/${service}/locales/de.json`,
    ]);
    expect(await detect(at(strings, ...services))).toEqual([
      'JSON services/*/locales/{locale}.json de:4/8 en:4/8',
    ]);
  });

  test('gives no file a second catalog', async () => {
    const names = ['messages', 'messages.de', 'messages.fr'];
    const files = names.map((name) => `ng/src/locale/${name}.xlf`);
    expect(
      await detect({ ...at(xliff('2.0'), ...files), ...at(strings, 'web/locales/en.json') }),
    ).toEqual([
      'Angular ng/src/locale/messages.xlf → ng/src/locale/messages.{locale}.xlf de:1/1 fr:1/1 :1/1',
      'JSON web/locales/{locale}.json en:1/2',
    ]);
  });

  test('is the locale of files and folders below that are named so', async () => {
    expect(await detect(at(strings, 'locales/en/my.json', 'locales/de/my.json'))).toEqual([
      'JSON locales/{locale}/*.json de:1/2 en:1/2',
    ]);
    expect(await detect(at(strings, 'locales/en/it.json', 'locales/en/is/a.json'))).toEqual([
      'JSON locales/{locale}/**/*.json en:2/4',
    ]);
    expect(await detect(at(strings, 'locales/de/my.json', 'locales/fr/my.json'))).toEqual([
      'JSON locales/{locale}/*.json de:1/2 fr:1/2',
    ]);
  });
});

test('catalogs below the folders of another share no file with it', async () => {
  const pages = ['en/a.json', 'de/a.json', 'en/x/b.json', 'de/x/b.json'];
  const mails = ['en/x/mails/locales/en.json', 'en/x/mails/locales/fr.json'];
  expect(await detect(at(strings, ...[...pages, ...mails].map((path) => `lang/${path}`)))).toEqual([
    'JSON lang/en/x/mails/locales/{locale}.json en:1/2 fr:1/2',
    'JSON lang/{locale}/*.json de:1/2 en:1/2',
    'JSON lang/{locale}/x/*.json de:1/2 en:1/2',
  ]);
});

test('words of three letters are locales beside others only', async () => {
  expect(await detect(at(strings, 'en/index.json', 'src/index.json'))).toEqual([]);
  expect(await detect(at(strings, 'locales/new.json', 'i18n/src/a.json'))).toEqual([]);
  expect(
    await detect(at(strings, 'locales/en.json', 'locales/kab.json', 'locales/yue.json')),
  ).toEqual(['JSON locales/{locale}.json en:1/2 kab:1/2 yue:1/2']);
});

test('names beside translations that look like a locale are none of texts', async () => {
  const { found, notes } = await detectLayout(
    openProject(
      folder({
        ...at(
          RESX,
          'Properties/Text.resx',
          'Properties/Text.de.resx',
          'Properties/Text.qps-Ploc.resx',
        ),
        ...at(TS, 'translations/app_de.ts', 'translations/app_fr.ts', 'translations/app_sr_SP.ts'),
        'L.csproj': '<Project/>',
      }),
    ),
  );
  expect(found.map(({ files, source }) => files ?? source).sort()).toEqual([
    'Properties/Text.{locale}.resx',
    'translations/app_{locale}.ts',
  ]);
  expect(notes).toEqual([
    'Left out: Properties/Text.qps-Ploc.resx, a translation into qps-Ploc, which is no locale.',
    'Left out: translations/app_sr_SP.ts, a translation into sr_SP, which is no locale.',
  ]);
});

test('a library whose folder has its version is none of the project', async () => {
  const files = at(strings, 'lang/en.json', 'lang/de.json');
  const library = at(strings, 'public/pdf-5.2.1/locale/en.json', 'public/pdf-5.2.1/locale/fr.json');
  const { found, notes } = await detectLayout(openProject(folder({ ...files, ...library })));
  expect(found.map((one) => one.files)).toEqual(['lang/{locale}.json']);
  expect(notes).toEqual([
    'Left out: public/pdf-5.2.1 (a third-party library: its folder has a version in its name or a licence of its own). If it is yours, add it under catalogs in the config.',
  ]);
  expect(await detect(library)).toHaveLength(1);
});

test('a lone source of names and values is left out where others are translated', async () => {
  const values =
    '<resources><string-array name="a"><item>Queue</item><item>12</item></string-array></resources>';
  const texts = '<resources><string name="a">Play all</string></resources>';
  const lone = { 'prefs/src/main/res/values/arrays.xml': values, 'build.gradle': '' };
  const app = at(
    texts,
    'app/src/main/res/values/strings.xml',
    'app/src/main/res/values-de/strings.xml',
  );
  const { found, notes } = await detectLayout(openProject(folder({ ...lone, ...app })));
  expect(found.map(({ files }) => files)).toEqual(['app/src/main/res/values-{locale}/strings.xml']);
  expect(notes).toEqual([
    'Left out: prefs/src/main/res/values/arrays.xml, whose texts are single words or values. If people read them, add it under catalogs in the config.',
  ]);
  expect(await detect({ ...lone })).toHaveLength(1);
  const chinese = {
    ...lone,
    'prefs/src/main/res/values/arrays.xml': values.replace('Queue', '播放列表'),
  };
  expect(await detect({ ...chinese, ...app })).toHaveLength(2);
});

test('catalogs of the same locales that differ in one name are one, with the names', async () => {
  expect(
    await detect({
      ...at(
        '<resources><string name="a">Play all</string></resources>',
        ...['a', 'b'].flatMap((name) =>
          ['values', 'values-de', 'values-fr'].map((folder) => `res/${folder}/${name}.xml`),
        ),
        'res/values/c.xml',
        'res/values-de/c.xml',
      ),
    }),
  ).toContain('Android res/values-{locale}/{a,b}.xml de:2/2 fr:2/2 :2/2');
});

test('translations without English but that of other countries have their source elsewhere', async () => {
  expect(
    await detect(
      at(
        strings,
        'core/locales/en.json',
        ...['de', 'fr', 'en-GB'].map((to) => `more/locales/${to}.json`),
      ),
    ),
  ).toEqual([
    'JSON core/locales/en.json → more/locales/{locale}.json de:1/2 en-GB:1/2 fr:1/2 :1/2',
  ]);
});

test('a declared pattern for any file is for those with texts', async () => {
  expect(
    await detect({
      ...at('# Title\n', 'docs/a.md', 'docs/x/b.mdx', 'i18n/de/a.md'),
      'docs/a.png': '\0',
      'crowdin.yml':
        'files:\n  - source: /docs/**/*\n    translation: /i18n/%two_letters_code%/**/%original_file_name%\n',
    }),
  ).toEqual(['markdown docs/**/*.{md,mdx} → i18n/{locale}/**/*.{md,mdx} de:1/1 :2/2']);
});

test('translations that are not named by a locale are named', async () => {
  const files = at(strings, 'l/en.json', 'l/de.json', 'l/cn.json', 'l/index.json');
  const { notes } = await detectLayout(openProject(folder({ ...files, 'l/jp.json': '{}' })));
  expect(notes).toEqual([
    'cn is no locale (l/cn.json). To translate into it, use --languages cn=XX with the languages, and list it in --targets.',
  ]);
});

test('files beside those that settings declare are found, too, each once', async () => {
  const texts = "<?php return ['a' => 'A text'];";
  const names = ['web', 'site', 'help'].flatMap((name) =>
    ['en', 'de'].map((locale) => [`lang/${locale}/${name}.php`, texts] as const),
  );
  const declared =
    'files:\n  - source: /lang/en/web.php\n    translation: /lang/%two_letters_code%/web.php\n';
  const found = await detect({ ...Object.fromEntries(names), 'crowdin.yml': declared });
  expect(found).toEqual([
    'php lang/{locale}/{help,site}.php de:2/2 en:2/2',
    'php lang/{locale}/web.php de:1/1 en:1/1',
  ]);
});

test('moko-resources: the source is in base', async () => {
  const files = Object.fromEntries(
    ['base', 'de', 'zh-rCN'].map((name) => [
      `i18n/src/commonMain/moko-resources/${name}/strings.xml`,
      '<resources><string name="a">A text</string></resources>',
    ]),
  );
  expect(await detect(files)).toEqual([
    'Android i18n/src/commonMain/moko-resources/{locale}/*.xml de:1/1 zh-CN:1/1 :1/1',
  ]);
});

test('mods of Stardew Valley: the source of each is default.json', async () => {
  const files = ['Chests', 'Layers', 'Tractor'].flatMap((mod) =>
    ['default', 'de', 'zh'].map((name) => `${mod}/i18n/${name}.json`),
  );
  expect(await detect(at(strings, ...files))).toEqual([
    'JSON Chests/i18n/default.json → Chests/i18n/{locale}.json de:1/2 zh:1/2 :1/2',
    'JSON Layers/i18n/default.json → Layers/i18n/{locale}.json de:1/2 zh:1/2 :1/2',
    'JSON Tractor/i18n/default.json → Tractor/i18n/{locale}.json de:1/2 zh:1/2 :1/2',
  ]);
});

test('locales without their hyphens, as in add-ons of World of Warcraft', async () => {
  const text = (locale: string) =>
    `local L = LibStub("AceLocale-3.0"):NewLocale("X", "${locale}")\nL["Save all"] = "Save all"\n`;
  const found = await detect({
    'Locales/enUS.lua': text('enUS'),
    'Locales/zhCN.lua': text('zhCN'),
  });
  expect(found).toEqual(['lua Locales/{locale}.lua en-US:1/1 zh-CN:1/1']);
});

test('PHP in files that end in .inc, as in Roundcube', async () => {
  const text = "<?php\n$labels['a'] = 'A text';\n";
  const found = await detect(at(text, 'localization/en_US/l.inc', 'localization/de_DE/l.inc'));
  expect(found).toEqual(['php localization/{locale}/*.inc de_DE:1/1 en_US:1/1']);
});

test('where keys are the source texts, a file that says what they are for is no source', async () => {
  const of = (text: string) => JSON.stringify({ 'Sign in': text, 'Read more': text });
  const translated = at(of('Text'), 'locales/de.json', 'locales/fr.json', 'locales/it.json');
  const files = {
    ...translated,
    'locales/en.json': of(''),
    'locales/context.json': of('A button'),
  };
  const { found, notes } = await detectLayout(openProject(folder(files)));
  expect(found).toEqual([]);
  expect(notes).toEqual(['Left out: locales/{locale}.json, without texts in the source.']);
});

test('code in files named like locales is no catalog, and says nothing about the other texts', async () => {
  const code = "<?php\nreturn ['a' => function ($n) { return 'A text'; }];\n";
  const files = {
    ...at(code, ...['en', 'af', 'be', 'cs', 'pl', 'ru', 'sk'].map((one) => `lib/Lang/${one}.php`)),
    ...at("<?php\nreturn ['a' => 'A text'];\n", 'lib/Lang/de.php', 'lib/Lang/fr.php'),
    'languages/app.pot': 'msgid ""\nmsgstr ""\n\nmsgid "Some text"\nmsgstr ""\n',
  };
  const { found, notes } = await detectLayout(openProject(folder(files)));
  expect(found.map(({ source }) => source)).toEqual(['languages/app.pot']);
  expect(notes.at(-1)).toBe(
    'Left out: lib/Lang/{locale}.php, whose source cannot be read, and many of its translations.',
  );
});

test('settings of a site in the folders of its languages are no texts', async () => {
  const pages = at('# A page\n\nWith a text\n', 'docs/en/docs/a.md', 'docs/de/docs/a.md');
  const settings = at('INHERIT: ../en/mkdocs.yml\n', 'docs/de/mkdocs.yml', 'docs/fr/mkdocs.yml');
  const names = Array.from({ length: 30 }, (_, at) => `a${at}: The name of ${at}\n`).join('');
  const files = {
    ...{ ...pages, ...settings },
    ...at(names, 'docs/en/mkdocs.yml', 'docs/en/data/a.yml'),
  };
  const { found, notes } = await detectLayout(openProject(folder(files)));
  expect(found.map(({ files }) => files)).toEqual(['docs/{locale}/docs/*.md']);
  expect(notes).toEqual([
    'Left out: docs/{locale}/**/*.yml, whose translations are values, no texts.',
  ]);
});

test('a catalog whose source has its region has it in a project that declares it without', async () => {
  const text = '"a" = "A text";\n';
  const { found } = await detectLayout(
    openProject(
      folder({
        'App.xcodeproj/project.pbxproj':
          'developmentRegion = en;\nknownRegions = (\n  en,\n  Base,\n  de,\n);\n',
        'Widgets/en-US.lproj/Localizable.strings': text,
        'Widgets/de.lproj/Localizable.strings': text,
      }),
    ),
  );
  expect(found.map((one) => Object.keys(one.locales))).toEqual([['de', 'en-US']]);
});

test('of many complete translations without English, none is the source', async () => {
  const many = ['cs', 'de', 'es', 'fr', 'it', 'ja'].map((name) => `bin/messages/${name}/a.json`);
  const { found } = await detectLayout(openProject(folder(at(strings, ...many))));
  expect(found.map(({ sourceLocale }) => sourceLocale)).toEqual(['en']);
  const few = many.slice(0, 3);
  const { found: three } = await detectLayout(openProject(folder(at(strings, ...few))));
  expect(three.map(({ sourceLocale }) => sourceLocale)).toEqual(['cs']);
});

test('a declared pattern that finds one source has the targets of that file', async () => {
  const declared =
    'files:\n  - source: /texts/en/*.json\n    translation: /texts/%locale_with_underscore%.json\n';
  const files = at(strings, 'texts/en/en.json', 'texts/de_DE.json', 'texts/fr_FR.json');
  expect(await detect({ ...files, 'crowdin.yml': declared })).toEqual([
    'JSON texts/en/en.json → texts/{locale}.json de_DE:1/2 fr_FR:1/2 :1/2',
  ]);
});

test('a page named like its neighbours is no translation', async () => {
  const pages = ['users', 'users-add', 'users-find', 'users-rm'].map(
    (name) => `docs/cli/${name}.md`,
  );
  const catalog = { 'i18n/en.json': strings, 'i18n/de.json': strings };
  const found = await detect({ ...at('# Users\n\nAdd or remove them.\n', ...pages), ...catalog });
  expect(found.map((one) => one.split(' ')[1])).toEqual(['i18n/{locale}.json']);
});

test('modules in a folder whose name ends in locales', async () => {
  const text = "const a = { b: 'A text' };\nexport default a;\n";
  const found = await detect({
    'packages/cms-locales/src/en/index.js': text,
    'packages/cms-locales/src/de/index.js': text,
  });
  expect(found).toEqual(['JavaScript packages/cms-locales/src/{locale}/*.js de:1/1 en:1/1']);
});

test('a lone source in another format than what is translated is left out with a word', async () => {
  const lone = {
    'lib/lib.csproj': '',
    'lib/Properties/Resources.resx':
      '<root><data name="a"><value>It must be open.</value></data></root>',
  };
  const app = at(strings, 'i18n/en.json', 'i18n/de.json');
  const { found, notes } = await detectLayout(openProject(folder({ ...lone, ...app })));
  expect(found.map(({ files }) => files)).toEqual(['i18n/{locale}.json']);
  expect(notes).toEqual([
    'Left out: lib/Properties/Resources.resx, not translated yet, unlike the texts in other formats. To translate them, add them under catalogs in the config.',
  ]);
  expect(await detect(lone)).toHaveLength(1);
});

test('files that cannot be read for one reason are one note', async () => {
  const text = '<language><resources/></language>';
  const broken = ['en-US', 'de-DE', 'fr-FR'].map((name) => `texts/language-${name}.xml`);
  const { notes } = await detectLayout(openProject(folder(at(text, ...broken))));
  expect(notes[0]).toMatch(/must begin with <resources>.* \(not counted; so do 2 more files\)$/);
  expect(notes.slice(1)).toEqual(['Left out: texts/language-{locale}.xml, without texts.']);
});

test('what crowdin.yml ignores is left out', async () => {
  const project = openProject(
    folder({
      ...at('# Title\n', 'docs/a.md', 'docs/dev/b.md', 'docs/de/x.md', 'i18n/de/a.md'),
      ...at(strings, 'docs/c.json'),
      'crowdin.yml':
        'files:\n  - source: /docs/**/*\n    translation: /i18n/%two_letters_code%/**/%original_file_name%\n    ignore: [/i18n, /docs/dev, /**/*.json, "/docs/%two_letters_code%/x.md"]\n',
    }),
  );
  expect((await detectLayout(project)).found).toMatchObject([
    {
      source: 'docs/**/*.md',
      exclude: ['docs/dev/**', '**/*.json', 'docs/*/x.md'],
      locales: { '': { files: 1 }, de: { files: 1 } },
    },
  ]);
});

test('the package.json nearest to the files that tells what they are for', async () => {
  const manifest = (name: string) => uses(name)['package.json'];
  const files = {
    ...at(strings, 'apps/web/src/locales/en.json', 'apps/site/src/locales/en.json'),
    ...at(strings, 'apps/old/src/locales/en.json', 'apps/web/src/locales/de.json'),
    'package.json': manifest('next-intl'),
    'apps/web/package.json': manifest('vue-i18n'),
    'apps/site/package.json': manifest('i18next'),
    'apps/old/package.json': manifest('left-pad'),
  };
  expect(await detect(files)).toEqual([
    'vue-i18n apps/web/src/locales/{locale}.json de:1/2 en:1/2',
    'next-intl apps/old/src/locales/{locale}.json en:1/2',
    'i18next apps/site/src/locales/{locale}.json en:1/2',
  ]);
  expect(
    (await detectLayout(openProject(folder(files)))).found.map(({ messages }) => messages),
  ).toEqual(['vue', 'icu', 'i18next']);
});

test.each(['messages.xlf', 'src/messages.xlf', 'apps/shop/messages.xlf'])(
  'Angular: %s is found below angular.json',
  async (path) => {
    const file = path.startsWith('apps') ? 'apps/shop/angular.json' : 'angular.json';
    const target = path.replace('.xlf', '.{locale}.xlf');
    expect(await detect({ ...at(xliff('2.0'), path), [file]: '{}' })).toEqual([
      `Angular ${path} → ${target} :1/1`,
    ]);
    expect(await detect(at(xliff('2.0'), path))).toEqual([]);
  },
);

test('a table counts the texts of each column, and neither its header nor its comments', async () => {
  expect(
    await detect({
      'l/a.csv': 'key;comment;en;de\r\na;;"One\r\ntwo";Eins\r\n# b;;;\r\nc;;Three;\r\n',
    }),
  ).toEqual(['csv l/a.csv en:1/2 de:1/1']);
});

describe('pages beside their sources', () => {
  const page = '# A\n\nB\n';
  test('are found with a single translation, and in all folders at once', async () => {
    const files = at(
      page,
      'content/_index.md',
      'content/_index.de.md',
      'content/post/a.md',
      'content/post/a.de.md',
      'content/post/a.fr.md',
      'content/post/b.md',
      'content/about/c.md',
      'README.md',
      'README.de.md',
    );
    expect(await detect(files)).toEqual([
      'markdown content/**/*.md → content/**/*.{locale}.md de:2/4 fr:1/2 :4/8',
    ]);
  });

  test('are not joined where some are named in another way, which would become sources', async () => {
    const files = at(
      page,
      ...['log/1/1.md', 'log/1/1_fr.md', 'log/1/1_de.md'],
      ...['log/2/2.md', 'log/2/2.fr.md', 'log/2/2.de.md'],
      ...['log/3/3.md', 'log/3/3.fr.md', 'log/3/3.de.md'],
    );
    expect(await detect(files)).toEqual([
      'markdown log/1/1.md → log/1/1_{locale}.md de:1/2 fr:1/2 :1/2',
      'markdown log/2/2.md → log/2/2.{locale}.md de:1/2 fr:1/2 :1/2',
      'markdown log/3/3.md → log/3/3.{locale}.md de:1/2 fr:1/2 :1/2',
    ]);
  });
  test('are found in a single folder', async () => {
    expect(await detect(at(page, 'docs/a.md', 'docs/a.de.md', 'docs/b.md'))).toEqual([
      'markdown docs/a.md → docs/a.{locale}.md de:1/2 :1/2',
    ]);
  });
  test('are no pages where the source is missing or the name is no locale', async () => {
    expect(
      await detect(at(page, 'docs/a.md', 'docs/b.de.md', 'docs/c.md', 'docs/c.old.md')),
    ).toEqual([]);
    expect(await detect(at('{"a": "A"}', 'conf/app.json', 'conf/app.de.json'))).toEqual([]);
  });
});

const TS =
  '<?xml version="1.0"?>\n<!DOCTYPE TS>\n<TS version="2.1"><context><name>A</name><message><source>A</source><translation type="unfinished"></translation></message></context></TS>\n';
const ANDROID = '<resources>\n    <string name="a">A b</string>\n</resources>\n';
const RESX =
  '<?xml version="1.0" encoding="utf-8"?>\n<root>\n  <data name="A" xml:space="preserve">\n    <value>A b</value>\n  </data>\n</root>\n';
const XLF =
  '<?xml version="1.0"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" datatype="plaintext" original="x"><body><trans-unit id="a"><source>A b</source></trans-unit></body></file></xliff>\n';
const POT = 'msgid ""\nmsgstr ""\n\nmsgid "A b"\nmsgstr ""\n';
const PHP = "<?php\n\nreturn ['a' => 'A b'];\n";

/** A source alone, what is beside it, and where its platform reads translations. */
const alone: [file: string, text: string, beside: string, pattern: string][] = [
  [
    'app/src/main/res/values/strings.xml',
    ANDROID,
    'app/build.gradle',
    'app/src/main/res/values/strings.xml → app/src/main/res/values-{locale}/strings.xml',
  ],
  [
    'res/values/strings.xml',
    ANDROID,
    'build.gradle.kts',
    'res/values/strings.xml → res/values-{locale}/strings.xml',
  ],
  [
    'Droid/Resources/values/strings.xml',
    ANDROID,
    'Droid/App.csproj',
    'Droid/Resources/values/strings.xml → Droid/Resources/values-{locale}/strings.xml',
  ],
  [
    'src/main/resources/messages.properties',
    'a=A b\n',
    'pom.xml',
    'src/main/resources/messages.properties → src/main/resources/messages_{locale}.properties',
  ],
  [
    'src/main/resources/ValidationMessages.properties',
    'a=A b\n',
    'build.gradle',
    'src/main/resources/ValidationMessages.properties → src/main/resources/ValidationMessages_{locale}.properties',
  ],
  [
    'src/main/resources/i18n/app.properties',
    'a=A b\n',
    'pom.xml',
    'src/main/resources/i18n/app.properties → src/main/resources/i18n/app_{locale}.properties',
  ],
  [
    'Properties/Resources.resx',
    RESX,
    'App.csproj',
    'Properties/Resources.resx → Properties/Resources.{locale}.resx',
  ],
  [
    'src/App/Resources/SharedResource.resx',
    RESX,
    'src/App/App.csproj',
    'src/App/Resources/SharedResource.resx → src/App/Resources/SharedResource.{locale}.resx',
  ],
  ['Strings/en-US/Resources.resw', RESX, 'App.csproj', 'Strings/{locale}/*.resw'],
  [
    'App/en.lproj/Localizable.strings',
    '"a" = "A b";\n',
    'App.xcodeproj/project.pbxproj',
    'App/{locale}.lproj/*.strings',
  ],
  [
    'App/Base.lproj/Localizable.strings',
    '"a" = "A b";\n',
    'App.xcodeproj/project.pbxproj',
    'App/Base.lproj/Localizable.strings → App/{locale}.lproj/Localizable.strings',
  ],
  [
    'App/Localizable.xcstrings',
    '{"sourceLanguage": "en", "strings": {"A b": {}}, "version": "1.0"}',
    'App.xcodeproj/project.pbxproj',
    'App/Localizable.xcstrings',
  ],
  ['po/app.pot', POT, 'meson.build', 'po/app.pot → po/{locale}.po'],
  [
    'locale/django.pot',
    POT,
    'manage.py',
    'locale/django.pot → locale/{locale}/LC_MESSAGES/django.po',
  ],
  [
    'priv/gettext/default.pot',
    POT,
    'mix.exs',
    'priv/gettext/default.pot → priv/gettext/{locale}/LC_MESSAGES/default.po',
  ],
  ['languages/shop.pot', POT, 'shop.php', 'languages/shop.pot → languages/shop-{locale}.po'],
  ['locale/en/LC_MESSAGES/django.po', POT, 'manage.py', 'locale/{locale}/LC_MESSAGES/*.po'],
  ['lib/l10n/app_en.arb', '{"a": "A b"}', 'l10n.yaml', 'lib/l10n/app_{locale}.arb'],
  ['config/locales/en.yml', 'en:\n  a: A b\n', 'Gemfile', 'config/locales/{locale}.yml'],
  ['lang/en/messages.php', PHP, 'composer.json', 'lang/{locale}/*.php'],
  ['resources/lang/en/messages.php', PHP, 'artisan', 'resources/lang/{locale}/*.php'],
  ['public/locales/en/common.json', strings, 'package.json', 'public/locales/{locale}/*.json'],
  ['src/assets/i18n/en.json', strings, 'angular.json', 'src/assets/i18n/{locale}.json'],
  ['messages.xlf', XLF, 'angular.json', 'messages.xlf → messages.{locale}.xlf'],
  [
    'src/locale/messages.xlf',
    XLF,
    'angular.json',
    'src/locale/messages.xlf → src/locale/messages.{locale}.xlf',
  ],
  [
    'translations/app.ts',
    TS,
    'CMakeLists.txt',
    'translations/app.ts → translations/app_{locale}.ts',
  ],
  ['translations/app_en.ts', TS, 'CMakeLists.txt', 'translations/app_{locale}.ts'],
  [
    'translations/messages.en.yaml',
    'a: A b\n',
    'composer.json',
    'translations/messages.{locale}.yaml',
  ],
  [
    '_locales/en/messages.json',
    '{"a": {"message": "A b"}}',
    'manifest.json',
    '_locales/{locale}/messages.json',
  ],
  ['i18n/en.toml', '[a]\nother = "A b"\n', 'hugo.toml', 'i18n/{locale}.toml'],
  [
    'i18n/en/code.json',
    '{"a": {"message": "A b"}}',
    'docusaurus.config.js',
    'i18n/{locale}/*.json',
  ],
  ['package.nls.json', strings, 'package.json', 'package.nls.json → package.nls.{locale}.json'],
  [
    'l10n/bundle.l10n.json',
    strings,
    'package.json',
    'l10n/bundle.l10n.json → l10n/bundle.l10n.{locale}.json',
  ],
  ['i18n/en/app.ftl', 'a = A b\n', 'i18n.toml', 'i18n/{locale}/*.ftl'],
  [
    'src/main/resources/assets/mod/lang/en_us.json',
    strings,
    'build.gradle',
    'src/main/resources/assets/mod/lang/{locale}.json',
  ],
];

test('texts of a debug build are no catalog', async () => {
  const paths = ['app/src/main/res/values-de/strings.xml', 'app/src/main/res/values/strings.xml'];
  const files = at(ANDROID, ...paths, 'app/src/debug/res/values/strings.xml');
  expect(await detect({ ...files, 'app/build.gradle': '' })).toHaveLength(1);
});

test.each(alone)('a lone source: %s', async (file, text, beside, pattern) => {
  const { found } = await detectLayout(openProject(folder({ [beside]: '', [file]: text })));
  expect(found.map((one) => one.files ?? `${one.source} → ${one.target}`)).toEqual([pattern]);
});

/** Settings of a project, the source file beside them, and what is declared by them. */
const settings: [file: string, text: string, source: string, expected: string][] = [
  [
    'angular.json',
    '{"projects": {"a": {"i18n": {"sourceLocale": "en-US", "locales": {"de": "x.xlf", "fr": {"translation": "y.xlf"}}}}}}',
    'src/locale/messages.xlf',
    'en: de fr',
  ],
  [
    'l10n.yaml',
    'arb-dir: assets/texts\ntemplate-arb-file: intl_en.arb\npreferred-supported-locales: [en, de]\n',
    'assets/texts/intl_en.arb',
    'en: de',
  ],
  [
    'App.xcodeproj/project.pbxproj',
    '\t\tdevelopmentRegion = en;\n\t\tknownRegions = (\n\t\t\ten,\n\t\t\tBase,\n\t\t\t"pt-BR",\n\t\t);\n',
    'App/Localizable.xcstrings',
    'en: pt-BR',
  ],
  [
    'shop/settings.py',
    'LANGUAGE_CODE = "en-us"\nLANGUAGES = [\n    ("en", _("English")),\n    # ("it", _("Italian")),\n    ("de", _("German")),\n]\n',
    'locale/en/LC_MESSAGES/django.po',
    'en: de',
  ],
  [
    'config/application.rb',
    'config.i18n.default_locale = :en\n# config.i18n.available_locales = [:it]\nconfig.i18n.available_locales = %i[en de]\n',
    'config/locales/en.yml',
    'en: de',
  ],
  [
    'config/i18n-tasks.yml',
    'base_locale: en\nlocales: [de, fr]\n',
    'config/locales/en.yml',
    'en: de fr',
  ],
  [
    'config/packages/translation.yaml',
    "framework:\n    default_locale: en\n    enabled_locales: ['en', 'de']\n",
    'translations/messages.en.yaml',
    'en: de',
  ],
  [
    'next.config.mjs',
    "export default { i18n: { locales: ['en', 'de'], defaultLocale: 'en' } };\n",
    'public/locales/en/a.json',
    'en: de',
  ],
  [
    'src/i18n/routing.ts',
    "export const routing = defineRouting({\n  locales: ['en', 'de'],\n  defaultLocale: 'en'\n});\n",
    'messages/en.json',
    'en: de',
  ],
  [
    'src/i18n.ts',
    "const locales: readonly string[] = ['en', 'fr'] as const;\ni18n.init({ fallbackLng: 'en', supportedLngs: locales });\n",
    'src/locales/en.json',
    'en: fr',
  ],
  [
    'nuxt.config.ts',
    "i18n: { defaultLocale: 'en', locales: [{ code: 'en', name: 'English' }, { code: 'de', iso: 'de-DE' }] }\n",
    'i18n/locales/en.json',
    'en: de',
  ],
  [
    'docusaurus.config.js',
    "module.exports = { i18n: { defaultLocale: 'en', locales: ['en', 'fr'] } };\n",
    'i18n/en/code.json',
    'en: fr',
  ],
  [
    'hugo.toml',
    "defaultContentLanguage = 'en'\n[languages.en]\n[languages.de]\n",
    'i18n/en.toml',
    'en: de',
  ],
  [
    'config.yaml',
    'defaultContentLanguage: en\nlanguages:\n  en:\n    weight: 1\n  de:\n    weight: 2\nparams: {}\n',
    'i18n/en.yaml',
    'en: de',
  ],
  [
    'lingui.config.js',
    "module.exports = { sourceLocale: 'en', locales: ['en', 'cs'], catalogs: [{ path: '<rootDir>/src/texts/{locale}/messages' }] };\n",
    'src/texts/en/messages.po',
    'en: cs',
  ],
  [
    'project.inlang/settings.json',
    '{"baseLocale": "en", "locales": ["en", "de"], "plugin.inlang.messageFormat": {"pathPattern": "./texts/{locale}.json"}}',
    'texts/en.json',
    'en: de',
  ],
  ['po/LINGUAS', '# languages\nde fr\n', 'po/app.pot', 'en: de fr'],
  [
    'app/src/main/res/xml/locales_config.xml',
    '<locale-config><locale android:name="de"/></locale-config>',
    'app/src/main/res/values/strings.xml',
    'en: de',
  ],
  [
    'i18n.toml',
    'fallback_language = "en"\n\n[gettext]\ntarget_languages = ["de"]\n',
    'i18n/en/app.ftl',
    'en: de',
  ],
  [
    'apps/web/next-i18next.config.js',
    "module.exports = { i18n: { defaultLocale: 'de', locales: ['de', 'en'] } };\n",
    'apps/web/public/locales/de/a.json',
    'de: en',
  ],
  [
    'crowdin.yml',
    'files:\n  - source: /texts/base.json\n    translation: /texts/%two_letters_code%.json\n',
    'texts/base.json',
    'en: ',
  ],
  [
    '.tx/config',
    '[o:a:p:b:r:c]\nfile_filter = texts/<lang>.json\nsource_file = texts/base.json\nsource_lang = de\n',
    'texts/base.json',
    'de: ',
  ],
  [
    'i18next-parser.config.js',
    "module.exports = { locales: ['en', 'fr'], output: 'src/texts/$LOCALE/$NAMESPACE.json' };\n",
    'src/texts/en/a.json',
    'en: fr',
  ],
  [
    'project.json',
    '\ufeff{\r\n  "i18n": {"sourceLocale": {"code": "de", "baseHref": "/"}, "locales": {"en": []}}\r\n}',
    'src/locale/messages.xlf',
    'de: en',
  ],
  [
    'hugo.json',
    '{"defaultContentLanguage": "en", "languages": {"de": {"weight": 1}, "__proto__": {}}}',
    'i18n/en.yaml',
    'en: de',
  ],
  ['config/i18n-tasks.yml', 'base_locale: [de\nlocales: [fr]\n', 'config/locales/en.yml', 'en: '],
  [
    'src/i18n.ts',
    'export const locales = Object.keys(messages);\nconst languages = load();\n',
    'src/locales/en.json',
    'en: ',
  ],
];
const sourceTexts: Record<string, string> = {
  xlf: XLF,
  arb: '{"a": "A b"}',
  po: POT,
  pot: POT,
  yml: 'en:\n  a: A b\n',
  yaml: 'a: A b\n',
  toml: '[a]\nother = "A b"\n',
  xml: ANDROID,
  ftl: 'a = A b\n',
  json: strings,
  xcstrings: '{"sourceLanguage": "en", "strings": {"A b": {}}, "version": "1.0"}',
};

test.each(settings)('%s declares locales: %j', async (file, text, source, expected) => {
  const content = sourceTexts[source.slice(source.lastIndexOf('.') + 1)] ?? '';
  const project = folder({
    Gemfile: '',
    'build.gradle': '',
    'composer.json': '{}',
    'package.json': '{}',
    'manage.py': '',
    [file]: text,
    [source]: content,
  });
  const { found } = await detectLayout(openProject(project));
  const all = found.map(({ sourceLocale, locales }) => {
    const targets = Object.keys(locales).filter((one) => one !== '' && one !== sourceLocale);
    return `${sourceLocale}: ${targets.join(' ')}`;
  });
  expect(all).toEqual([expected]);
});

test('of two languages with the same texts, the one that Laravel names is the source', async () => {
  const settings =
    "<?php\nreturn [\n    // 'locale' => 'it',\n    'locale' => env('LANG', 'de'),\n];\n";
  const files = at(PHP, 'lang/en/a.php', 'lang/de/a.php');
  const project = folder({ ...files, 'config/app.php': settings, 'composer.json': '{}' });
  const { found } = await detectLayout(openProject(project));
  expect(found.map(({ sourceLocale }) => sourceLocale)).toEqual(['de']);
});

test('what settings declare is said in the config', async () => {
  const root = folder({
    'messages/en.json': strings,
    'i18n.ts':
      "export const locales = ['en', 'de', 'pt-BR'];\nexport const defaultLocale = 'en';\n",
    'package.json': '{}',
  });
  await init(root, { yes: true });
  const config = read(root, 'service.config.yaml');
  expect(config).toContain('targets: [de, pt-BR]');
  expect(config).toContain('# Source and targets as i18n.ts says\n');
});

test.each<[source: string, options: Parameters<typeof init>[1], said: string | undefined]>([
  ['en', {}, 'Source and targets as i18n.ts says'],
  ['en', { targets: ['fr', 'de'] }, 'Source and targets as i18n.ts says'],
  ['en', { targets: ['fr'] }, 'Source as i18n.ts says'],
  ['en', { source: 'de', targets: ['en', 'fr'] }, 'Targets as i18n.ts says'],
  ['en_US', {}, 'Source and targets as i18n.ts says'],
  ['en_GB', {}, undefined],
])('a comment says it only of locales that are chosen: %s, %j', async (...row) => {
  const [locale, options, said] = row;
  const root = folder({
    ...{ [`texts/${locale}.json`]: strings, 'texts/de.json': strings, 'package.json': '{}' },
    'i18n.ts': "export const locales = ['en', 'de', 'fr'];\nexport const defaultLocale = 'en';\n",
  });
  await init(root, { yes: true, ...options });
  const config = read(root, 'service.config.yaml');
  expect(/# (.* as .* says)/.exec(config)?.[1]).toBe(said);
});

const BLOCK = '<template />\n\n<i18n>\n{ "en": { "a": "A b" }, "de": { "a": "A b" } }\n</i18n>\n';

/** Files in which names of locales are keys, and what is found in them. */
const shared: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] =
  [
    [
      'locales on the first level',
      { 'src/locales/all.json': '{"en": {"a": "Save", "b": "B"}, "de": {"a": "A", "b": "B"}}' },
      ['JSON src/locales/all.json en:1/2 de:1/2'],
    ],
    [
      'locales on the last level',
      { 'locales/app.yml': '_version: 2\nhello:\n  en: Save\n  zh-CN: B\nbye:\n  en: A\n' },
      ['YAML locales/app.yml en:1/2 zh-CN:1/1'],
    ],
    [
      'components with blocks, beside others',
      { 'src/a/A.vue': BLOCK, 'src/B.vue': BLOCK, 'src/C.vue': '<template />\n' },
      ['vue-i18n src/**/*.vue en:2/2 de:2/2'],
    ],
    [
      'a component with the source alone',
      { 'src/A.vue': '<i18n locale="en">\n{ "a": "A b" }\n</i18n>\n' },
      ['vue-i18n src/A.vue en:1/1'],
    ],
    [
      'a list of languages',
      { 'src/i18n/languages.json': '{"en": {"name": "English"}, "de": {"name": "Deutsch"}}' },
      [],
    ],
    [
      'a list of countries',
      { 'src/i18n/countries.json': '{"de": {"name": "Germany"}, "fr": {"name": "France"}}' },
      [],
    ],
    ['one locale', { 'src/i18n/all.json': '{"en": {"a": "A b"}}' }, []],
    ['data elsewhere', { 'data/countries.json': '{"x": {"en": "A", "de": "B"}}' }, []],
    [
      'patterns of dates',
      { 'config/locales.php': "<?php return ['en' => ['a' => 'h:mm a'], 'de' => ['a' => 'HH']];" },
      [],
    ],
    [
      'texts beside the locales',
      { 'src/locales/all.json': '{"en": {"a": "A"}, "de": {"a": "A"}, "title": "T"}' },
      [],
    ],
    [
      'locales of different shapes',
      { 'src/locales/all.json': '{"en": {"a": "A", "c": "C", "d": "D"}, "de": {"b": "B"}}' },
      [],
    ],
  ];

test.each(shared)('all locales in one file: %s', async (_, files, found) => {
  expect(await detect(files)).toEqual(found);
});

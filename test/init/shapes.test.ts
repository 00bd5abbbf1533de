import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkCatalogs } from '../../src/cli/init/check-catalogs.js';
import type { Choice } from '../../src/cli/init/choose-catalogs.js';
import { configText } from '../../src/cli/init/config-text.js';
import { readConfig } from '../../src/config/load.js';
import { scan } from '../../src/engine/load/index.js';
import { isFormat } from '../../src/formats/endings.js';
import { folder } from '../config/helpers.js';
import { init, read } from './helpers.js';

const xml = (text: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n  <string name="a">${text}</string>\n</resources>\n`;

const typo3 = (target: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" datatype="plaintext" original="x"><body><trans-unit id="a"><source>Log in</source>${target && `<target>${target}</target>`}</trans-unit></body></file></xliff>\n`;

const PO = 'msgid ""\nmsgstr ""\n\nmsgid "One"\nmsgstr ""\n';

/** A project of one format, and `source → targets` of the config that is written. */
const projects: [string, Record<string, string>, string[]][] = [
  [
    'android',
    {
      'app/src/main/res/values/strings.xml': xml('One'),
      'app/src/main/res/values/colors.xml': '<resources><color name="c">#fff</color></resources>',
      'app/src/main/res/values-night/strings.xml': xml('Night'),
      'app/src/main/res/values-car/strings.xml': xml('Car'),
      'app/src/main/res/values-pt-rBR/strings.xml': xml('Um'),
      'app/src/main/res/values-b+sr+Latn/strings.xml': xml('Jedan'),
      'app/src/main/res/values-iw/strings.xml': xml('Ehad'),
    },
    [
      'app/src/main/res/values/strings.xml → app/src/main/res/values-iw/strings.xml app/src/main/res/values-pt-rBR/strings.xml app/src/main/res/values-b+sr+Latn/strings.xml',
    ],
  ],
  [
    'strings',
    {
      'App/Base.lproj/Localizable.strings': '"a" = "One";\n',
      'App/pt-BR.lproj/Localizable.strings': '"a" = "Um";\n',
      'App/zh_TW.lproj/Localizable.strings': '"a" = "一";\n',
    },
    [
      'App/Base.lproj/Localizable.strings → App/pt-BR.lproj/Localizable.strings App/zh_TW.lproj/Localizable.strings',
    ],
  ],
  [
    'properties',
    {
      'src/main/resources/messages.properties': 'a=One\nb=Two\n',
      'src/main/resources/messages_en.properties': '',
      'src/main/resources/messages_pt_BR.properties': 'a=Um\n',
      'src/main/resources/application_de.properties': 'x=1\n',
    },
    ['src/main/resources/messages.properties → src/main/resources/messages_pt_BR.properties'],
  ],
  [
    'javascript',
    {
      'src/locales/en.ts': `const en: T = {\n  a: 'One',\n};\n\nexport default en;\n`,
      'src/locales/de.ts': `export default {\n  a: 'Eins',\n} as const;\n`,
      'src/locales/index.ts': `export { default as en } from './en';\n`,
      'src/units/is.js': `export default { a: 'is' };\n`,
      'src/units/no.js': `export default { a: 'no' };\n`,
      'src/units/en.js': `export default { a: 'en' };\n`,
    },
    ['src/locales/en.ts → src/locales/de.ts'],
  ],
  [
    'ini',
    {
      'language/en-GB/com_a.ini': 'A="One"\nB="Two"\n',
      'language/de-DE/com_a.ini': 'A="Eins"\n',
      'setup.cfg': '[metadata]\nname = x\n',
      'config/en.ini': '[a]\nb = c\n',
      'config/de.ini': '[a]\nb = c\n',
    },
    ['language/en-GB/com_a.ini → language/de-DE/com_a.ini'],
  ],
  [
    'fastlane',
    {
      'fastlane/metadata/en-US/description.txt': 'An app.\n',
      'fastlane/metadata/en-US/name.txt': 'App\n',
      'fastlane/metadata/de-DE/description.txt': '\n',
      'fastlane/metadata/de-DE/name.txt': 'App\n',
      'fastlane/metadata/copyright.txt': 'x\n',
      'docs/en/notes.txt': 'x\n',
      'docs/de/notes.txt': 'x\n',
    },
    [
      'fastlane/metadata/en-US/description.txt → fastlane/metadata/de-DE/description.txt',
      'fastlane/metadata/en-US/name.txt → fastlane/metadata/de-DE/name.txt',
    ],
  ],
  [
    'xaml',
    {
      'App/Languages/en.xaml':
        '<ResourceDictionary xmlns:s="s" xmlns:x="x">\n<s:String x:Key="a">One</s:String>\n</ResourceDictionary>\n',
      'App/Languages/de.xaml':
        '<ResourceDictionary xmlns:s="s" xmlns:x="x">\n<s:String x:Key="a">Eins</s:String>\n</ResourceDictionary>\n',
      'App/Views/en.xaml': '<Window/>\n',
      'App/Views/de.xaml': '<Window/>\n',
    },
    ['App/Languages/en.xaml → App/Languages/de.xaml'],
  ],
  [
    'wxl',
    {
      'wix/en-us.wxl':
        '<WixLocalization Culture="en-us">\n<String Id="a">One</String>\n</WixLocalization>\n',
      'wix/de-de.wxl':
        '<WixLocalization Culture="de-de">\n<String Id="a">Eins</String>\n</WixLocalization>\n',
    },
    ['wix/en-us.wxl → wix/de-de.wxl'],
  ],
  [
    'php',
    {
      'language/english/main.php': "<?php\ndefine('_A', 'One');\n",
      'language/german/main.php': "<?php\ndefine('_A', 'Eins');\n",
    },
    ['language/english/main.php → language/german/main.php'],
  ],
  [
    'php',
    {
      'language/english/app_lang.php': "<?php\n$lang['a'] = 'One';\n",
      'language/german/app_lang.php': "<?php\n$lang['a'] = 'Eins';\n",
      'src/de/code.php': '<?php\nfunction f() { return 1; }\n',
      'src/en/code.php': '<?php\nfunction f() { return 1; }\n',
    },
    ['language/english/app_lang.php → language/german/app_lang.php'],
  ],
  [
    'xcstrings',
    {
      'App/L.xcstrings':
        '{\n  "sourceLanguage" : "en",\n  "strings" : {\n    "One" : {\n      "localizations" : {\n        "de" : {\n          "stringUnit" : {\n            "state" : "translated",\n            "value" : "Eins"\n          }\n        }\n      }\n    }\n  },\n  "version" : "1.0"\n}',
    },
    ['App/L.xcstrings → App/L.xcstrings'],
  ],
  [
    'csv',
    { 'data/texts.csv': 'keys,en,de\na,One,Eins\n', 'data/prices.csv': 'name,price\nx,1\n' },
    ['data/texts.csv → data/texts.csv'],
  ],
  [
    'csv',
    { 'Assets/UI.csv': 'Key,Id,English(en),German(de)\nA,1,One,Eins\n' },
    ['Assets/UI.csv → Assets/UI.csv'],
  ],
  [
    'csv',
    { 'loc.csv': 'Key;English;German\na;One;Eins\n', 'trade.csv': 'Country;English\nx;1\n' },
    ['loc.csv → loc.csv'],
  ],
  [
    'json',
    { 'src/en.i18n.json': '{"a": "One"}', 'src/pt-BR.i18n.json': '{"a": "Um"}' },
    ['src/en.i18n.json → src/pt-BR.i18n.json'],
  ],
  [
    'json',
    {
      'ui/src/i18n/en.json': '{"a": "One"}',
      'resources/i18n/de.json': '{"a": "Eins"}',
      'resources/i18n/fr.json': '{"a": "Un"}',
    },
    ['ui/src/i18n/en.json → resources/i18n/de.json resources/i18n/fr.json'],
  ],
  [
    'po',
    {
      'po/app.pot': PO,
      'po/de.po': 'msgid ""\nmsgstr ""\n\nmsgid "One"\nmsgstr "Eins"\n',
      'po/fr.po': 'msgid ""\nmsgstr ""\n\nmsgid "One"\nmsgstr "Un"\n',
      'po/glossary/de.po': 'msgid ""\nmsgstr ""\n\nmsgid "Term"\nmsgstr "Begriff"\n',
      'po/glossary/fr.po': 'msgid ""\nmsgstr ""\n\nmsgid "Term"\nmsgstr "Terme"\n',
    },
    ['po/app.pot → po/de.po po/fr.po', 'po/glossary/de.po → po/glossary/de.po po/glossary/fr.po'],
  ],
  [
    'po',
    {
      'messages.pot': PO,
      'locale/de_DE/LC_MESSAGES/messages.po': 'msgid ""\nmsgstr ""\n\nmsgid "One"\nmsgstr "Eins"\n',
      'locale/pt_BR/LC_MESSAGES/messages.po': 'msgid ""\nmsgstr ""\n\nmsgid "One"\nmsgstr "Um"\n',
    },
    ['messages.pot → locale/de_DE/LC_MESSAGES/messages.po locale/pt_BR/LC_MESSAGES/messages.po'],
  ],
  [
    'po',
    {
      'resources/language/resource.language.en_gb/strings.po': PO,
      'resources/language/resource.language.de_de/strings.po': PO,
    },
    [
      'resources/language/resource.language.en_gb/strings.po → resources/language/resource.language.de_de/strings.po',
    ],
  ],
  // Phoenix, before and after the folder of the source locale.
  [
    'po',
    { 'priv/gettext/default.pot': PO, 'priv/gettext/de/LC_MESSAGES/default.po': PO },
    ['priv/gettext/default.pot → priv/gettext/de/LC_MESSAGES/default.po'],
  ],
  [
    'po',
    {
      'priv/gettext/default.pot': PO,
      'priv/gettext/de/LC_MESSAGES/default.po': PO,
      'priv/gettext/en/LC_MESSAGES/default.po': PO,
    },
    ['priv/gettext/default.pot → priv/gettext/de/LC_MESSAGES/default.po'],
  ],
  [
    'po',
    {
      'po/de/kcalc.po': 'msgid ""\nmsgstr ""\n\nmsgid "One"\nmsgstr "Eins"\n',
      'po/pt_BR/kcalc.po': 'msgid ""\nmsgstr ""\n\nmsgid "One"\nmsgstr "Um"\n',
    },
    ['po/de/kcalc.po → po/de/kcalc.po po/pt_BR/kcalc.po'],
  ],
  [
    'po',
    {
      'po/de.po': 'msgid ""\nmsgstr ""\n\nmsgid "One"\nmsgstr "Eins"\n\nmsgid "Color"\nmsgstr ""\n',
      'po/en_GB.po': 'msgid ""\nmsgstr ""\n\nmsgid "Color"\nmsgstr "Colour"\n',
      'po/fr.po': 'msgid ""\nmsgstr ""\n\nmsgid "One"\nmsgstr "Un"\n',
    },
    ['po/de.po → po/de.po po/fr.po'],
  ],
  [
    'xliff',
    {
      'Language/locallang.xlf': typo3(''),
      'Language/de.locallang.xlf': typo3('Anmeldung'),
      'Language/pt_BR.locallang.xlf': typo3('Entrar'),
    },
    ['Language/locallang.xlf → Language/de.locallang.xlf Language/pt_BR.locallang.xlf'],
  ],
  [
    'XLIFF without a source (.NET)',
    { 'src/xlf/Strings.de.xlf': typo3('Anmelden'), 'src/xlf/Strings.fr.xlf': typo3('') },
    ['src/xlf/Strings.de.xlf → src/xlf/Strings.de.xlf src/xlf/Strings.fr.xlf'],
  ],
  [
    'XLIFF without a source (Xcode)',
    { 'de.xcloc/Localized Contents/de.xlf': typo3('Anmelden') },
    ['de.xcloc/Localized Contents/de.xlf → de.xcloc/Localized Contents/de.xlf'],
  ],
  [
    'markdown',
    {
      'src/content/docs/index.mdx': '# One\n',
      'src/content/docs/guides/start.mdx': '# Two\n',
      'src/content/docs/fr/index.mdx': '# Un\n',
      'src/content/docs/fr/guides/start.mdx': '# Deux\n',
    },
    [
      'src/content/docs/guides/start.mdx → src/content/docs/fr/guides/start.mdx',
      'src/content/docs/index.mdx → src/content/docs/fr/index.mdx',
    ],
  ],
];

describe('a config that finds the files of', () => {
  const known = projects.filter(([format]) => isFormat(format));
  test.each(known)('%s', async (_, files, expected) => {
    const root = folder(files);
    const { code, stderr } = await init(root, { yes: true });
    expect(stderr).toContain('Wrote');
    expect(code).toBe(0);
    const { pairs, problems } = await scan(await readConfig(join(root, 'service.config.yaml')));
    expect(problems).toEqual([]);
    expect(
      pairs.map(
        ({ source, targets }) => `${source} → ${targets.map(({ path }) => path).join(' ')}`,
      ),
    ).toEqual(expected);
    expect(pairs.flatMap(({ targets }) => targets).every(({ exists }) => exists)).toBe(true);
  });
});

test('folders named by language are mapped for their catalog', async () => {
  const root = folder({
    'lang/english/a.json': '{"a": "One"}',
    'lang/german/a.json': '{"a": "Eins"}',
    'web/locales/en.json': '{"b": "Two"}',
    'web/locales/de.json': '{"b": "Zwei"}',
  });
  expect((await init(root, { yes: true })).code).toBe(0);
  const config = read(root, 'service.config.yaml');
  expect(config).toContain('targets: [de]\n');
  expect(config).toContain('    locales: { en: english, de: german }\n');
  expect(config).not.toContain('languages:');
});

test('subtitles of one film are no translations of another', async () => {
  const cue = (text: string): string => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}.\n`;
  const root = folder({
    'media/one_en.vtt': cue('One'),
    'media/two_de.vtt': cue('Zwei'),
    'media/two_fr.vtt': cue('Deux'),
    'media/three_en.vtt': cue('Three'),
    'media/three_de.vtt': cue('Drei'),
  });
  expect((await init(root, { yes: true })).code).toBe(0);
  const config = read(root, 'service.config.yaml');
  expect(config).toContain('- files: media/three_{locale}.vtt');
  expect(config).not.toContain('two_');
});

test('files below node_modules count where git tracks them', async () => {
  const path = 'packages/node_modules/@red/nodes/locales';
  const root = folder({
    [`${path}/en-US/a.json`]: '{"a": "One"}',
    [`${path}/de/a.json`]: '{"a": "Eins"}',
    'node_modules/other/locales/en/a.json': '{"a": "One"}',
    'node_modules/other/locales/fr/a.json': '{"a": "Un"}',
  });
  const git = (...args: string[]): unknown => execFileSync('git', args, { cwd: root });
  git('init', '-q');
  git('add', '-f', 'packages');
  expect((await init(root, { yes: true })).code).toBe(0);
  expect(read(root, 'service.config.yaml')).toContain(`files: ${path}/{locale}/*.json`);
  const { pairs } = await scan(await readConfig(join(root, 'service.config.yaml')));
  expect(pairs.map(({ source }) => source)).toEqual([`${path}/en-US/a.json`]);
});

test('one odd catalog is left out with a word', async () => {
  const root = folder({ 'l/en.json': '{"a": "One"}', 'l/de.json': '{"a": "Eins"}' });
  const choice = {
    ...{ source: 'en', targets: ['de'], languages: {}, fallbacks: {}, unknown: [], notes: [] },
    ...{ ofLibraries: [], open: [] },
    catalogs: ['gone/{locale}.json', 'l/{locale}.json', '{locale}/../x.json'].map((files) => ({
      found: undefined,
      files,
    })),
  };
  const draft = {
    file: join(root, 'service.config.yaml'),
    textOf: (one: Choice) => configText(one, { url: undefined }),
  };
  const checked = await checkCatalogs(choice, draft);
  expect(checked.choice.catalogs.map(({ files }) => files)).toEqual(['l/{locale}.json']);
  expect(checked.choice.notes).toEqual([
    'Left out: gone/{locale}.json: no source file matches "gone/{locale}.json" (locale en).',
    expect.stringMatching(/^Left out: \{locale\}\/\.\.\/x\.json: .*cannot be used/),
  ]);
  expect(checked.pairs.map(({ source }) => source)).toEqual(['l/en.json']);
});

test('only the newest change log of an app is translated', async () => {
  const log = (app: string, locale: string, version: number): [string, string] => [
    `${app}/fastlane/metadata/android/${locale}/changelogs/${version}.txt`,
    `Fixed ${version}.\n`,
  ];
  const logs = [log('b', 'en-US', 7), log('b', 'en-US', 20), log('b', 'de-DE', 7)];
  for (let version = 98; version < 201; version += 1) logs.push(log('a', 'en-US', version));
  const root = folder({
    ...Object.fromEntries([...logs, log('a', 'de-DE', 98)]),
    'a/fastlane/metadata/android/en-US/changelogs/default.txt': 'Fixes.\n',
  });
  const { code, stderr } = await init(root, { yes: true });
  expect(code).toBe(0);
  expect(stderr).toMatch(/^Left out of .*: 103 files about older versions\. To translate/m);
  const { pairs } = await scan(await readConfig(join(root, 'service.config.yaml')));
  expect(pairs.map(({ source }) => source.replace('fastlane/metadata/android/en-US/', ''))).toEqual(
    ['a/changelogs/200.txt', 'a/changelogs/default.txt', 'b/changelogs/20.txt'],
  );
});

test('a single export of Xcode gets a pattern that others fit, and the language of its source', async () => {
  const files = {
    'de.xcloc/Localized Contents/de.xlf': typo3('Connexion').replace('"en"', '"fr"'),
  };
  const root = folder(files);
  expect((await init(root, { yes: true })).code).toBe(0);
  const config = read(root, 'service.config.yaml');
  expect(config).toContain('source: fr\ntargets: [de]\n');
  expect(config).toContain('target: "{locale}.xcloc/Localized Contents/{locale}.xlf"');
});

test('a translation with the most files is no source where there is English', async () => {
  const big = JSON.stringify(
    Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, `文字 ${at}`])),
  );
  const root = folder({
    'src/locales/en-GB.json': '{"a": "One", "b": "Two"}',
    'src/locales/de-DE.json': '{"a": "Eins"}',
    'docs/i18n/zh-TW.json': big,
  });
  const { code, stderr } = await init(root, { yes: true });
  expect(code).toBe(0);
  expect(read(root, 'service.config.yaml')).toContain('source: en-GB\n');
  expect(stderr).toContain(
    'Left out: docs/i18n/{locale}.json, which has no files for the source locale en-GB.',
  );
});

test('bundles of one folder are one catalog, unless some are not translated', async () => {
  const bundle = (name: string): Record<string, string> => ({
    [`i18n/${name}.properties`]: 'a=One\n',
    [`i18n/${name}_de.properties`]: 'a=Eins\n',
    [`i18n/${name}_pt_BR.properties`]: 'a=Um\n',
  });
  const files = { ...bundle('shop'), ...bundle('errors') };
  const joined = folder(files);
  expect((await init(joined, { yes: true })).code).toBe(0);
  expect(read(joined, 'service.config.yaml')).toContain('- files: i18n/*_{locale}.properties\n');
  const config = await readConfig(join(joined, 'service.config.yaml'));
  const { pairs } = await scan(config);
  expect(pairs.map(({ source }) => source)).toEqual([
    'i18n/errors.properties',
    'i18n/shop.properties',
  ]);
  const apart = folder({ ...files, 'i18n/log.properties': 'level=Debug level\n' });
  expect((await init(apart, { yes: true })).code).toBe(0);
  expect(read(apart, 'service.config.yaml')).toContain(
    '- files: "i18n/{errors,shop}_{locale}.properties"\n',
  );
});

test('a pattern that finds no text ends with 2', async () => {
  const root = folder({ 'l/en.json': '{"a": {"b": 1}}', 'l/de.json': '{"a": "x"}' });
  const options = { files: ['l/{locale}.json'], source: 'en', targets: ['de'] };
  const { code, stderr } = await init(root, options);
  expect(code).toBe(2);
  expect(stderr).toContain('l/{locale}.json matches no texts in the source locale en');
});

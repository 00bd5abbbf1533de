import { describe, expect, test } from 'vitest';
import { mixedLocales } from '../../../src/engine/load/index.js';
import { formats } from '../../../src/formats/public.js';
import { Project } from '../../support/project.js';
import { environment, service } from '../../support/service.js';

type Format = keyof typeof formats;

function mixedIn(
  format: Format,
  text: string,
  locales = ['en', 'de', 'zh-CN'],
): string | undefined {
  const [source = '', ...targets] = locales;
  const codec = formats[format];
  const document = codec.parse(text, { locale: source });
  return mixedLocales(document, codec.capabilities, [source, ...targets])?.message;
}

const json = (value: unknown): [Format, string] => ['json', JSON.stringify(value)];

describe('a file with the texts of several locales is recognized', () => {
  test.each<[string, [Format, string]]>([
    ['on the first level', json({ en: { a: 'Hello' }, de: { a: 'Hallo' } })],
    ['with regions', json({ 'en-US': { a: 'Hello' }, 'de-DE': { a: 'Hallo' } })],
    ['in capitals', json({ EN: { a: 'Hello' }, DE: { a: 'Hallo' } })],
    ['by the names of languages', json({ english: { a: 'Hello' }, german: { a: 'Hallo' } })],
    ['with locales that are no targets', json({ en: { a: 'Hello' }, ja: { a: 'こんにちは' } })],
    ['with targets alone', json({ de: { a: 'Hallo' }, zh_CN: { a: '你好' } })],
    ['on the second level', json({ messages: { en: { a: 'Hello' }, de: { a: 'Hallo' } } })],
    [
      'in the middle',
      json({
        a: { en: { one: 'A file', other: 'Files' }, de: { one: 'Datei', other: 'Dateien' } },
      }),
    ],
    ['on the last level', json({ a: { en: 'Hello', de: 'Hallo' }, b: { en: 'Bye' } })],
    ['of one text', json({ a: { en: 'Hello', de: 'Hallo' } })],
    [
      'beside settings',
      json({ version: '2', en: { a: 'Hello', b: 'Bye' }, de: { a: 'Hallo', b: 'Tschüss' } }),
    ],
    [
      'in a list with keys',
      json([
        { key: 'a', en: 'Hello', de: 'Hallo' },
        { key: 'b', en: 'Bye', de: 'Ade' },
      ]),
    ],
    ['in flat keys', json({ 'a.en': 'Hello', 'a.de': 'Hallo', 'b.en': 'Bye', 'b.de': 'Ade' })],
    [
      'in suffixes',
      json({ title_en: 'Hello', title_de: 'Hallo', 'title_zh-CN': '你好', title_pt_BR: 'Olá' }),
    ],
    [
      'as in rust-i18n',
      ['yaml', '_version: 2\nhello:\n  en: Hello\n  zh-CN: 你好\nbye:\n  en: Bye\n'],
    ],
    [
      'as in rust-i18n before the first translation',
      ['yaml', '_version: 2\na:\n  en: Hello\nb:\n  en: Bye\n'],
    ],
    ['as in Rails, under two roots', ['yaml', 'en:\n  a: Hello\nde:\n  a: Hallo\n']],
    [
      'under two roots, one of which has little',
      ['yaml', 'en:\n  a: Hello\n  b: Bye\n  c: Yes\nde:\n  a: Hallo\n  b: Ade\n'],
    ],
    ['in TOML', ['toml', '[en]\na = "Hello"\n[de]\na = "Hallo"\n']],
    ['in PHP', ['php', "<?php return ['en' => ['a' => 'Hello'], 'de' => ['a' => 'Hallo']];\n"]],
    ['in .properties', ['properties', 'en.a=Hello\nde.a=Hallo\n']],
    [
      'with a list of languages in it',
      json({ en: { a: 'Hello', languages: { en: 'English', de: 'German' } }, de: { a: 'Hallo' } }),
    ],
  ])('%s', (_, [format, text]) => {
    expect(mixedIn(format, text)).toContain('the texts of several locales');
  });

  test('with the place of a text of another one', () => {
    const [format, text] = json({ a: { en: 'Hello', de: 'Hallo' } });
    expect(mixedIn(format, text)).toBe(
      'the file has the texts of several locales (en, de; see a.de), and all of them would be translated as en. Name a file with all locales without {locale}, give each locale a file of its own, or leave this file out with `exclude`.',
    );
  });
});

describe('a file of one locale is not mistaken for one of several', () => {
  const languages = { en: 'English', de: 'German', fr: 'French', 'zh-CN': 'Chinese (simplified)' };

  test.each<[string, [Format, string]]>([
    ['with a list of languages', json({ title: 'Settings', languages })],
    ['that is a list of languages', json({ languages })],
    ['that is nothing but languages', json(languages)],
    [
      'with languages by their own names',
      json({ en: 'English', de: 'Deutsch', fr: 'Français', ja: '日本語' }),
    ],
    ['with codes of languages', json({ en: 'EN', de: 'DE', fr: 'FR' })],
    [
      'with names and directions of languages',
      json({ en: { name: 'English', dir: 'ltr' }, de: { name: 'Deutsch', dir: 'ltr' } }),
    ],
    ['with countries', json({ de: { name: 'Germany' }, fr: { name: 'France', capital: 'Paris' } })],
    [
      'with languages of several texts',
      json({
        picker: { en: { name: 'English', own: 'English' }, de: { name: 'German', own: 'Deutsch' } },
      }),
    ],
    ['with the root key of Rails', ['yaml', 'en:\n  a: Hello\n  b: Bye\n']],
    ['with another root key', ['yaml', 'en-GB:\n  a: Hello\n  b: Bye\n']],
    [
      'with words that are codes',
      json({ no: 'No', yes: 'Yes', to: 'To', is: 'is', it: 'it', in: 'in' }),
    ],
    ['with a word that is a code on the first level', json({ it: { a: 'Computers' }, b: 'B' })],
    ['with questions', json({ a: { yes: 'Yes', no: 'No' }, b: { yes: 'Yes', no: 'No' } })],
    [
      'with a few texts for countries',
      json({ a: 'A', b: 'B', c: 'C', d: 'D', legal: { en: 'Imprint', de: 'Impressum' } }),
    ],
    [
      'with suffixes that are words',
      json({ sign_in: 'Sign in', log_in: 'Log in', opt_in: 'Opt in', go_to: 'Go to' }),
    ],
  ])('%s', (_, [format, text]) => {
    expect(mixedIn(format, text)).toBeUndefined();
    expect(mixedIn(format, text, ['en', 'de', 'nb', 'is', 'it', 'id', 'fr'])).toBeUndefined();
  });
  test('in a language that English names differently', () => {
    const [format, text] = json({ sprachen: { de: 'Deutsch', en: 'Englisch', fr: 'Französisch' } });
    expect(mixedIn(format, text, ['de', 'en', 'fr'])).toBeUndefined();
  });
});

test('no run sends it as one, and init offers it without {locale}', async () => {
  const running = await service();
  const text = '_version: 2\nhello:\n  en: Hello\n  zh-CN: 你好\nbye:\n  en: Bye\n';
  const project = new Project({
    'service.config.yaml':
      "source: en\ntargets: [zh-CN]\ncatalogs: [{ source: 'locales/*.yml', target: 'locales/*.{locale}.yml' }]\n",
    'locales/app.yml': text,
    'locales/other.yml': 'a: One\n',
  });
  const sync = await project.report(['sync'], { env: environment(running) });
  expect(sync).toMatchObject({
    code: 2,
    requests: 1,
    problems: [{ code: 'invalid-file', file: 'locales/app.yml', line: 4, column: 10 }],
  });
  expect(Object.keys(project.files()).filter((path) => path.startsWith('locales'))).toEqual([
    ...['locales/app.yml', 'locales/other.yml', 'locales/other.zh-CN.yml'],
  ]);
  const empty = new Project({ 'locales/app.yml': text });
  const options = ['--yes', '--source', 'en', '--targets', 'zh-CN', '--files', 'locales/app.yml'];
  const init = await empty.run(['init', ...options], { env: environment(running) });
  expect(init.code).toBe(0);
  expect(empty.files()['service.config.yaml']).toContain('files: locales/app.yml');
  const after = await empty.report(['sync'], { env: environment(running) });
  expect(after).toMatchObject({ code: 0, locales: { 'zh-CN': { units: 2, current: 2 } } });
  expect(empty.files()['locales/app.yml']).toMatch(
    /^_version: 2\n[^]*bye:\n {2}en: Bye\n {2}zh-CN: .+\n$/,
  );
});

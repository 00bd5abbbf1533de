import { FluentBundle, FluentResource } from '@fluent/bundle';
import { createInstance } from 'i18next';
import { IntlMessageFormat } from 'intl-messageformat';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createEngine, loadConfig } from '../../src/index.js';
import type { Report, Translator } from '../../src/index.js';
import type { RunningService } from '../../src/service/index.js';
import { Project } from '../support/project.js';
import { KEY, startTestService } from '../support/scenario.js';

const TIMEOUT = 300_000;

let service: RunningService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const config = (files: string, targets: string, messages: string): string =>
  `version: 1\nsource: en\ntargets: [${targets}]\ncatalogs: [{ files: '${files}', messages: ${messages} }]\n`;

async function sync(project: Project): Promise<Report> {
  const env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
  const engine = createEngine(await loadConfig({ cwd: project.root, env }));
  return engine.sync();
}

test(
  'ICU: whole sentences for each count, and nothing to do afterwards',
  { timeout: TIMEOUT },
  async () => {
    const project = new Project({
      'service.config.yaml': config('l/{locale}.json', 'ru, pl, ar, ja', 'icu'),
      'l/en.json': JSON.stringify({
        a: 'You have {n, plural, one {one file} other {# files}} selected',
        b: '{n, plural, one {# file} other {# files}} in {m, plural, one {# box} other {# boxes}}',
      }),
    });
    const report = await sync(project);
    expect(report.problems).toEqual([]);
    for (const locale of ['ru', 'pl', 'ar', 'ja']) {
      const { a, b } = JSON.parse(project.read(`l/${locale}.json`)) as { a: string; b: string };
      expect(a).toMatch(/^\{n, plural, /);
      for (const n of [0, 3, 5, 11, 21, 1.5]) {
        const said = (text: string): string =>
          String(new IntlMessageFormat(text, locale).format({ n, m: 7 }));
        const shown = new Intl.NumberFormat(locale).format(n);
        if (n > 2) expect(said(a)).toContain(shown);
        expect(said(b)).toContain(shown);
      }
    }
    expect(await sync(project)).toMatchObject({ texts: 0, files: { written: 0 } });
  },
);

test(
  'Android: a form made from another one has its elements, in new files and old ones',
  { timeout: TIMEOUT },
  async () => {
    const project = new Project({
      'service.config.yaml':
        'version: 1\nsource: en\ntargets: [fa, ru]\ncatalogs: [{ source: values/strings.xml, target: "values-{locale}/strings.xml" }]\n',
      'values/strings.xml': `<resources>
    <plurals name="a">
        <item quantity="one">One file</item>
        <item quantity="other"><xliff:g id="n" example="2">%s</xliff:g> files</item>
    </plurals>
</resources>
`,
      'values-ru/strings.xml': '<resources>\n</resources>\n',
    });
    expect((await sync(project)).problems).toEqual([]);
    for (const locale of ['fa', 'ru']) {
      const items = project.read(`values-${locale}/strings.xml`).match(/<item.*/g) ?? [];
      expect(items).toHaveLength(locale === 'fa' ? 2 : 4);
      for (const item of items) expect(item).toMatch(/<xliff:g id="n" example="2">%s<\/xliff:g>/);
    }
    expect(await sync(project)).toMatchObject({ texts: 0, files: { written: 0 } });
  },
);

test(
  'Rails: the forms of rails-i18n; what a person left to `other` stays',
  { timeout: TIMEOUT },
  async () => {
    const project = new Project({
      'service.config.yaml': config('l/{locale}.yml', 'fr, cs, he, ru, pl', 'rails'),
      'l/en.yml': 'en:\n  files:\n    one: One file\n    other: "%{count} files"\n',
      'l/pl.yml': 'pl:\n  files:\n    one: Plik\n    other: "%{count} plików"\n',
    });
    const forms = (locale: string): Record<string, string> => {
      const read = parse(project.read(`l/${locale}.yml`)) as Record<
        string,
        { files: Record<string, string> }
      >;
      return read[locale]?.files ?? {};
    };
    expect((await sync(project)).problems).toEqual([]);
    expect(Object.keys(forms('fr'))).toEqual(['one', 'other']);
    expect(Object.keys(forms('cs'))).toEqual(['one', 'few', 'other']);
    expect(Object.keys(forms('he'))).toEqual(['one', 'other']);
    expect(Object.keys(forms('ru'))).toEqual(['one', 'few', 'many', 'other']);
    expect(Object.keys(forms('pl'))).toEqual(['one', 'other']);
    expect(forms('ru')['one']).toContain('%{count}');
    expect(forms('cs')['one']).not.toContain('%{count}');
    expect(await sync(project)).toMatchObject({ texts: 0, files: { written: 0 } });
  },
);

test('i18next: names that are a coincidence get no forms', { timeout: TIMEOUT }, async () => {
  const project = new Project({
    'service.config.yaml': config('l/{locale}.json', 'fr, pl', 'i18next'),
    'l/en.json': JSON.stringify({
      step_one: 'Step one',
      step_other: 'Another step',
      item_one: '{{count}} item',
      item_other: '{{count}} items',
    }),
    'l/fr.json': JSON.stringify({
      step_one: 'Première étape',
      step_other: 'Une autre étape',
      item_one: '{{count}} élément',
      item_other: '{{count}} éléments',
    }),
  });
  const report = await sync(project);
  expect(report.problems).toEqual([]);
  expect(report.locales['fr']).toMatchObject({ missing: 0, translated: 0 });
  expect(Object.keys(JSON.parse(project.read('l/pl.json')) as object)).toEqual([
    'step_one',
    'step_other',
    'item_one',
    'item_few',
    'item_many',
    'item_other',
  ]);
});

test.each<[string, string, string, string, string]>([
  [
    'yaml',
    'rails',
    'files:\n  one: %o\n  other: %m\n',
    'files: %m\n',
    'n:\n  one: x\n  other: y\n',
  ],
  [
    'toml',
    'go-i18n',
    '[files]\none = "%o"\nother = "%m"\n\n',
    'files = "%m"\n\n',
    '[n]\none = "x"\nother = "y"\n',
  ],
])(
  'forms that become a single text in the source do so in the target: %s',
  { timeout: TIMEOUT },
  async (extension, messages, forms, single, rest) => {
    const say = (text: string, one: string, many: string): string =>
      `${text.replace('%o', one).replace('%m', many)}${rest}`;
    const project = new Project({
      'service.config.yaml': config(`l/{locale}.${extension}`, 'de', messages),
      [`l/en.${extension}`]: say(forms, 'file', 'files'),
      [`l/de.${extension}`]: say(forms, 'Datei', 'Dateien'),
    });
    await sync(project);
    project.write(`l/en.${extension}`, say(single, 'file', 'files'));
    expect(await sync(project)).toMatchObject({ ok: true, texts: 0, removed: 1 });
    expect(project.read(`l/de.${extension}`).split('\n')[0]).toContain('Dateien');
    project.write(`l/en.${extension}`, say(forms, 'file', 'files'));
    expect(await sync(project)).toMatchObject({ ok: true, problems: [] });
    expect(project.read(`l/de.${extension}`)).toMatch(/one.*\n.*other.*Dateien/);
    expect(await sync(project)).toMatchObject({ texts: 0, files: { written: 0 } });
  },
);

test(
  'a renamed plural keeps its forms; none becomes another one',
  { timeout: TIMEOUT },
  async () => {
    const project = new Project({
      'service.config.yaml': config('l/{locale}.yml', 'ru', 'rails'),
      'l/en.yml': 'en:\n  tags:\n    one: "%{count} tag"\n    other: "%{count} tags"\n',
      'l/ru.yml': 'ru:\n  tags:\n    one: "%{count} тег"\n    other: "%{count} тега"\n',
    });
    await sync(project);
    project.write('l/en.yml', project.read('l/en.yml').replace('tags:', 'labels:'));
    const { problems } = await sync(project);
    expect(problems).toEqual([]);
    const { ru } = parse(project.read('l/ru.yml')) as {
      ru: Record<string, Record<string, string>>;
    };
    expect(ru).toEqual({
      labels: {
        one: '%{count} тег',
        few: expect.stringContaining('%{count}') as string,
        many: expect.stringContaining('%{count}') as string,
        other: '%{count} тега',
      },
    });
    expect([ru['labels']?.['few'], ru['labels']?.['many']]).not.toContain('%{count} тега');
    expect(await sync(project)).toMatchObject({ texts: 0, files: { written: 0 } });
  },
);

/** Says behind the word after a number which form of the language the number has: `3 files-few`. */
const saysForms: Translator = {
  overhead: () => 0,
  resolve: (options) => Promise.resolve({ options, fingerprint: '' }),
  close: () => Promise.resolve(),
  translate: ({ options: { target }, texts }) => {
    const rule = new Intl.PluralRules(target);
    const said = texts.map((text) =>
      text.replace(/([\d.]+)( files?)/, (_, n: string, word: string) => {
        return `${n}${word}-${rule.select(Number(n))}`;
      }),
    );
    return Promise.resolve({ texts: said, billedCharacters: 0 });
  },
};

const COUNTS = [0, 1, 2, 3, 5, 8, 11, 21, 100, 1.5];
const LOCALES = 'de,fr,es,pt-BR,pl,ru,cs,ar,he,ja,zh-Hans,cy,lv,lt,sl,ga,fil'.split(',');

type Show = (text: string, locale: string) => (n: number) => string;

const icu =
  (read: (text: string) => string): Show =>
  (text, locale) =>
  (n) =>
    String(new IntlMessageFormat(read(text), locale).format({ n }));

const inJson = (text: string): string => (JSON.parse(text) as { a: string }).a;

test.each<[string, string, string, string, Show]>([
  [
    'i18next',
    'i18next',
    'json',
    '{ "a_one": "One file", "a_other": "{{count}} files" }',
    (text, lng) => {
      const instance = createInstance();
      const resources = { [lng]: { translation: JSON.parse(text) as Record<string, string> } };
      void instance.init({ lng, resources, initAsync: false });
      return (count) => instance.t('a', { count });
    },
  ],
  ['ICU', 'icu', 'json', '{ "a": "{n, plural, one {One file} other {# files}}" }', icu(inJson)],
  [
    'ICU with another argument for the count',
    'icu',
    'json',
    '{ "a": "{n, plural, =1 {One file} other {{count0} files}}" }',
    icu((text) => inJson(text).replaceAll('{count0}', '{n}')),
  ],
  [
    'Angular',
    'auto',
    'xlf',
    `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" datatype="plaintext" original="m"><body>
<trans-unit id="a"><source>{VAR_PLURAL, plural, one {<x id="INTERPOLATION"/> file} other {<x id="INTERPOLATION"/> files}}</source></trans-unit>
</body></file></xliff>
`,
    icu((text) => {
      const [, target = ''] = /<target[^>]*>(.*)<\/target>/.exec(text) ?? [];
      return target.replace('VAR_PLURAL', 'n').replaceAll('<x id="INTERPOLATION"/>', '{n}');
    }),
  ],
  [
    'Fluent',
    'auto',
    'ftl',
    'a = You have { $n ->\n    [one] One file\n   *[other] { $n } files\n}\n',
    (text, locale) => {
      const bundle = new FluentBundle(locale);
      bundle.addResource(new FluentResource(text));
      return (n) => bundle.formatPattern(bundle.getMessage('a')?.value ?? '', { n });
    },
  ],
])(
  'each form is right for its numbers, and shows them: %s',
  { timeout: TIMEOUT },
  async (_, messages, extension, source, show) => {
    const project = new Project({
      'service.config.yaml': config(`l/{locale}.${extension}`, LOCALES.join(', '), messages),
      [`l/en.${extension}`]: source,
    });
    const loaded = await loadConfig({ cwd: project.root, env: {} });
    const engine = createEngine(loaded, { translator: saysForms });
    expect((await engine.sync()).problems).toEqual([]);
    for (const locale of LOCALES) {
      const shown = show(project.read(`l/${locale}.${extension}`), locale);
      const rule = new Intl.PluralRules(locale);
      const digits = new Intl.NumberFormat(locale);
      for (const n of COUNTS) {
        const text = shown(n);
        const isFit = /\bOne file/.test(text)
          ? n === 1
          : [String(n), digits.format(n)].some((one) => text.includes(one)) &&
            text.includes(`-${rule.select(n)}`);
        expect(isFit, `${locale} ${n}: ${text}`).toBe(true);
      }
    }
  },
);

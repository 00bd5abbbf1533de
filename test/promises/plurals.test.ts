import { IntlMessageFormat } from 'intl-messageformat';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createEngine, loadConfig } from '../../src/index.js';
import type { Report } from '../../src/index.js';
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

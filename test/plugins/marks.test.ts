import { createInstance } from 'i18next';
import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';
import { createI18n } from 'vue-i18n';
import { createEngine, loadConfig } from '../../src/index.js';
import { markTexts } from '../../src/engine/index.js';
import { marksIn, withMark, withoutMarks } from '../../src/model/index.js';
import type { MarkedUnit } from '../../src/model/index.js';
import { Project } from '../support/project.js';

const UNIT: MarkedUnit = ['de', 'locales/de.json', 'cart', 'a/b ü.{}'];
const marked = (text: string): string => withMark(text, UNIT);
/** What people see of a text, and the units that it names. */
const read = (shown: unknown): readonly [string, readonly MarkedUnit[]] => {
  const text = String(shown);
  return [withoutMarks(text), marksIn(text).map(({ unit }) => unit)];
};

test('a mark names its unit and changes nothing that is seen', () => {
  expect(read(marked('Total'))).toEqual(['Total', [UNIT]]);
  // Fonts show no tag characters, and words, lines and letters do not change.
  expect(marked('Total').slice(5)).toMatch(/^[\u{E0020}-\u{E007E}]+$/u);
  expect(marked('Total').toUpperCase().toLowerCase()).toBe(marked('total'));
  expect(marked('Total \n')).toMatch(/Total\P{Zs}+ \n$/u);
});

test('texts side by side name each of their units, with where they end', () => {
  const other: MarkedUnit = ['de', 'locales/de.json', 'name'];
  const text = `${marked('Hello ')}${withMark('Ada', other)}!`;
  expect(read(text)).toEqual(['Hello Ada!', [UNIT, other]]);
  const [first, second] = marksIn(text);
  expect(text.slice(0, first?.end)).toBe(`Hello${marked('')}`);
  expect(text.slice((second?.end ?? 0) - 1).slice(-1)).toBe('!');
});

test('i18next: interpolation, plurals and nesting', async () => {
  const i18n = createInstance();
  const texts = {
    hello: marked('Hallo {{name}}'),
    items_one: marked('{{count}} Ding'),
    items_other: marked('{{count}} Dinge'),
    nested: 'Da: $t(hello)',
  };
  await i18n.init({ lng: 'de', resources: { de: { translation: texts } } });
  expect(read(i18n.t('hello', { name: 'Ada' }))).toEqual(['Hallo Ada', [UNIT]]);
  expect(read(i18n.t('items', { count: 2 }))).toEqual(['2 Dinge', [UNIT]]);
  expect(read(i18n.t('nested', { name: 'Ada' }))).toEqual(['Da: Hallo Ada', [UNIT]]);
});

test('ICU messages of react-intl, next-intl and svelte-i18n: plurals and tags', () => {
  const format = (text: string, values: object): unknown =>
    new IntlMessageFormat(marked(text), 'de').format(values as Record<string, string>);
  const items = '{count, plural, one {# Ding} other {# Dinge}}';
  expect(read(format(items, { count: 2 }))).toEqual(['2 Dinge', [UNIT]]);
  expect(read(format("It''s '{'{name}", { name: 'Ada' }))).toEqual(["It's {Ada", [UNIT]]);
  const b = (parts: readonly string[]): string => parts.join('').toUpperCase();
  expect(read(format('<b>alle</b>', { b }))).toEqual(['ALLE', [UNIT]]);
});

test('vue-i18n: each form of a plural, and linked messages', () => {
  const { t } = createI18n({
    legacy: false,
    locale: 'de',
    messages: {
      de: {
        items: marked('{count} Ding | {count} Dinge'),
        name: 'Ada',
        linked: marked('Hallo @:name'),
        lower: marked('@.lower:name | @:name'),
      },
    },
  }).global;
  expect(read(t('items', 1))).toEqual(['1 Ding', [UNIT]]);
  expect(read(t('items', 2))).toEqual(['2 Dinge', [UNIT]]);
  expect(read(t('linked'))).toEqual(['Hallo Ada', [UNIT]]);
  expect(read(t('lower', 1))).toEqual(['ada', [UNIT]]);
});

test('in a catalog only what people translate is marked, in every format', async () => {
  const texts = {
    'locales/en.yaml': 'title: "Total"\nlegal: ACME\ndate: "%Y-%m-%d"\nsize: 3\nempty: ""\n',
    'web/en.json': '{ "deep": { "title": "Total" } }',
    'code/en.mjs': 'export default { title: `Total` };\n',
    'subs/en.srt': '1\n00:00:01,000 --> 00:00:02,000\nTotal\n',
  };
  const project = new Project({
    ...texts,
    'service.config.yaml': `version: 1
source: en
targets: [de]
catalogs:
${['locales/{locale}.yaml', 'web/{locale}.json', 'code/{locale}.mjs', 'subs/{locale}.srt'].map((path) => `  - files: ${path}\n    keys: { exclude: [legal] }`).join('\n')}
`,
  });
  const config = await loadConfig({ cwd: project.root });
  const engine = createEngine(config);
  await engine.check();
  const files = engine.files();
  await engine.close();
  const found: Record<string, readonly MarkedUnit[]> = {};
  for (const [path, text] of Object.entries(texts)) {
    const own = files.filter((one) => one.path === path);
    expect(own).toHaveLength(1);
    const content = await markTexts(text, own);
    expect(withoutMarks(content)).toBe(text);
    found[path] = marksIn(content).map(({ unit }) => unit);
    // Half saved.
    if (path.endsWith('json')) expect(await markTexts('{ "deep": ', own)).toBe('{ "deep": ');
  }
  expect(found).toEqual({
    'locales/en.yaml': [['en', 'locales/en.yaml', 'title']],
    'web/en.json': [['en', 'web/en.json', 'deep', 'title']],
    'code/en.mjs': [['en', 'code/en.mjs', 'title']],
    'subs/en.srt': [],
  });
});

import { describe, expect, test } from 'vitest';
import { withLocales } from '../../src/formats/kit/locales.js';
import { vue } from '../../src/formats/vue/index.js';
import { json } from '../../src/formats/json/index.js';
import { toml } from '../../src/formats/toml/index.js';
import { yaml } from '../../src/formats/yaml/index.js';
import { EditError, FormatError, keyId } from '../../src/model/index.js';
import type { Codec, Document, Edit } from '../../src/model/index.js';
import { LOCALE_FILES } from './support/locale-files.js';
import { seeds } from './vue/seeds.js';

const read = (codec: Codec, text: string, locale: string): Document => {
  const source = codec.parse(text, { role: 'source', locale: 'en' });
  return codec.parse(text, { role: 'target', locale, source });
};

/** The file with every text that a locale lacks. */
function filled(codec: Codec, text: string, locale: string): string {
  const source = codec.parse(text, { role: 'source', locale: 'en' });
  const target = read(codec, text, locale);
  const known = new Set(target.units.map(({ key }) => keyId(key)));
  const edits = source.units.flatMap((unit, at): Edit[] => {
    if (known.has(keyId(unit.key))) return [];
    const after = source.units[at - 1]?.key ?? null;
    const translated = unit.kind === 'raw' ? unit.text : unit.text.toUpperCase();
    const from = { document: source, unit };
    return [{ op: 'insert', key: unit.key, text: translated, after, from }];
  });
  return codec.edit(target, edits);
}

const ALL = [
  ...LOCALE_FILES.map(({ name, codec, text }) => ({ name, codec: withLocales(codec), text })),
  ...seeds.map((text, at) => ({ name: `component ${at}`, codec: vue, text })),
];

describe.each(ALL)('$name', ({ codec, text }) => {
  test.each(['de', 'fr', 'pt-BR'])('%s gets what it lacks, and nothing else changes', (locale) => {
    const after = filled(codec, text, locale);
    const expected = codec.parse(text, { role: 'source', locale: 'en' });
    const others = ['en', 'de', 'fr'].filter((one) => one !== locale);
    for (const other of others) {
      const [before, now] = [text, after].map((one) =>
        read(codec, one, other).units.map((unit) => [keyId(unit.key), unit.text]),
      );
      expect(now).toEqual(before);
    }
    const ids = expected.units.map(({ key }) => keyId(key));
    const own = read(codec, after, locale).units.map(({ key }) => keyId(key));
    expect([...own].sort()).toEqual(expect.arrayContaining([...ids].sort()));
    // Every character that was there is there, in its order.
    let at = -1;
    for (const sign of text.replace(/\s/g, '')) {
      at = after.indexOf(sign, at + 1);
      expect(at, sign).toBeGreaterThanOrEqual(0);
    }
    expect(filled(codec, after, locale)).toBe(after);
  });
});

/** Files before and after a locale gets its texts, and the locale. */
const WRITTEN: readonly (readonly [string, Codec, string, string, string])[] = [
  [
    'after the last locale, in the source’s style',
    withLocales(json),
    'fr',
    '{\n  "en": { "a": "x" },\n  "de": { "a": "y" }\n}\n',
    '{\n  "en": { "a": "x" },\n  "de": { "a": "y" },\n  "fr": { "a": "X" }\n}\n',
  ],
  [
    'between sorted locales',
    withLocales(yaml),
    'es',
    'a:\n  de: y\n  en: x\n  fr: z\n',
    'a:\n  de: y\n  en: x\n  es: X\n  fr: z\n',
  ],
  [
    'in an empty locale',
    withLocales(yaml),
    'de',
    'en:\n  a: x\nde:\nfr:\n  a: z\n',
    'en:\n  a: x\nde:\n  a: X\nfr:\n  a: z\n',
  ],
  [
    'as the file spells the locale',
    withLocales(toml),
    'pt-BR',
    '[a]\nen = "x"\npt_br = "y"\n\n[b]\nen = "x"\n',
    '[a]\nen = "x"\npt_br = "y"\n\n[b]\nen = "x"\npt_br = "X"\n',
  ],
  [
    'beside texts in another block',
    vue,
    'de',
    '<i18n>{"en":{"a":"x","b":"y"}}</i18n>\n<i18n>{"de":{"a":"z"}}</i18n>\n',
    '<i18n>{"en":{"a":"x","b":"y"},"de":{"b":"Y"}}</i18n>\n<i18n>{"de":{"a":"z"}}</i18n>\n',
  ],
  [
    'not as a list of languages spells it',
    withLocales(json),
    'pt_BR',
    '{"en":{"a":"x","b":{"en":"y","pt_BR":"z"}},"pt-BR":{"b":{"en":"v","pt_BR":"w"}}}',
    '{"en":{"a":"x","b":{"en":"y","pt_BR":"z"}},"pt-BR":{"a":"X","b":{"en":"v","pt_BR":"w"}}}',
  ],
  [
    'in a block like that of the source',
    vue,
    'fr',
    '<i18n locale="en" lang="yaml" global>\n# note\na: x\n</i18n>\n<i18n locale="de" lang="yaml" global>\na: y\n</i18n>\n<style></style>\n',
    '<i18n locale="en" lang="yaml" global>\n# note\na: x\n</i18n>\n<i18n locale="de" lang="yaml" global>\na: y\n</i18n>\n<i18n locale="fr" lang="yaml" global>\n# note\na: X\n</i18n>\n<style></style>\n',
  ],
];

test.each(WRITTEN)('%s', (_, codec, locale, before, after) => {
  expect(filled(codec, before, locale)).toBe(after);
});

test('a list of languages inside texts is no list of locales', () => {
  const first = withLocales(json);
  const text = '{"en":{"a":"x","names":{"en":"English","de":"German"}},"de":{"a":"y"}}';
  const { units } = first.parse(text, { role: 'source', locale: 'en' });
  expect(units.map(({ key }) => key.join('.'))).toEqual(['a', 'names.en', 'names.de']);
  const last = '{"a":{"en":"x","de":"y"},"names":{"en":{"en":"English"},"de":{"en":"German"}}}';
  const keys = first.parse(last, { role: 'source', locale: 'en' }).units.map(({ key }) => key);
  expect(keys).toEqual([['a'], ['names', 'en'], ['names', 'de']]);
});

test('a file of one locale is refused, and a value that locales share is not changed', () => {
  const codec = withLocales(yaml);
  const parse = (): Document => codec.parse('a: x\nb: y\n', { role: 'source', locale: 'en' });
  expect(parse).toThrow(FormatError);
  expect(parse).toThrow(/"en".*\{locale\}/);
  const shared = 'en:\n  a: x\nde:\n  a: &a y\nfr:\n  a: *a\n';
  const edit: Edit = { op: 'set', key: ['a'], text: 'z' };
  expect(() => codec.edit(read(codec, shared, 'de'), [edit])).toThrow(EditError);
});

test('a locale with two names in a file is refused, and the others are read', () => {
  const text = 'a:\n  en: x\n  pt-BR: y\nb:\n  en: x\n  pt_BR: z\n  de: w\n';
  expect(() => read(withLocales(yaml), text, 'pt-BR')).toThrow('"pt-BR" and "pt_BR"');
  expect(read(withLocales(yaml), text, 'de').units.map(({ key }) => key)).toEqual([['b']]);
});

test('errors and warnings of a block name its lines in the component', () => {
  const head = '<template />\n\n';
  expect(() => vue.parse(`${head}<i18n lang="yaml">\nen:\n  a: "x\n</i18n>\n`)).toThrow(
    expect.objectContaining({ line: 6 }),
  );
  const twice = `${head}<i18n>\n{ "en": {\n"a": "x",\n"a": "y" } }\n</i18n>\n`;
  expect(vue.parse(twice, { locale: 'en' }).problems).toMatchObject([
    {
      line: 6,
      column: 1,
      message: '"en.a" is on line 5 and again on line 6; the last one is used.',
    },
  ]);
});

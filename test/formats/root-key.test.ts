import { describe, expect, it } from 'vitest';
import { formats } from '../../src/formats/public.js';
import type { Codec, Document, Edit, FormatError } from '../../src/model/index.js';

const { json, json5, yaml } = formats;

const sources = {
  json: json.parse('{\n  "en": {\n    "a": "Hello",\n    "g": { "x": "1" }\n  }\n}\n', {
    locale: 'en',
  }),
  json5: json5.parse("{\n  en: {\n    a: 'Hello',\n    g: { x: '1' },\n  },\n}\n", {
    locale: 'en',
  }),
  yaml: yaml.parse('en:\n  a: Hello\n  g:\n    x: "1"\n', { locale: 'en' }),
};

function targetOf(codec: Codec, text: string, locale = 'de'): Document {
  const source = sources[codec.name as keyof typeof sources];
  return codec.parse(text, { role: 'target', locale, source, file: 'x' });
}

/** The target with every unit of the source that it lacks. */
function filled(codec: Codec, text: string): string {
  const target = targetOf(codec, text);
  const source = sources[codec.name as keyof typeof sources];
  const present = new Set(target.units.map(({ key }) => key.join()));
  const lacking = source.units.filter(({ key }) => !present.has(key.join()));
  const edits = lacking.map((unit): Edit => ({
    ...{ op: 'insert', key: unit.key, text: unit.text, from: { document: source, unit } },
    after: source.units[source.units.indexOf(unit) - 1]?.key ?? null,
  }));
  return codec.edit(target, edits);
}

function errorOf(codec: Codec, text: string, locale?: string): FormatError {
  try {
    targetOf(codec, text, locale);
  } catch (error) {
    return error as FormatError;
  }
  throw new Error('nothing was thrown');
}

describe('a target whose source has a root key', () => {
  it.each([
    [yaml, '# Copied\nen:\n  a: Hello\n', 'de', 2, 1],
    [yaml, 'de:\n  a: Hallo\n', 'de-AT', 1, 1],
    [yaml, 'en:\n', 'de', 1, 1],
    [json, '{\n  "en": { "a": "Hello" }\n}\n', 'de', 2, 3],
    [json, '{"de":{}}', 'de-AT', 1, 2],
    [json5, "{\n  en: { a: 'Hello' },\n}\n", 'de', 2, 3],
    [json5, '{de: {}}', 'de-AT', 1, 2],
  ])('is refused with the root key of another locale: %#', (codec, text, locale, line, column) => {
    const old = text.includes('en') ? 'en' : 'de';
    expect(errorOf(codec, text, locale)).toMatchObject({
      ...{ code: 'root-key', line, column, file: 'x' },
      detail: `the root key is "${old}" instead of "${locale}"; rename it.`,
    });
  });
  it.each([
    [yaml, 'a: Hallo\n'],
    [yaml, 'g:\n  x: "1"\n'],
    [yaml, 'de:\n  a: Hallo\na: Hallo\n'],
    [yaml, 'other: x\n---\na: Hallo\n'],
    [yaml, 'de: Hallo\n'],
    [yaml, '- Hallo\n'],
    [json, '{"a":"Hallo"}'],
    [json, '{"g":{"x":"1"}}'],
    [json, '{"de":{"a":"Hallo"},"en":{"a":"Hello"}}'],
    [json, '{"de":"Hallo"}'],
    [json, '["Hallo"]'],
    [json, '[]'],
    [json5, "{a: 'Hallo'}"],
    [json5, "{g: {x: '1'}}"],
    [json5, "{de: {a: 'Hallo'}, en: {a: 'Hello'}}"],
    [json5, "{de: 'Hallo'}"],
    [json5, "{de: ['Hallo']}"],
    [json5, "['Hallo']"],
    [json5, '[]'],
  ])('is refused where its texts stand outside: %#', (codec, text) => {
    expect(errorOf(codec, text)).toMatchObject({
      code: 'root-key',
      detail: 'everything must be below the root key "de", as it is below "en" in the source.',
    });
  });
  it('may spell its locale in another way', () => {
    for (const root of ['pt-BR', 'pt_BR', 'pt-br']) {
      expect(targetOf(yaml, `${root}:\n  a: Olá\n`, 'pt_BR').units).toMatchObject([{ key: ['a'] }]);
      const text = `{"${root}":{"a":"Olá"}}`;
      expect(targetOf(json, text, 'pt_BR').units).toMatchObject([{ key: ['a'] }]);
      expect(targetOf(json5, text, 'pt_BR').units).toMatchObject([{ key: ['a'] }]);
    }
  });
  it('is asked for one only if the source has one', () => {
    const source = yaml.parse('a: Hello\n', { locale: 'en' });
    const options = { role: 'target', locale: 'de', source } as const;
    expect(yaml.parse('en:\n  b: x\n', options).units).toMatchObject([{ key: ['en', 'b'] }]);
  });

  const texts = 'de:\n  a: Hello\n  g:\n    x: "1"';
  it.each([
    ['', `${texts}\n`],
    // A blank line tells a comment of the file from one of its first text.
    ['# c\n', `# c\n\n${texts}\n`],
    ['{}', texts],
    ['# c\n{ }\n# d\n', `# c\n\n${texts}\n# d\n`],
    ['{ # c\n}\n', `# c\n${texts}\n`],
    ['{} # c\n', `${texts}\n # c\n`],
    ['---\n{}\n...\n', `---\n${texts}\n...\n`],
    ['--- {}\n', `--- \n${texts}\n`],
    ['{}\r\n', `${texts.replaceAll('\n', '\r\n')}\r\n`],
    ['de: {}\n', `${texts}\n`],
    ['de: {} # c\n', `${texts.replace('de:', 'de: # c')}\n`],
    ['de:\n', `${texts}\n`],
    ['{de: {}}\n', '{de: {a: Hello, g: {x: "1"}}}\n'],
  ])('in YAML gets it with its first text: %j', (text, expected) => {
    expect(filled(yaml, text)).toBe(expected);
  });
  const lines = '"de": {\n    "a": "Hello",\n    "g": { "x": "1" }\n  }\n}';
  it.each([
    ['{}\n', `{\n  ${lines}\n`],
    ['{ // c\n}', `{ // c\n  ${lines}`],
    ['{\r\n}', `{\n  ${lines}`.replaceAll('\n', '\r\n')],
    ['{"de":{}}', '{"de":{"a":"Hello","g":{"x":"1"}}}'],
  ])('in JSON gets it with its first text: %j', (text, expected) => {
    expect(filled(json, text)).toBe(expected);
  });
  const members = "a: 'Hello',\n    g: {\n      x: '1',\n    },\n  }";
  it.each([
    ['', `{\n  de: {\n    ${members},\n}\n`],
    ['// c\n', `// c\n{\n  de: {\n    ${members},\n}\n`],
    ['{}\n', `{\n  de: {\n    ${members},\n}\n`],
    ['{de: {}}', `{de: {\n  ${members.replaceAll('\n  ', '\n')}}`],
    [
      "{\n  de: {\n    a: 'Hallo',\n  },\n}\n",
      `{\n  de: {\n    ${members.replace('Hello', 'Hallo')},\n}\n`,
    ],
  ])('in JSON5 gets it with its first text: %j', (text, expected) => {
    expect(filled(json5, text)).toBe(expected);
  });
  it('in JSON5 has a name of its own in a new file', () => {
    const made = (locale: string): string =>
      json5.derive(sources.json5, [], { locale, language: locale });
    expect(made('de')).toContain("{\n  de: {\n    a: 'Hello'");
    expect(made('pt-BR')).toContain("{\n  'pt-BR': {\n");
  });
});

describe('an empty collection without a root key', () => {
  it('in YAML is replaced by the first texts', () => {
    const source = yaml.parse('a: Hello\n', { locale: 'en' });
    const [unit] = source.units;
    const target = yaml.parse('{}\n', { role: 'target', locale: 'de', source });
    const from = { document: source, unit: unit! };
    const insert: Edit = { op: 'insert', key: ['a'], text: 'Hallo', after: null, from };
    expect(yaml.edit(target, [insert])).toBe('a: Hallo\n');
    expect(yaml.edit(target, [])).toBe('{}\n');
  });
});

describe('a section that is named like the locale', () => {
  it.each([
    [yaml, 'id:\n  label: X\nname: Y\n'],
    [yaml, 'id:\n  label: X\n'],
    [json, '{"id":{"label":"X"},"name":"Y"}'],
    [json5, "{id:{label:'X'},name:'Y'}"],
    [json5, "{id:{label:'X'}}"],
  ])('is no root key where the source has it, too: %#', (codec, text) => {
    const source = codec.parse(text, { role: 'source', locale: 'en' });
    const target = codec.parse(text, { role: 'target', locale: 'id', source });
    const keysOf = ({ units }: Document): unknown => units.map(({ key }) => key);
    expect(keysOf(target)).toEqual(keysOf(source));
  });
  it('is one where the source has a root key of its own', () => {
    const source = yaml.parse('en:\n  id:\n    label: X\n', { role: 'source', locale: 'en' });
    const text = 'id:\n  id:\n    label: X\n';
    const target = yaml.parse(text, { role: 'target', locale: 'id', source });
    expect(target.units.map(({ key }) => key)).toEqual([['id', 'label']]);
  });
});

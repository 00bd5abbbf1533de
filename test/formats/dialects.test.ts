import { describe, expect, it } from 'vitest';
import { formats } from '../../src/formats/public.js';
import type { Codec, Document, Edit } from '../../src/model/index.js';

const { json, yaml, xliff } = formats;

const unitsOf = ({ units }: Document): unknown =>
  units.map(({ key, text, note }) => [key.join('/'), text, ...(note === undefined ? [] : [note])]);

/** Sets every text to itself in brackets; nothing else of the file may change. */
function bracketed(codec: Codec, document: Document): string {
  const edits = document.units.map(({ key, text }): Edit => ({
    op: 'set',
    key,
    text: `[${text}]`,
  }));
  return codec.edit(document, edits);
}

describe('ARB', () => {
  const en = `{
  "@@locale": "en",
  "@@last_modified": "2026-11-21",
  "greeting": "Hello {name}",
  "@greeting": {
    "description": "On the first page",
    "placeholders": { "name": { "type": "String", "example": "Ada" } }
  },
  "items": "{count, plural, =0{none} one{# item} other{# items}}",
  "@items": {}
}
`;
  const source = json.parse(en, { locale: 'en' });

  it('has texts with their descriptions, and nothing of what is said about them', () => {
    expect(unitsOf(source)).toEqual([
      ['greeting', 'Hello {name}', 'On the first page\n{name}: for example Ada'],
      ['items', '{count, plural, =0{none} one{# item} other{# items}}'],
    ]);
  });
  it('becomes a target with its locale set, its metadata kept', () => {
    const edits = source.units.map(({ key }): Edit => ({ op: 'set', key, text: 'x' }));
    expect(json.derive(source, edits, { locale: 'pt_BR', language: 'pt-BR' })).toBe(
      en
        .replace('"@@locale": "en"', '"@@locale": "pt_BR"')
        .replace('"Hello {name}"', '"x"')
        .replace(/"\{count.*\}\}"/, '"x"'),
    );
  });
});

describe('catalogs of message and description', () => {
  it('have the messages as texts and the descriptions as notes', () => {
    const text = `{
  "appName": { "message": "My app", "description": "Name in the store" },
  "found": {
    "message": "$COUNT$ found",
    "placeholders": { "count": { "content": "$1", "example": "3" } }
  }
}
`;
    const document = json.parse(text);
    expect(unitsOf(document)).toEqual([
      ['appName/message', 'My app', 'Name in the store'],
      ['found/message', '$COUNT$ found'],
    ]);
    expect(bracketed(json, document)).toBe(
      text.replace('"My app"', '"[My app]"').replace('"$COUNT$ found"', '"[$COUNT$ found]"'),
    );
  });
  it('are files like any other where one entry is not of that form', () => {
    const document = json.parse('{"a":{"message":"m","description":"d"},"b":"text"}');
    expect(unitsOf(document)).toEqual([
      ['a/message', 'm'],
      ['a/description', 'd'],
      ['b', 'text'],
    ]);
  });
});

describe('plural keys', () => {
  it('of i18next: forms that only the target has stand beside their likes', () => {
    const source = json.parse(
      '{\n  "item_one": "{{count}} item",\n  "item_other": "{{count}} items",\n  "bye": "Bye"\n}\n',
    );
    const target = json.parse(
      '{\n  "item_one": "{{count}} plik",\n  "item_other": "{{count}} pliku",\n  "bye": "Pa"\n}\n',
    );
    const from = { document: source, unit: source.units[1]! };
    const text = json.edit(target, [
      { op: 'insert', key: ['item_many'], text: '{{count}} plików', after: ['item_few'], from },
      { op: 'insert', key: ['item_few'], text: '{{count}} pliki', after: ['item_one'], from },
    ]);
    expect(text).toBe(
      '{\n  "item_one": "{{count}} plik",\n  "item_few": "{{count}} pliki",\n  "item_many": "{{count}} plików",\n  "item_other": "{{count}} pliku",\n  "bye": "Pa"\n}\n',
    );
  });
  it('of Rails: forms that only the target has stand beside their likes', () => {
    const source = yaml.parse(
      "en:\n  items:\n    one: '%{count} item'\n    other: '%{count} items'\n",
      { locale: 'en' },
    );
    const target = yaml.parse(
      "pl:\n  items:\n    one: '%{count} plik'\n    other: '%{count} pliku'\n",
      { locale: 'pl' },
    );
    const from = { document: source, unit: source.units[1]! };
    expect(source.units.map(({ key }) => key)).toEqual([
      ['items', 'one'],
      ['items', 'other'],
    ]);
    const text = yaml.edit(target, [
      {
        op: 'insert',
        key: ['items', 'few'],
        text: '%{count} pliki',
        after: ['items', 'one'],
        from,
      },
    ]);
    expect(text).toBe(
      "pl:\n  items:\n    one: '%{count} plik'\n    few: '%{count} pliki'\n    other: '%{count} pliku'\n",
    );
  });
});

describe('messages', () => {
  const messages = [
    "@:common.ok and @.upper:{'common.cancel'}",
    'no apples | one apple | {count} apples',
    "{'@'} and {'|'} are literal",
    '{n, plural, one {# <b>item</b>} other {# items}}',
    "{gender, select, female {She} other {They}} said ''hi'' to '{'you'}'",
    '%{name} has %{count}',
    '$t(key.of.other) {{value, number}}',
    'Hello <0>world</0>, %1$s and %@',
  ];
  it.each([
    [
      'json',
      json,
      (texts: readonly string[]) =>
        JSON.stringify(Object.fromEntries(texts.map((text, i) => [`k${i}`, text])), null, 2),
    ],
    [
      'yaml',
      yaml,
      (texts: readonly string[]) =>
        texts.map((text, i) => `k${i}: ${JSON.stringify(text)}\n`).join(''),
    ],
  ] as const)(
    'of Vue, ICU, Rails and i18next are texts in %s, to the letter',
    (_, codec, fileOf) => {
      const document = codec.parse(fileOf(messages));
      expect(document.units.map(({ text }) => text)).toEqual(messages);
      expect(bracketed(codec, document)).toBe(fileOf(messages.map((text) => `[${text}]`)));
    },
  );
  it('keep their meaning in plain YAML, which needs quotes for some', () => {
    const file = messages.map((_, i) => `k${i}: plain\n`).join('');
    const document = yaml.parse(file);
    const edits = document.units.map(({ key }, i): Edit => ({
      op: 'set',
      key,
      text: messages[i] ?? '',
    }));
    expect(yaml.parse(yaml.edit(document, edits)).units.map(({ text }) => text)).toEqual(messages);
  });
});

describe('keys', () => {
  it.each([
    ['json', json, '{"a.b": "1", "a": {"b": "2", "c.d": "3"}, "list": ["x", {"y": "z"}, ["w"]]}'],
    ['yaml', yaml, 'a.b: "1"\na:\n  b: "2"\n  c.d: "3"\nlist:\n  - x\n  - y: z\n  - - w\n'],
  ] as const)('of %s with dots are one segment, elements have their index', (_, codec, text) => {
    const { units } = codec.parse(text);
    expect(units.map((unit) => [unit.key, unit.text])).toEqual([
      [['a.b'], '1'],
      [['a', 'b'], '2'],
      [['a', 'c.d'], '3'],
      [['list', '0'], 'x'],
      [['list', '1', 'y'], 'z'],
      [['list', '2', '0'], 'w'],
    ]);
  });
});

describe('what the author left for translators is the note', () => {
  it.each([
    [
      'json: comments',
      json,
      '{\n  // above\n  "a": "x", // behind\n  /* a\n     block */\n  "b": "y"\n}\n',
      [
        ['a', 'x', 'above\nbehind'],
        ['b', 'y', 'a\nblock'],
      ],
    ],
    [
      'yaml: comments',
      yaml,
      '# above\n# and more\na: x # behind\n\n# of b\nb:\n  # of c\n  c: y\n',
      [
        ['a', 'x', 'above\nand more\nbehind'],
        ['b/c', 'y', 'of c'],
      ],
    ],
    [
      'xliff: notes of unit, group and file',
      xliff,
      `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en"><file id="f"><notes><note>of the file</note></notes><group id="g"><notes><note>of the group</note></notes><unit id="u"><notes><note category="description">of the unit</note><note appliesTo="target">not this</note><note category="location">app.ts:1</note></notes><segment><source>x</source></segment></unit></group></file></xliff>`,
      [['f/u', 'x', 'of the unit\nof the group\nof the file']],
    ],
  ] as const)('%s', (_, codec, text, units) => {
    expect(unitsOf(codec.parse(text))).toEqual(units);
  });
});

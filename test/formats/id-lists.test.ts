import { describe, expect, it } from 'vitest';
import { json } from '../../src/formats/json/index.js';
import { yaml } from '../../src/formats/yaml/index.js';
import type { Codec, Edit, Key } from '../../src/model/index.js';

const keysOf = (codec: Codec, text: string): string[] =>
  codec.parse(text).units.map(({ key }) => key.join(' '));

const edit = (codec: Codec, text: string, ...edits: Edit[]): string =>
  codec.edit(codec.parse(text), edits);

const remove = (...key: Key): Edit => ({ op: 'remove', key });

/** Inserts what `source` has and `text` lacks, as the engine does. */
function complete(codec: Codec, text: string, source: string): string {
  const document = codec.parse(source);
  const target = codec.parse(text);
  const has = new Set(target.units.map(({ key }) => key.join('\0')));
  const edits = document.units.flatMap((unit, at): Edit[] => {
    if (has.has(unit.key.join('\0'))) return [];
    const after = document.units[at - 1]?.key ?? null;
    return [{ op: 'insert', key: unit.key, text: unit.text, after, from: { document, unit } }];
  });
  const result = codec.edit(target, edits);
  expect(codec.edit(target, edits.toReversed())).toBe(result);
  return result;
}

/** Lists as JSON, which is YAML too. */
const LISTS: readonly (readonly [rule: string, list: unknown, keys: readonly string[]])[] = [
  ['id and translation', [{ id: 'a', translation: 'A' }], ['a translation']],
  [
    'forms of a plural',
    [{ id: 'a', translation: { one: 'A', other: 'B' } }],
    ['a translation one', 'a translation other'],
  ],
  ['any other texts', [{ id: 'a', q: 'Why?', a: 'So.' }], ['a q', 'a a']],
  ['a list in an element', [{ id: 'a', s: [{ id: 'b', t: 'B' }] }], ['a s b t']],
  ['an id that is a number proves nothing', [{ id: 1, t: 'A' }], ['0 id', '0 t']],
  ['no text beside the id', [{ id: 'a' }, { id: 'b' }], ['0 id', '1 id']],
  [
    'ids that are kinds',
    ['h', 'p', 'p'].map((id) => ({ id, t: 'A' })),
    ['0 id', '0 t', '1 id', '1 t', '2 id', '2 t'],
  ],
  [
    'duplicates in a catalog: the last counts',
    ['h', 'p', 'p'].map((id) => ({ id, translation: 'A' })),
    ['h translation', 'p translation'],
  ],
  ['an element without an id', [{ t: 'A' }, { id: 'b', t: 'B' }], ['0 t', '1 id', '1 t']],
  ['key and value', [{ key: 'a.b', value: 'A', key2: 'B' }], ['a.b value', 'a.b key2']],
  ['name and value', [{ name: 'aB', value: 'A' }], ['aB value']],
  ['term and definition', [{ term: 'app.in', definition: 'A' }], ['app.in definition']],
  [
    'terms of POEditor, which may be texts',
    [{ term: 'Sign in', definition: 'A', context: 'B' }],
    ['Sign in definition', 'Sign in context'],
  ],
  ['a glossary', [{ term: 'cart', definition: 'A' }], ['0 term', '0 definition']],
  ['names that may be words', [{ name: 'red', value: 'A' }], ['0 name', '0 value']],
  ['keys that are words for people', [{ key: 'Name', value: 'A' }], ['0 key', '0 value']],
  ['names without values', [{ name: 'ann', role: 'Chef' }], ['0 name', '0 role']],
  [
    'nearly all have an id',
    [{ t: 'A' }, ...Array.from('bcdefghijk', (id) => ({ id, t: 'B' }))],
    ['0 t', ...Array.from('bcdefghijk', (id) => `${id} t`)],
  ],
];

describe.each([
  ['JSON', json],
  ['YAML', yaml],
])('a list in %s', (_, codec) => {
  it.each(LISTS)('%s', (_rule, list, keys) => {
    expect(keysOf(codec, JSON.stringify(list))).toEqual(keys);
    expect(keysOf(codec, JSON.stringify({ x: list }))).toEqual(keys.map((key) => `x ${key}`));
  });

  it('tells of an id that is there twice', () => {
    const text = '[\n{"id": "a", "translation": "1"},\n{"id": "a", "translation": "2"}]\n';
    const { problems } = codec.parse(text);
    expect(problems).toMatchObject([{ code: 'duplicate-key', severity: 'warning', line: 3 }]);
    expect(edit(codec, text, { op: 'set', key: ['a', 'translation'], text: '3' })).toBe(
      text.replace('"2"', '"3"'),
    );
  });

  it('has no unit that is an id', () => {
    expect(() =>
      edit(codec, '[{"id":"a","t":"A"}]', { op: 'set', key: ['a', 'id'], text: 'b' }),
    ).toThrow();
  });
});

const JSON_SOURCE = `[
  {
    "id": "a.b",
    "translation": "A"
  },
  {
    "id": "n",
    "translation": {
      "one": "One",
      "other": "Many"
    }
  },
  {
    "translation": "C",
    "id": "c"
  }
]
`;

describe('elements of a JSON list', () => {
  it('come with their id, where the source has it', () => {
    for (const empty of ['[]\n', '[\n]\n'])
      expect(complete(json, empty, JSON_SOURCE)).toBe(JSON_SOURCE);
    expect(complete(json, '{"x": 1}', '{"x": 1, "l": [{"t": "T", "id": "é"}]}')).toBe(
      '{"x": 1, "l": [{"t": "T", "id": "é"}]}',
    );
  });
  it('stand behind the one before them in the source, in the order of the target', () => {
    expect(
      complete(
        json,
        '[\n\t{\n\t\t"id": "c",\n\t\t"translation": "c"\n\t},\n\t{\n\t\t"id": "a.b",\n\t\t"translation": "a"\n\t}\n]',
        JSON_SOURCE,
      ),
    ).toBe(
      '[\n\t{\n\t\t"id": "c",\n\t\t"translation": "c"\n\t},\n\t{\n\t\t"id": "a.b",\n\t\t"translation": "a"\n\t},\n\t{\n\t\t"id": "n",\n\t\t"translation": {\n\t\t\t"one": "One",\n\t\t\t"other": "Many"\n\t\t}\n\t}\n]',
    );
  });
  it('are on one line where those beside them are', () => {
    const source =
      '[\n  {\n    "id": "a",\n    "t": "A"\n  },\n  {\n    "id": "b",\n    "t": "B"\n  }\n]\n';
    expect(complete(json, '[\n  { "id": "a", "t": "x" }, // note\n]\n', source)).toBe(
      '[\n  { "id": "a", "t": "x" }, // note\n  { "id": "b", "t": "B" },\n]\n',
    );
  });
  it('go with their last text', () => {
    expect(edit(json, JSON_SOURCE, remove('c', 'translation'))).toBe(
      JSON_SOURCE.replace(/,\n {2}\{\n {4}"translation[^]*?\}/, ''),
    );
    const forms = [remove('n', 'translation', 'one'), remove('n', 'translation', 'other')];
    expect(edit(json, JSON_SOURCE, ...forms)).toBe(
      JSON_SOURCE.replace(/ {2}\{\n {4}"id": "n"[^]*?\n {2}\},\n/, ''),
    );
    expect(edit(json, '[{"id":"a","q":"A","r":"B"}]', remove('a', 'q'))).toBe(
      '[{"id":"a","r":"B"}]',
    );
  });
  it('take all that have their id with them', () => {
    const text =
      '[{"id":"a","translation":"1"},{"id":"b","translation":"2"},{"id":"a","translation":"3"}]';
    expect(edit(json, text, remove('a', 'translation'))).toBe('[{"id":"b","translation":"2"}]');
  });
});

const YAML_SOURCE = `- id: a.b
  translation: A

# Section
- id: n
  translation:
    one: One
    other: Many

- translation: C
  id: c

- id: "404"
  translation: D
`;

describe('elements of a YAML sequence', () => {
  it('come with their id, where the source has it', () => {
    const plain = YAML_SOURCE.replace('# Section\n', '').replace(/\n\n/g, '\n');
    for (const empty of ['', '[]\n']) expect(complete(yaml, empty, YAML_SOURCE)).toBe(plain);
    expect(complete(yaml, 'z: 1\n', 'l:\n  - id: a\n    t: x\nz: 1\n')).toBe(
      'l:\n  - id: a\n    t: x\nz: 1\n',
    );
  });
  it('are written as those beside them', () => {
    expect(
      complete(
        yaml,
        "- id: c\n  translation: 'C'\n\n- id: a.b\n  translation: 'A'\n\n- id: \"404\"\n  translation: 'D'\n",
        YAML_SOURCE,
      ),
    ).toBe(
      "- id: c\n  translation: 'C'\n\n- id: a.b\n  translation: 'A'\n\n- id: n\n  translation:\n    one: 'One'\n    other: 'Many'\n\n- id: \"404\"\n  translation: 'D'\n",
    );
    expect(complete(yaml, '[{id: a.b, translation: x}]\n', YAML_SOURCE)).toBe(
      '[{id: a.b, translation: x}, {id: n, translation: {one: One, other: Many}}, {translation: C, id: c}, {id: "404", translation: D}]\n',
    );
  });
  it('go with their last text and their comment', () => {
    const forms = [remove('n', 'translation', 'one'), remove('n', 'translation', 'other')];
    expect(edit(yaml, YAML_SOURCE, ...forms)).toBe(
      YAML_SOURCE.replace(/# Section[^]*Many\n\n/, ''),
    );
    const last = YAML_SOURCE.replace(/\n- id: "404"[^]*/, '');
    expect(edit(yaml, YAML_SOURCE, remove('404', 'translation'))).toBe(last);
    expect(complete(yaml, last, YAML_SOURCE)).toBe(YAML_SOURCE);
    expect(edit(yaml, '- id: a\n  q: A\n  r: B\n', remove('a', 'q'))).toBe('- id: a\n  r: B\n');
  });
  it('take all that have their id with them', () => {
    const text =
      '- id: a\n  translation: v\n- id: b\n  translation: w\n- id: a\n  translation: x\n';
    expect(edit(yaml, text, remove('a', 'translation'))).toBe('- id: b\n  translation: w\n');
  });
});

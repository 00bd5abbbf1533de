import { describe, expect, it } from 'vitest';
import { json5 } from '../../../src/formats/json5/index.js';
import { FormatError, type Document, type Unit } from '../../../src/model/index.js';
import { describeLaws, type LawFile } from '../support/laws.js';
import { readJson5 } from './read.js';

const guide = `// Texts of the shop
{
  // Shown in the header
  // on every page
  hello: 'Hello, {name}!',
  'double quoted': "it's", // behind
  "escapes": 'Tab\\t \\x41\\u00e9\\v \\'q\\' \\"d\\" \\
goes on',

  nested: {
    $dollar: "one", _under: 'two',
    d\\u0061te: 'bare with an escape',
    größe: 'Größe',
    deep: { x: 'one line', y: 'two' },
    empty: {}, none: [],
  },
  /* a list */
  list: [
    'first',
    "second", 'third',
  ],
  numbers: [+1, -2.5, .5, 5., 0xDEADbeef, 1e3, -Infinity, +NaN, true, null],
  // out: 'taken out',
  last: 'no comma'
}
`;

const fixtures: readonly LawFile[] = [
  { name: 'guide', text: guide },
  { name: 'crlf and bom', text: `\ufeff${guide.replaceAll('\n', '\r\n')}` },
  { name: 'lone carriage returns', text: guide.replaceAll('\n', '\r') },
  { name: 'no last line end', text: "{a:'b',c:'d'}" },
  { name: 'trailing comma in one line', text: "{ a: 'b', c: 'd', }\n" },
  { name: 'plain JSON', text: '{\n\t"a": "b",\n\t"c": {\n\t\t"d": "e"\n\t}\n}\n' },
  { name: 'a list', text: "[\n  'a',\n  { b: 'c' },\n]\n" },
  { name: 'odd spaces', text: "{\u00a0a\v:\f'b'\u2003,\u2028  c: 'd'\u2029}" },
  { name: 'commas first', text: "{\n    a: 'x'\n  , b: 'y'\n  , c: 'z'\n}\n" },
];

describeLaws({ codec: json5, files: fixtures, read: readJson5, movable: outsideLists });

/** In a list those behind would change. */
function outsideLists(unit: Unit, document: Document): boolean {
  const { key } = unit;
  return document.units.every((one) =>
    key.every((_, at) => !/^\d+$/.test(one.key[at] ?? '') || !/^\d+$/.test(key[at] ?? '')),
  );
}

describe('json5', () => {
  it.each([
    ["{a: ['x']}", ['a', 'name']],
    ["{a: ['x']}", ['a', '2']],
    ["{\n  a: [\n    'x',\n  ],\n}\n", ['a', 'name']],
    ["['x']", ['name']],
  ])('a list gets no element but the next: %j', (text, key) => {
    const insert = { op: 'insert', key, text: 'n', after: null } as const;
    expect(() => json5.edit(json5.parse(text), [insert])).toThrow('is not the next element');
    const next = { ...insert, key: [...key.slice(0, -1), '1'], after: [...key.slice(0, -1), '0'] };
    expect(json5.edit(json5.parse(text), [next])).toMatch(/'x',\s*'n'/);
  });
  it('values that are no strings are kept as they are', () => {
    const { units } = json5.parse('{a: 0xF, b: .5, c: NaN, d: {}, e: [ ], f: null}');
    expect(units.map(({ kind, text }) => `${kind} ${text}`)).toEqual(
      ['0xF', '.5', 'NaN', '{}', '[]', 'null'].map((text) => `raw ${text}`),
    );
  });
  it.each([
    ["{\n  a: { b: 'x' },\n  a: { c: 'y' },\n}", ['a.c']],
    ["{\n  a: { b: 'x' },\n  a: {},\n}", ['a']],
    ["{\n  a: { b: 'x' },\n  a: 'y',\n}", ['a']],
  ])('what an object had before its key stands there again is not read: %j', (text, keys) => {
    const { units, problems } = json5.parse(text);
    expect(units.map(({ key }) => key.join('.'))).toEqual(keys);
    expect(problems).toMatchObject([{ code: 'duplicate-key', line: 3, key: 'a' }]);
  });
  it('comments are notes, but not what was taken out', () => {
    const notes = json5
      .parse(guide)
      .units.flatMap(({ key, note }) => (note ? [[key[0], note]] : []));
    expect(notes).toEqual([
      ['hello', 'Shown in the header\non every page'],
      ['double quoted', 'behind'],
    ]);
  });
  it.each([
    [
      '__proto__ and constructor',
      "{__proto__: 'a', constructor: 'b'}",
      ['__proto__', 'constructor'],
    ],
    ['nothing', '', []],
    ['only a comment', '// nothing\n', []],
  ])('%s', (_, text, keys) => {
    expect(json5.parse(text).units.map(({ key }) => key[0])).toEqual(keys);
  });
  it.each([
    ["{a: 'b'", '1:8: the file ends here; expected "," or "}"'],
    ["{a: 'b\nc'}", "1:7: expected ' at the end of this text."],
    ["{a 'b'}", '1:4: expected ":"'],
    ["{a: '\\x4'}", '1:6: unknown escape; expected one such as \\n, \\x41 or \\u0041.'],
    ["{a: '\\1'}", '1:6: unknown escape; expected one such as \\n, \\x41 or \\u0041.'],
    ['{a: 01}', '1:6: expected "," or "}"'],
    ['{a: 0x}', '1:5: expected a value'],
    ['{a: truer}', '1:5: expected a value'],
    ["{'a': 1 /* b }", '1:9: expected */ at the end of this comment'],
    ["'text'", '1:1: expected "{" or "[".'],
    ['{} {}', '1:4: expected the end of the file'],
    ['{,}', '1:2: expected a key or "}"'],
    ['['.repeat(1001), '1:1001: more than 1,000 levels'],
  ])('%j is refused', (text, message) => {
    expect(() => json5.parse(text, { file: 'f' })).toThrow(`f:${message}`);
  });
  it('new members look like their neighbours, in containers that are made for them', () => {
    const source = json5.parse(guide);
    const unit = source.units[0]!;
    const from = { document: source, unit };
    const insert = (text: string, ...keys: string[][]): string =>
      json5.edit(
        json5.parse(text),
        keys.map((key) => ({ op: 'insert', key, text: "it's", after: null, from })),
      );
    expect(insert('', ['a'], ['b', 'c d'])).toBe(
      "{\n  a: 'it\\'s',\n  b: {\n    'c d': 'it\\'s',\n  },\n}\n",
    );
    expect(insert('{"x": "y"}', ['a'])).toBe('{"a": "it\'s", "x": "y"}');
    expect(insert("{x:'y',z:'z'}", ['a'], ['b'])).toBe("{a:'it\\'s',b:'it\\'s',x:'y',z:'z'}");
    expect(insert("{x:'y'}", ['a'])).toBe("{a:'it\\'s',x:'y'}");
    expect(insert("{x:'y', z:'z'}", ['a'])).toBe("{a:'it\\'s', x:'y', z:'z'}");
    expect(insert("// c\n{\n    'x' : 'y'\n}", ['z', 'a'])).toBe(
      "// c\n{\n    'z' : {\n        'a': 'it\\'s'\n    },\n    'x' : 'y'\n}",
    );
    expect(insert("[\n  { a: 'b' }\n]", ['1', 'a'])).toBe("[\n  { a: 'b' },\n  { a: 'it\\'s' }\n]");
    expect(insert('{}', ['a'])).toBe("{\n  a: 'it\\'s',\n}");
  });
  it('a first member does not take the comment above a blank line', () => {
    const text = "{\n  // note\n  \n  b: 'x',\n\n}\n";
    const edit = { op: 'insert', key: ['a'], text: 'y', after: null } as const;
    const more = json5.edit(json5.parse(text), [edit]);
    expect(json5.edit(json5.parse(more), [{ op: 'remove', key: ['a'] }])).toContain('// note\n');
  });
  it('a file that is cut off anywhere is read or refused', () => {
    for (let end = 0; end < guide.length; end += 1) {
      try {
        const text = guide.slice(0, end);
        expect(json5.edit(json5.parse(text), [])).toBe(text);
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
      }
    }
  });
});

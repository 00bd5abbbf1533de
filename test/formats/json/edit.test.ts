import { describe, expect, it } from 'vitest';
import { json } from '../../../src/formats/json/index.js';
import { EditError, type Document, type Edit, type Key } from '../../../src/model/index.js';

const set = (key: Key, text: string): Edit => ({ op: 'set', key, text });
const remove = (...key: string[]): Edit => ({ op: 'remove', key });
const insert = (key: Key, text: string, after: Key | null): Edit => ({
  ...{ op: 'insert', key, text, after },
});
const edit = (text: string, ...edits: Edit[]): string => json.edit(json.parse(text), edits);

/** Every unit of a source as an insert behind the one before it. */
function insertsOf(document: Document): Edit[] {
  return document.units.map((unit, i) => ({
    ...{ op: 'insert', key: unit.key, text: unit.text },
    after: document.units[i - 1]?.key ?? null,
    from: { document, unit },
  }));
}

describe('setting a value in JSON', () => {
  it('escapes only what JSON asks for', () => {
    expect(edit('{"a":"x"}', set(['a'], 'q" b\\ n\n t\t é 👍 / \u2028 \u0001'))).toBe(
      '{"a":"q\\" b\\\\ n\\n t\\t é 👍 / \u2028 \\u0001"}',
    );
  });
  it('escapes non-ASCII where the file does, in its own case', () => {
    const file = '{"a":"caf\\u00E9","b":"plain"}';
    expect(edit(file, set(['b'], 'für 👍'))).toBe(
      '{"a":"caf\\u00E9","b":"f\\u00FCr \\uD83D\\uDC4D"}',
    );
  });
  it('escapes invisible characters where they are escaped, and letters not with them', () => {
    expect(edit('{"a":"10\\u00a0€","b":"x"}', set(['b'], '5\u00a0Äpfel'))).toBe(
      '{"a":"10\\u00a0€","b":"5\\u00a0Äpfel"}',
    );
  });
  it('keeps the habit of \\/ and \\u003c', () => {
    expect(edit('{"a":"<b>x<\\/b>"}', set(['a'], '<i>y</i> a/b'))).toBe('{"a":"<i>y<\\/i> a/b"}');
    expect(edit('{"a":"\\u003cb\\u003e"}', set(['a'], '<i>'))).toBe('{"a":"\\u003ci\\u003e"}');
  });
  it('writes lone surrogates as escapes', () => {
    expect(edit('{"a":"x"}', set(['a'], '\ud800 \udc00 👍'))).toBe('{"a":"\\ud800 \\udc00 👍"}');
  });
  it('of a number, boolean or null takes such values only', () => {
    expect(edit('{"a": 1.0}', set(['a'], '2.50'))).toBe('{"a": 2.50}');
    expect(() => edit('{"a": 1.0}', set(['a'], 'two'))).toThrow(EditError);
    expect(() => edit('{"a": null}', set(['a'], '1, "b": 2'))).toThrow(EditError);
  });
  it('of a duplicate key goes to the last, the one that counts', () => {
    expect(edit('{"a":"1","a":"2"}', set(['a'], '3'))).toBe('{"a":"1","a":"3"}');
  });
});

describe('inserting into JSON', () => {
  it('never writes into a comment', () => {
    const file = '{\n  /* of\n a */ "a": "1", // more\n  "c": "3"\n}\n';
    expect(edit(file, insert(['b'], '2', ['a']))).toBe(
      '{\n  /* of\n a */ "a": "1", // more\n "b": "2",\n  "c": "3"\n}\n',
    );
    const empty = '[{ // nothing yet\n}]';
    expect(edit(empty, insert(['0', 'a'], '1', null))).toBe('[{ // nothing yet\n"a": "1"\n}]');
  });
  it('puts a container where null or an empty one of the other kind stands, and leaves what is around', () => {
    const source = json.parse(
      '{\n  "nav": { "home": "Home", "back": "Back" },\n  "list": ["One"],\n  "far": {\n    "a": { "b": "B" }\n  },\n  "some": {\n    "c": "C"\n  }\n}\n',
    );
    const target = '{\n  "nav" : null, // later\n  "list": {},\n  "far": null,\n  "some": []\n}\n';
    expect(edit(target, ...insertsOf(source))).toBe(
      '{\n  "nav" : { "home" : "Home", "back" : "Back" }, // later\n  "list": ["One"],\n  "far": {\n    "a": { "b": "B" }\n  },\n  "some": {\n    "c": "C"\n  }\n}\n',
    );
  });
  it('makes an object of a file that is `[]` where the source is one, as PHP writes an empty one', () => {
    const source = json.parse('{\n  "a": "A",\n  "l": ["x", "y"]\n}\n');
    const filled = '\n  "a": "A",\n  "l": ["x", "y"]\n}';
    const inserts = insertsOf(source);
    expect(edit('[]\n', ...inserts)).toBe(`{${filled}\n`);
    expect(edit('[ // nothing yet\n]', ...inserts)).toBe(`{ // nothing yet${filled}`);
    expect(edit('\ufeff[\r\n]\r\n', ...inserts.slice(0, 1))).toBe('\ufeff{\r\n  "a": "A"\r\n}\r\n');
    expect(() => edit('["x"]', ...inserts)).toThrow(EditError);
    const list = json.parse('["A", "B"]');
    expect(edit('[]', ...insertsOf(list))).toBe('["A", "B"]');
  });
  it('leaves null alone where nothing comes below it, and values that are not null always', () => {
    const source = json.parse('{"a":{"x":"X"},"b":"B"}');
    const inserts = insertsOf(source);
    expect(edit('{"a":null}', insert(['b'], 'B', null))).toBe('{"b":"B","a":null}');
    for (const value of ['false', '0', '""', '"text"', '[1]'])
      expect(() => edit(`{"a":${value},"b":"B"}`, ...inserts.slice(0, 1))).toThrow(EditError);
  });
  it('puts a first unit below what speaks about the file', () => {
    expect(edit('{\n  // all\n\n  // of a\n  "a": "1"\n}\n', insert(['z'], 'Z', null))).toBe(
      '{\n  // all\n\n  "z": "Z",\n  // of a\n  "a": "1"\n}\n',
    );
    expect(edit('{\n  "@@locale": "de",\n  "a": "1"\n}\n', insert(['z'], 'Z', null))).toBe(
      '{\n  "@@locale": "de",\n  "z": "Z",\n  "a": "1"\n}\n',
    );
  });
  it('leaves comments with their neighbours', () => {
    const file = '{\n  "a": "1", // behind a\n  // of b\n  "b": "2" // behind b\n  // end\n}\n';
    expect(edit(file, insert(['x'], 'X', ['a']), insert(['y'], 'Y', ['b']))).toBe(
      '{\n  "a": "1", // behind a\n  "x": "X",\n  // of b\n  "b": "2", // behind b\n  "y": "Y"\n  // end\n}\n',
    );
  });
  it('keeps trailing commas, tabs, CRLF, spaces around colons and blank lines', () => {
    expect(edit('{\r\n\t"a" : "1",\r\n}', insert(['b'], '2', ['a']))).toBe(
      '{\r\n\t"a" : "1",\r\n\t"b" : "2",\r\n}',
    );
    expect(edit('{\n\n  "a": "1",\n\n  "b": "2"\n\n}', insert(['c'], '3', ['a']))).toBe(
      '{\n\n  "a": "1",\n\n  "c": "3",\n\n  "b": "2"\n\n}',
    );
  });
  it('as the first one has the blank line below it, and takes that along', () => {
    const two = '{\n  "b": "2",\n\n  "c": "3"\n}\n';
    const three = '{\n  "a": "1",\n\n  "b": "2",\n\n  "c": "3"\n}\n';
    expect(edit(two, insert(['a'], '1', null))).toBe(three);
    expect(edit(three, { op: 'remove', key: ['a'] })).toBe(two);
  });
  it('stays in the line of one-line files', () => {
    const inserts = [
      insert(['w'], 'W', null),
      insert(['x'], 'X', ['a']),
      insert(['y'], 'Y', ['b']),
    ];
    expect(edit('{ "a": "1", "b": "2" }', ...inserts)).toBe(
      '{ "w": "W", "a": "1", "x": "X", "b": "2", "y": "Y" }',
    );
    expect(edit('{"a":"1","b":"2"}', ...inserts)).toBe('{"w":"W","a":"1","x":"X","b":"2","y":"Y"}');
  });
  it('fills empty containers and makes those that are missing', () => {
    expect(edit('{}\n', insert(['a', 'b'], '1', null))).toBe('{\n  "a": {\n    "b": "1"\n  }\n}\n');
    expect(edit('{\n\t"a": {}\n}', insert(['a', 'b'], '1', null))).toBe(
      '{\n\t"a": {\n\t\t"b": "1"\n\t}\n}',
    );
  });
  it.each(['\n', '\r\n', '\r'])(
    'ends the lines of new containers as the file does: %j',
    (newline) => {
      const source = json.parse(
        '{\n  "s": {\n    "x": "1",\n    "l": [\n      "y"\n    ]\n  }\n}\n',
      );
      const [first, ...others] = insertsOf(source);
      const inserts = [{ ...(first as Edit & { op: 'insert' }), after: ['b'] }, ...others];
      const lines = ['{', '  "a": "1",', '', '  "b": "2"', '}', ''];
      const added = [
        ',',
        '',
        '  "s": {',
        '    "x": "1",',
        '    "l": [',
        '      "y"',
        '    ]',
        '  }',
      ];
      expect(edit(lines.join(newline), ...inserts)).toBe(
        lines.join(newline).replace('"2"', `"2"${added.join(newline)}`),
      );
      const arb = json.parse('{\n  "b": "B",\n  "@b": {\n    "description": "of b"\n  }\n}\n');
      const target = ['{', '  "a": "Ä",', '  "@a": {}', '}', ''].join(newline);
      const metadata = ['  "b": "B",', '  "@b": {', '    "description": "of b"', '  },'];
      expect(edit(target, ...insertsOf(arb))).toBe(
        target.replace(newline, newline + metadata.join(newline) + newline),
      );
    },
  );
  it('sets the members of new containers apart as those of the line are', () => {
    const source = json.parse('{"s":{"x":"1","l":["y","z"]}}');
    const added = edit('{"a":"1"}', ...insertsOf(source));
    expect(added).toBe('{"s":{"x":"1","l":["y","z"]},"a":"1"}');
    expect(edit('{"a":"1", "b":"2"}', ...insertsOf(source))).toBe(
      '{"s":{"x":"1", "l":["y", "z"]}, "a":"1", "b":"2"}',
    );
  });
  it('takes kinds and raw values of new containers from the source', () => {
    const source = json.parse('{\n    "list": ["x", "y"],\n    "n": 1e3,\n    "e": {}\n}\n');
    expect(edit('{\n  "a": "1"\n}\n', ...insertsOf(source))).toBe(
      '{\n  "list": ["x", "y"],\n  "n": 1e3,\n  "e": {},\n  "a": "1"\n}\n',
    );
    expect(edit('{}', ...insertsOf(source))).toBe(source.text.trimEnd());
  });
  it('keeps plural forms that the source lacks beside the others in a new container', () => {
    const source = json.parse(
      '{\n  "a": {\n    "n_one": "1",\n    "n_other": "2",\n    "b": "B"\n  }\n}\n',
    );
    const [one, other, last] = source.units;
    const from = (unit = one) => (unit === undefined ? {} : { from: { document: source, unit } });
    const edits: Edit[] = [
      { ...insert(['a', 'n_one'], '1', null), ...from(one) },
      { ...insert(['a', 'n_few'], '3', ['a', 'n_one']), ...from(other) },
      { ...insert(['a', 'n_other'], '2', ['a', 'n_few']), ...from(other) },
      { ...insert(['a', 'b'], 'B', ['a', 'n_other']), ...from(last) },
    ];
    expect(edit('{\n}\n', ...edits)).toBe(
      '{\n  "a": {\n    "n_one": "1",\n    "n_few": "3",\n    "n_other": "2",\n    "b": "B"\n  }\n}\n',
    );
  });
  it('into an array adds at the end, and nowhere else', () => {
    expect(edit('{"a":["1"]}', insert(['a', '1'], '2', ['a', '0']))).toBe('{"a":["1","2"]}');
    expect(() => edit('{"a":["1"]}', insert(['a', '2'], '3', ['a', '0']))).toThrow(/next element/);
  });
  it('never replaces a value that is kept', () => {
    expect(() => edit('{"a":"1"}', insert(['a', 'b'], '2', null))).toThrow(/is kept/);
    expect(() => edit('{"a":{"b":"1"}}', insert(['a'], '2', null))).toThrow(/is kept/);
  });
  it('brings the rest of an entry with its message', () => {
    const source = json.parse(
      '{\n  "hi": {\n    "message": "Hello $who$",\n    "description": "Greeting",\n    "placeholders": {\n      "who": { "content": "$1" }\n    }\n  }\n}\n',
    );
    const [inserted] = insertsOf(source);
    const target = '{\n\t"bye": {\n\t\t"message": "Tschüss"\n\t}\n}\n';
    const edits = [{ ...(inserted as Edit & { op: 'insert' }), text: 'Hallo $who$' }];
    expect(edit(target, ...edits)).toBe(
      '{\n\t"hi": {\n\t\t"message": "Hallo $who$",\n\t\t"description": "Greeting",\n\t\t"placeholders": {\n\t\t\t"who": { "content": "$1" }\n\t\t}\n\t},\n\t"bye": {\n\t\t"message": "Tschüss"\n\t}\n}\n',
    );
  });
  it('brings `@key` of ARB where the target has such objects', () => {
    const source = json.parse(
      '{\n  "a": "A",\n  "@a": { "description": "of a" },\n  "b": "B",\n  "@b": { "description": "of b" }\n}\n',
    );
    const b = insertsOf(source).slice(1);
    expect(edit('{\n  "a": "Ä",\n  "@a": {}\n}\n', ...b)).toBe(
      '{\n  "a": "Ä",\n  "@a": {},\n  "b": "B",\n  "@b": { "description": "of b" }\n}\n',
    );
    expect(edit('{\n  "a": "Ä"\n}\n', ...b)).toBe('{\n  "a": "Ä",\n  "b": "B"\n}\n');
  });
});

describe('removing from JSON', () => {
  it('leaves no half of a line end', () => {
    const file = '{\r\n  "a": "1",\r\n  "b": "2",\r\n\r\n  "c": "3"\r\n}\r\n';
    expect(edit(file, remove('c'))).toBe('{\r\n  "a": "1",\r\n  "b": "2"\r\n}\r\n');
    expect(edit(file, remove('b'))).toBe('{\r\n  "a": "1",\r\n\r\n  "c": "3"\r\n}\r\n');
  });
  it('leaves the line of a comment behind the one before', () => {
    const file = '{ "a": "1", // of a\n /* of\n b */ "b": "2" }';
    expect(edit(file, remove('b'))).toBe('{ "a": "1" // of a\n  }');
  });
  it('takes its line, its comments and the comma of the one before', () => {
    const file = '{\n  "a": "1",\n  // of b\n  "b": "2" // behind b\n}\n';
    expect(edit(file, remove('b'))).toBe('{\n  "a": "1"\n}\n');
    expect(edit(file, remove('a'))).toBe('{\n  // of b\n  "b": "2" // behind b\n}\n');
  });
  it.each(['\n', '\r\n', '\r'])(
    'takes the last one with its line end, and no other: %j',
    (newline) => {
      const file = '{\n  "s": {\n    "a": "1",\n    "b": "2"\n  },\n  "c": "3"\n}\n';
      const lines = (text: string): string => text.replaceAll('\n', newline);
      expect(edit(lines(file), remove('s', 'b'), remove('c'))).toBe(
        lines('{\n  "s": {\n    "a": "1"\n  }\n}\n'),
      );
      expect(edit(lines('{\n  "a": "1",\n\n  "b": "2"\n}\n'), remove('b'))).toBe(
        lines('{\n  "a": "1"\n}\n'),
      );
    },
  );
  it('in one line takes one separator', () => {
    const file = '{ "a": "1", "b": "2", "c": "3" }';
    expect(edit(file, remove('a'))).toBe('{ "b": "2", "c": "3" }');
    expect(edit(file, remove('b'))).toBe('{ "a": "1", "c": "3" }');
    expect(edit(file, remove('b'), remove('c'))).toBe('{ "a": "1" }');
  });
  it('leaves the other members of a line in their place, and no space or line where none is left', () => {
    const file = '{\n  "a": "1",\n  "b": "2", "c": "3",\n  "d": "4"\n}\n';
    expect(edit(file, remove('b'))).toBe(file.replace('"b": "2", ', ''));
    expect(edit(file, remove('c'))).toBe(file.replace(' "c": "3",', ''));
    expect(edit(file, remove('b'), remove('c'))).toBe(file.replace('  "b": "2", "c": "3",\n', ''));
    expect(edit(file, insert(['x'], 'X', ['c']))).toBe(file.replace('  "d"', '  "x": "X",\n  "d"'));
    const first = file.replace('  "a": "1",\n', '');
    expect(edit(first, insert(['a'], '1', null))).toBe(file);
  });
  it('keeps the comments of the one that goes last beside new ones', () => {
    const file = '{\n  // section\n\n  // of c\n  "c": "3"\n  // end\n}\n';
    expect(edit(file, remove('c'), insert(['a'], '1', null), insert(['b'], '2', ['a']))).toBe(
      '{\n  // section\n\n  "a": "1",\n  "b": "2"\n  // end\n}\n',
    );
  });
  it('takes containers that have nothing left, but never the outermost', () => {
    expect(edit('{\n  "a": {\n    "b": "1"\n  },\n  "c": "2"\n}\n', remove('a', 'b'))).toBe(
      '{\n  "c": "2"\n}\n',
    );
    expect(edit('{"a":{"b":"1"}}', remove('a', 'b'))).toBe('{}');
  });
  it('takes every member of a duplicate key', () => {
    expect(edit('{"a":"1","b":"2","a":"3"}', remove('a'))).toBe('{"b":"2"}');
  });
  it('takes the metadata of an ARB text and the whole of an entry', () => {
    expect(edit('{"a":"1","@a":{"description":"d"},"b":"2"}', remove('a'))).toBe('{"b":"2"}');
    expect(
      edit('{"a":{"message":"1","description":"d"},"b":{"message":"2"}}', remove('a', 'message')),
    ).toBe('{"b":{"message":"2"}}');
  });
  it('and inserting can turn a text into a container and back', () => {
    expect(edit('{"a":"1","c":"2"}', remove('a'), insert(['a', 'b'], 'B', null))).toBe(
      '{"a": {"b": "B"},"c":"2"}'.replaceAll(': ', ':'),
    );
    expect(edit('{"a":{"b":"1"},"c":"2"}', remove('a', 'b'), insert(['a'], 'A', null))).toBe(
      '{"a":"A","c":"2"}',
    );
  });
});

describe('a target made of a JSON source', () => {
  it('is the source but for the values, with root key and @@locale renamed', () => {
    const rails = json.parse('// top\n{\n  "en": { "a": "1" }\n}\n', { locale: 'en' });
    const options = { locale: 'pt-BR', language: 'pt-BR' };
    expect(json.derive(rails, [set(['a'], 'um')], options)).toBe(
      '// top\n{\n  "pt-BR": { "a": "um" }\n}\n',
    );
    const arb = json.parse('{"@@locale":"en","a":"1"}');
    expect(json.derive(arb, [], { locale: 'pt_BR', language: 'pt-BR' })).toBe(
      '{"@@locale":"pt_BR","a":"1"}',
    );
  });
});

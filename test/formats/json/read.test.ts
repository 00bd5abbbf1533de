import { describe, expect, it } from 'vitest';
import { json } from '../../../src/formats/json/index.js';

const notes = (text: string): unknown =>
  json.parse(text).units.map(({ key, note }) => [key.join('/'), note]);

describe('the note of a JSON unit', () => {
  it('is the comments above it and behind it, but none that a blank line parts from it', () => {
    expect(
      notes(
        '{\n  // section\n\n  // of a\n  // more\n  "a": "1", // behind a\n  /* of b */ "b": "2" /* behind b */,\n  "c": "3"\n}',
      ),
    ).toEqual([
      ['a', 'of a\nmore\nbehind a'],
      ['b', 'of b\nbehind b'],
      ['c', undefined],
    ]);
  });
  it('is the description of ARB, or an `@key` that is a text', () => {
    expect(
      notes('{"hello":"Hi","@hello":{"description":"Greeting"},"x":"y","@x":"a note"}'),
    ).toEqual([
      ['hello', 'Greeting'],
      ['x', 'a note'],
    ]);
  });
  it('says where an ARB text is shown, and what its placeholders stand for', () => {
    const files = '{"description":"how many","example":"3","type":"int"}';
    const placeholders = `{"n":${files},"name":{},"day":{"type":"DateTime","format":"yMd"}}`;
    expect(
      notes(
        `{"a":"{n}","@a":{"description":"Files","context":"Sidebar","placeholders":${placeholders}}}`,
      ),
    ).toEqual([['a', 'Files\nSidebar\n{n}: how many, for example 3']]);
  });
  it('is the description beside a message', () => {
    expect(notes('{"a":{"message":"m","description":"d"},"b":{"message":"n"}}')).toEqual([
      ['a/message', 'd'],
      ['b/message', undefined],
    ]);
  });
});

describe('keys of JSON', () => {
  it('keep dots, plural endings and indexes of arrays as they are', () => {
    const text = '{"item_one":"1","item_other":"2","a.b.c":"x","a":{"b":"y"},"list":["p","q"]}';
    expect(json.parse(text).units.map(({ key }) => key)).toEqual([
      ['item_one'],
      ['item_other'],
      ['a.b.c'],
      ['a', 'b'],
      ['list', '0'],
      ['list', '1'],
    ]);
  });
  it('that stand twice give the last text and a warning that names both lines', () => {
    const { units, problems } = json.parse('{\n "a":"1",\n "b":"x",\n "a":"2"\n}', {
      file: 'f.json',
    });
    expect(units.map(({ key, text }) => [key[0], text])).toEqual([
      ['b', 'x'],
      ['a', '2'],
    ]);
    expect(problems).toEqual([
      {
        ...{ code: 'duplicate-key', severity: 'warning', file: 'f.json', line: 4, column: 2 },
        key: 'a',
        message: '"a" is on line 2 and again on line 4; the last one is used.',
      },
    ]);
  });
});

describe('what is no JSON is refused with file, line, column and what was expected', () => {
  it.each([
    ['', '1:1: the file is empty; expected "{".'],
    ['{"a":"1" "b":2}', '1:10: expected "," or "}", found a string.'],
    ['{"a":\'x\'}', '1:6: expected a value, found a single quote (JSON uses double quotes).'],
    [
      '{\n"a":"x\ny"}',
      '2:5: the string that starts here is not closed on its line; expected a quote.',
    ],
    ['{"a":tru}', '1:6: expected a value, found "tru".'],
    ['{"a":01}', '1:6: expected a value, found "01".'],
    [
      '\ufeff{"a":"1"',
      '1:9: expected "," or "}", found the end of the file: the "{" on line 1 is never closed.',
    ],
    [
      '{"a":"\\u12"}',
      '1:7: not a JSON escape; expected \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four hexadecimal digits.',
    ],
    ['"x"', '1:1: expected "{", found a string.'],
    ['{"a":"1"}\n{}', '2:1: expected the end of the file, found "{".'],
    ['{a:1}', '1:2: expected a key in double quotes or "}", found "a".'],
  ])('%j', (text, message) => {
    expect(() => json.parse(text, { file: 'f.json' })).toThrow(
      expect.objectContaining({ code: 'syntax', message: `f.json:${message}` }),
    );
  });
});

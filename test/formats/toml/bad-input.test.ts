import { describe, expect, it } from 'vitest';
import { toml } from '../../../src/formats/toml/index.js';
import { FormatError } from '../../../src/model/index.js';
import { detectSyntax } from '../../../src/text/detect.js';
import { everything, goI18n } from './fixtures.js';

describe('what is no TOML', () => {
  it.each([
    ['a key again', 'a = "1"\na = "2"\n', '2:1: "a" is already defined; expected another key.'],
    ['a table again', '[a]\nb = "1"\n[c]\n[a]\n', '4:2: "a" is already defined'],
    ['a table for a value', 'a = "1"\n[a]\n', '2:2: "a" is already defined'],
    ['a table of dotted keys', 'a.b = "1"\n[a]\n', '2:2: "a" is already defined'],
    ['dots into a table', '[a.b]\nc = 1\n[a]\nb.d = 2\n', '4:1: "a.b.d" is already defined'],
    ['more of an inline table', 'a = { b = 1 }\na.c = 2\n', '2:1: "a.c" is already defined'],
    ['a list for an array', 'a = []\n[[a]]\n', '2:3: "a" is already defined'],
    [
      'no value',
      'a =\n',
      '1:4: expected a quoted string, a number, a boolean, a date, an array or a table, found the end',
    ],
    ['no quotes', 'a = b\n', '1:5: expected a quoted string'],
    ['an impossible day', 'a = 2025-02-29\n', '1:5: expected a quoted string'],
    ['two values', 'a = 1 b = 2\n', '1:7: expected the end of the line, found "b".'],
    ['no sign', 'a\n', '1:2: expected "=", found the end of the line.'],
    ['no key', '= 1\n', '1:1: expected a key, found "=".'],
    ['an unknown escape', 'a = "\\q"\n', '1:6: expected an escape such as'],
    ['a surrogate', 'a = "\\ud800"\n', '1:6: expected an escape such as'],
    ['an open text', 'a = "b\n', '1:7: expected " before the end of the line'],
    ['an open text of lines', 'a = """b\n', '1:5: expected """ at the end of this string'],
    ['an open table', '[a\n', '1:3: expected "]", found the end of the line.'],
    ['an open array', 'a = [1,\n', '2:1: expected a quoted string'],
    [
      'a lone carriage return',
      'a = 1\rb = 2\n',
      '1:6: expected a line feed after this carriage return.',
    ],
    ['a control character', '# \u0001\n', '1:3: a comment cannot contain control characters'],
  ])('%s is refused', (_, text, message) => {
    expect(() => toml.parse(text, { file: 'f' })).toThrow(`f:${message}`);
  });
  it('and nesting without an end', () => {
    expect(() => toml.parse(`a = ${'['.repeat(100_000)}`)).toThrow('more than 200 levels');
  });
  it.each([everything, goI18n])('a file cut anywhere is read or refused: %#', (text) => {
    for (let end = 0; end < text.length; end += 1) {
      try {
        const document = toml.parse(text.slice(0, end));
        expect(toml.edit(document, [])).toBe(text.slice(0, end));
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
      }
    }
  });
});

describe('units', () => {
  const shown = (text: string): unknown =>
    toml
      .parse(text)
      .units.map(({ key, kind, text: value, note }) => [key.join('.'), kind, value, note]);

  it('have the description of a message as their note, or the comment above', () => {
    expect(shown(goI18n)).toEqual([
      ['HelloPerson.other', 'text', 'Hello {{.Name}}', 'Shown at the top'],
      ['PersonCats.one', 'text', '{{.Name}} has {{.Count}} cat.', 'one'],
      ['PersonCats.other', 'text', '{{.Name}} has {{.Count}} cats.', undefined],
      ['quoted key.and more.other', 'text', 'C:\\temp "x"', undefined],
    ]);
  });
  it('are texts wherever they stand; numbers and dates are raw', () => {
    expect(shown(everything)).toEqual([
      ['title', 'text', 'On top', undefined],
      ['greeting.long', 'text', 'Dear reader,\n\n  it\'s "quoted", folded', undefined],
      ['greeting.short one', 'text', 'Hi', undefined],
      ['number', 'raw', '1_000', undefined],
      ['when', 'raw', '1979-05-27 07:32:00Z', undefined],
      ['on', 'raw', 'true', undefined],
      ['list.0', 'text', 'a', undefined],
      ['list.1', 'text', 'b', undefined],
      ['empty', 'raw', '[]', undefined],
      ['menu.home', 'text', 'Home', 'indented'],
      ['menu.404', 'text', 'Not found\t😀', undefined],
      ['menu.literal', 'text', 'No \\escape\n', undefined],
      ['menu.inline.one', 'text', '1', undefined],
      ['menu.inline.two.three', 'text', '3', undefined],
      ['menu.lines.0', 'text', 'first', '1'],
      ['menu.lines.1', 'text', 'second', undefined],
      ['menu.deep.er.x', 'text', 'y', undefined],
      ['faq.0.id', 'raw', '"why"', undefined],
      ['faq.0.question', 'text', 'Why?', undefined],
      ['faq.1.id', 'raw', '"how"', undefined],
      ['faq.1.question', 'text', 'How?', undefined],
      ['faq.1.more.answer', 'text', 'So.', undefined],
    ]);
  });
  it.each([
    ['', []],
    ['# nothing yet\n', []],
    ['__proto__ = "a"\n[constructor]\nother = "b"\n', ['__proto__', 'constructor.other']],
  ])('%j has these keys', (text, keys) => {
    expect(toml.parse(text).units.map(({ key }) => key.join('.'))).toEqual(keys);
  });
});

it('maps of plural forms without placeholders are those of go-i18n', () => {
  const { units } = toml.parse('[tag]\none = "tag"\nother = "tags"\n');
  expect(detectSyntax(units, toml.capabilities).syntax).toBe('go-i18n');
});

import { expect, it } from 'vitest';
import { properties } from '../../../src/formats/properties/index.js';

it('a backslash at the end of a file does not escape the separator of a new value', () => {
  const document = properties.parse('key\\');
  expect(properties.edit(document, [{ op: 'set', key: ['key'], text: 'Text' }])).toBe('key=Text');
});

it.each([
  ['a\\\n', 'a=Text\n'],
  ['a = \\\n', 'a = Text\n'],
  ['a\\', 'a=Text'],
])('%j with a value is %j', (text, expected) => {
  const document = properties.parse(text);
  const [unit] = document.units;
  expect(properties.edit(document, [{ op: 'set', key: unit!.key, text: 'Text' }])).toBe(expected);
});

it.each([
  ['# c\na=\\\r', '# c\na=\\\r\n\nb=Text\n'],
  ['# licence\n# of ours\r', '# licence\n# of ours\r\n\nb=Text\n'],
])('a line feed behind a carriage return ends no line of its own: %j', (text, expected) => {
  const document = properties.parse(text);
  const after = document.units.at(-1)?.key ?? null;
  const edit = { op: 'insert', key: ['b'], text: 'Text', after } as const;
  expect(properties.edit(document, [edit])).toBe(expected);
});

it('a U+FEFF that would come to the start of the file is part of a key', () => {
  const document = properties.parse('a=1\n\ufeffb=2\n');
  expect(() => properties.edit(document, [{ op: 'remove', key: ['a'] }])).toThrow('U+FEFF');
});

it.each([
  ['a b\n', ': x', 'a \\: x\n', 'n \\= y\n'],
  ['a\tb\n', 'x: y', 'a\tx: y\n', 'n\t\\= y\n'],
  ['a = b\n', ': x', 'a = : x\n', 'n = = y\n'],
])(
  'behind blanks alone, the first sign of a value is no separator: %j',
  (text, value, set, more) => {
    const document = properties.parse(text);
    expect(properties.edit(document, [{ op: 'set', key: ['a'], text: value }])).toBe(set);
    const insert = { op: 'insert', key: ['n'], text: '= y', after: ['a'] } as const;
    expect(properties.edit(document, [insert])).toBe(text + more);
  },
);

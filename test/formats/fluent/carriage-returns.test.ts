import { expect, it } from 'vitest';
import { fluent } from '../../../src/formats/fluent/index.js';

it.each(['a = x\rb', 'a = x\rb\r'])('a message behind %j is not part of it', (text) => {
  const document = fluent.parse(text);
  const edit = { op: 'insert', key: ['new'], text: 'New', after: ['a'] } as const;
  const units = fluent.parse(fluent.edit(document, [edit])).units;
  expect(units.map(({ key: [name] }) => name)).toEqual(['a', 'new']);
});

it('an attribute behind a carriage return is not part of the one above', () => {
  const document = fluent.parse('b = y\na = x\n    .one = One\r');
  const edit = { op: 'insert', key: ['a', 'two'], text: 'Two', after: ['a', 'one'] } as const;
  const { units } = fluent.parse(fluent.edit(document, [edit]));
  expect(units.map(({ text }) => text)).toEqual(['y', 'x', 'One', 'Two']);
});

it.each([
  ['a message', 'key =\n    Foo { b }\n  \n    Foo { b }\n   \r', ['new'], ['key']],
  ['a message of a file of CRLF', 'key =\r\n    Foo\r\n   \r', ['new'], ['key']],
  ['an attribute', 'key =\n    .a =\n        Foo\n    \r', ['key', 'b'], ['key', 'a']],
])('%s behind a line that holds a carriage return alone changes no indentation', (_, ...rest) => {
  const [text, key, after] = rest;
  const document = fluent.parse(text);
  const edited = fluent.edit(document, [{ op: 'insert', key, text: 'New', after }]);
  const texts = document.units.map((unit) => unit.text);
  expect(fluent.parse(edited).units.map((unit) => unit.text)).toEqual([...texts, 'New']);
  const less = fluent.edit(fluent.parse(edited), [{ op: 'remove', key }]);
  expect(fluent.parse(less).units.map((unit) => unit.text)).toEqual(texts);
});

it('a first message does not take the comment above it that ends in a carriage return', () => {
  const document = fluent.parse('# b\n# of ours\r');
  const edit = { op: 'insert', key: ['a'], text: 'x', after: null } as const;
  expect(fluent.edit(document, [edit])).toBe('# b\n# of ours\r\n\na = x\n');
});

it('a message below a carriage return goes without the line end of that', () => {
  const document = fluent.parse('## G\n\r\r\na = x\n\nb = y\n');
  const edited = fluent.edit(document, [{ op: 'remove', key: ['a'] }]);
  expect(fluent.parse(edited).units.map(({ key }) => key)).toEqual([['b']]);
});

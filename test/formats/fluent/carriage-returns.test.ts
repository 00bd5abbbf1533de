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

import { expect, it } from 'vitest';
import { fluent } from '../../../src/formats/fluent/index.js';

it.each(['a = x\rb', 'a = x\rb\r'])('a message behind %j is not part of it', (text) => {
  const document = fluent.parse(text);
  const edit = { op: 'insert', key: ['new'], text: 'New', after: ['a'] } as const;
  const units = fluent.parse(fluent.edit(document, [edit])).units;
  expect(units.map(({ key: [name] }) => name)).toEqual(['a', 'new']);
});

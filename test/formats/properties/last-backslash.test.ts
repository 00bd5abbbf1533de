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

import { expect, it } from 'vitest';
import { properties } from '../../../src/formats/properties/index.js';

it('a backslash at the end of a file does not escape the separator of a new value', () => {
  const document = properties.parse('key\\');
  expect(properties.edit(document, [{ op: 'set', key: ['key'], text: 'Text' }])).toBe('key=Text');
});

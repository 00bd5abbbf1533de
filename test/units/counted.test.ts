import { expect, test } from 'vitest';
import { isCounted } from '../../src/engine/units/decided.js';
import { compareTexts, fileOf } from '../support/comparison.js';

test.each<[string, unknown, boolean]>([
  ['a text', 'A', true],
  ['a text of spaces', ' ', true],
  ['a text that is a number', '3', true],
  ['an empty text', '', false],
  ['a number', 3, false],
  ['a boolean', true, false],
  ['null', null, false],
  ['an empty list', [], false],
])('%s counts: %j, %s', async (_, value, expected) => {
  const { rows } = fileOf(await compareTexts({ source: { a: value } }));
  expect(rows.map(isCounted)).toEqual([expected]);
});

test('an excluded text counts: a person reads it', async () => {
  const { rows } = fileOf(await compareTexts({ source: { a: 'A' }, exclude: ['a'] }));
  expect(rows.map(isCounted)).toEqual([true]);
});

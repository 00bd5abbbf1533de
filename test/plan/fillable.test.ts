import { expect, test } from 'vitest';
import { saysEnough } from '../../src/engine/plan/decisions.js';

test.each([
  ['Yes', true],
  ['No', false],
  [',', false],
  ['2024-01-01', false],
  ['  ', false],
  ['{name}', false],
  ['%{count} h', false],
  ['%s of %d', false],
  ['{{count}} min', true],
  ['<b>OK</b>', false],
  ['<b>Close</b>', true],
  ['%(x)s day', true],
  ['100% off', true],
  ['月', false],
  ['保存', true],
  ['はい', true],
  ['예', false],
  ['저장', true],
  ['да', false],
  ['нет', true],
  ['é'.normalize('NFD').repeat(2), false],
  ['นี่', false],
])('%j says enough to be reused: %s', (text, expected) => {
  expect(saysEnough(text)).toBe(expected);
});

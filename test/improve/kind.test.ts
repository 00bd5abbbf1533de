import { expect, test } from 'vitest';
import { isMinorChange, kindOf } from '../../src/engine/improve/kind.js';

test.each([
  ['Save  all', 'Save all', 'white-space', true],
  ['save all', 'Save all', 'case', true],
  ['Yes , no', 'Yes, no', 'punctuation', true],
  ['Done', 'Done.', 'punctuation', true],
  ["Don't", 'Don’t', 'punctuation', true],
  ['A mesage', 'A message', 'spelling', false],
  ['1.5 MB', '15 MB', 'wording', false],
  ['It is 5', 'It is -5', 'wording', false],
  ['Please sign in', 'Sign in', 'wording', false],
  ['Can save', 'Cannot save', 'spelling', false],
])('%s → %s: %s', (before, after, kind, minor) => {
  expect(isMinorChange(before, after)).toBe(minor);
  if (minor) expect(kindOf(before, after)).toBe(kind);
});

import { expect, test } from 'vitest';
import { isMinorChange, kindOf } from '../../src/engine/improve/kind.js';

test.each([
  ['Save  all', 'Save all', 'white-space', true],
  ['save all', 'Save all', 'case', true],
  ['Yes , no', 'Yes, no', 'punctuation', true],
  ['Done', 'Done.', 'punctuation', true],
  ["Don't", 'Don’t', 'punctuation', true],
  ['Dont ask', 'Don’t ask', 'punctuation', true],
  ['Sign-in (new)', 'Sign in: new', 'punctuation', true],
  ['Delete it?', 'Delete it.', 'wording', false],
  ['Save 50', 'Save 50%', 'wording', false],
  ['Tom & Ann', 'Tom Ann', 'wording', false],
  ['A file', 'Afile', 'wording', false],
  ['Now here', 'Nowhere', 'wording', false],
  ['A mesage', 'A message', 'spelling', false],
  ['1.5 MB', '15 MB', 'wording', false],
  ['It is 5', 'It is -5', 'wording', false],
  ['Please sign in', 'Sign in', 'wording', false],
  ['Can save', 'Cannot save', 'spelling', false],
])('%s → %s: %s', (before, after, kind, minor) => {
  expect(isMinorChange(before, after)).toBe(minor);
  if (minor) expect(kindOf(before, after)).toBe(kind);
});

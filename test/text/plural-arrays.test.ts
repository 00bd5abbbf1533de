import { expect, it } from 'vitest';
import { hasAllForms } from '../../src/text/index.js';

const FILES = ['%n file', '%n files'];

it.each([
  ['_%n file_::_%n files_', FILES, 1, 'ja', true],
  ['_%n file_::_%n files_', FILES, 2, 'pl', false],
  ['_%n file_::_%n files_', FILES, 3, 'pl', true],
  ['files', FILES, 1, 'ja', true],
  ['files', FILES, 1, 'zh-CN', true],
  ['files', ['One file', '{count} files'], 1, 'ko', true],
  ['files', ['{{count}} file', '{{count}} files'], 1, 'vi', true],
  ['an element is missing', FILES, 1, 'de', false],
  ['none is there', FILES, 0, 'ja', false],
  ['no count', ['Save often.', 'Save always.'], 1, 'ja', false],
  ['two texts', ['{count} unread messages', '{count} new friends today'], 1, 'ja', false],
  ['more than English has forms', [...FILES, '%n files'], 1, 'ja', false],
] as const)('%s: %j has all forms with %i in %s: %s', (name, texts, count, target, complete) => {
  expect(hasAllForms({ name, texts, count, source: 'en', target })).toBe(complete);
});

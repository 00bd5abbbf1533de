import { expect, test } from 'vitest';
import { oneLine } from '../../src/model/one-line.js';

test.each<[string, string]>([
  ['Save  changes', 'Save  changes'],
  ['two\nlines', 'two lines'],
  ['two\r\n  lines', 'two lines'],
  ['\u2028a\u2029b', ' a b'],
  ['red\u001b[31m', 'red [31m'],
  ['c1\u009bcode', 'c1 code'],
  ['file\u202egnp.exe', 'file gnp.exe'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['👩\u200d💻', '👩\u200d💻'],
])('%j is shown as %j', (text, line) => {
  expect(oneLine(text)).toBe(line);
});

test('what is too long is cut', () => {
  expect(oneLine('x'.repeat(300))).toHaveLength(300);
  expect(oneLine('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
  expect(oneLine('abcdef', 4)).toBe('abc…');
});

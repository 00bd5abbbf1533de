import { expect, test } from 'vitest';
import { oneLine } from '../../src/model/sinks/terminal.js';

test.each<[string, string]>([
  ['Save  changes', 'Save  changes'],
  ['two\nlines', 'two\\nlines'],
  ['two\r\n\tlines', 'two\\r\\n\\tlines'],
  ['\u2028a\u2029b', '\\u2028a\\u2029b'],
  ['red\u001b[31m', 'red\\u001b[31m'],
  ['c1\u009bcode', 'c1\\u009bcode'],
  ['file\u202egnp.exe', 'file\\u202egnp.exe'],
  ['half \ud83d', 'half \\ud83d'],
  ['C:\\name', 'C:\\name'],
  ['Fish::Cake # 1', 'Fish::Cake # 1'],
  ['see ##[error]', 'see \\u0023#[error]'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['👩\u200d💻', '👩\u200d💻'],
])('%j is shown as %j', (text, line) => {
  expect(oneLine(text)).toBe(line);
});

test('what is too long is cut', () => {
  expect(oneLine('x'.repeat(300))).toHaveLength(300);
  expect(oneLine('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
  expect(oneLine('abcdef', 4)).toBe('abc…');
  expect(oneLine('abc👩d', 5)).toBe('abc…');
});

import { expect, test } from 'vitest';
import { resolveProtection } from '../../src/config/protected.js';
import type { PathIssue } from '../../src/config/errors.js';

function resolved(placeholders: string[], keep: string[] = []) {
  const issues: PathIssue[] = [];
  const found = resolveProtection({ placeholders, keep }, (issue) => issues.push(issue));
  return { found, messages: issues.map(({ message }) => message) };
}

test('neither list: nothing is protected', () => {
  expect(resolved([]).found).toBeUndefined();
});

test.each([['/@@\\w+@@/'], ['/#[a-z]{1,20}(?:-[a-z]{1,20})?#/i'], ['/(?:foo|bar)_\\d+/']])(
  'a pattern is taken: %s',
  (text) => {
    expect(resolved([text]).messages).toEqual([]);
  },
);

test.each([
  ['@@\\w+@@', /between slashes/],
  ['/(a+)+b/', /repeats a group/],
  ['/((a+)b?)*c/', /repeats a group/],
  ['/(a|aa)+b/', /repeats a group/],
  ['/(?:a{1,9}){1,9}/', /repeats a group/],
  ['/a*a*a*b/', /more than 2 unbounded repetitions/],
  ['/(a)\\1/', /backreferences/],
  ['/(?<=a)b/', /lookahead/],
  ['/[a/', /cannot be read/],
  ['/x*/', /matches the empty string/],
])('a pattern is refused: %s', (text, message) => {
  expect(resolved([text]).messages).toEqual([expect.stringMatching(message)]);
});

test('a pattern that cannot be read may be a key, and is not repeated', () => {
  const key = 'sk-9f8e7d6c5b4a39281706f5e4d3c2b1a0';
  expect(resolved([`/${key}(/`]).messages.join()).toMatch(/cannot be read: Unterminated group$/);
  expect(resolved([`/${key}: ${key}(/`]).messages.join()).not.toContain(key);
});

test('words count as whole words, the longest first', () => {
  const keep = resolved([], ['Acme', 'Acme Pro', 'C++']).found?.keep ?? /$^/g;
  const found = Array.from('Acme Pro, Acmes, Acme and C++!'.matchAll(keep), ([word]) => word);
  expect(found).toEqual(['Acme Pro', 'Acme', 'C++']);
});

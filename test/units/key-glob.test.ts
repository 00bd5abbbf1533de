import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyMatcher } from '../../src/engine/units/key-glob.js';

describe('a key matches a glob', () => {
  test.each<[string, string, boolean]>([
    ['a', 'a', true],
    ['a', 'b', false],
    ['a', 'a.b', false],
    ['a', 'xa', false],
    ['legal.*', 'legal.a', true],
    ['legal.*', 'legal.a.b', true],
    ['legal.*', 'legal', false],
    ['legal.*', 'paralegal.a', false],
    ['*.title', 'page.title', true],
    ['*.title', 'shop.cart.title', true],
    ['*.title', 'title', false],
    ['**.title', 'page.title', true],
    ['*', 'anything.at.all', true],
    ['*', '', true],
    ['q?', 'q1', true],
    ['q?', 'q12', false],
    ['q?', 'q', false],
    ['a.b', 'axb', false],
    ['price (net)', 'price (net)', true],
    ['a+b', 'a+b', true],
    ['a+b', 'aab', false],
    ['a|b', 'a', false],
    ['[ab]', 'a', false],
    ['^a$', 'a', false],
    ['a\\b', 'a\\b', true],
    ['a*c', 'a\nc', true],
    ['A', 'a', false],
  ])('%j: %j is %s', (glob, key, expected) => {
    expect(keyMatcher([glob])(key.split('.'))).toBe(expected);
  });
});

test('any of several globs will do, and none matches nothing', () => {
  const matches = keyMatcher(['a', 'b.*']);
  expect([['a'], ['b', 'c'], ['c']].map(matches)).toEqual([true, true, false]);
  expect(keyMatcher([])([''])).toBe(false);
});

test('a dot inside of a name is like one between two names', () => {
  expect(keyMatcher(['a.b.c'])(['a.b', 'c'])).toBe(true);
});

test('any glob matches what the expression that it stands for matches', () => {
  const text = (...chars: string[]): fc.Arbitrary<string> =>
    fc.array(fc.constantFrom(...chars), { maxLength: 10 }).map((all) => all.join(''));
  fc.assert(
    fc.property(text('a', 'b', '*', '?', '.'), text('a', 'b', '.', '\n'), (glob, key) => {
      const source = glob.replaceAll('.', '\\.').replace(/\*+/g, '.*').replaceAll('?', '.');
      expect(keyMatcher([glob])([key])).toBe(new RegExp(`^${source}$`, 's').test(key));
    }),
    { numRuns: 2000 },
  );
});

test('a glob of many stars is soon done with a key that it does not match', () => {
  const matches = keyMatcher([`${'*a'.repeat(100)}*b`]);
  expect(matches(['a'.repeat(10_000)])).toBe(false);
  expect(matches([`${'a'.repeat(10_000)}b`])).toBe(true);
});

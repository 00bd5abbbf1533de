import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMatcher, isPlainGlob, toGlob } from '../../src/config/pattern-match.js';
import { parsePattern, PatternError } from '../../src/config/pattern.js';
import type { PatternPath } from '../../src/config/pattern.js';

function only(pattern: string): PatternPath {
  return parsePattern(pattern)[0] ?? [];
}

/** The same as an expression, whose parts are greedy in the same order. */
function expected(path: PatternPath, names: string): RegExp {
  let isSeen = false;
  const parts = path.map((token) => {
    switch (token.kind) {
      case 'literal':
        return token.text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
      case 'locale':
        if (isSeen) return '\\k<locale>';
        isSeen = true;
        return `(?<locale>${names})`;
      case 'deep':
        return '((?:[^/]+/)*)';
      case 'any':
        return '([^/]*)';
      case 'one':
        return '([^/])';
      case 'class':
        return `(${token.expression})`;
    }
  });
  return new RegExp(`^${parts.join('')}$`, 'su');
}

test('a pattern matches what an expression would match, with the same captures', () => {
  const join = (...parts: string[]): fc.Arbitrary<string> =>
    fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 7 }).map((all) => all.join(''));
  const pattern = join('*', '**/', '?', '[ab]', '[!a]', '{locale}', 'a', 'b', '/', '-', 'de', '😀');
  const path = join('a', 'b', '/', '-', 'en', 'de', 'de-DE', '😀', 'aa', '.json');
  const locales = fc.constantFrom(
    ['any', '(?:b\\+)?[A-Za-z]{2,3}(?:[-_@+][A-Za-z0-9]{2,8})*'] as const,
    [['de', 'en', 'de-DE', 'a', 'aa'], 'de-DE|de|en|aa|a'] as const,
  );
  fc.assert(
    fc.property(pattern, path, locales, (glob, text, [names, expression]) => {
      fc.pre(!glob.startsWith('/') && !glob.endsWith('/'));
      const tokens = only(glob);
      const match = expected(tokens, expression).exec(text);
      const locale = match?.groups?.['locale'];
      const found = createMatcher(tokens, names)(text);
      expect(found?.locale).toBe(locale);
      const at = tokens.findIndex(({ kind }) => kind === 'locale');
      const before = tokens.slice(0, Math.max(0, at)).filter(({ kind }) => kind !== 'literal');
      const groups = match?.slice(1).filter((_, index) => at === -1 || index !== before.length);
      expect(found?.captures).toEqual(groups);
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ['*a'.repeat(50) + '*b', 'a'.repeat(2000)],
  ['*a*/'.repeat(20) + 'b', 'aaaaaaaa/'.repeat(20) + 'c'],
  ['**/a/'.repeat(20) + 'b', 'a/'.repeat(500) + 'c'],
  ['{locale}*'.repeat(10) + '.json', `${'de-'.repeat(200)}.jso`],
])('%s is soon done with a path that it does not match', (pattern, path) => {
  expect(createMatcher(only(pattern), 'any')(path)).toBeUndefined();
  expect(createMatcher(only(pattern), ['de', 'fr'])(path)).toBeUndefined();
});

describe('what fast-glob gets has no more than one star in a name and two `**`', () => {
  test.each([
    ['a/*.json', 'a/*.json', true],
    ['a/*.*.json', 'a/*.json', false],
    ['x*a*b*/*c*/d', 'x*/*/d', false],
    ['*-{locale}.json', '*-de.json', false],
    ['a/**/b/**/c', 'a/**/b/**/c', true],
    ['a/**/b/**/c/**/d', 'a/**/d', false],
    ['.a/**/b/**/c/**/.d/e', '.a/**/.d/e', false],
  ])('%s: %s', (pattern, glob, isPlain) => {
    expect(toGlob(only(pattern), 'de')).toBe(glob);
    expect(isPlainGlob(only(pattern))).toBe(isPlain);
  });

  test('of any locale', () => {
    expect(toGlob(only('x-*-{locale}.json'), '*')).toBe('x-*.json');
  });
});

test.each([
  ['a'.repeat(4097), 'it has more than 4096 characters'],
  ['**/.a/**/b/**/c', 'it combines a folder that starts with "." with more than two "**"'],
])('%s cannot be used', (pattern, message) => {
  expect(() => parsePattern(pattern)).toThrow(new PatternError(message));
});

import { describe, expect, test } from 'vitest';
import { excludeUse, idleExcludes, refuseIdleKeys } from '../../../src/engine/load/checks.js';
import { catalogOf, pairOf } from '../support.js';

describe('keys.exclude', () => {
  const first = '{ "legal": { "terms": "Terms" }, "home": "Home" }';
  const second = '{ "brand": "Acme" }';
  test.each([
    { excludedKeys: [], idle: [] },
    { excludedKeys: ['legal.*'], idle: [] },
    { excludedKeys: ['brand'], idle: [] },
    { excludedKeys: ['Legal.*', 'home'], idle: ['Legal.*'] },
    { excludedKeys: ['legal'], idle: ['legal'] },
    { excludedKeys: ['x', 'y'], idle: ['x', 'y'] },
  ])('of $excludedKeys, idle are $idle', ({ excludedKeys, idle }) => {
    const catalog = catalogOf('{locale}/*.json', { excludedKeys, line: 5 });
    const other = catalogOf('m/{locale}.json');
    const uses = [
      pairOf('en/a.json', first, { catalog }),
      pairOf('en/b.json', second, { catalog }),
      pairOf('m/en.json', '{ "x": "X" }', { catalog: other }),
    ].map(excludeUse);
    const config = { catalogs: [catalog, other], root: '/r', file: '/r/service.config.yaml' };
    expect(idleExcludes(config, uses)).toEqual(
      idle.map((glob) => ({
        code: 'option-ignored',
        severity: 'warning',
        file: 'service.config.yaml',
        line: 5,
        message: `keys.exclude "${glob}" matches none of the keys of {locale}/*.json (keys look like "legal.terms"); "*" matches any characters`,
      })),
    );
  });

  test('a catalog without keys has no example, and one without a line none', () => {
    const catalog = catalogOf('{locale}.json', { excludedKeys: ['a'] });
    const uses = [excludeUse(pairOf('en.json', '{}', { catalog }))];
    const config = { catalogs: [catalog], root: '/r', file: '/r/service.config.yaml' };
    expect(idleExcludes(config, uses)).toEqual([
      {
        code: 'option-ignored',
        severity: 'warning',
        file: 'service.config.yaml',
        message:
          'keys.exclude "a" matches none of the keys of {locale}.json; "*" matches any characters',
      },
    ]);
  });

  test('a catalog without any key is said', () => {
    const catalog = catalogOf('{locale}.json');
    const empty = excludeUse(pairOf('en.json', '{}', { catalog }));
    const other = excludeUse(pairOf('en.json', '{"a": "b"}', { catalog }));
    const config = { catalogs: [catalog], root: '/r', file: '/r/service.config.yaml' };
    expect(idleExcludes(config, [empty])).toMatchObject([
      {
        code: 'option-ignored',
        severity: 'warning',
        message: expect.stringMatching(/contain no texts/) as string,
      },
    ]);
    expect(idleExcludes(config, [empty, other])).toEqual([]);
    expect(idleExcludes(config, [])).toEqual([]);
  });
});

describe('globs of keys in a call', () => {
  const keys = [['cart', 'total'], ['cart', 'empty'], ['home']];
  test.each([[['cart.*']], [['home', 'cart.total']], [['*']], [[]]])('%j are used', (globs) => {
    expect(() => refuseIdleKeys(globs, keys)).not.toThrow();
  });

  test.each([
    [
      ['cart.totl'],
      'keys cart.totl matches no key in the selected files; did you mean "cart.total"?',
    ],
    [['home', 'nothing.like.it'], 'keys nothing.like.it matches no key in the selected files'],
    [['cart'], 'keys cart matches no key in the selected files'],
  ])('%j are refused', (globs, message) => {
    expect(() => refuseIdleKeys(globs, keys)).toThrow(
      expect.objectContaining({
        code: 'no-match',
        message: expect.stringContaining(message) as string,
      }),
    );
  });

  test('the nearest key is not looked for among very many', () => {
    const many = Array.from({ length: 6000 }, (_, n) => [`key${n}`]);
    expect(() => refuseIdleKeys(['kex1'], many)).toThrow(
      'keys kex1 matches no key in the selected files',
    );
  });
});
